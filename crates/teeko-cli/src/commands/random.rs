//! `teeko random`: a random position to practise.

mod text;

use clap::Args;
use teeko::files::Reading;
use teeko::questions::{Ask, RandomQuestion};

use super::asking::{AnswerArguments, read, search};
use crate::arguments::VariantArgument;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::question_options::QuestionOptions;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko random advanced --outcome win --dtw 9 --seed 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    question: QuestionOptions<RandomQuestion>,

    #[command(flatten)]
    answer: AnswerArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let AnswerArguments { json, source } = &self.answer;
        let rules = [self.variant.load()?];
        let question = read(&self.question.0, &rules)?;
        let games = source.games(&rules, Reading::WholeIfItFits, question.first_layer())?;
        let answer = search(&question, &games, "positions looked at")?;
        output::print_result(*json, &answer, || {
            text::render(&games[0], &answer, &self.question.0)
        })
    }
}

//! `teeko diff`: compares the results of the same positions in two variants.

mod text;

use clap::Args;
use teeko::files::{Reading, load};
use teeko::questions::{Ask, DiffQuestion};
use teeko::rules::RulesName;

use super::asking::{AnswerArguments, read, search};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::question_options::QuestionOptions;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko diff 44-ssss advanced --examples 1")]
pub(crate) struct Arguments {
    /// First variant
    #[arg(value_name = "VARIANT")]
    first: RulesName,

    /// Second variant, on the same board
    #[arg(value_name = "VARIANT")]
    second: RulesName,

    #[command(flatten)]
    question: QuestionOptions<DiffQuestion>,

    #[command(flatten)]
    answer: AnswerArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let AnswerArguments { json, source } = &self.answer;
        let rules = [load(&self.first)?, load(&self.second)?];
        let question = read(&self.question.0, &rules)?;
        let games = source.games(&rules, Reading::Whole, question.first_layer())?;
        let answer = search(&question, &games, "positions compared")?;
        output::print_result(*json, &answer, || {
            text::render([&games[0], &games[1]], &answer)
        })
    }
}

//! `teeko random`: a random position to practise.

mod text;

use clap::Args;
use teeko::questions::{Query, RandomQuestion};
use teeko::{Game, NamedRules, Reading};

use super::asking::Asks;
use crate::arguments::VariantArgument;
use crate::exit::Failure;
use crate::question_options::QuestionOptions;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    question: QuestionOptions<RandomQuestion>,
}

impl Asks for Arguments {
    type Question = RandomQuestion;

    const READING: Reading = Reading::WholeIfItFits;
    const WORK: Option<&'static str> = Some("positions looked at");

    fn question(&self) -> Result<(RandomQuestion, Vec<NamedRules>), Failure> {
        Ok((self.question.0, vec![self.variant.load()?]))
    }

    fn text(&self, games: &[Game], question: &RandomQuestion, answer: &Query<'_>) -> String {
        text::render(&games[0], answer, question)
    }
}

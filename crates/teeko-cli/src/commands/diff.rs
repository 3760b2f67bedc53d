//! `teeko diff`: compares the results of the same positions in two variants.

mod text;

use clap::Args;
use teeko::questions::{Diff, DiffQuestion};
use teeko::{Game, NamedRules, Reading, RulesName, load};

use super::asking::Asks;
use crate::exit::Failure;
use crate::question_options::QuestionOptions;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// First variant
    #[arg(value_name = "VARIANT")]
    first: RulesName,

    /// Second variant, on the same board
    #[arg(value_name = "VARIANT")]
    second: RulesName,

    #[command(flatten)]
    question: QuestionOptions<DiffQuestion>,
}

impl Asks for Arguments {
    type Question = DiffQuestion;

    const READING: Reading = Reading::Whole;
    const WORK: Option<&'static str> = Some("positions compared");

    fn question(&self) -> Result<(DiffQuestion, Vec<NamedRules>), Failure> {
        Ok((
            self.question.0,
            vec![load(&self.first)?, load(&self.second)?],
        ))
    }

    fn text(&self, games: &[Game], _: &DiffQuestion, answer: &Diff) -> String {
        text::render([&games[0], &games[1]], answer)
    }
}

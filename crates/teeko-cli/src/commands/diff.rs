//! `teeko diff`: compares the results of the same positions in two variants.

use clap::Args;
use teeko::questions::{Diff, DiffQuestion};
use teeko::{Game, NamedRules, Reading, RulesName, load};

use super::asking::{About, Own};
use crate::exit::Failure;
use crate::render::diff;

#[derive(Debug, Args)]
pub(crate) struct Arguments {}

// Two variants.
#[derive(Debug, Args)]
pub(crate) struct Pair {
    /// First variant
    #[arg(value_name = "VARIANT")]
    first: RulesName,

    /// Second variant, on the same board
    #[arg(value_name = "VARIANT")]
    second: RulesName,
}

impl About<DiffQuestion> for Pair {
    fn put(&self, _: &mut DiffQuestion) -> Result<Vec<NamedRules>, Failure> {
        Ok(vec![load(&self.first)?, load(&self.second)?])
    }
}

impl Own for Arguments {
    type Question = DiffQuestion;
    type About = Pair;

    const READING: Reading = Reading::Whole;
    const WORK: Option<&'static str> = Some("positions compared");

    fn text(&self, games: &[Game], _: &DiffQuestion, answer: &Diff) -> String {
        diff::text([&games[0], &games[1]], answer)
    }
}

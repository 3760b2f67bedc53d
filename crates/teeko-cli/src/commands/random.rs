//! `teeko random`: a random position to practise.

use clap::Args;
use teeko::questions::{Query, RandomQuestion};
use teeko::{Game, Reading};

use super::asking::Own;
use crate::arguments::VariantArgument;
use crate::render::random;

#[derive(Debug, Args)]
pub(crate) struct Arguments {}

impl Own for Arguments {
    type Question = RandomQuestion;
    type About = VariantArgument;

    const READING: Reading = Reading::WholeIfItFits;
    const WORK: Option<&'static str> = Some("positions looked at");

    fn text(&self, games: &[Game], question: &RandomQuestion, answer: &Query<'_>) -> String {
        random::text(&games[0], answer, question)
    }
}

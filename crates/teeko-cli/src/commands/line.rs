//! `teeko line`: perfect play from a position to the end.

use clap::Args;
use teeko::questions::{Line, LineQuestion};
use teeko::{Game, NamedRules, Reading};

use super::asking::{About, Own};
use crate::arguments::{PositionArguments, VariantOption, load_for};
use crate::exit::Failure;
use crate::render::line;

#[derive(Debug, Args)]
pub(crate) struct Arguments {}

// A position, and the variant that may stand among its words.
#[derive(Debug, Args)]
pub(crate) struct PositionOfVariant {
    #[command(flatten)]
    variant: VariantOption,

    #[command(flatten)]
    position: PositionArguments,
}

impl About<LineQuestion> for PositionOfVariant {
    fn put(&self, question: &mut LineQuestion) -> Result<Vec<NamedRules>, Failure> {
        let typed = self.position.typed(false)?;
        let name = self.variant.name(&typed)?;
        let text = self.position.put(&typed, name.is_some(), &mut question.at)?;
        Ok(vec![load_for(name.as_ref(), &text)?])
    }
}

impl Own for Arguments {
    type Question = LineQuestion;
    type About = PositionOfVariant;

    const READING: Reading = Reading::AsNeeded;

    fn text(&self, games: &[Game], _: &LineQuestion, answer: &Line) -> String {
        line::text(&games[0], answer)
    }
}

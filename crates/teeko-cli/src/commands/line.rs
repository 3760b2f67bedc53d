//! `teeko line`: perfect play from a position to the end.

pub(super) mod text;

use clap::Args;
use teeko::questions::{Line, LineQuestion};
use teeko::{Game, NamedRules, Reading};

use super::asking::Asks;
use crate::arguments::{PositionArguments, VariantOption, load_for};
use crate::exit::Failure;
use crate::question_options::QuestionOptions;

// A position, and the variant that may stand among its words.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantOption,

    #[command(flatten)]
    position: PositionArguments,

    #[command(flatten)]
    question: QuestionOptions<LineQuestion>,
}

impl Asks for Arguments {
    type Question = LineQuestion;

    const READING: Reading = Reading::AsNeeded;

    fn question(&self) -> Result<(LineQuestion, Vec<NamedRules>), Failure> {
        let (typed, mut question) = (self.position.typed(false)?, self.question.0.clone());
        let name = self.variant.name(&typed)?;
        let text = self
            .position
            .put(&typed, name.is_some(), &mut question.at)?;
        Ok((question, vec![load_for(name.as_ref(), &text)?]))
    }

    fn text(&self, games: &[Game], _: &LineQuestion, answer: &Line) -> String {
        text::render(&games[0], answer)
    }
}

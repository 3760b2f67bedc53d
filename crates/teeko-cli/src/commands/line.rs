//! `teeko line`: perfect play from a position to the end.

use clap::Args;
use teeko::questions::LineQuestion;

use crate::arguments::{PositionArguments, SourceArguments, VariantOption, load_for};
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::{output, render};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko line \"b:3,10,15,18 r:7,13,16,17 b\"")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantOption,

    #[command(flatten)]
    position: PositionArguments,

    #[command(flatten)]
    question: Asked<LineQuestion>,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let mut question = self.question.0.clone();
        let typed = self.position.typed(false)?;
        let name = self.variant.name(&typed)?;
        let text = self.position.ask(&typed, name.is_some(), &mut question.at)?;
        let named = load_for(name.as_ref(), &text)?;
        let position = question.position(&named)?;
        let game = self.source.game_from(&named, &position)?;
        let answer = question.answer(&game)?;
        output::print_result(self.json, &answer, || render::line::text(&game, &answer))
    }
}

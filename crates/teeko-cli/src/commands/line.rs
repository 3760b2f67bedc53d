//! `teeko line`: perfect play from a position to the end.

use clap::Args;
use teeko::questions::LineQuestion;

use crate::arguments::{PositionArguments, SourceArguments, VariantArgument};
use crate::exit::{Exit, Failure};
use crate::suggestions::number;
use crate::{output, render};

/// Show one line of perfect play from a position to the end
///
/// Every ply is the best one: the winner wins as fast as possible, the loser resists as long as
/// possible. A draw has no end, so its line stops after --plies. In games for points both sides
/// play for points first, for plies second.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko line \"b:3,10,15,18 r:7,13,16,17 b\"")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    position: PositionArguments,

    /// Number of plies to show of a draw
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        value_parser = number::<u16>(0..=u16::MAX.into())
    )]
    plies: u16,

    /// Show the board after each ply; in JSON, add the field "positions"
    #[arg(long)]
    boards: bool,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let (at, text) = self.position.asked()?;
        let named = self.variant.load_for(&text)?;
        let question = LineQuestion { at, plies: self.plies, boards: self.boards };
        question.check(&named)?;
        let game = self.source.game(&named, None)?;
        let answer = question.answer(&game)?;
        output::print_result(self.json, || &answer, || render::line::text(&game, &answer))
    }
}

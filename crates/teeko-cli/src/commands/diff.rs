//! `teeko diff`: what two variants make of the same positions.

use clap::Args;
use teeko_analysis::difference;
use teeko_rules::Board;
use thiserror::Error;

use crate::exit::Exit;
use crate::named_rules::NamedRules;
use crate::oracle::OracleArguments;
use crate::render::diff::Comparison;
use crate::{output, render};

/// Count and show the positions whose result is another in another variant
///
/// Positions count by layer, with the side to move given, symmetric ones each for itself. A position that is over or impossible
/// in one variant and not so in the other is counted apart from those that are open in both. Of these, the first are shown of each
/// layer, one of each set that is symmetric in both variants. Where both have the same goals and steps, no position of layer 8
/// differs.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko diff 44-ssss advanced --examples 1")]
pub(crate) struct Arguments {
    /// Variant to compare
    #[arg(value_name = "VARIANT")]
    first: NamedRules,

    /// Variant on the same board to compare it with
    #[arg(value_name = "VARIANT")]
    second: NamedRules,

    /// Positions to show of each layer at most
    #[arg(long, value_name = "N", default_value_t = 3)]
    examples: u16,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    oracle: OracleArguments,
}

/// Variants that have no positions in common.
#[derive(Debug, Error)]
#[error(
    "{first} and {second}: expected one board, since positions are compared, found {} and {}; name variants of the same board",
    boards[0], boards[1]
)]
pub(crate) struct DifferentBoards {
    first: NamedRules,
    second: NamedRules,
    boards: [Board; 2],
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let Self { first, second, .. } = *self;
        if first.board() != second.board() {
            return Err(DifferentBoards { first, second, boards: [first.board(), second.board()] }.into());
        }
        let answers = self.oracle.answers(&[first, second], true, quiet)?;
        let compare = || difference(&answers[0], &answers[1], self.examples.into());
        let difference = self.oracle.pool()?.install(compare)?;
        let comparison = Comparison { variants: [first, second], difference };
        output::print(&if self.json { render::diff::json(&comparison) } else { render::diff::text(&comparison) })?;
        Ok(Exit::Success)
    }
}

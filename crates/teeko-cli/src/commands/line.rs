//! `teeko line`: perfect play from a position on.

use clap::Args;
use teeko_analysis::best_line;

use crate::exit::Exit;
use crate::named_rules::NamedRules;
use crate::oracle::OracleArguments;
use crate::positions::{PositionArguments, Slots};
use crate::{output, render};

/// Show one line of perfect play from a position to the end
///
/// Every ply is the best there is: the winner wins as fast as possible, the loser holds out as long as possible. A draw has no
/// end, so that its line stops after --plies.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko line \"b:3,10,15,18 r:7,13,16,17 b\"")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Variant to play
    #[arg(short, long, value_name = "VARIANT", default_value = "44-ssss")]
    variant: NamedRules,

    /// Plies to show of a draw
    #[arg(long, value_name = "N", default_value_t = 20)]
    plies: u16,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    oracle: OracleArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let rules = self.variant.rules()?;
        let position = self.position.read(&rules, &Slots::new(&rules))?;
        let answers = self.oracle.answers(&[self.variant], false, quiet)?;
        let line = best_line(&answers[0], &position, self.plies.into())?;
        let render = if self.json { render::line::json } else { render::line::text };
        output::print(&render(self.variant, &rules, &position, &line))?;
        Ok(Exit::Success)
    }
}

//! `teeko verify`: holds published claims against solutions of its own.

use std::time::Instant;

use clap::Args;

use crate::claims::{Claim, Verification};
use crate::exit::Exit;
use crate::solving::{SolvingArguments, solve_each};
use crate::{output, render};

/// Check what has been published about Teeko, solved afresh in memory
///
/// Prints one PASS or FAIL line for each claim, with its source. Ends with exit code 1 if any claim failed.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko verify --json")]
pub(crate) struct Arguments {
    /// Print one JSON value instead of lines
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let mut verification = Verification::new();
        solve_each(&verification.variants(), &self.solving, quiet, |variant, solution, _| {
            verification.examine(variant, solution);
        })?;
        let claims = verification.claims();
        output::print(&if self.json {
            render::verify::json(&claims)
        } else {
            render::verify::text(&claims, start.elapsed())
        })?;
        let passed = claims.iter().all(Claim::passes);
        Ok(if passed { Exit::Success } else { Exit::Verification })
    }
}

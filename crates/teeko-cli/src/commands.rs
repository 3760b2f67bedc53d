//! The subcommands, one file each.

mod solve;
mod variants;
mod verify;

use clap::Subcommand;

use crate::exit::Exit;

/// A subcommand with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Variants(variants::Arguments),
    Solve(solve::Arguments),
    Verify(verify::Arguments),
}

impl Command {
    /// Runs the command. `quiet` leaves out progress and notes.
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        match self {
            Self::Variants(arguments) => arguments.run(),
            Self::Solve(arguments) => arguments.run(quiet),
            Self::Verify(arguments) => arguments.run(quiet),
        }
    }
}

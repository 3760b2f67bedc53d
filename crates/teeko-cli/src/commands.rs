//! The subcommands, one module each: `stats.rs` has the arguments of `teeko stats` and runs it,
//! `stats/text.rs` writes what it prints.

mod asking;
mod atlas;
mod certificate;
mod check;
mod completions;
mod diff;
mod export;
mod info;
mod line;
mod man;
mod play;
mod puzzles;
mod query;
mod random;
mod review;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod stats;
mod variants;
mod verify;

use clap::Subcommand;

use crate::exit::{Exit, Failure};

/// A subcommand with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Variants(variants::Arguments),
    Solve(solve::Arguments),
    Query(query::Arguments),
    Line(line::Arguments),
    Review(review::Arguments),
    Play(play::Arguments),
    Puzzles(puzzles::Arguments),
    Random(random::Arguments),
    Stats(stats::Arguments),
    Diff(diff::Arguments),
    Verify(verify::Arguments),
    Atlas(atlas::Arguments),
    Certificate(certificate::Arguments),
    Check(check::Arguments),
    Export(export::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Info(info::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Command {
    /// Runs the command. `program` defines the command line, for commands that describe it.
    pub(crate) fn run(&self, program: fn() -> clap::Command) -> Result<Exit, Failure> {
        match self {
            Self::Variants(arguments) => arguments.run(),
            Self::Solve(arguments) => arguments.run(),
            Self::Query(arguments) => arguments.run(),
            Self::Line(arguments) => arguments.run(),
            Self::Review(arguments) => arguments.run(),
            Self::Play(arguments) => arguments.run(),
            Self::Puzzles(arguments) => arguments.run(),
            Self::Random(arguments) => arguments.run(),
            Self::Stats(arguments) => arguments.run(),
            Self::Diff(arguments) => arguments.run(),
            Self::Verify(arguments) => arguments.run(),
            Self::Atlas(arguments) => arguments.run(),
            Self::Certificate(arguments) => arguments.run(),
            Self::Check(arguments) => arguments.run(),
            Self::Export(arguments) => arguments.run(),
            #[cfg(feature = "serve")]
            Self::Serve(arguments) => arguments.run(),
            Self::Info(arguments) => arguments.run(),
            Self::Completions(arguments) => arguments.run(program()),
            Self::Man(arguments) => arguments.run(program()),
        }
    }
}

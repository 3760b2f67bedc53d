//! The subcommands, one room each: `stats.rs` has the arguments of `teeko stats` and runs it,
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

use self::asking::Asking;
use crate::exit::{Exit, Failure};

/// A subcommand with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Variants(variants::Arguments),
    Solve(solve::Arguments),
    Query(query::Arguments),
    #[command(after_help = "Example:\n  teeko line \"b:3,10,15,18 r:7,13,16,17 b\"")]
    Line(Asking<line::Arguments>),
    #[command(after_help = "Example:\n  \
                  teeko review -v 44-pppp+pass '5, 25, pass → 13, 1, 24, pass → 8, 6, 21'")]
    Review(Asking<review::Arguments>),
    Play(play::Arguments),
    #[command(after_help = "Example:\n  teeko puzzles -v advanced --dtw 7 --unique --limit 3")]
    Puzzles(Asking<puzzles::Arguments>),
    #[command(after_help = "Example:\n  teeko random advanced --outcome win --dtw 9 --seed 3")]
    Random(Asking<random::Arguments>),
    #[command(after_help = "Example:\n  teeko stats -v advanced --svg advanced.svg --force")]
    Stats(Asking<stats::Arguments>),
    #[command(after_help = "Example:\n  teeko diff 44-ssss advanced --examples 1")]
    Diff(Asking<diff::Arguments>),
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

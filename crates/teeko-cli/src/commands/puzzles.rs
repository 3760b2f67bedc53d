//! `teeko puzzles`: positions with one winning move.

use clap::Args;
use teeko::analysis::PuzzleFilter;
use teeko::documents::Puzzles;
use teeko::{RulesName, load};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::progress_line::ProgressLine;
use crate::suggestions::rules_name;
use crate::{output, render};

/// Find positions in which exactly one move wins
///
/// All are positions of the slide phase, Black to move, drawn at random from all there are, one of each set of symmetric ones.
/// Every other move, however long play may last, draws or loses. The solution is one line of perfect play: Red holds out as long
/// as possible.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko puzzles -v advanced --dtw 7 --unique --limit 3")]
pub(crate) struct Arguments {
    /// Variant to play
    #[arg(short, long, value_name = "VARIANT", default_value = "44-ssss", value_parser = rules_name(), hide_possible_values = true)]
    variant: RulesName,

    /// Distance to the win in plies: odd, since Black makes the last
    #[arg(long, value_name = "N", default_value = "5", value_parser = odd_distance)]
    dtw: u32,

    /// Only puzzles in which Black has one move that wins as fast as possible at each of his turns along the solution
    #[arg(long)]
    unique: bool,

    /// Puzzles to find at most
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,

    /// Number that stands for an order of all positions, of which the first puzzles are taken
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print a line for each puzzle, position and solution with a tab between them
    #[arg(long, conflicts_with = "json")]
    lines: bool,

    /// Print one JSON value instead of diagrams
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

/// Reads a distance at which the side to move can win.
fn odd_distance(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|distance| distance % 2 == 1);
    number.ok_or_else(|| "expected an odd number of plies such as 5: a win ends with a ply of the winner's".to_owned())
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> Result<Exit, Failure> {
        let pool = self.source.pool(quiet)?;
        let game = self.source.game(&load(&self.variant)?, Some(&pool), quiet)?;
        let filter = PuzzleFilter { distance: self.dtw, unique: self.unique };
        let line = ProgressLine::new(quiet);
        let show = |progress| line.share(game.name(), "of all positions looked at", progress);
        let sheet = pool.install(|| game.puzzles(filter, self.limit as usize, self.seed, show))?;
        drop(line);
        if self.json {
            output::print_json(&Puzzles::new(game.name(), game.board(), &sheet))?;
        } else if self.lines {
            output::print(&render::puzzles::lines(&sheet))?;
        } else {
            output::print(&render::puzzles::text(game.name(), game.board(), &sheet))?;
        }
        Ok(Exit::Success)
    }
}

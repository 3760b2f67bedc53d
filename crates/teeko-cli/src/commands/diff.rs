//! `teeko diff`: compares the results of the same positions in two variants.

use clap::Args;
use teeko::questions::DiffQuestion;
use teeko::{Reading, RulesName, load, one_board};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::progress_line::ProgressLine;
use crate::suggestions::{number, rules_name};
use crate::{output, render};

/// Count and show the positions whose result differs between two variants
///
/// Counts positions by layer: the number of pieces on the board. Symmetric positions count
/// separately. Positions that are finished or impossible in only one of the variants have a count
/// of their own. Of the positions that are open in both variants and whose result differs, the
/// first of each layer are shown, one of each symmetric set. If both variants have the same goals
/// and steps, no position of layer 8 differs.
///
/// If a variant is a game for points, the results are those of the game without points, in which
/// any goal wins. The differences in points follow: the values of the games, and in a sample of the
/// slide phase the positions in which no move is best in both variants.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko diff 44-ssss advanced --examples 1")]
pub(crate) struct Arguments {
    /// First variant
    #[arg(value_name = "VARIANT", value_parser = rules_name(), hide_possible_values = true)]
    first: RulesName,

    /// Second variant, on the same board
    #[arg(value_name = "VARIANT", value_parser = rules_name(), hide_possible_values = true)]
    second: RulesName,

    /// Number of positions to show per layer at most
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = number::<u16>(0..=u16::MAX.into())
    )]
    examples: u16,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let rules = [load(&self.first)?, load(&self.second)?];
        one_board([&rules[0], &rules[1]])?;
        let pool = self.source.solving.pool()?;
        let games = self.source.games(&rules, Some((&pool, Reading::Whole)))?;
        let (first, second) = (&games[0], &games[1]);
        let names = [first.name(), second.name()];
        let line = ProgressLine::new();
        let show = |progress| line.share(&names.join(" and "), "positions compared", progress);
        let question = DiffQuestion { examples: self.examples };
        let answer = pool.install(|| question.answer([first, second], &show))?;
        line.done();
        output::print_result(self.json, || &answer, || render::diff::text([first, second], &answer))
    }
}

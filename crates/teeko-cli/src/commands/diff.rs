//! `teeko diff`: what two variants make of the same positions.

use clap::Args;
use teeko::questions::DiffQuestion;
use teeko::{Oracle, RulesName, load, one_board};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::progress_line::ProgressLine;
use crate::suggestions::rules_name;
use crate::{output, render};

/// Count and show the positions whose result is another in another variant
///
/// Positions count by layer, with the side to move given, symmetric ones each for itself. A
/// position that is over or impossible in one variant and not so in the other is counted apart from
/// those that are open in both. Of these, the first are shown of each layer, one of each set that
/// is symmetric in both variants. Where both have the same goals and steps, no position of layer 8
/// differs.
///
/// Where one of them is a game for points, or both are, the results are those of the games without
/// points, in which any goal wins. What points change comes after them: the values, and in a sample
/// of the slide phase the positions in which no move is best in both.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko diff 44-ssss advanced --examples 1")]
pub(crate) struct Arguments {
    /// Variant to compare
    #[arg(value_name = "VARIANT", value_parser = rules_name(), hide_possible_values = true)]
    first: RulesName,

    /// Variant on the same board to compare it with
    #[arg(value_name = "VARIANT", value_parser = rules_name(), hide_possible_values = true)]
    second: RulesName,

    /// Positions to show of each layer at most
    #[arg(long, value_name = "N", default_value_t = 3)]
    examples: u16,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> Result<Exit, Failure> {
        let rules = [load(&self.first)?, load(&self.second)?];
        one_board([&rules[0], &rules[1]])?;
        let pool = self.source.pool(quiet)?;
        let games = self.source.games(&rules, Some(&pool), quiet)?;
        let (first, second) = (&games[0], &games[1]);
        let names = [first.name(), second.name()];
        let line = ProgressLine::new(quiet);
        let show = |progress| line.share(&names.join(" and "), "positions compared", progress);
        let question = DiffQuestion { examples: self.examples };
        let answer = pool.install(|| question.answer([first, second], &show))?;
        line.done();
        if self.json {
            output::print_json(&answer.document())?;
        } else {
            let (board, scorings) =
                (first.board(), [first, second].map(|game| game.rules().scoring()));
            let mut text = render::diff::text(names, board, &answer.difference);
            if let Some(in_points) = &answer.in_points {
                text += &render::diff::points(scorings, board, in_points);
            }
            output::print(&text)?;
        }
        Ok(Exit::Success)
    }
}

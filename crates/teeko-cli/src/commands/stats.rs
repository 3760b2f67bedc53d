//! `teeko stats`: how many positions there are of each kind.

use std::path::PathBuf;

use clap::Args;
use teeko::pages::histogram_svg;
use teeko::questions::StatsQuestion;
use teeko::rules::PIECES;
use teeko::{Oracle, RulesName, load};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::file_names::check_extension;
use crate::output_file::OutputFile;
use crate::progress_line::ProgressLine;
use crate::suggestions::rules_name;
use crate::{output, render};

/// Count positions by outcome and distance, and show the deepest
///
/// A layer is all positions with the same number of pieces on the board: in layers 0 to 7 the next
/// move is a drop, in layer 8 a slide. Positions count with the side to move given, symmetric ones
/// each for itself. Of the deepest positions, those with the most plies to the win, the first in
/// the order of `slot:` numbers are shown, one of each set of symmetric ones.
///
/// A tournament limit of N moves each ends the game as a draw when each side has made N slides.
/// Such a limit cuts off a forced win if the winner, whichever side that is, needs more than N
/// slides of his own against the best defence. A position of the slide phase counts as if it stood
/// right after the last drop, so that both sides have all N slides left; drops do not count.
///
/// In games for points all that is of the game without points, in which any goal wins, and so is
/// the histogram. A table more has the positions of layer 8 by the points that the side to move
/// nets.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko stats -v advanced --svg advanced.svg --force")]
pub(crate) struct Arguments {
    /// Variant to count
    #[arg(short, long, value_name = "VARIANT", default_value = "44-ssss", value_parser = rules_name(), hide_possible_values = true)]
    variant: RulesName,

    /// Layer to show by distance, 0 to 8
    #[arg(long, value_name = "N", default_value_t = 2 * PIECES as u8, value_parser = clap::value_parser!(u8).range(..=2 * PIECES as i64))]
    layer: u8,

    /// File to draw the histogram of that layer by distance to
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Overwrite that file if it is there
    #[arg(long, requires = "svg")]
    force: bool,

    /// Print one JSON value, with all layers by distance, instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> Result<Exit, Failure> {
        if let Some(path) = &self.svg {
            check_extension("--svg", path, "svg")?;
        }
        let named = load(&self.variant)?;
        let file =
            self.svg.as_ref().map(|path| OutputFile::create(path, self.force)).transpose()?;
        let pool = self.source.pool(quiet)?;
        let game = self.source.game(&named, Some(&pool), quiet)?;
        let line = ProgressLine::new(quiet);
        let show = |progress| line.share(game.name(), "positions counted", progress);
        let answer = pool.install(|| StatsQuestion.answer(&game, &show))?;
        line.done();
        let by_score = answer.by_score.as_deref();
        let shown = &answer.layers[usize::from(self.layer)];
        if let Some(file) = file {
            file.write(histogram_svg(game.name(), shown).as_bytes())?;
        }
        if self.json {
            output::print_json(&answer.document())?;
        } else {
            output::print(&render::stats::text(
                game.name(),
                game.rules(),
                answer.value,
                &answer.layers,
                by_score,
                shown,
            ))?;
        }
        Ok(Exit::Success)
    }
}

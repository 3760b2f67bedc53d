//! `teeko stats`: counts positions by outcome and distance.

use std::path::PathBuf;

use clap::Args;
use teeko::Reading;
use teeko::pages::histogram_svg;
use teeko::questions::StatsQuestion;
use teeko::rules::PIECES;

use crate::arguments::{SourceArguments, VariantArgument};
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::output_file::OutputFile;
use crate::parsers::number;
use crate::progress_line::with_line;
use crate::{output, render};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko stats -v advanced --svg advanced.svg --force")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    question: Asked<StatsQuestion>,

    /// Layer to show by distance, 0 to 8
    #[arg(long, value_name = "N", default_value_t = 2 * PIECES as u8)]
    #[arg(value_parser = number::<u8>(0..=2 * PIECES as u64))]
    layer: u8,

    /// Also count the forced wins that the move limits of tournaments cut off
    #[arg(long)]
    limits: bool,

    /// Draw the histogram of that layer by distance to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Overwrite that file if it exists
    #[arg(long, requires = "svg")]
    force: bool,

    /// Print one JSON value instead of text; it has all layers by distance
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let file = OutputFile::of_option("--svg", self.svg.as_deref(), "svg", self.force)?;
        let named = self.variant.load()?;
        self.source.solving.start_threads()?;
        let game = self.source.game(&named, Reading::AsNeeded)?;
        let answer = with_line(game.name(), "positions counted", |show| {
            self.question.0.answer(&game, show)
        })?;
        let shown = &answer.layers()[usize::from(self.layer)];
        if let Some(file) = file {
            file.write(histogram_svg(game.name(), shown).as_bytes())?;
        }
        let text = || render::stats::text(&game, &answer, shown, self.limits);
        output::print_result(self.json, &answer, text)
    }
}

//! `teeko stats`: counts positions by outcome and distance.

mod text;

use std::path::PathBuf;

use clap::Args;
use teeko::files::Reading;
use teeko::questions::{Ask, StatsQuestion};
use teeko::rules::PIECES;
use teeko::surfaces::pages::histogram_svg;

use super::asking::{AnswerArguments, read, search};
use crate::arguments::VariantArgument;
use crate::exit::{Exit, Failure};
use crate::output_file::OutputFile;
use crate::parsers::number;
use crate::question_options::QuestionOptions;
use crate::{output, threads};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko stats -v advanced --svg advanced.svg --force")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    question: QuestionOptions<StatsQuestion>,

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

    #[command(flatten)]
    answer: AnswerArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let AnswerArguments { json, source } = &self.answer;
        let layer = usize::from(self.layer);
        let svg = OutputFile::of_option("--svg", self.svg.as_deref(), "svg", self.force)?;
        let rules = [self.variant.load()?];
        let question = read(&self.question.0, &rules)?;
        threads::start(source.solving.threads)?;
        let games = source.games(&rules, Reading::AsNeeded, question.first_layer())?;
        let game = &games[0];
        let answer = search(&question, &games, "positions counted")?;
        if let Some(svg) = svg {
            let histogram = histogram_svg(game.name(), layer, game.census().layer(layer));
            svg.write(histogram.as_bytes())?;
        }
        output::print_result(*json, &answer, || {
            text::render(game, &answer, layer, self.limits)
        })
    }
}

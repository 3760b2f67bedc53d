//! `teeko stats`: counts positions by outcome and distance.

mod text;

use std::path::PathBuf;

use clap::Args;
use teeko::pages::histogram_svg;
use teeko::questions::{Stats, StatsQuestion};
use teeko::rules::PIECES;
use teeko::{Game, NamedRules, Reading};

use super::asking::Asks;
use crate::arguments::VariantArgument;
use crate::exit::Failure;
use crate::output_file::OutputFile;
use crate::parsers::number;
use crate::question_options::QuestionOptions;

#[derive(Debug, Args)]
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
}

impl Asks for Arguments {
    type Question = StatsQuestion;

    const READING: Reading = Reading::AsNeeded;
    const WORK: Option<&'static str> = Some("positions counted");

    fn question(&self) -> Result<(StatsQuestion, Vec<NamedRules>), Failure> {
        Ok((self.question.0, vec![self.variant.load()?]))
    }

    fn file(&self) -> Result<Option<OutputFile>, Failure> {
        OutputFile::of_option("--svg", self.svg.as_deref(), "svg", self.force)
    }

    fn contents(&self, games: &[Game]) -> String {
        let layer = usize::from(self.layer);
        histogram_svg(games[0].name(), layer, games[0].census().layer(layer))
    }

    fn text(&self, games: &[Game], _: &StatsQuestion, answer: &Stats) -> String {
        text::render(&games[0], answer, self.layer.into(), self.limits)
    }
}

//! `teeko random`: a random position to practise.

use clap::Args;
use teeko::Reading;
use teeko::questions::{Ask, RandomQuestion};

use crate::arguments::{SourceArguments, VariantArgument};
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::progress_line::with_line;
use crate::{output, render};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko random advanced --outcome win --dtw 9 --seed 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    question: Asked<RandomQuestion>,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let named = self.variant.load()?;
        let question = self.question.0;
        question.check(&named)?;
        let game = self.source.game(&named, Reading::WholeIfItFits)?;
        let answer = with_line(game.name(), "positions looked at", |show| {
            question.answer(&game, u64::MAX, show)
        })?;
        let text = || render::random::text(&game, &answer, &question);
        output::print_result(self.json, &answer, text)
    }
}

//! `teeko variants`: lists Scarne's sixteen variants.

use clap::Args;
use teeko::questions::Variants;

use crate::exit::{Exit, Failure};
use crate::{output, render};

/// List the sixteen variants in the book "Scarne on Teeko" (1955) with their published results
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko variants --json")]
pub(crate) struct Arguments {
    /// Print one JSON value instead of a table
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let answer = Variants::sixteen();
        output::print_result(self.json, || &answer, || render::variants::text(&answer.variants))
    }
}

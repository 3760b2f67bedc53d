//! `teeko variants`: Scarne's sixteen variants.

use clap::Args;

use crate::claims::Published;
use crate::exit::Exit;
use crate::{output, render};

/// List the sixteen variants of Scarne on Teeko (1955) with their published results
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko variants --json")]
pub(crate) struct Arguments {
    /// Print one JSON value instead of a table
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let published = Published::embedded();
        let render = if self.json { render::variants::json } else { render::variants::text };
        output::print(&render(&published.variants))?;
        Ok(Exit::Success)
    }
}

//! `teeko info`: what a table file is of, and whether it is sound.

use std::path::PathBuf;

use clap::Args;
use teeko_table::TableFile;

use crate::exit::Exit;
use crate::{output, render};

/// Tell what a table file is of, and check it
///
/// Reads the rules and counts in the header and checks the checksum of every block and the content hash of all values. Ends with exit
/// code 5 if the file is damaged or no table file at all. What the values say is checked by `teeko verify --tables`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko info tables/44.slide")]
pub(crate) struct Arguments {
    /// Table file
    file: PathBuf,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let file = TableFile::open_path(&self.file)?;
        file.check()?;
        let (name, header) = (file.name(), file.header());
        output::print(&if self.json { render::info::json(name, header) } else { render::info::text(name, header) })?;
        Ok(Exit::Success)
    }
}

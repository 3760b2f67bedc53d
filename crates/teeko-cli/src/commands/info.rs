//! `teeko info`: what a table file is of, and whether it is sound.

use std::path::PathBuf;

use clap::Args;
use teeko::documents::Info;
use teeko::table::TableFile;

use crate::exit::{Exit, Failure};
use crate::{output, render};

/// Tell what a table file is of, and check it
///
/// Reads the rules and counts in the header and checks the checksum of every block and the content
/// hash of all values. Ends with exit code 5 if the file is damaged or no table file at all. What
/// the values say is checked by `teeko verify --tables`.
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
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let file = TableFile::open_path(&self.file).map_err(Failure::Table)?;
        file.check().map_err(Failure::Table)?;
        let (name, header) = (file.name(), file.header());
        if self.json {
            output::print_json(&Info::new(name, header))?;
        } else {
            output::print(&render::info::text(name, header))?;
        }
        Ok(Exit::Success)
    }
}

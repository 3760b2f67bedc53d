//! `teeko info`: describes a table file and checks it.

mod text;

use std::path::PathBuf;

use clap::Args;
use teeko::answers::Info;
use teeko::table::TableFile;

use crate::exit::{Exit, Failure};
use crate::output;
use crate::progress_line::with_line;

/// Describe a table file and check it
///
/// Reads the rules and counts in the header. Checks the checksum of every block and the content
/// hash of all values. The exit code is 5 if the file is damaged or is not a table file. `teeko
/// verify --tables` also checks the rules against the file's name, the counts against the values
/// and the slide file hash against the slide file; with --full it checks the values themselves.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko info tables/44.slide")]
pub(crate) struct Arguments {
    /// The table file
    file: PathBuf,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let opened = TableFile::open_path(&self.file);
        let file = opened.map_err(|fault| Failure::of_table(&fault))?;
        let checked = with_line(file.name(), "blocks checked", |show| {
            file.check_with(&|progress| _ = show(progress))
        });
        checked.map_err(|fault| Failure::of_table(&fault))?;
        let answer = Info {
            file: file.name(),
            header: file.header(),
        };
        output::print_result(self.json, &answer, || text::render(&answer))
    }
}

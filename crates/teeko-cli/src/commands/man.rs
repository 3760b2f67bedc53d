//! `teeko man`: manual pages.

use std::path::PathBuf;

use clap::Args;
use clap_mangen::Man;

use crate::exit::{Exit, Failure};
use crate::output;
use crate::output_file::OutputFile;

/// Print the manual page of this program
///
/// With -o, a page for the program and one for each command are written to a folder instead.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko man")]
pub(crate) struct Arguments {
    /// Folder to write all pages to; made if it does not exist
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Overwrite pages that are there
    #[arg(long, requires = "output")]
    force: bool,
}

impl Arguments {
    pub(crate) fn run(&self, program: clap::Command) -> Result<Exit, Failure> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        let Some(folder) = &self.output else {
            output::write(&page(&Man::new(program))?, true)?;
            return Ok(Exit::Success);
        };
        std::fs::create_dir_all(folder).map_err(|cause| Failure::Folder { path: folder.clone(), cause })?;
        let commands: Vec<clap::Command> =
            [program.clone()].into_iter().chain(program.get_subcommands().cloned()).collect();
        let open = |command: clap::Command| {
            let manual = Man::new(command);
            let file = OutputFile::create(&folder.join(manual.get_filename()), self.force)?;
            Ok::<_, Failure>((manual, file))
        };
        // All are opened before any is written: either all pages are new or nothing happens.
        let pages: Vec<(Man, OutputFile)> = commands.into_iter().map(open).collect::<Result<_, _>>()?;
        for (manual, file) in pages {
            file.write(&page(&manual)?)?;
        }
        Ok(Exit::Success)
    }
}

fn page(manual: &Man) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    manual.render(&mut page).map_err(Failure::system("cannot make a manual page"))?;
    Ok(page)
}

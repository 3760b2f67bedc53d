//! `teeko man`: manual pages.

use std::path::PathBuf;

use clap::Args;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::exit::{Exit, Failure};
use crate::help::sections;
use crate::output;
use crate::output_file::{OutputFile, create_folder};

/// Print the manual page of this program
///
/// With -o, writes the page of the program and of each command to a folder instead.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko man")]
pub(crate) struct Arguments {
    /// Write all pages to this folder; it is created if it does not exist
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Overwrite pages that exist
    #[arg(long, requires = "output")]
    force: bool,
}

impl Arguments {
    pub(crate) fn run(&self, program: clap::Command) -> Result<Exit, Failure> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        let Some(folder) = &self.output else {
            output::write(&page(program)?)?;
            return Ok(Exit::Success);
        };
        create_folder(folder)?;
        let commands: Vec<clap::Command> = [program.clone()]
            .into_iter()
            .chain(program.get_subcommands().cloned())
            .collect();
        let path = |command: &clap::Command| folder.join(Man::new(command.clone()).get_filename());
        // All files are opened before any is written: either all pages are new or nothing changes.
        let paths: Vec<PathBuf> = commands.iter().map(path).collect();
        let files = OutputFile::check_all(&paths, self.force)?;
        for (command, file) in commands.into_iter().zip(files) {
            file.write(&page(command)?)?;
        }
        Ok(Exit::Success)
    }
}

/// Renders a page: the sections of clap, the examples that end the help, and the sections that all
/// pages share.
fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let examples = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let has_subcommands = command.has_subcommands();
    let has_version = command.get_version().is_some();
    let manual = Man::new(command.after_help("").after_long_help(""));
    let mut page = Vec::new();
    let mut render = || {
        manual.render_title(&mut page)?;
        manual.render_name_section(&mut page)?;
        manual.render_synopsis_section(&mut page)?;
        manual.render_description_section(&mut page)?;
        manual.render_options_section(&mut page)?;
        if has_subcommands {
            manual.render_subcommands_section(&mut page)?;
        }
        let examples = ("EXAMPLES", examples.replace("Example:\n", ""));
        let mut sections_of_ours = Roff::new();
        for (title, text) in [examples].into_iter().chain(sections()) {
            // Keeps the line breaks.
            sections_of_ours.control("SH", [title]).control("nf", []);
            for line in text.lines() {
                sections_of_ours.text([roman(line)]);
            }
            sections_of_ours.control("fi", []);
        }
        sections_of_ours.to_writer(&mut page)?;
        if has_version {
            manual.render_version_section(&mut page)
        } else {
            Ok(())
        }
    };
    render().map_err(Failure::system("cannot make a manual page"))?;
    Ok(page)
}

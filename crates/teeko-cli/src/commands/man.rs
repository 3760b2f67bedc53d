//! `teeko man`: manual pages.

use std::io;
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
        let mut commands = vec![program.clone()];
        commands.extend(program.get_subcommands().cloned());
        let mut paths = Vec::new();
        for command in &commands {
            paths.push(folder.join(Man::new(command.clone()).get_filename()));
        }
        // All paths are checked before the first page is written. If a later write fails, the pages
        // before it stay.
        let files = OutputFile::check_all(&paths, self.force)?;
        for (command, file) in commands.into_iter().zip(files) {
            file.write(&page(command)?)?;
        }
        Ok(Exit::Success)
    }
}

/// Renders the manual page of a command.
fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    write_page(command, &mut page).map_err(Failure::system("cannot make a manual page"))?;
    Ok(page)
}

/// Writes a page: the sections of clap, the examples that end the help, and the sections that all
/// pages share.
fn write_page(command: clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let examples = match command.get_after_help() {
        Some(help) => help.to_string(),
        None => String::new(),
    };
    let has_subcommands = command.has_subcommands();
    let has_version = command.get_version().is_some();
    let manual = Man::new(command.after_help("").after_long_help(""));
    manual.render_title(page)?;
    manual.render_name_section(page)?;
    manual.render_synopsis_section(page)?;
    manual.render_description_section(page)?;
    manual.render_options_section(page)?;
    if has_subcommands {
        manual.render_subcommands_section(page)?;
    }
    own_sections(&examples).to_writer(page)?;
    if has_version {
        manual.render_version_section(page)?;
    }
    Ok(())
}

/// Returns the examples and the sections that all pages share.
fn own_sections(examples: &str) -> Roff {
    let without_heading = examples
        .replace("Example:\n", "")
        .replace("Examples:\n", "");
    let examples = ("EXAMPLES", without_heading);
    let mut roff = Roff::new();
    for (title, text) in [examples].into_iter().chain(sections()) {
        // Keeps the line breaks.
        roff.control("SH", [title]).control("nf", []);
        for line in text.lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    roff
}

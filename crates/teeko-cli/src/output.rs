//! Standard output and standard error: colours, closed pipes, errors.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use anstyle::AnsiColor;
use serde::Serialize;
use teeko::documents::json_line;

use crate::exit::Failure;

/// Sets when text keeps its colours, for all that is printed from now on.
pub(crate) fn set_colour(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Prints results to standard output.
///
/// A reader that has closed the pipe has all it wants, which is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    write(text.as_bytes(), false).map(drop)
}

/// Prints a document as a line of JSON.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    write(json_line(document).as_bytes(), true).map(drop)
}

/// Writes a part of the results to standard output, `plain` if it has no colours for certain. Returns whether anyone reads
/// on: after a closed pipe there is no point in working out the rest.
pub(crate) fn write(part: &[u8], plain: bool) -> Result<bool, Failure> {
    // Looking for colours in all that goes through would take longer than writing it.
    let result = if plain {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(part).and_then(|()| stdout.flush())
    } else {
        let mut stdout = anstream::stdout().lock();
        stdout.write_all(part).and_then(|()| stdout.flush())
    };
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        result => result.map(|()| true).map_err(Failure::system("cannot write to standard output")),
    }
}

/// Prints a note to standard error. If that fails there is nowhere left to say so.
pub(crate) fn print_note(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Prints an error as one line to standard error.
pub(crate) fn print_error(error: &impl Display) {
    let style = AnsiColor::Red.on_default().bold();
    // A path may have line feeds in its name, or what a terminal takes for commands.
    let shown = |character: char| {
        if character.is_control() { character.escape_debug().to_string() } else { character.to_string() }
    };
    let message: String = error.to_string().chars().map(shown).collect();
    print_note(&format!("{style}error:{style:#} {message}\n"));
}

//! Standard output and standard error: colours, closed pipes, errors.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use anstream::adapter::strip_bytes;
use anstyle::AnsiColor;
use serde::Serialize;
use teeko::rules::is_invisible;
use teeko::surfaces::json_line;
use teeko::surfaces::words::wrap;
use terminal_size::{Width, terminal_size};

use crate::exit::{Exit, Failure};

/// Sets when text keeps its colours, from now on.
pub(crate) fn set_colour(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether progress and notes are suppressed.
static QUIET: AtomicBool = AtomicBool::new(false);

pub(crate) fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

pub(crate) fn print_result(
    as_json: bool,
    document: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<Exit, Failure> {
    if as_json {
        print_json(document)?;
    } else {
        print(&text())?;
    }
    Ok(Exit::Success)
}

/// Prints results to standard output.
///
/// If the reader has closed the pipe, it has read enough: that is not an error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut text = text.as_bytes().to_vec();
    strip_colours(&mut text);
    write(&text).map(drop)
}

pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    let mut line = json_line(document);
    // These characters occur only inside JSON strings. JSON escapes the other control characters
    // itself.
    while let Some(found) = line
        .chars()
        .find(|found| ('\u{7f}'..='\u{9f}').contains(found))
    {
        line = line.replace(found, &format!("\\u{:04x}", u32::from(found)));
    }
    write(line.as_bytes()).map(drop)
}

/// Removes the colours from a text unless standard output shows colours.
pub(crate) fn strip_colours(text: &mut Vec<u8>) {
    if AutoStream::choice(&std::io::stdout()) == anstream::ColorChoice::Never {
        *text = strip_bytes(text).into_vec();
    }
}

/// Writes a part of the results to standard output as it is. Returns false once the reader has
/// closed the pipe, when computing more is pointless.
pub(crate) fn write(part: &[u8]) -> Result<bool, Failure> {
    let mut stdout = std::io::stdout().lock();
    accepts_more(stdout.write_all(part).and_then(|()| stdout.flush()))
}

/// Returns whether standard output can take more, after a write that ended with `result`: not once
/// the reader has closed the pipe, which is not an error.
pub(crate) fn accepts_more(result: io::Result<()>) -> Result<bool, Failure> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        result => result
            .map(|()| true)
            .map_err(Failure::system("cannot write to standard output")),
    }
}

/// Prints `note: ` and a text to standard error, unless notes are suppressed.
pub(crate) fn note(text: &str) {
    if !is_quiet() {
        print_message(&format!("note: {text}\n"));
    }
}

/// Prints a text to standard error, escaped for the terminal and wrapped at its width. Ignores
/// errors, since there is nowhere left to report them.
pub(crate) fn print_message(text: &str) {
    let lines: Vec<String> = text.split('\n').map(wrap_line).collect();
    print_styled(&lines.join("\n"));
}

/// Returns the number of columns of a stream if it is a terminal.
pub(crate) fn columns(stream: &impl IsTerminal) -> Option<usize> {
    let (Width(columns), _) = terminal_size().filter(|_| stream.is_terminal())?;
    Some(usize::from(columns).max(40))
}

/// Returns a line for standard error: escaped, and wrapped at the width of the terminal.
fn wrap_line(line: &str) -> String {
    let columns = columns(&std::io::stderr()).unwrap_or(usize::MAX);
    wrap(&printable(line), columns).join("\n")
}

/// Prints a text to standard error. It may have colours, and must be safe to print.
pub(crate) fn print_styled(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Prints an error to standard error, wrapped at the width of the terminal.
pub(crate) fn print_error(error: &impl Display) {
    let style = AnsiColor::Red.on_default().bold();
    let lines = wrap_line(&format!("error: {error}"));
    let message = lines.strip_prefix("error:").unwrap_or(&lines);
    print_styled(&format!("{style}error:{style:#}{message}\n"));
}

/// Escapes the invisible characters of a text, line breaks included. Texts quote names and input of
/// others, which may contain terminal commands.
pub(crate) fn printable(name: &str) -> String {
    let mut printable = String::with_capacity(name.len());
    for character in name.chars() {
        if is_invisible(character) {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_without_what_terminals_obey() {
        for plain in [
            "tables/44.slide",
            "C:\\tables",
            "Überraschung 'x' \"y\" e\u{301}",
            "表",
        ] {
            assert_eq!(printable(plain), plain);
        }
        assert_eq!(
            printable("a\n\t\u{1b}[31m\u{9b}2J\u{7f}"),
            "a\\n\\t\\u{1b}[31m\\u{9b}2J\\u{7f}"
        );
        assert_eq!(printable("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
        assert_eq!(
            printable("\u{200b}\u{feff}\u{e0041}"),
            "\\u{200b}\\u{feff}\\u{e0041}"
        );
    }
}

//! The definition of the command line for clap.

use clap::{Arg, ArgAction, ColorChoice, CommandFactory, Parser, ValueEnum};
use teeko::rules::notation::Notation;

use crate::commands::Command;
use crate::help::{self, EXAMPLE};
use crate::parsers::one_of;
use crate::render::notation::NOTATIONS;

/// The version, with the commit that the program was built from if it is known.
const VERSION: &str = env!("TEEKO_VERSION");

/// The heading of options that every command has.
const GLOBAL: &str = "Global options";

/// Commands whose help hides `--notation`, and which never note that the course names circles
/// differently, since their text names none.
pub(crate) const WITHOUT_CIRCLES: [&str; 10] = [
    "stats",
    "atlas",
    "verify",
    "certificate",
    "check",
    "export",
    "serve",
    "info",
    "completions",
    "man",
];

/// A strong solver for every variant of John Scarne's board game Teeko.
///
/// A variant's name is GOALS-PLAN[+OPTION…], such as 44-ssss (Standard Teeko) or 58-sppp+no-centre.
/// Scarne's own names, such as advanced, work too. Distances are in plies: a ply is one drop or
/// slide by one side.
// The help shows no backticks.
#[allow(clippy::doc_markdown)]
#[derive(Debug, Parser)]
#[command(name = "teeko", version = VERSION, max_term_width = 80, after_help = EXAMPLE)]
#[command(after_long_help = help::long_help(EXAMPLE))]
pub(crate) struct Cli {
    /// Print results and errors only, without progress and notes
    #[arg(short, long, global = true, help_heading = GLOBAL, hide_short_help = true)]
    pub(crate) quiet: bool,

    /// When to use colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long = "color", value_name = "WHEN", global = true, help_heading = GLOBAL)]
    #[arg(default_value_t = ColorChoice::Auto, hide_short_help = true)]
    pub(crate) colour: ColorChoice,

    /// How text names circles; JSON always has their numbers. Numbers are read with any choice, a5
    /// to e1 without course, A0 to E4 with course. C2 without course is an error, since c2 is
    /// another circle
    #[arg(long, value_name = "NAMES", global = true, help_heading = GLOBAL, hide_short_help = true)]
    #[arg(default_value = "numbers", value_parser = one_of(NOTATIONS))]
    pub(crate) notation: Notation,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the definition of the command line.
pub(crate) fn program() -> clap::Command {
    let mut program = Cli::command()
        .mut_args(last_wins)
        .mut_subcommands(|command| command.mut_args(last_wins));
    program.build();
    program.mut_subcommands(with_short_help)
}

/// Hides `--notation` in a command that names no circles. `-h` then has the beginning of the help
/// of each argument, `--help` all of it.
fn with_short_help(command: clap::Command) -> clap::Command {
    let names_circles = !WITHOUT_CIRCLES.contains(&command.get_name());
    // `mut_arg` would confuse the other arguments of a command that is built.
    command.mut_args(|argument| {
        let is_useless = argument.get_id() == "notation" && !names_circles;
        let is_hidden = argument.is_hide_set() || is_useless;
        shortened(argument).hide(is_hidden)
    })
}

/// Makes the help of an argument its long one, and the beginning of that the short one.
fn shortened(argument: Arg) -> Arg {
    let Some(help) = argument.get_help().cloned() else {
        return argument;
    };
    let whole = argument.get_long_help().cloned();
    let short = beginning(&help.to_string()).to_owned();
    argument.long_help(whole.unwrap_or(help)).help(short)
}

/// Lets the last one of a repeated option win, so that one in an alias can be overridden. Options
/// for one value each time add values, as `-o` of `atlas` does. A second `--variant` is one more or
/// an error.
fn last_wins(argument: Arg) -> Arg {
    let adds =
        matches!(argument.get_action(), ArgAction::Append) && argument.get_num_args().is_none();
    if adds || argument.is_positional() || argument.get_long() == Some("variant") {
        return argument;
    }
    let id = argument.get_id().clone();
    argument.overrides_with(id)
}

/// Returns the first clause of a help, without what stands in brackets after it.
fn beginning(help: &str) -> &str {
    let mut is_quoted = false;
    for (place, character) in help.char_indices() {
        is_quoted ^= character == '"';
        if !is_quoted && ends_clause(&help[place..]) {
            return &help[..place];
        }
    }
    help
}

/// Returns whether a clause ends before `rest`.
fn ends_clause(rest: &str) -> bool {
    ["; ", ": ", ". ", " [", " ("]
        .iter()
        .any(|end| rest.starts_with(end))
}

/// Finds the choice of colours in arguments that clap rejected or answered itself, so that help and
/// usage errors follow it too.
pub(crate) fn colour_among(arguments: &[String]) -> ColorChoice {
    let mut choice = ColorChoice::Auto;
    for (place, argument) in arguments.iter().enumerate() {
        if argument == "--" {
            break;
        }
        let value = colour_of(argument, arguments.get(place + 1));
        if let Some(Ok(last)) = value.map(|value| ColorChoice::from_str(value, false)) {
            choice = last;
        }
    }
    choice
}

/// Returns the value of an argument if that is `--color`. The value may be the `next` argument.
fn colour_of<'a>(argument: &'a str, next: Option<&'a String>) -> Option<&'a str> {
    match argument.strip_prefix("--color")? {
        "" => next.map(String::as_str),
        rest => rest.strip_prefix('='),
    }
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;
    use teeko_testing::{markdown_files, shown_commands, words};

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        program().debug_assert();
    }

    /// Blocks of commands and code within the prose. The name of a command alone stands for it, no
    /// matter which arguments it needs.
    #[test]
    fn commands_in_the_markdown_files_are_understood() {
        let mut understood = 0;
        for (path, text) in markdown_files() {
            for command in shown_commands(&text) {
                let line = command.replace("COMMAND", "query");
                let Some(line) = line.strip_prefix("teeko ") else {
                    continue;
                };
                let mut program = program();
                let is_name = program.find_subcommand(line).is_some();
                let arguments = std::iter::once("teeko".to_owned()).chain(words(line));
                let parsed = program
                    .try_get_matches_from_mut(arguments)
                    .and_then(|matches| Cli::from_arg_matches(&matches));
                if let Err(error) = parsed {
                    assert!(is_name || !error.use_stderr(), "{path}: {command}: {error}");
                }
                understood += 1;
            }
        }
        assert!(understood > 50, "{understood}");
    }

    #[test]
    fn the_short_help_of_an_argument_is_its_first_clause() {
        for (help, expected) in [
            ("Leave out the moves", "Leave out the moves"),
            ("Print JSON: one value", "Print JSON"),
            (
                "Moves, such as \"1. 13 12\"; more",
                "Moves, such as \"1. 13 12\"",
            ),
            ("Variant [default: 44-ssss]", "Variant"),
        ] {
            assert_eq!(beginning(help), expected);
        }
    }

    #[test]
    fn colours_are_found_among_arguments_that_do_not_parse() {
        for (line, expected) in [
            ("teeko --help", ColorChoice::Auto),
            ("teeko --color never --help", ColorChoice::Never),
            (
                "teeko solve --color=always --frobnicate",
                ColorChoice::Always,
            ),
            ("teeko --color sometimes", ColorChoice::Auto),
            ("teeko solve --color", ColorChoice::Auto),
            ("teeko solve -- --color never", ColorChoice::Auto),
        ] {
            let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(colour_among(&arguments), expected, "{line}");
        }
    }
}

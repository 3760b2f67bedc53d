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

/// Commands whose text names no circles.
pub(crate) const WITHOUT_CIRCLES: [&str; 8] = [
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

/// Returns the definition of the command line. Commands that name no circles hide `--notation`.
/// `-h` has the beginning of the help of each argument, `--help` all of it.
pub(crate) fn program() -> clap::Command {
    let mut program = Cli::command()
        .mut_args(last_wins)
        .mut_subcommands(|command| command.mut_args(last_wins));
    program.build();
    program.mut_subcommands(|command| {
        let names_circles = !WITHOUT_CIRCLES.contains(&command.get_name());
        // `mut_arg` would confuse the other arguments of a command that is built.
        let shortened = |argument: Arg| {
            let hides = argument.is_hide_set() || argument.get_id() == "notation" && !names_circles;
            let whole = argument.get_long_help().or(argument.get_help()).cloned();
            let short = argument
                .get_help()
                .map(|help| beginning(&help.to_string()).to_owned());
            match (whole, short) {
                (Some(whole), Some(short)) => argument.hide(hides).long_help(whole).help(short),
                _ => argument.hide(hides),
            }
        };
        command.mut_args(shortened)
    })
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
    let end = help.char_indices().find(|&(at, character)| {
        is_quoted ^= character == '"';
        !is_quoted
            && ["; ", ": ", ". ", " [", " ("]
                .iter()
                .any(|end| help[at..].starts_with(end))
    });
    &help[..end.map_or(help.len(), |(at, _)| at)]
}

/// Finds the choice of colours in arguments that clap rejected or answered itself, so that help and
/// usage errors follow it too.
pub(crate) fn colour_among(arguments: &[String]) -> ColorChoice {
    let value = |(place, text): (usize, &String)| {
        let value = match text.strip_prefix("--color")? {
            "" => arguments.get(place + 1)?,
            rest => rest.strip_prefix('=')?,
        };
        ColorChoice::from_str(value, false).ok()
    };
    let options = arguments
        .iter()
        .take_while(|text| *text != "--")
        .enumerate();
    options
        .filter_map(value)
        .last()
        .unwrap_or(ColorChoice::Auto)
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

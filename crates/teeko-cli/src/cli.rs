//! The command line as clap sees it.

use std::ffi::OsString;

use clap::{ColorChoice, Parser, ValueEnum};

use crate::commands::Command;

/// What a newcomer may ask first.
const EXAMPLE: &str = "Should Black open in the centre in Advanced Teeko? Ask what each first drop is
worth, best first:

Example:
  teeko query -v advanced --moves \"\"";

/// What a rule file holds, for those who read the long help.
const RULE_FILES: &str = "Goals of your own go into a file. Its path stands after an @ in place of GOALS,
as in @my/rules.toml-ssss+4x4. Options begin at the first + in the last part of
the path, the plan after the last dash before them. The file has goals, or
families of them, and steps if they are not a king's:

  families = [\"lines\", \"squares-1\"]
  goals = [[1, 2, 6, 7], [\"a5\", \"b5\", \"a4\", \"b4\"]]
  steps = [[1, 0], [0, 1]]

Families: lines, diamonds, skew-squares, and squares-1 to squares-7 by the side.
Steps: \"king\", \"knight\", or columns and rows to move by, downwards positive.";

/// A strong solver for every variant of John Scarne's board game Teeko.
///
/// A variant is named GOALS-PLAN[+OPTION…], such as 44-ssss (Standard Teeko) or 58-sppp+no-centre, or by Scarne's own
/// name, such as advanced. Distances are in plies: one drop or slide by one side.
#[derive(Debug, Parser)]
#[command(name = "teeko", version, max_term_width = 80, after_help = EXAMPLE)]
#[command(after_long_help = format!("{RULE_FILES}\n\n{EXAMPLE}"))]
pub(crate) struct Cli {
    /// Show results and errors only, no progress and no notes
    #[arg(long, global = true)]
    pub(crate) quiet: bool,

    /// When to use colours
    #[arg(long = "color", value_name = "WHEN", global = true, default_value_t = ColorChoice::Auto)]
    #[arg(help = "When to use colours; auto: on a terminal, unless NO_COLOR is set")]
    pub(crate) colour: ColorChoice,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The choice of colours among arguments that did not lead to a command, so that help and usage errors follow it too.
pub(crate) fn colour_among(arguments: impl IntoIterator<Item = OsString>) -> ColorChoice {
    let texts = arguments.into_iter().map(|argument| argument.to_string_lossy().into_owned());
    let mut texts = texts.take_while(|text| text != "--").peekable();
    let mut colour = ColorChoice::Auto;
    while let Some(text) = texts.next() {
        let value = match text.strip_prefix("--color") {
            Some("") => texts.peek().map(String::as_str),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        colour = value.and_then(|value| ColorChoice::from_str(value, false).ok()).unwrap_or(colour);
    }
    colour
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_help_ends_with_an_example() {
        let mut program = Cli::command();
        program.build();
        let commands = program.get_subcommands_mut().filter(|command| command.get_name() != "help");
        let mut texts: Vec<String> = commands.map(|command| command.render_long_help().to_string()).collect();
        texts.push(program.render_long_help().to_string());
        for text in texts {
            let lines: Vec<&str> = text.trim_end().lines().collect();
            assert!(matches!(lines[..], [.., "Example:", example] if example.starts_with("  teeko ")), "{text}");
            assert!(lines.iter().all(|line| line.chars().count() <= 80), "{text}");
        }
    }

    #[test]
    fn colours_are_found_among_arguments_that_do_not_parse() {
        for (line, expected) in [
            ("teeko --help", ColorChoice::Auto),
            ("teeko --color never --help", ColorChoice::Never),
            ("teeko solve --color=always --frobnicate", ColorChoice::Always),
            ("teeko --color sometimes", ColorChoice::Auto),
            ("teeko solve --color", ColorChoice::Auto),
            ("teeko solve -- --color never", ColorChoice::Auto),
        ] {
            assert_eq!(colour_among(line.split(' ').map(OsString::from)), expected, "{line}");
        }
    }
}

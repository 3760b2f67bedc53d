//! `teeko`: solves, queries and verifies every variant of Teeko.
//!
//! The crate `teeko` does the work. This program has the arguments (`cli`, `arguments`), a room for
//! each subcommand (`commands`), what its text is made of (`render`, `progress_line`), threads
//! (`threads`), signals (`interrupt`), and exit codes (`exit`).

#![deny(unsafe_code)]

mod arguments;
mod cli;
mod commands;
mod exit;
mod help;
mod input_lines;
mod interrupt;
mod output;
mod output_file;
mod parsers;
mod progress_line;
mod question_options;
mod render;
mod source_arguments;
mod threads;
mod tips;
mod typed;

use std::error::Error;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use teeko::rules::NameError;
use teeko::rules::notation::Notation;

use crate::cli::{Cli, WITHOUT_CIRCLES};
use crate::exit::{Exit, Failure};
use crate::render::notation::{COURSE_DIFFERS, choose, chosen, of_environment};
use crate::tips::with_right_tip;

fn main() -> ExitCode {
    interrupt::survive_limits_of_files();
    let mut program = cli::program();
    let matches = program.try_get_matches_from_mut(std::env::args_os());
    let command = matches.as_ref().ok().and_then(ArgMatches::subcommand);
    let names_circles = command.is_some_and(|(name, _)| !WITHOUT_CIRCLES.contains(&name));
    // The variable is not clap's, which takes an empty one for a value.
    let is_usual = matches
        .as_ref()
        .is_ok_and(|matches| matches.value_source("notation") == Some(ValueSource::DefaultValue));
    let is_json = command
        .and_then(|(_, options)| options.try_get_one::<bool>("json").ok()?.copied())
        .unwrap_or_default();
    let result = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => {
            output::set_colour(cli.colour);
            output::set_quiet(cli.quiet);
            let notation = if is_usual {
                of_environment()
            } else {
                Ok(cli.notation)
            };
            notation.and_then(|notation| {
                choose(notation);
                if notation == Notation::Course && names_circles {
                    output::note(COURSE_DIFFERS);
                }
                cli.command.run(cli::program)
            })
        }
        Err(answer) => {
            let arguments = std::env::args_os().skip(1);
            let arguments: Vec<String> = arguments
                .map(|argument| argument.to_string_lossy().into_owned())
                .collect();
            output::set_colour(cli::colour_among(&arguments));
            match help_topic(&answer, &arguments) {
                Some(text) => output::print(&text).map(|()| Exit::Success),
                None => explain(&with_right_tip(answer, &program, &arguments), &arguments),
            }
        }
    };
    let exit = result.unwrap_or_else(|failure| {
        // Programs that read JSON expect numbers.
        let notation = if is_json { Notation::Numbers } else { chosen() };
        output::print_error(&failure.message.text(notation));
        failure.exit
    });
    ExitCode::from(exit as u8)
}

/// Returns the text of the topic that `help` was asked about, which clap takes for a command.
fn help_topic(answer: &clap::Error, arguments: &[String]) -> Option<String> {
    let words: Vec<&String> = arguments
        .iter()
        .filter(|word| !word.starts_with('-'))
        .collect();
    match words[..] {
        [.., help, topic] if answer.kind() == ErrorKind::InvalidSubcommand && help == "help" => {
            help::topic(topic)
        }
        _ => None,
    }
}

/// Prints what clap returns instead of a command: the help, the version, or a usage error. An error
/// in the name of a rule file is not a usage error of clap, so it is printed as any other error.
fn explain(answer: &clap::Error, arguments: &[String]) -> Result<Exit, Failure> {
    let name_error = answer
        .source()
        .and_then(|source| source.downcast_ref::<NameError>());
    if let Some(error @ NameError::RuleFile(_)) = name_error {
        return Err(Failure::usage(error.to_string()));
    }
    let text = answer.render().ansi().to_string();
    if answer.use_stderr() {
        output::print_styled(&without_commands(text, arguments));
        Ok(Exit::Usage)
    } else {
        output::print(&text)?;
        Ok(Exit::Success)
    }
}

/// Returns a text that quotes `arguments`, or their values after `=`, with their control characters
/// escaped for the terminal.
fn without_commands(text: String, arguments: &[String]) -> String {
    let commands = arguments
        .iter()
        .filter(|text| output::printable(text) != **text);
    commands.fold(text, |text, argument| {
        let value = argument.split_once('=').map_or("", |(_, value)| value);
        let parts = [argument.as_str(), value]
            .into_iter()
            .filter(|part| !part.is_empty());
        let text = parts.fold(text, |text, part| {
            text.replace(part, &output::printable(part))
        });
        // Any other quotation is escaped too; the text then loses its colours.
        let plain = anstream::adapter::strip_str(&text).to_string();
        plain
            .split('\n')
            .map(output::printable)
            .collect::<Vec<_>>()
            .join("\n")
    })
}

//! `teeko`: solves, queries and verifies every variant of Teeko.
//!
//! The crate `teeko` does the work. This program parses arguments (`cli`, `arguments`, `typed`),
//! runs each subcommand in its own module (`commands`), and prints text (`render`), errors and JSON
//! (`output`) and progress (`progress_line`). It also starts threads (`threads`), handles signals
//! (`interrupt`) and defines the exit codes (`exit`).

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
    let is_json = matches.as_ref().is_ok_and(is_json_wanted);
    let result = match matches.and_then(understood) {
        Ok((cli, matches)) => run(&cli, &matches),
        Err(answer) => reply(answer, &program),
    };
    let exit = result.unwrap_or_else(|failure| {
        print_failure(&failure, is_json);
        failure.exit
    });
    ExitCode::from(exit as u8)
}

/// Returns the arguments of the command with what clap knows of their origin.
fn understood(matches: ArgMatches) -> Result<(Cli, ArgMatches), clap::Error> {
    let cli = Cli::from_arg_matches(&matches)?;
    Ok((cli, matches))
}

/// Returns whether the command has the option `--json`, and it was given.
fn is_json_wanted(matches: &ArgMatches) -> bool {
    let Some((_, options)) = matches.subcommand() else {
        return false;
    };
    matches!(options.try_get_one::<bool>("json"), Ok(Some(true)))
}

/// Runs the command in the colours and the notation that were asked for.
fn run(cli: &Cli, matches: &ArgMatches) -> Result<Exit, Failure> {
    output::set_colour(cli.colour);
    output::set_quiet(cli.quiet);
    let notation = notation(cli, matches)?;
    choose(notation);
    if notation == Notation::Course && names_circles(matches) {
        output::note(COURSE_DIFFERS);
    }
    cli.command.run(cli::program)
}

/// Returns the notation of the option, or else that of the environment.
fn notation(cli: &Cli, matches: &ArgMatches) -> Result<Notation, Failure> {
    // The variable is not clap's, which takes an empty one for a value.
    if matches.value_source("notation") == Some(ValueSource::DefaultValue) {
        of_environment()
    } else {
        Ok(cli.notation)
    }
}

/// Returns whether the text of the command names circles.
fn names_circles(matches: &ArgMatches) -> bool {
    matches
        .subcommand_name()
        .is_some_and(|name| !WITHOUT_CIRCLES.contains(&name))
}

/// Prints an error. Programs that read JSON expect numbers.
fn print_failure(failure: &Failure, is_json: bool) {
    let notation = if is_json { Notation::Numbers } else { chosen() };
    output::print_error(&failure.message.text(notation));
}

/// Replies to arguments that ask for help or for the version, or that clap rejects.
fn reply(answer: clap::Error, program: &clap::Command) -> Result<Exit, Failure> {
    let mut arguments = Vec::new();
    for argument in std::env::args_os().skip(1) {
        arguments.push(argument.to_string_lossy().into_owned());
    }
    output::set_colour(cli::colour_among(&arguments));
    if let Some(text) = help_topic(&answer, &arguments) {
        output::print(&text)?;
        return Ok(Exit::Success);
    }
    explain(&with_right_tip(answer, program, &arguments), &arguments)
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
        output::print_styled(&escaped(text, arguments));
        Ok(Exit::Usage)
    } else {
        output::print(&text)?;
        Ok(Exit::Success)
    }
}

/// Escapes control characters in a text that quotes `arguments`, or their values after `=`.
fn escaped(mut text: String, arguments: &[String]) -> String {
    for argument in arguments {
        if output::printable(argument) == *argument {
            continue;
        }
        let (_, value) = argument.split_once('=').unwrap_or_default();
        for part in [argument.as_str(), value] {
            if !part.is_empty() {
                text = text.replace(part, &output::printable(part));
            }
        }
        // Any other quotation is escaped too; the text then loses its colours.
        let plain = anstream::adapter::strip_str(&text).to_string();
        let lines: Vec<String> = plain.split('\n').map(output::printable).collect();
        text = lines.join("\n");
    }
    text
}

//! `teeko`: solves, queries and verifies every variant of Teeko.
//!
//! Everything is worked out by the crate `teeko`. Here are arguments (`cli`, `arguments`, and one file for each subcommand in
//! `commands`), text for people (`render`, and `progress_line`), signals (`interrupt`), and exit codes (`exit`).

#![forbid(unsafe_code)]

mod arguments;
mod cli;
mod commands;
mod exit;
mod file_names;
mod help;
mod input_lines;
mod interrupt;
mod output;
mod output_file;
mod progress_line;
mod render;
mod suggestions;

use std::error::Error;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use teeko::rules::NameError;

use crate::cli::Cli;
use crate::exit::{Exit, Failure};

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => {
            output::set_colour(cli.colour);
            cli.notation.set();
            cli.command.run(cli.quiet, Cli::command)
        }
        Err(answer) => {
            output::set_colour(cli::colour_among(std::env::args_os()));
            explain(&answer)
        }
    };
    let exit = result.unwrap_or_else(|failure| {
        output::print_error(&failure);
        failure.exit()
    });
    exit.into()
}

/// Prints what clap has to say instead of running a command: help, the version, or what is wrong with the usage. What is wrong with
/// the name of a rule file has nothing to do with usage.
fn explain(answer: &clap::Error) -> Result<Exit, Failure> {
    let name_error = answer.source().and_then(|source| source.downcast_ref::<NameError>());
    if let Some(error @ NameError::FileName(_)) = name_error {
        return Err(Failure::usage(error.to_string()));
    }
    let text = answer.render().ansi().to_string();
    if answer.use_stderr() {
        output::print_note(&text);
        Ok(Exit::Usage)
    } else {
        output::print(&text)?;
        Ok(Exit::Success)
    }
}

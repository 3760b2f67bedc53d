//! `teeko`: solves, queries and verifies every variant of Teeko.
//!
//! One file per subcommand in `commands`; each computes with `solving`, `report` and `claims`, which print nothing, and
//! has the result made into text or JSON by its namesake in `render`.

#![forbid(unsafe_code)]

mod atlas;
mod claims;
mod cli;
mod commands;
mod estimate;
mod exit;
mod files;
mod interrupt;
mod lines;
mod memory;
mod named_rules;
mod oracle;
mod output;
mod positions;
mod progress;
mod render;
mod report;
mod rule_file;
mod solving;
mod tables;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::named_rules::NameError;

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => {
            output::set_colour(cli.colour);
            cli.command.run(cli.quiet)
        }
        Err(answer) => {
            output::set_colour(cli::colour_among(std::env::args_os()));
            explain(&answer)
        }
    };
    let exit = result.unwrap_or_else(|error| {
        output::print_error(&error);
        Exit::after(&error)
    });
    exit.into()
}

/// Explains why there is no command to run. What is wrong with a rule file has nothing to do with usage.
fn explain(answer: &clap::Error) -> anyhow::Result<Exit> {
    let name_error = answer.source().and_then(|source| source.downcast_ref::<NameError>());
    match name_error.and_then(|error| Some((error, error.exit()?))) {
        Some((error, exit)) => {
            output::print_error(&anyhow::anyhow!("{error}"));
            Ok(exit)
        }
        None => print_answer(answer),
    }
}

/// Prints what clap has to say instead of running a command: help, the version, or what is wrong with the usage.
fn print_answer(answer: &clap::Error) -> anyhow::Result<Exit> {
    let text = answer.render().ansi().to_string();
    if answer.use_stderr() {
        output::print_note(&text);
        Ok(Exit::Usage)
    } else {
        output::print(&text)?;
        Ok(Exit::Success)
    }
}

//! `teeko`: solves, queries and verifies every variant of Teeko.
//!
//! One file per subcommand in `commands`; each computes with `solving`, `report` and `claims`, which print nothing, and
//! has the result made into text or JSON by its namesake in `render`.

#![forbid(unsafe_code)]

mod atlas;
mod claims;
mod cli;
mod commands;
mod exit;
mod files;
mod interrupt;
mod lines;
mod memory;
mod oracle;
mod output;
mod positions;
mod progress;
mod render;
mod report;
mod solving;
mod tables;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::exit::Exit;

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => {
            output::set_colour(cli.colour);
            cli.command.run(cli.quiet)
        }
        Err(answer) => {
            output::set_colour(cli::colour_among(std::env::args_os()));
            print_answer(&answer)
        }
    };
    let exit = result.unwrap_or_else(|error| {
        output::print_error(&error);
        Exit::after(&error)
    });
    exit.into()
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

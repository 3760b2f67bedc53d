//! `teeko solve`: solves variants and reports on them.

use std::time::Instant;

use clap::Args;
use teeko_rules::Variant;

use crate::exit::Exit;
use crate::report::Report;
use crate::solving::{SolvingArguments, solve_each};
use crate::{output, render};

/// Solve variants and print a summary of each
///
/// Finds the outcome and the exact distance of every position. Variants with the same board, goals and step share their
/// slide phase, which is solved once.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko solve advanced 58-sppp+no-centre 44-ssss+4x4 --json")]
pub(crate) struct Arguments {
    /// Variants such as 44-ssss, 58-sppp+no-centre or advanced [default: the sixteen that `teeko variants` lists]
    #[arg(value_name = "VARIANT")]
    variants: Vec<Variant>,

    /// Print one JSON value instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let variants = if self.variants.is_empty() { Variant::sixteen().collect() } else { self.variants.clone() };
        let reports = solve_each(&variants, &self.solving, quiet, Report::new)?;
        output::print(&if self.json {
            render::solve::json(&reports)
        } else {
            render::solve::text(&reports, start.elapsed())
        })?;
        Ok(Exit::Success)
    }
}

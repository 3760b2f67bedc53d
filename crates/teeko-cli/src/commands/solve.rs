//! `teeko solve`: solves variants, writes their tables and reports on them.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use clap::Args;

use crate::exit::Exit;
use crate::interrupt::Interrupts;
use crate::named_rules::NamedRules;
use crate::report::Report;
use crate::solving::{Purpose, SolvingArguments, solve_each};
use crate::tables::TableFolder;
use crate::{output, render};

/// Solve variants, write their tables and print a summary of each
///
/// Finds the outcome and the exact distance of every position. Variants with the same board, goals and step share their
/// slide phase, which is solved once and has a file of its own; each variant has another for its drop phase. Files that are
/// there already are checked, and what they say is reported.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko solve advanced 58-sppp+no-centre 44-ssss+4x4 --json")]
pub(crate) struct Arguments {
    /// Variants such as 44-ssss, 58-sppp+no-centre or advanced [default: the sixteen that `teeko variants` lists]
    #[arg(value_name = "VARIANT")]
    variants: Vec<NamedRules>,

    /// Folder for the table files
    #[arg(short, long = "output", value_name = "DIR", default_value = "tables")]
    output: PathBuf,

    /// Write no files
    #[arg(long, conflicts_with_all = ["output", "force"])]
    no_write: bool,

    /// Solve again what is there already, and overwrite its files
    #[arg(long)]
    force: bool,

    /// Print one JSON value instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let variants = if self.variants.is_empty() { NamedRules::sixteen().collect() } else { self.variants.clone() };
        let reports = if self.no_write {
            solve_each(&variants, &self.solving, Purpose::Report, quiet, |variant, solution, time| {
                Ok(Report::of_solution(variant, solution, time))
            })?
        } else {
            self.write(&variants, quiet)?
        };
        output::print(&if self.json {
            render::solve::json(&reports)
        } else {
            render::solve::text(&reports, start.elapsed())
        })?;
        Ok(Exit::Success)
    }

    /// Reports on variants, from their tables where they are there, else solving them and writing the tables.
    fn write(&self, variants: &[NamedRules], quiet: bool) -> anyhow::Result<Vec<Report>> {
        let interrupts = Interrupts::handle().context("cannot watch for interruptions")?;
        let mut folder = TableFolder::open(&self.output, variants, self.force, interrupts)?;
        let found: anyhow::Result<Vec<Option<Report>>> =
            variants.iter().map(|&variant| folder.report(variant)).collect();
        let found = found?;
        let missing = variants.iter().zip(&found).filter(|(_, report)| report.is_none());
        let missing: Vec<NamedRules> = missing.map(|(&variant, _)| variant).collect();
        let solved =
            solve_each(&missing, &self.solving, Purpose::Write(&self.output), quiet, |variant, solution, time| {
                folder.write(variant, solution, time)
            })?;
        let mut solved = solved.into_iter();
        Ok(found.into_iter().filter_map(|report| report.or_else(|| solved.next())).collect())
    }
}

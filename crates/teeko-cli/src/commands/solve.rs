//! `teeko solve`: solves variants, writes their tables and reports on them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use teeko::{NamedRules, Plan, Report, Solve, Solved, TableFolder, check_disk};

use crate::arguments::{SolvingArguments, VariantsArguments, with_progress};
use crate::exit::{Exit, Failure};
use crate::{interrupt, output, render};

/// Solve variants, write their tables and print a summary of each
///
/// Finds the outcome and the exact distance of every position, of all sixteen variants unless you
/// name some. Variants with the same board, goals
/// and step share their slide phase: it is solved once and has its own file. Each variant has
/// another file for its drop phase. Tables that exist already are checked and reported on, not
/// solved again.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko solve advanced 58-sppp+no-centre 44-ssss+4x4 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variants: VariantsArguments,

    /// Folder for the table files
    #[arg(short, long = "output", value_name = "DIR", default_value = "tables")]
    output: PathBuf,

    /// Write no files
    #[arg(long, conflicts_with_all = ["output", "force"])]
    no_write: bool,

    /// Solve again even if tables exist, and overwrite them
    #[arg(long)]
    force: bool,

    /// Folder in which to save each half-step of the work as it completes. If the run is
    /// interrupted, run the same command again: it resumes after the last saved half-step. The
    /// saved half-steps are deleted when the run completes [default: the folder for the table
    /// files, if the run is expected to take more than a minute or writes tables from them]
    #[arg(long, value_name = "DIR")]
    journal: Option<PathBuf>,

    /// Print one JSON value instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let start = Instant::now();
        let mut rules = self.variants.load()?;
        if rules.is_empty() {
            rules.extend(NamedRules::sixteen());
        }
        // JSON has an entry for each argument.
        if !self.json {
            let mut names = BTreeSet::new();
            rules.retain(|named| names.insert(named.name().clone()));
        }
        let (reports, resumed) =
            if self.no_write { self.report(&rules)? } else { self.write(&rules)? };
        let solve = Solve::new(reports, resumed);
        output::print_result(self.json, &solve, || render::solve::text(&solve, start.elapsed()))
    }

    /// Solves all rule sets and reports on them, without writing tables. Also returns whether the
    /// run resumed an interrupted one.
    fn report(&self, rules: &[NamedRules]) -> Result<(Vec<Report>, bool), Failure> {
        let plan = self.prepared(Plan::for_reports(rules), None)?;
        let reports = with_progress(&plan, |show| plan.results(show, |solved| Ok(solved.report())));
        Ok((reports.map_err(|failure| why_stopped(&plan, failure))?, plan.resumes()))
    }

    /// Starts the threads, checks the memory, and lets the plan save its half-steps in the journal
    /// folder or, for long work, beside the tables, which `tables` names if they are written.
    fn prepared(&self, plan: Plan, tables: Option<&Path>) -> Result<Plan, Failure> {
        // The threads come first, since they take memory too.
        self.solving.start_threads()?;
        plan.check_memory(false)?;
        let folder = self.journal.as_ref().unwrap_or(&self.output);
        let (threads, is_asked) = (rayon::current_num_threads(), self.journal.is_some());
        let plan = plan.keep_half_steps(folder, threads, is_asked)?;
        interrupt::say(last_words(&plan, tables), plan.abandon())?;
        Ok(plan)
    }

    /// Reports on rule sets. Tables that exist are read; the others are solved and written. Also
    /// returns whether the run resumed an interrupted one.
    fn write(&self, rules: &[NamedRules]) -> Result<(Vec<Report>, bool), Failure> {
        let mut folder =
            interrupt::hold(|| Ok(TableFolder::open(&self.output, rules, self.force)?))?;
        let found: Vec<Option<Report>> =
            rules.iter().map(|named| folder.report(named)).collect::<Result<_, _>>()?;
        let missing = rules.iter().zip(&found).filter(|(_, report)| report.is_none());
        let missing: Vec<NamedRules> = missing.map(|(named, _)| named.clone()).collect();
        let plan = self.prepared(Plan::for_tables(&missing), Some(&self.output))?;
        check_disk(&plan.estimates(rayon::current_num_threads()), &self.output)?;
        let mut write = |solved: Solved<'_>| {
            interrupt::hold(|| Ok(solved.write(&mut folder, &|_| interrupt::go_on())?))
        };
        let solved = with_progress(&plan, |show| plan.results(show, &mut write));
        let mut solved = solved.map_err(|failure| why_stopped(&plan, failure))?.into_iter();
        let reports = found.into_iter().filter_map(|report| report.or_else(|| solved.next()));
        Ok((reports.collect(), plan.resumes()))
    }
}

/// Says what is kept when the plan is interrupted.
fn last_words(plan: &Plan, tables: Option<&Path>) -> String {
    let estimates = plan.estimates(1);
    let journal = estimates.iter().find_map(|estimate| estimate.journal.as_ref());
    let kept = match (journal, tables) {
        (Some((folder, _)), _) => format!(
            "the saved half-steps are kept in {}; run the same command again to resume",
            folder.display()
        ),
        (None, Some(folder)) => format!(
            "the tables that are complete are kept in {}; run the same command again for the \
             others",
            folder.display()
        ),
        (None, None) => "nothing was kept".to_owned(),
    };
    format!("\ninterrupted: {kept}\n")
}

/// Returns the error that stopped the plan, if it was not the user.
fn why_stopped(plan: &Plan, failure: Failure) -> Failure {
    plan.take_fault().map_or(failure, Failure::from)
}

//! `teeko solve`: solves variants, writes their tables and reports on them.

mod text;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use teeko::answers::{Report, Solve};
use teeko::files::{TableFolder, check_disk};
use teeko::rules::NamedRules;
use teeko::solving::{Plan, Solved};
use teeko::table::of_file_name;

use crate::arguments::VariantsArguments;
use crate::exit::{Exit, Failure};
use crate::output_file::note_unsynced;
use crate::source_arguments::{SolvingArguments, disk_needed, needs, with_progress};
use crate::{interrupt, output, threads};

/// Solve variants, write their tables and print a summary of each
///
/// Finds the outcome and the exact distance of every position, of all sixteen variants unless you
/// name some. Variants with the same board, goals
/// and step share their slide phase: it is solved once and has its own file. Each variant has
/// another file for its drop phase. Tables that exist already are checked and reported on, not
/// solved again.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // Each is an option.
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
    /// files, if the run is expected to take more than five minutes or writes tables from them]
    #[arg(long, value_name = "DIR")]
    journal: Option<PathBuf>,

    /// Start work whose files take more than 4 GB of disk without asking. Where nobody can be
    /// asked, such work needs this option
    #[arg(long, short = 'y')]
    yes: bool,

    /// Print one JSON value instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

/// Files that take more bytes of disk than this are not written without asking.
const MUCH: u64 = 4_000_000_000;

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
        let (reports, resumed) = self.reports(&rules)?;
        let solve = Solve::new(reports, resumed);
        output::print_result(self.json, &solve, || text::render(&solve, start.elapsed()))
    }

    /// Reports on rule sets. Tables that exist are read; the others are solved and written, unless
    /// no files are wanted. Also returns whether the run resumed an interrupted one.
    fn reports(&self, rules: &[NamedRules]) -> Result<(Vec<Report>, bool), Failure> {
        let mut folder = self.open_folder(rules)?;
        let (mut reports, missing) = found_and_missing(folder.as_ref(), rules)?;
        let plan = self.plan(&missing)?;
        let mut solved = solve(&plan, folder.as_mut())?.into_iter();
        if let Some(cause) = folder.as_ref().and_then(TableFolder::unsynced) {
            note_unsynced(&self.output, cause);
        }
        for report in &mut reports {
            if report.is_none() {
                *report = solved.next();
            }
        }
        Ok((reports.into_iter().flatten().collect(), plan.resumes()))
    }

    /// Plans the work, checks that there is room for it, and asks the user if it is much.
    fn plan(&self, missing: &[NamedRules]) -> Result<Plan, Failure> {
        let plan = if self.no_write {
            Plan::for_reports(missing)
        } else {
            Plan::for_tables(missing)
        };
        // The threads come first, since they take memory too.
        threads::start(self.solving.threads)?;
        plan.check_memory(false)?;
        // Half-steps are saved in the journal folder or, for long work, next to the tables.
        let journal = self.journal.as_ref().unwrap_or(&self.output);
        let threads = rayon::current_num_threads();
        let plan = plan.keep_half_steps(journal, threads, self.journal.is_some())?;
        if let Some(folder) = plan.unlocked_journal() {
            note_no_locks(folder);
        }
        self.set_last_words(&plan)?;
        if !self.no_write {
            check_disk(&plan.estimates(threads), &self.output)?;
        }
        self.confirm(&plan)?;
        Ok(plan)
    }

    /// Opens the folder that tables are written to, unless no files are wanted.
    fn open_folder(&self, rules: &[NamedRules]) -> Result<Option<TableFolder>, Failure> {
        if self.no_write {
            return Ok(None);
        }
        let folder = interrupt::while_writing(|| {
            let folder = TableFolder::open(&self.output, rules, self.force)?;
            Ok(folder)
        })?;
        if !folder.has_locks() {
            note_no_locks(&self.output);
        }
        Ok(Some(folder))
    }

    /// Sets what is said when the plan is interrupted: what is kept then.
    fn set_last_words(&self, plan: &Plan) -> Result<(), Failure> {
        let mut journals = Vec::new();
        for estimate in plan.estimates(1) {
            if let Some((folder, _)) = estimate.journal {
                journals.push(folder);
            }
        }
        let tables = if self.no_write {
            None
        } else {
            Some(self.output.clone())
        };
        let abandon = plan.abandon();
        interrupt::at_end(move || {
            // This removes the folders that have no half-step.
            abandon();
            last_words(&journals, tables.as_deref())
        })
    }

    /// Asks on a terminal whether to start work whose files take much disk space.
    ///
    /// # Errors
    /// If the user does not want to, or cannot be asked.
    fn confirm(&self, plan: &Plan) -> Result<(), Failure> {
        let estimates = plan.estimates(rayon::current_num_threads());
        let disk: u64 = estimates.iter().filter_map(disk_needed).sum();
        // Resumed work was agreed to when it began.
        if self.yes || disk <= MUCH || plan.resumes() {
            return Ok(());
        }
        let mut each = Vec::new();
        for estimate in &estimates {
            each.push(format!("{} {}", estimate.what, needs(estimate)));
        }
        let needs = each.join("; ");
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Err(Failure::usage(format!("{needs}; add --yes to start")));
        }
        output::print_message(&format!("{needs}.\nStart (y or n)> "));
        let mut answer = String::new();
        let read = io::stdin().read_line(&mut answer);
        read.map_err(Failure::system("cannot read standard input"))?;
        if ["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()) {
            return Ok(());
        }
        Err(Failure::new(Exit::Interrupted, "not started"))
    }
}

/// Returns the reports on the rule sets whose tables a folder has, each in its place, and the rule
/// sets without tables.
fn found_and_missing(
    folder: Option<&TableFolder>,
    rules: &[NamedRules],
) -> Result<(Vec<Option<Report>>, Vec<NamedRules>), Failure> {
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for named in rules {
        let report = match folder {
            Some(folder) => folder.report(named)?,
            None => None,
        };
        if report.is_none() {
            missing.push(named.clone());
        }
        found.push(report);
    }
    Ok((found, missing))
}

/// Solves by a plan, and writes the tables to a folder if there is one.
fn solve(plan: &Plan, mut folder: Option<&mut TableFolder>) -> Result<Vec<Report>, Failure> {
    let reports = with_progress(plan, |show| {
        plan.results(show, |solved| report(&solved, folder.as_deref_mut()))
    });
    // The plan knows what stopped it, if it was not the user.
    reports.map_err(|failure| match plan.take_fault() {
        Some(fault) => fault.into(),
        None => failure,
    })
}

/// Reports on a solved rule set, after its tables are written if there is a folder for them.
fn report(solved: &Solved<'_>, folder: Option<&mut TableFolder>) -> Result<Report, Failure> {
    let Some(folder) = folder else {
        return Ok(solved.report());
    };
    interrupt::while_writing(|| {
        let report = solved.write(folder, &|_| interrupt::go_on())?;
        Ok(report)
    })
}

/// Returns what is kept when the work is interrupted: in folders of half-steps, or in a folder of
/// tables.
fn last_words(journals: &[PathBuf], tables: Option<&Path>) -> String {
    let journal = journals.iter().find(|folder| folder.is_dir());
    let tables = tables.filter(|folder| has_tables(folder));
    let kept = match (journal, tables) {
        (Some(folder), _) => format!(
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

/// Returns whether a folder has a table.
fn has_tables(folder: &Path) -> bool {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        if of_file_name(&name).is_some() {
            return true;
        }
    }
    false
}

/// Says that nothing keeps a second run from writing to a folder.
fn note_no_locks(folder: &Path) {
    output::note(&format!(
        "{}: this file system has no locks; do not start a second run that writes there",
        folder.display()
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_run_says_what_is_kept_and_only_that() {
        let folder = tempfile::tempdir().unwrap();
        let tables = folder.path();
        let journals = [tables.join("a.journal"), tables.join("b.journal")];
        let words = || last_words(&journals, Some(tables));
        assert_eq!(words(), "\ninterrupted: nothing was kept\n");
        fs::write(tables.join("notes.md"), "").unwrap();
        assert_eq!(words(), "\ninterrupted: nothing was kept\n");
        fs::write(tables.join("44+4x4.slide"), "").unwrap();
        assert!(words().contains("tables that are complete are kept in"));
        fs::create_dir(&journals[1]).unwrap();
        assert!(words().contains("half-steps are kept in") && words().contains("b.journal;"));
        assert!(last_words(&[], None).contains("nothing"));
    }
}

//! Solving rule sets for their tables.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{NamedRules, Outcome, Parity};
use teeko_solve::KeptLosses;
use teeko_table::{
    Compression, Description, Row, RowSource, TableName, slide_value, write_outcomes, write_table,
};

use super::{LITTLE, Plan, Solved, SolvedValues, Stage};
use crate::error::Error;
use crate::folder::TableFolder;
use crate::report::{Report, ReportFiles};

impl Solved<'_> {
    /// Writes the missing files to a folder and returns the report on the rule set; see
    /// [`TableFolder::write`].
    ///
    /// # Errors
    /// As for [`TableFolder::write`]. If a saved half-step has changed, the work is stopped, and
    /// [`Plan::take_fault`] returns why.
    pub fn write(&self, folder: &mut TableFolder, observe: Observer<'_>) -> Result<Report, Error> {
        let tell = |progress| {
            (self.tell)(Stage::Writing(progress))?;
            observe(progress)
        };
        let named = self.named;
        let (counted, journal) = match (self.values, self.journal) {
            (SolvedValues::Solution(solution), _) => {
                return folder.write(named, solution, self.time, &tell);
            }
            (SolvedValues::Counted(counted), journal) => {
                (counted, journal.expect("the half-steps with the values"))
            }
        };
        let observe = folder.all_files(named, &tell);
        let (rules, census) = (counted.rules(), counted.census());
        let name = TableName {
            rules: named.name().clone(),
            points: None,
        };
        let write = |path: &Path, description: &Description| {
            if !description.kind.is_slide() {
                return write_outcomes(path, description, counted, &observe);
            }
            let last = Mutex::new(Progress { done: 0, total: 1 });
            let lock = || last.lock().unwrap_or_else(PoisonError::into_inner);
            let observe = |progress| {
                *lock() = progress;
                observe(progress)
            };
            let is_stopped = || {
                let progress = *lock();
                observe(progress).is_break()
            };
            let losses = KeptLosses::open(rules, census.slide(), journal, &is_stopped)?;
            let mut slides = GatheredSlides {
                losses,
                parity: rules.parity(),
            };
            write_table(
                path,
                description,
                Compression::of(rules),
                &mut slides,
                &observe,
            )
        };
        let games = vec![folder.write_game(&name, rules, None, census, write)?];
        Ok(Report {
            files: ReportFiles {
                games,
                found: false,
            },
            ..self.report()
        })
    }
}

struct GatheredSlides<'a> {
    losses: KeptLosses<'a>,
    parity: Parity,
}

impl RowSource for GatheredSlides<'_> {
    fn prepare(&mut self, rows: &[Row]) -> Result<(), Stopped> {
        self.losses.gather(rows.iter().map(|row| row.opponent))
    }

    fn values(&self, row: &Row) -> Vec<u32> {
        let lost_in = self.losses.against(row.opponent);
        let outcome = |mover| lost_in(mover).map(Outcome::Loss);
        row.movers()
            .map(|mover| slide_value(outcome(mover), self.parity))
            .collect()
    }
}

impl Plan {
    /// Creates a plan for the [tables](Solved::write) of [`Plan::results`].
    ///
    /// On large boards the values of the slide phase stay in the half-steps that
    /// [`Plan::keep_half_steps`] saves. Without a folder for them, memory holds all values.
    pub fn for_tables(rules: &[NamedRules]) -> Self {
        Self {
            writes: true,
            counted_from: LITTLE,
            ..Self::new(rules)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU32, Ordering};

    use teeko_rules::work::to_the_end;

    use super::*;
    use crate::error::Error;
    use crate::game::variant;
    use crate::solving::SolvingObserver;

    /// Rule sets that share their slide phase, and some with other steps or boards, and without
    /// parity.
    const NAMES: [&str; 7] = [
        "44-ssss+4x4",
        "44-pspp+4x4",
        "58-pppp+4x5",
        "44-spsp+4x4+knight",
        "44-ssss+4x4+teleport",
        "44-pppp+4x4+pass",
        "37e-psps+4x4",
    ];

    /// Writes tables, from half-steps if `gathers`, until `observe` stops the work.
    fn write(
        names: &[&str],
        folder: &Path,
        gathers: bool,
        observe: SolvingObserver<'_>,
    ) -> Result<Vec<Report>, Error> {
        let rules: Vec<NamedRules> = names.iter().map(|name| variant(name).unwrap()).collect();
        let mut plan = Plan::for_tables(&rules);
        if gathers {
            plan.counted_from = 0;
        }
        let plan = plan.keep_half_steps(folder, 1, false).unwrap();
        let gathering = plan
            .estimates(1)
            .iter()
            .filter(|estimate| estimate.gathers)
            .count();
        assert_eq!(gathering, if gathers { plan.groups.len() } else { 0 });
        let mut folder = TableFolder::open(folder, &rules, false)?;
        plan.results(observe, |solved| solved.write(&mut folder, &to_the_end))
    }

    fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let names = teeko_testing::names(folder).into_iter();
        names
            .map(|name| (name.clone(), std::fs::read(folder.join(name)).unwrap()))
            .collect()
    }

    #[test]
    fn tables_from_half_steps_are_the_same() {
        let folders = [false, true].map(|gathers| {
            let folder = tempfile::tempdir().unwrap();
            let reports = write(&NAMES, folder.path(), gathers, &|step| to_the_end(step)).unwrap();
            let report =
                |report: &Report| format!("{} {:?} {:?}", report.name, report.value, report.census);
            (
                reports.iter().map(report).collect::<Vec<_>>(),
                files(folder.path()),
            )
        });
        assert!(folders[0] == folders[1]);
        assert_eq!(
            (folders[0].0.len(), folders[0].1.len()),
            (NAMES.len(), 5 + 7)
        );
    }

    /// Wherever it is stopped, the half-steps stay until the tables are complete.
    #[test]
    fn stopped_writing_resumes_from_the_half_steps() {
        let (folder, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let names = ["44-ssss+4x4", "44-spsp+4x4+knight", "37e-psps+4x4"];
        write(&names, whole.path(), false, &|step| to_the_end(step)).unwrap();
        for steps in 0.. {
            let left = AtomicU32::new(steps);
            let observe = |step: crate::solving::SolvingStep<'_>| match step.stage {
                Stage::Writing(_) if left.load(Ordering::Relaxed) == 0 => ControlFlow::Break(()),
                Stage::Writing(_) => {
                    left.fetch_sub(1, Ordering::Relaxed);
                    ControlFlow::Continue(())
                }
                _ => ControlFlow::Continue(()),
            };
            if write(&names, folder.path(), true, &observe).is_ok() {
                break;
            }
            let journals = std::fs::read_dir(folder.path()).unwrap().flatten();
            let journals: Vec<_> = journals.filter(|entry| entry.path().is_dir()).collect();
            assert_eq!(journals.len(), 1);
            assert!(journals[0].path().join("00002.half-step").exists());
        }
        assert!(files(folder.path()) == files(whole.path()));
    }
}

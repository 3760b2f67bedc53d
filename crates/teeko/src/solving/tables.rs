//! Solving rule sets for their tables.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{NamedRules, Outcome, Parity};
use teeko_solve::{CountedSolution, Journal, KeptLosses};
use teeko_table::{
    Compression, Description, Header, Kept, Row, RowSource, TableName, WriteError, slide_value,
    write_outcomes, write_table,
};

use super::plan::Plan;
use super::solved::{Solved, SolvedValues};
use super::stage::Stage;
use crate::error::Error;
use crate::folder::TableFolder;
use crate::report::{Report, ReportFiles};

/// Below this much memory, in bytes, memory holds all values, which is faster and needs no disk.
const LITTLE_TO_WRITE: u64 = 256 << 20;

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
        match self.values {
            SolvedValues::Solution(solution) => {
                folder.write(self.named, solution, self.time, &tell)
            }
            SolvedValues::Counted(counted) => self.write_counted(counted, folder, &tell),
        }
    }

    /// Writes the missing files of a rule set whose slide phase is in half-steps.
    fn write_counted(
        &self,
        counted: &CountedSolution,
        folder: &mut TableFolder,
        observe: Observer<'_>,
    ) -> Result<Report, Error> {
        let files = folder.all_files(self.named, observe);
        let observe: Observer<'_> = &|file| files.observe(file);
        let journal = self.journal.expect("the half-steps with the values");
        let name = TableName {
            rules: self.named.name().clone(),
            points: None,
        };
        let rules = counted.rules();
        let files =
            folder.write_game(&name, rules, None, counted.census(), |path, description| {
                if description.kind.is_slide() {
                    write_slides(path, description, counted, journal, observe)
                } else {
                    write_outcomes(path, description, counted, observe)
                }
            })?;
        Ok(Report {
            files: ReportFiles {
                games: vec![files],
                found: false,
            },
            ..self.report()
        })
    }
}

/// Writes a slide file whose values are gathered from half-steps.
fn write_slides(
    path: &Path,
    description: &Description,
    counted: &CountedSolution,
    journal: &dyn Journal,
    observe: Observer<'_>,
) -> Result<(Header, Kept), WriteError> {
    let observer = RepeatingObserver::new(observe);
    let rules = counted.rules();
    let is_stopped = || observer.repeat().is_break();
    let losses = KeptLosses::open(rules, counted.census().slide(), journal, &is_stopped)?;
    let mut slides = GatheredSlides {
        losses,
        parity: rules.parity(),
    };
    let compression = Compression::of(rules);
    write_table(path, description, compression, &mut slides, &|progress| {
        observer.observe(progress)
    })
}

/// An observer that can be asked whether to continue where there is no progress to report.
struct RepeatingObserver<'a> {
    observe: Observer<'a>,
    last: Mutex<Progress>,
}

impl<'a> RepeatingObserver<'a> {
    fn new(observe: Observer<'a>) -> Self {
        Self {
            observe,
            last: Mutex::new(Progress { done: 0, total: 1 }),
        }
    }

    fn observe(&self, progress: Progress) -> ControlFlow<()> {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        (self.observe)(progress)
    }

    /// Reports the last progress once more.
    fn repeat(&self) -> ControlFlow<()> {
        let last = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        (self.observe)(last)
    }
}

/// The values of a slide phase, gathered from its half-steps.
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
        row.movers()
            .map(|mover| slide_value(lost_in(mover).map(Outcome::Loss), self.parity))
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
            counted_from: LITTLE_TO_WRITE,
            ..Self::new(rules)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU32, Ordering};

    use teeko_rules::work::to_the_end;
    use teeko_testing::contents;

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

    #[test]
    fn tables_from_half_steps_are_the_same() {
        let folders = [false, true].map(|gathers| {
            let folder = tempfile::tempdir().unwrap();
            let reports = write(&NAMES, folder.path(), gathers, &|step| to_the_end(step)).unwrap();
            let report =
                |report: &Report| format!("{} {:?} {:?}", report.name, report.value, report.census);
            (
                reports.iter().map(report).collect::<Vec<_>>(),
                contents(folder.path()),
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
        assert!(contents(folder.path()) == contents(whole.path()));
    }
}

//! Keeping the half-steps of long work, so that it goes on where it was interrupted.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use teeko_rules::work::Observer;
use teeko_rules::{Rules, Scoring};
use teeko_solve::{Journal, SlideProgress};

use super::{Group, Plan, Stage};
use crate::JournalError;
use crate::journal::{FileJournal, expected_bytes, missing, slide_orbits};
use crate::system::free_disk_space;

pub(super) use teeko_table::estimated_size_and_time;

/// Work that takes less time than this is done again sooner than anyone would look where it was.
const SHORT: Duration = Duration::from_mins(1);

/// The processor time that it takes to keep the half-steps for each orbit of the slide phase, in
/// nanoseconds. Measured on 6 x 6.
const NANOSECONDS: u64 = 8;

/// What keeps the half-steps of a group, if anything does.
#[derive(Clone, Default, Debug)]
pub(super) struct Keeping(pub(super) Option<Arc<FileJournal>>);

impl Keeping {
    /// The journal, if there is one.
    pub(super) fn journal(&self) -> Option<&dyn Journal> {
        self.0.as_deref().map(|journal| journal as &dyn Journal)
    }

    /// Says what has been kept before.
    pub(super) fn begin(&self, tell: Observer<'_, Stage>) -> ControlFlow<()> {
        match &self.0 {
            Some(journal) if journal.found() > 0 => {
                tell(Stage::GoesOn { half_steps: journal.found() })
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Says how far the slide phase has come, and which half-step was done again since it was
    /// damaged. Stops what cannot be kept.
    pub(super) fn tell(
        &self,
        progress: SlideProgress,
        tell: Observer<'_, Stage>,
    ) -> ControlFlow<()> {
        if let Some(journal) = &self.0 {
            while let Some(half_step) = journal.damaged() {
                tell(Stage::DoneAgain { half_step })?;
            }
            if journal.is_broken() {
                return ControlFlow::Break(());
            }
        }
        tell(Stage::Slides(progress))
    }

    /// The folder, and the most bytes that half-steps take there.
    pub(super) fn place(&self) -> Option<(PathBuf, u64)> {
        self.0.as_ref().map(|journal| (journal.folder().to_owned(), journal.expected()))
    }

    /// The time that it takes with so many threads, if it keeps anything.
    pub(super) fn time(&self, rules: &Rules, threads: usize) -> Duration {
        if self.0.is_none() {
            return Duration::ZERO;
        }
        Duration::from_nanos(slide_orbits(rules) * NANOSECONDS / threads.max(1) as u64)
    }

    /// All is done.
    pub(super) fn end(&self) {
        if let Some(journal) = &self.0 {
            journal.remove();
        }
    }
}

impl Plan {
    /// Keeps each half-step of the slide phases in a folder as it is done, and takes from there
    /// what was done before, by the same version for the same slide phases. Of work that takes more
    /// than a minute with so many threads and that fits on the disk, of work that was begun there,
    /// or `always`. Games for points are not kept.
    ///
    /// # Errors
    /// If the folder cannot be used and it is to be `always`.
    pub fn keep_half_steps(
        mut self,
        folder: &Path,
        threads: usize,
        always: bool,
    ) -> Result<Self, JournalError> {
        let (estimates, made) = (self.estimates(threads, false), missing(folder));
        for (group, estimate) in self.groups.iter_mut().zip(estimates) {
            let first = group.first();
            if first.rules().scoring() != Scoring::Goals {
                continue;
            }
            let fits = || {
                free_disk_space(folder)
                    .is_none_or(|available| expected_bytes(first.rules()) <= available)
            };
            // What is there already takes space that it does not need again.
            if always || FileJournal::is_begun(folder, first) || (estimate.time >= SHORT && fits())
            {
                group.journal = match FileJournal::open(folder, &made, first) {
                    Ok(journal) => Keeping(Some(Arc::new(journal))),
                    Err(fault) if always => return Err(fault),
                    Err(fault @ JournalError::Busy(_)) => return Err(fault),
                    Err(_) => Keeping(None),
                };
            }
        }
        Ok(self)
    }

    /// Why work stopped that its observer had not stopped: a half-step could not be kept. What was
    /// kept before it is still there.
    pub fn take_fault(&self) -> Option<JournalError> {
        self.groups.iter().find_map(|group: &Group| group.journal.0.as_ref()?.take_fault())
    }
}

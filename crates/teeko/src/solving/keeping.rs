//! Saving the half-steps of long-running work, so that it resumes where it was interrupted.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use teeko_rules::work::Observer;
use teeko_rules::{Rules, Scoring};
use teeko_solve::{Journal, SlideProgress};

use super::{Group, Plan, Stage};
use crate::JournalError;
use crate::journal::{FileJournal, expected_bytes, missing, slide_orbits};
use crate::system::free_disk_space;

pub(super) use teeko_table::estimated_size_and_time;

/// Work that takes less time than this is simply done again.
const SHORT: Duration = Duration::from_mins(1);

/// The processor time to save the half-steps, in nanoseconds for each orbit of the slide phase.
/// Measured on 6 x 6.
const NANOSECONDS: u64 = 8;

/// Saves the half-steps of a group, if there is a journal.
#[derive(Clone, Default, Debug)]
pub(super) struct Keeping(pub(super) Option<Arc<FileJournal>>);

impl Keeping {
    /// Returns the journal, if there is one.
    pub(super) fn journal(&self) -> Option<&dyn Journal> {
        self.0.as_deref().map(|journal| journal as &dyn Journal)
    }

    /// Reports the half-steps that were found.
    pub(super) fn begin(&self, tell: Observer<'_, Stage>) -> ControlFlow<()> {
        match &self.0 {
            Some(journal) if journal.found() > 0 => {
                tell(Stage::GoesOn { half_steps: journal.found(), seed: journal.seed() })
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Reports the progress of the slide phase, and a damaged half-step that is computed again.
    /// Stops the work if half-steps cannot be saved.
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

    /// Returns whether no half-step was wrong or could not be saved, also after the last report of
    /// progress.
    pub(super) fn is_sound(&self) -> bool {
        self.0.as_ref().is_none_or(|journal| !journal.is_broken())
    }

    /// Returns the folder and an upper bound on the bytes of its half-steps.
    pub(super) fn place(&self) -> Option<(PathBuf, u64)> {
        self.0.as_ref().map(|journal| (journal.folder().to_owned(), journal.expected()))
    }

    /// Returns the time that saving takes with `threads` threads; zero without a journal.
    pub(super) fn time(&self, rules: &Rules, threads: usize) -> Duration {
        if self.0.is_none() {
            return Duration::ZERO;
        }
        Duration::from_nanos(slide_orbits(rules) * NANOSECONDS / threads.max(1) as u64)
    }

    /// Deletes the half-steps, since the work is done.
    pub(super) fn end(&self) {
        if let Some(journal) = &self.0 {
            journal.remove();
        }
    }
}

impl Plan {
    /// Saves each half-step of the slide phases in a folder, and resumes from the half-steps that
    /// the same version saved there for the same slide phases. Without `always`, it does so for
    /// work that takes more than a minute with `threads` threads and fits on the disk, for work
    /// that was begun there, and for tables that are gathered from half-steps. Does nothing for
    /// games for points.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be used and `always` is set or tables need it.
    pub fn keep_half_steps(
        mut self,
        folder: &Path,
        threads: usize,
        always: bool,
    ) -> Result<Self, JournalError> {
        let (estimates, made) = (self.estimates(threads), missing(folder));
        for (group, estimate) in self.groups.iter_mut().zip(estimates) {
            let first = group.first();
            if first.rules().scoring() != Scoring::Goals {
                continue;
            }
            let always = always || estimate.gathers;
            let fits = || {
                free_disk_space(folder)
                    .is_none_or(|available| expected_bytes(first.rules()) <= available)
            };
            // Existing half-steps need no further space.
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

    /// Returns whether an earlier run has left half-steps for this one.
    pub fn resumes(&self) -> bool {
        self.journals().any(|journal| journal.found() > 0)
    }

    /// Returns what to call when the process is about to end before the work does: it removes the
    /// folders that have no half-steps.
    pub fn abandon(&self) -> impl FnOnce() + Send + 'static {
        // It must not keep the folders of work that is done.
        let journals: Vec<_> = self.journals().map(Arc::downgrade).collect();
        move || journals.iter().filter_map(Weak::upgrade).for_each(|journal| journal.leave())
    }

    fn journals(&self) -> impl Iterator<Item = &Arc<FileJournal>> {
        self.groups.iter().filter_map(|group: &Group| group.journal.0.as_ref())
    }

    /// Returns why work stopped without its observer: a half-step was wrong or could not be saved.
    /// Earlier half-steps are still there.
    pub fn take_fault(&self) -> Option<JournalError> {
        self.journals().find_map(|journal| journal.take_fault())
    }
}

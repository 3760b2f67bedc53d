//! Saving the half-steps of long-running work, so that it resumes where it was interrupted.

use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::Duration;

use teeko_rules::Scoring;

use super::journal::{FileJournal, expected_bytes, missing};
use super::{Plan, SavedSteps};
use crate::Error;
use crate::system::free_disk_space;

/// Work that takes less time than this is simply done again. Saving half-steps takes a third of the
/// time: on two cores with AVX-512, 7 x 7 takes 97 s with them and 59 s without.
const SHORT: Duration = Duration::from_mins(5);

impl Plan {
    /// Saves each half-step of the slide phases in a folder, and resumes from the half-steps that
    /// the same version saved there for the same slide phases. Without `always`, it does so for
    /// work that takes more than five minutes with `threads` threads and fits on the disk, for
    /// work that was begun there, and for tables that are gathered from half-steps. Does nothing
    /// for games for points.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be used and `always` is set or tables need it.
    pub fn keep_half_steps(
        mut self,
        folder: &Path,
        threads: usize,
        always: bool,
    ) -> Result<Self, Error> {
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
                    Ok(journal) => Some(Arc::new(journal)),
                    Err(fault) if always => return Err(fault),
                    Err(fault @ Error::BusyJournal(_)) => return Err(fault),
                    Err(_) => None,
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

    fn journals(&self) -> impl Iterator<Item = &Arc<dyn SavedSteps>> {
        self.groups.iter().filter_map(|group| group.journal.as_ref())
    }

    /// Returns why work stopped without its observer: a half-step was wrong or could not be saved.
    /// Earlier half-steps are still there.
    pub fn take_fault(&self) -> Option<Error> {
        self.journals().find_map(|journal| journal.take_fault())
    }
}

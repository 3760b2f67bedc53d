//! Which slide phases of a plan are saved, and whether they fit on the disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use teeko_rules::{NamedRules, Scoring};
use teeko_solve::size_of_half_steps;

use super::journal::{FileJournal, folder_name, missing};
use super::plan::{Estimate, Plan};
use crate::error::Error;
use crate::system::{bytes_of_files, free_disk_space};

/// Work that takes less time than this is simply done again. Saving half-steps takes a third of the
/// time: on two cores with AVX-512, 7 x 7 takes 97 s with them and 59 s without.
const SHORT: Duration = Duration::from_secs(5 * 60);

impl Plan {
    /// Saves each half-step of the slide phases in a folder, and resumes from the half-steps that
    /// the same version saved there for the same slide phases. Without `always`, it does so for
    /// work that takes more than five minutes with `threads` threads and fits on the disk, for
    /// work that was begun there, and for tables that are gathered from half-steps. Does nothing
    /// for games for points.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be used and `always` is set or tables need it. Also if
    /// another run is using it, or if it has half-steps of other rules.
    pub fn keep_half_steps(
        mut self,
        folder: &Path,
        threads: usize,
        always: bool,
    ) -> Result<Self, Error> {
        let estimates = self.estimates(threads);
        let made = missing(folder);
        let mut names = BTreeSet::new();
        for (group, estimate) in self.groups.iter_mut().zip(estimates) {
            let first = group.first();
            let is_needed = always || estimate.gathers;
            let is_saved = is_needed || is_worth_saving(folder, first, estimate.time);
            if first.rules().scoring() != Scoring::Goals || !is_saved {
                continue;
            }
            let name = folder_name(first);
            if !names.insert(name.clone()) {
                return Err(Error::SameName(name));
            }
            group.journal = match FileJournal::open(folder, &made, first) {
                // The work can be done without.
                Err(Error::Journal { .. }) if !is_needed => None,
                journal => Some(Arc::new(journal?)),
            };
        }
        Ok(self)
    }

    /// Returns whether an earlier run has left half-steps for this one.
    pub fn resumes(&self) -> bool {
        self.journals().any(|journal| journal.has_half_steps())
    }

    /// Returns what to call when the process is about to end before the work does: it removes the
    /// folders that have no half-steps.
    pub fn abandon(&self) -> impl FnOnce() + Send + 'static {
        // It must not keep the folders of work that is done.
        let journals: Vec<_> = self.journals().map(Arc::downgrade).collect();
        move || {
            for journal in journals.iter().filter_map(Weak::upgrade) {
                journal.leave();
            }
        }
    }

    /// Returns a folder of half-steps that has no lock, since its file system has none: nothing
    /// keeps two runs from using it at once.
    pub fn unlocked_journal(&self) -> Option<&Path> {
        let mut journals = self.journals();
        let unlocked = journals.find(|journal| !journal.is_locked())?;
        Some(unlocked.path())
    }

    fn journals(&self) -> impl Iterator<Item = &Arc<FileJournal>> {
        self.groups
            .iter()
            .filter_map(|group| group.journal.as_ref())
    }

    /// Returns why work stopped without its observer: a half-step was wrong or could not be saved.
    /// Earlier half-steps are still there.
    pub fn take_fault(&self) -> Option<Error> {
        self.journals().find_map(|journal| journal.take_fault())
    }
}

/// Returns whether half-steps that nothing needs are saved all the same. Existing half-steps need no
/// further space.
fn is_worth_saving(folder: &Path, named: &NamedRules, time: Duration) -> bool {
    if FileJournal::is_begun(folder, named) {
        return true;
    }
    let fits = match free_disk_space(folder) {
        Some(free) => size_of_half_steps(named.rules()) <= free,
        None => true,
    };
    time >= SHORT && fits
}

/// Checks that all tables together fit on the disk of `folder`, with the half-steps that they are
/// gathered from. Passes if the system does not report the free space.
///
/// # Errors
/// Returns an error if they do not fit.
pub fn check_disk(estimates: &[Estimate], folder: &Path) -> Result<(), Error> {
    let mut tables = 0;
    let mut most_here = 0;
    let mut elsewhere = Vec::new();
    for estimate in estimates {
        tables += estimate.disk.unwrap_or(0);
        match &estimate.journal {
            // Groups are solved one after the other, so their half-steps take space in turn.
            Some(journal) if estimate.gathers && journal.0.starts_with(folder) => {
                most_here = most_here.max(missing_bytes(journal));
            }
            Some(journal) if estimate.gathers => elsewhere.push(journal),
            _ => {}
        }
    }
    check_space(tables, most_here, folder, free_disk_space(folder))?;
    for journal in elsewhere {
        let free = free_disk_space(&journal.0);
        check_space(0, missing_bytes(journal), &journal.0, free)?;
    }
    Ok(())
}

/// Returns the bytes that half-steps still need. Those that an interrupted run has left take their
/// space already.
fn missing_bytes((journal, bytes): &(PathBuf, u64)) -> u64 {
    bytes.saturating_sub(bytes_of_files(journal))
}

fn check_space(
    tables: u64,
    half_steps: u64,
    folder: &Path,
    available: Option<u64>,
) -> Result<(), Error> {
    let needed = tables + half_steps;
    match available {
        Some(available) if needed > available => Err(Error::Disk {
            folder: folder.to_owned(),
            needed,
            half_steps,
            available,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_too_small_is_refused_with_what_takes_the_space() {
        let check = |half_steps| {
            let free = Some(40_000_000_000);
            check_space(9_300_000_000, half_steps, Path::new("tables"), free)
        };
        assert!(check(0).is_ok());
        assert_eq!(
            check(48_400_000_000).unwrap_err().to_string(),
            "tables: expected 57.7 GB of free disk space for the tables, 48.4 GB of it \
             temporarily for half-steps, found 40.0 GB"
        );
    }
}

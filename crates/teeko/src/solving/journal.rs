//! Saves the half-steps of a slide phase in a folder, so that an interrupted run can resume.
//!
//! Each half-step is one file. A file receives its name when it is complete, so a killed run loses
//! only the half-step in progress. Files are checked before they are used; damaged half-steps are
//! computed again. The folder is deleted when the run completes.
//!
//! The checks find damage and clumsy forgery. Somebody who may write to the folder can still make a
//! half-step that passes them.

mod half_step;

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use sha2::{Digest, Sha256};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{NamedRules, Rules, Scoring};
use teeko_solve::{Journal, KeptHalfStep, SlideProgress, longest_tile};
use teeko_table::{open_regular, slide_file_name};

pub(crate) use self::half_step::HalfStepFile;
use self::half_step::{Identity, NewHalfStep, UNFINISHED};
use super::work::slide_orbits;
use super::{Estimate, Plan, Stage};
use crate::error::Error;
use crate::system::{bytes_of_files, free_disk_space};

/// The ending of folder names; the name of the slide phase comes before it.
pub(crate) const FOLDER_ENDING: &str = "journal";

const FILE_ENDING: &str = "half-step";

/// The name of the lock file, which keeps two runs from using one folder.
const LOCK: &str = "lock";

/// An upper bound on the bits on disk for each orbit of the slide phase. Measured with goal set 44:
/// 6 on 6 x 6, 9 on 7 x 7.
const BITS_PER_ORBIT: u64 = 10;

/// A folder of the half-steps of one slide phase.
#[derive(Debug)]
pub(crate) struct FileJournal {
    folder: PathBuf,
    identity: Identity,
    longest: u64,
    expected: u64,
    found: u32,
    /// The seed of the lines of them that are computed again.
    seed: u64,
    /// The folders that were created around this one, the innermost first.
    made: Arc<[PathBuf]>,
    _lock: File,
    new: Mutex<Option<NewHalfStep>>,
    damaged: Mutex<Vec<u32>>,
    fault: Mutex<Option<Error>>,
}

impl FileJournal {
    /// Opens the folder of a rule set's slide phase in `parent`, and creates both if they do not
    /// exist. The folders in `made`, a result of [`missing`], are removed in the end if they are
    /// empty.
    pub(crate) fn open(
        parent: &Path,
        made: &Arc<[PathBuf]>,
        named: &NamedRules,
    ) -> Result<Self, Error> {
        let folder = folder(parent, named);
        let expected = expected_bytes(named.rules());
        let unwritable = |cause| unwritable(&folder, cause, expected);
        fs::create_dir_all(&folder).map_err(unwritable)?;
        let mut options = File::options();
        let lock = open_regular(&folder.join(LOCK), options.write(true).create(true), false);
        let lock = lock.map_err(|cause| {
            // What was created for it is not left behind.
            remove_empty(&folder, made);
            unwritable(cause)
        })?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::BusyJournal(folder)),
            Err(TryLockError::Error(cause)) => return Err(unwritable(cause)),
        }
        let found = (1..u32::MAX)
            .take_while(|&number| path(&folder, number).is_file())
            .count() as u32;
        Ok(Self {
            folder,
            identity: identity(named.rules()),
            longest: longest_tile(named.rules()),
            expected,
            found,
            seed: RandomState::new().hash_one(std::process::id()),
            made: Arc::clone(made),
            _lock: lock,
            new: Mutex::default(),
            damaged: Mutex::default(),
            fault: Mutex::default(),
        })
    }

    pub(crate) fn is_begun(parent: &Path, named: &NamedRules) -> bool {
        path(&folder(parent, named), 1).is_file()
    }

    fn path(&self, number: u32) -> PathBuf {
        path(&self.folder, number)
    }

    fn fail(&self, fault: Error) {
        lock(&self.fault).get_or_insert(fault);
    }

    /// Runs `write` on the half-step in progress, and begins the half-step if necessary.
    fn write(&self, number: u32, write: impl FnOnce(&mut Option<NewHalfStep>) -> io::Result<()>) {
        if self.is_broken() {
            return;
        }
        let mut new = lock(&self.new);
        let path = self.path(number);
        let begun = match &*new {
            Some(_) => Ok(()),
            None => {
                NewHalfStep::create(&path, number, &self.identity).map(|begun| *new = Some(begun))
            }
        };
        if let Err(cause) = begun.and_then(|()| write(&mut new)) {
            // The error reports the free space, so it is made before the unfinished file is
            // deleted.
            self.fail(unwritable(&path, cause, self.expected));
            *new = None;
        }
    }
}

impl Journal for FileJournal {
    fn half_step(&self, number: u32) -> Option<Box<dyn KeptHalfStep + '_>> {
        let path = self.path(number);
        let opened = HalfStepFile::open(&path, number, &self.identity, self.longest);
        if opened.is_none() && path.exists() {
            lock(&self.damaged).push(number);
        }
        Some(Box::new(opened?))
    }

    fn keep(&self, number: u32, tile: usize, decided: &[u8]) {
        debug_assert!(
            decided.len() as u64 <= self.longest,
            "a tile that is refused later"
        );
        let chunk = half_step::chunk(tile, decided);
        self.write(number, |new| {
            new.as_mut().map_or(Ok(()), |new| new.push(&chunk))
        });
    }

    fn complete(&self, number: u32) {
        self.write(number, |new| new.take().map_or(Ok(()), NewHalfStep::finish));
    }

    fn refuse(&self, number: u32) {
        self.fail(Error::HalfStep(self.path(number)));
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}

impl FileJournal {
    /// Returns the folder, and an upper bound on the bytes of all half-steps.
    pub(super) fn place(&self) -> (PathBuf, u64) {
        (self.folder.clone(), self.expected)
    }

    /// Runs `solve` on the slide phase. Reports the half-steps that were found, its progress, and
    /// damaged half-steps that are computed again. Stops the work if half-steps cannot be saved.
    pub(super) fn with_slides<T>(
        &self,
        tell: Observer<'_, Stage>,
        solve: impl FnOnce(Observer<'_, SlideProgress>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let (half_steps, seed) = (self.found, self.seed);
        if half_steps > 0 && tell(Stage::GoesOn { half_steps, seed }).is_break() {
            return Err(Stopped);
        }
        let damaged = || lock(&self.damaged).pop();
        let solved = solve(&|progress| {
            while let Some(half_step) = damaged() {
                tell(Stage::DoneAgain { half_step })?;
            }
            if self.is_broken() {
                ControlFlow::Break(())
            } else {
                tell(Stage::Slides(progress))
            }
        })?;
        // Also after the last report of progress.
        if self.is_broken() {
            Err(Stopped)
        } else {
            Ok(solved)
        }
    }

    fn is_broken(&self) -> bool {
        lock(&self.fault).is_some()
    }

    /// Returns the error that ended saving, once.
    fn take_fault(&self) -> Option<Error> {
        lock(&self.fault).take()
    }

    /// Deletes all half-steps, since they are no longer needed.
    pub(super) fn remove(&self) {
        let numbers = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in numbers.filter(|entry| {
            entry
                .path()
                .extension()
                .is_some_and(|ending| ending == FILE_ENDING)
        }) {
            // A file that cannot be deleted takes space and does no harm.
            let _ = fs::remove_file(entry.path());
        }
        let _ = fs::remove_file(self.folder.join(UNFINISHED));
    }

    /// Removes the folder if it has no half-step.
    fn leave(&self) {
        let is_nothing = |name: &OsStr| name == LOCK || name == UNFINISHED;
        let is_empty = |entries: fs::ReadDir| {
            entries
                .flatten()
                .all(|entry| is_nothing(&entry.file_name()))
        };
        if fs::read_dir(&self.folder).is_ok_and(is_empty) {
            let _ = fs::remove_file(self.folder.join(UNFINISHED));
            let _ = fs::remove_file(self.folder.join(LOCK));
            remove_empty(&self.folder, &self.made);
        }
    }
}

impl Drop for FileJournal {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Checks that all tables together fit on the disk of `folder`, with the half-steps that they are
/// gathered from. Passes if the system does not report the free space.
///
/// # Errors
/// Returns an error if they do not fit.
pub fn check_disk(estimates: &[Estimate], folder: &Path) -> Result<(), Error> {
    let tables = estimates.iter().filter_map(|estimate| estimate.disk).sum();
    let gathered = estimates.iter().filter(|estimate| estimate.gathers);
    let journals = gathered.filter_map(|estimate| estimate.journal.as_ref());
    // Groups are solved one after the other. What an interrupted run has left takes its space.
    let left = |(journal, bytes): &(PathBuf, u64)| bytes.saturating_sub(bytes_of_files(journal));
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        journals.partition(|(journal, _)| journal.starts_with(folder));
    let most = here.into_iter().map(left).max().unwrap_or_default();
    check_space(tables, most, folder, free_disk_space(folder))?;
    elsewhere.into_iter().try_for_each(|journal| {
        check_space(0, left(journal), &journal.0, free_disk_space(&journal.0))
    })
}

pub(super) fn check_space(
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

/// Removes a folder and those around it that were created for it, if they are empty.
fn remove_empty(folder: &Path, made: &[PathBuf]) {
    if fs::remove_dir(folder).is_ok() {
        for folder in made {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Returns the folders that have to be created for `folder`, itself first.
pub(crate) fn missing(folder: &Path) -> Arc<[PathBuf]> {
    let folders = folder
        .ancestors()
        .filter(|folder| !folder.as_os_str().is_empty());
    folders
        .take_while(|folder| !folder.exists())
        .map(Path::to_owned)
        .collect()
}

/// Returns an upper bound on the bytes of the half-steps of a slide phase.
pub(crate) fn expected_bytes(rules: &Rules) -> u64 {
    slide_orbits(rules) * BITS_PER_ORBIT / 8
}

/// Returns what distinguishes the half-steps of these rules and of this version of the solver from
/// all others.
fn identity(rules: &Rules) -> Identity {
    let slide_phase = (
        env!("CARGO_PKG_VERSION"),
        rules.board(),
        rules.goals(),
        rules.step(),
    );
    Sha256::digest(format!("{slide_phase:?}")).into()
}

fn folder(parent: &Path, named: &NamedRules) -> PathBuf {
    let name = slide_file_name(named.name());
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    parent.join(format!("{stem}.{FOLDER_ENDING}"))
}

fn path(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:05}.{FILE_ENDING}"))
}

fn unwritable(path: &Path, cause: io::Error, needed: u64) -> Error {
    let available = path
        .ancestors()
        .find_map(|folder| fs4::available_space(folder).ok());
    Error::Journal {
        path: path.to_owned(),
        cause,
        needed,
        available,
    }
}

/// A panicking thread leaves the data consistent, since each change is a single step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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
        self.journals().any(|journal| journal.found > 0)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A tile of 7 x 7 has 13.6 MB under rules without symmetries, one of the standard board
    /// 0.1 MB.
    #[test]
    fn the_longest_tile_comes_back_and_nothing_longer() {
        let folder = tempfile::tempdir().unwrap();
        let rule_file = folder.path().join("lopsided.toml");
        fs::write(&rule_file, "goals = [[1, 2, 3, 12]]").unwrap();
        let lopsided = format!("@{}-ssss+7x7", rule_file.display());
        for name in ["44-ssss", &lopsided] {
            let named = crate::load(&name.parse().unwrap()).unwrap();
            let journal = FileJournal::open(folder.path(), &missing(folder.path()), &named);
            let journal = journal.unwrap();
            let longest = vec![7; longest_tile(named.rules()) as usize];
            journal.keep(1, 0, &longest);
            journal.keep(1, 1, &[1]);
            journal.complete(1);
            let kept = journal.half_step(1).unwrap();
            assert!(kept.decided(0) == Some(&longest[..]), "{name}");
            let mut new = NewHalfStep::create(&journal.path(2), 2, &journal.identity).unwrap();
            new.push(&half_step::chunk(0, &[longest, vec![7]].concat()))
                .unwrap();
            new.finish().unwrap();
            assert!(
                journal.half_step(2).is_none() && journal.take_fault().is_none(),
                "{name}"
            );
        }
    }
}

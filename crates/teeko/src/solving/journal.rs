//! Saves the half-steps of a slide phase in a folder, so that an interrupted run can resume.
//!
//! Each half-step is one file. A file receives its name when it is complete, so a killed run loses
//! only the half-step in progress. Files are checked before they are used; damaged half-steps are
//! computed again, and those of other rules are left alone. The folder is deleted when the run
//! completes.
//!
//! The checks find damage, not deliberate forgery. A user who may write to the folder can still
//! make a half-step that passes them.

mod folder;
mod half_step;

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{NamedRules, Rules};
use teeko_solve::{Frames, Journal, SlideProgress, longest_tile, size_of_half_steps};

pub(crate) use self::folder::FOLDER_ENDING;
use self::folder::{JournalFolder, unwritable};
pub(super) use self::folder::{folder_name, missing};
pub(crate) use self::half_step::HalfStepFile;
use self::half_step::{Identity, NewHalfStep};
use super::stage::Stage;
use crate::error::Error;

/// The half-steps of one slide phase.
#[derive(Debug)]
pub(crate) struct FileJournal {
    folder: JournalFolder,
    identity: Identity,
    longest: u64,
    expected: u64,
    found: u32,
    /// The seed of the lines of them that are computed again.
    seed: u64,
    new: Mutex<Option<NewHalfStep>>,
    damaged: Mutex<Vec<u32>>,
    fault: Mutex<Option<Error>>,
}

impl FileJournal {
    /// Opens the folder of a rule set's slide phase in `parent`, and creates both if they do not
    /// exist; see [`JournalFolder::open`].
    pub(super) fn open(
        parent: &Path,
        made: &Arc<[PathBuf]>,
        named: &NamedRules,
    ) -> Result<Self, Error> {
        let path = parent.join(folder_name(named));
        let identity = identity(named.rules());
        let expected = size_of_half_steps(named.rules());
        let folder = JournalFolder::open(path, made, &identity, expected)?;
        Ok(Self {
            identity,
            longest: longest_tile(named.rules()),
            expected,
            found: folder.count(),
            folder,
            seed: RandomState::new().hash_one(std::process::id()),
            new: Mutex::default(),
            damaged: Mutex::default(),
            fault: Mutex::default(),
        })
    }

    /// Returns whether an earlier run has left half-steps in `parent`.
    pub(super) fn is_begun(parent: &Path, named: &NamedRules) -> bool {
        let folder = parent.join(folder_name(named));
        folder::is_begun(&folder, &identity(named.rules()))
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
        let path = self.folder.half_step(number);
        let written = self
            .begin(&mut new, &path, number)
            .and_then(|()| write(&mut new));
        if let Err(cause) = written {
            // The error reports the free space, so it is made before the unfinished file is
            // deleted.
            self.fail(unwritable(&path, cause, self.expected));
            *new = None;
        }
    }

    /// Begins a half-step unless one is in progress.
    fn begin(&self, new: &mut Option<NewHalfStep>, path: &Path, number: u32) -> io::Result<()> {
        if new.is_none() {
            *new = Some(NewHalfStep::create(path, number, &self.identity)?);
        }
        Ok(())
    }
}

impl Journal for FileJournal {
    fn get(&self, number: u32) -> Option<Box<dyn Frames + '_>> {
        let path = self.folder.half_step(number);
        let opened = HalfStepFile::open(&path, number, &self.identity, self.longest);
        if opened.is_none() && path.exists() {
            lock(&self.damaged).push(number);
        }
        Some(Box::new(opened?))
    }

    fn put(&self, number: u32, tile: usize, frame: &[u8]) {
        debug_assert!(
            frame.len() as u64 <= self.longest,
            "a tile that is refused later"
        );
        let chunk = half_step::chunk(tile, frame);
        self.write(number, |new| match new {
            Some(new) => new.push(&chunk),
            None => Ok(()),
        });
    }

    fn complete(&self, number: u32) {
        self.write(number, |new| match new.take() {
            Some(new) => new.finish(),
            None => Ok(()),
        });
    }

    fn refuse(&self, number: u32) {
        self.fail(Error::HalfStep(self.folder.half_step(number)));
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}

impl FileJournal {
    /// Returns the folder, and an upper bound on the bytes of all half-steps.
    pub(super) fn place(&self) -> (PathBuf, u64) {
        (self.folder.path().to_owned(), self.expected)
    }

    /// Returns the folder.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns whether the file system keeps other runs out of the folder.
    pub(super) fn is_locked(&self) -> bool {
        self.folder.is_locked()
    }

    /// Returns whether an earlier run has left half-steps.
    pub(super) fn has_half_steps(&self) -> bool {
        self.found > 0
    }

    /// Removes the folder if it has no half-step.
    pub(super) fn leave(&self) {
        self.folder.leave();
    }

    /// Runs `solve` on the slide phase. Reports the half-steps that were found, its progress, and
    /// damaged half-steps that are computed again. Stops the work if half-steps cannot be saved.
    pub(super) fn with_slides<T>(
        &self,
        tell: Observer<'_, Stage>,
        solve: impl FnOnce(Observer<'_, SlideProgress>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.tell_found(tell)?;
        let solved = solve(&|progress| {
            self.tell_damaged(tell)?;
            if self.is_broken() {
                return ControlFlow::Break(());
            }
            tell(Stage::Slides(progress))
        })?;
        // Also after the last report of progress.
        if self.is_broken() {
            Err(Stopped)
        } else {
            Ok(solved)
        }
    }

    /// Reports the half-steps that an earlier run has left, if there are any.
    fn tell_found(&self, tell: Observer<'_, Stage>) -> Result<(), Stopped> {
        if self.found == 0 {
            return Ok(());
        }
        let resumed = Stage::GoesOn {
            half_steps: self.found,
            seed: self.seed,
        };
        if tell(resumed).is_break() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Reports the damaged half-steps that have not been reported.
    fn tell_damaged(&self, tell: Observer<'_, Stage>) -> ControlFlow<()> {
        while let Some(half_step) = self.pop_damaged() {
            tell(Stage::DoneAgain { half_step })?;
        }
        ControlFlow::Continue(())
    }

    fn pop_damaged(&self) -> Option<u32> {
        lock(&self.damaged).pop()
    }

    fn is_broken(&self) -> bool {
        lock(&self.fault).is_some()
    }

    /// Returns the error that ended saving, once.
    pub(super) fn take_fault(&self) -> Option<Error> {
        lock(&self.fault).take()
    }

    /// Deletes all half-steps, since they are no longer needed.
    pub(super) fn remove(&self) {
        self.folder.clear();
    }
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

/// A panicking thread leaves the data consistent, since each change is a single step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use teeko_solve::{InstructionSet, solve_slide};
    use teeko_testing::names;

    fn named() -> NamedRules {
        NamedRules::of_variant("44-ssss+4x4".parse().unwrap()).unwrap()
    }

    fn open(parent: &Path) -> FileJournal {
        FileJournal::open(parent, &missing(parent), &named()).unwrap()
    }

    /// Returns the folder of half-steps in `parent`.
    fn folder_in(parent: &Path) -> PathBuf {
        parent.join("44+4x4.journal")
    }

    /// Solves the first plies with a journal. Returns what was reported, except the progress.
    fn begin(journal: &FileJournal) -> Vec<Stage> {
        let stages: Mutex<Vec<Stage>> = Mutex::default();
        let tell = |stage| {
            if let Stage::Slides(progress) = stage {
                return match progress.ply {
                    0..4 => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                };
            }
            lock(&stages).push(stage);
            ControlFlow::Continue(())
        };
        let solved = journal.with_slides(&tell, |observe| {
            let instructions = InstructionSet::best();
            solve_slide(named().rules(), instructions, Some(journal), observe)
        });
        assert_eq!(solved.err(), Some(Stopped));
        stages.into_inner().unwrap()
    }

    #[test]
    fn what_was_found_and_what_is_damaged_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let new = open(folder.path());
        assert!(!new.has_half_steps());
        assert_eq!(begin(&new), []);
        drop(new);
        let journal = open(folder.path());
        assert!(journal.has_half_steps());
        let path = folder_in(folder.path());
        fs::write(path.join("00002.half-step"), "damaged").unwrap();
        // Beside the lock.
        let half_steps = names(&path).len() as u32 - 1;
        assert!(half_steps > 2);
        let seed = journal.seed();
        let resumed = Stage::GoesOn { half_steps, seed };
        let damaged = Stage::DoneAgain { half_step: 2 };
        assert_eq!(begin(&journal), [resumed, damaged]);
    }

    #[test]
    fn a_half_step_that_is_refused_ends_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let journal = open(folder.path());
        let solved = journal.with_slides(&|_| ControlFlow::Continue(()), |_| {
            journal.refuse(2);
            Ok(())
        });
        assert_eq!(solved, Err(Stopped));
        let fault = journal.take_fault();
        let Some(Error::HalfStep(path)) = fault else {
            panic!("{fault:?}");
        };
        assert_eq!(path, folder_in(folder.path()).join("00002.half-step"));
        assert!(journal.take_fault().is_none());
    }

    /// Each run computes other lines again.
    #[test]
    fn no_two_runs_have_the_same_seed() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(&folder.path().join("a"));
        let second = open(&folder.path().join("b"));
        assert_ne!(first.seed(), second.seed());
    }

    #[test]
    fn a_folder_is_kept_for_as_long_as_it_has_half_steps() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder_in(folder.path());
        let journal = open(folder.path());
        let most = size_of_half_steps(named().rules());
        assert_eq!(journal.place(), (path.clone(), most));
        journal.put(1, 0, &[0, 5]);
        journal.complete(1);
        journal.leave();
        assert_eq!(names(&path), ["00001.half-step", "lock"]);
        journal.put(2, 0, &[0, 5]);
        journal.leave();
        assert_eq!(names(&path), ["00001.half-step", "lock", "unfinished"]);
        journal.remove();
        journal.leave();
        assert!(!path.exists());
    }

    /// A tile of 7 x 7 has 13.6 MB under rules without symmetries, one of the standard board
    /// 0.1 MB.
    #[test]
    fn the_longest_tile_comes_back_and_nothing_longer() {
        let folder = tempfile::tempdir().unwrap();
        let rule_file = folder.path().join("lopsided.toml");
        fs::write(&rule_file, "goals = [[1, 2, 3, 12]]").unwrap();
        let lopsided = format!("@{}-ssss+7x7", rule_file.display());
        for name in ["44-ssss", &lopsided] {
            let named = crate::files::load(&name.parse().unwrap()).unwrap();
            let journal = FileJournal::open(folder.path(), &missing(folder.path()), &named);
            let journal = journal.unwrap();
            let longest = vec![7; longest_tile(named.rules()) as usize];
            journal.put(1, 0, &longest);
            journal.put(1, 1, &[1]);
            journal.complete(1);
            let frames = journal.get(1).unwrap();
            assert!(frames.frame(0) == Some(&longest[..]), "{name}");
            let mut new =
                NewHalfStep::create(&journal.folder.half_step(2), 2, &journal.identity).unwrap();
            new.push(&half_step::chunk(0, &[longest, vec![7]].concat()))
                .unwrap();
            new.finish().unwrap();
            assert!(
                journal.get(2).is_none() && journal.take_fault().is_none(),
                "{name}"
            );
        }
    }
}

//! The half-steps of a slide phase in a folder, one file each, from which an interrupted run goes
//! on.
//!
//! A file has its name once it is whole, so that a run that is killed loses the half-step that it
//! was at. Files are checked before anything is taken from them; what is damaged is done again. The
//! folder goes when all that was asked for is done.

mod half_step;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use teeko_index::orbit_count;
use teeko_rules::{NamedRules, PIECES, Rules};
use teeko_solve::{Journal, KeptHalfStep};
use teeko_table::slide_file_name;

pub(crate) use self::half_step::HalfStepFile;
use self::half_step::{Identity, NewHalfStep, UNFINISHED};
use crate::error::JournalError;

/// What the names of folders of half-steps end in, after that of the slide phase.
pub(crate) const FOLDER_ENDING: &str = "journal";

/// What the names of files of half-steps end in.
const FILE_ENDING: &str = "half-step";

/// What keeps two runs from working in one folder.
const LOCK: &str = "lock";

/// The bits on disk for each orbit of the slide phase, from above. Measured with goal set 44: 6 on
/// 6 x 6, 9 on 7 x 7.
const BITS_PER_ORBIT: u64 = 10;

/// A folder of the half-steps of one slide phase.
#[derive(Debug)]
pub(crate) struct FileJournal {
    folder: PathBuf,
    identity: Identity,
    /// The bytes that all half-steps take, from above.
    expected: u64,
    /// The half-steps that were there when it was opened, one after the other.
    found: u32,
    /// The folders that were made for it and others, the innermost first, apart from its own.
    made: Arc<[PathBuf]>,
    /// Held as long as it is at work.
    _lock: File,
    /// The half-step that is being done.
    new: Mutex<Option<NewHalfStep>>,
    damaged: Mutex<Vec<u32>>,
    fault: Mutex<Option<JournalError>>,
    is_broken: AtomicBool,
}

impl FileJournal {
    /// The folder of a rule set's slide phase within another one; both are made if they are not
    /// there. Folders that were `made`, which [`missing`] tells before, are removed in the end if
    /// nothing is in them.
    pub(crate) fn open(
        parent: &Path,
        made: &Arc<[PathBuf]>,
        named: &NamedRules,
    ) -> Result<Self, JournalError> {
        let folder = folder(parent, named);
        let expected = expected_bytes(named.rules());
        let unwritable = |cause| unwritable(&folder, cause, expected);
        fs::create_dir_all(&folder).map_err(unwritable)?;
        let lock = File::create(folder.join(LOCK)).map_err(unwritable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(folder)),
            Err(TryLockError::Error(cause)) => return Err(unwritable(cause)),
        }
        let found =
            (1..u32::MAX).take_while(|&number| path(&folder, number).is_file()).count() as u32;
        Ok(Self {
            folder,
            identity: identity(named.rules()),
            expected,
            found,
            made: Arc::clone(made),
            _lock: lock,
            new: Mutex::default(),
            damaged: Mutex::default(),
            fault: Mutex::default(),
            is_broken: AtomicBool::new(false),
        })
    }

    /// Whether a half-step is there.
    pub(crate) fn is_begun(parent: &Path, named: &NamedRules) -> bool {
        path(&folder(parent, named), 1).is_file()
    }

    /// Where it is.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The bytes that all half-steps take, from above.
    pub(crate) fn expected(&self) -> u64 {
        self.expected
    }

    /// How many half-steps there were, one after the other, when it was opened.
    pub(crate) fn found(&self) -> u32 {
        self.found
    }

    /// The number of a half-step that was found damaged since this was asked last.
    pub(crate) fn damaged(&self) -> Option<u32> {
        lock(&self.damaged).pop()
    }

    /// Whether something has gone wrong, so that nothing more is kept.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    /// What has gone wrong, once.
    pub(crate) fn take_fault(&self) -> Option<JournalError> {
        lock(&self.fault).take()
    }

    /// Removes all half-steps: they are of no more use.
    pub(crate) fn remove(&self) {
        let numbers = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in numbers
            .filter(|entry| entry.path().extension().is_some_and(|ending| ending == FILE_ENDING))
        {
            // What stays takes space and does no harm.
            let _ = fs::remove_file(entry.path());
        }
        let _ = fs::remove_file(self.folder.join(UNFINISHED));
    }

    fn path(&self, number: u32) -> PathBuf {
        path(&self.folder, number)
    }

    fn fail(&self, fault: JournalError) {
        lock(&self.fault).get_or_insert(fault);
        self.is_broken.store(true, Ordering::Relaxed);
    }

    /// Does something to the half-step that is being done, which is begun if it was not.
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
            // Before what was written of it goes and leaves space behind.
            self.fail(unwritable(&path, cause, self.expected));
            *new = None;
        }
    }
}

impl Journal for FileJournal {
    fn half_step(&self, number: u32) -> Option<Box<dyn KeptHalfStep + '_>> {
        let path = self.path(number);
        let opened = HalfStepFile::open(&path, number, &self.identity);
        if opened.is_none() && path.exists() {
            lock(&self.damaged).push(number);
        }
        Some(Box::new(opened?))
    }

    fn keep(&self, number: u32, block: usize, decided: &[u8]) {
        let chunk = half_step::chunk(block, decided);
        self.write(number, |new| new.as_mut().map_or(Ok(()), |new| new.push(&chunk)));
    }

    fn complete(&self, number: u32) {
        self.write(number, |new| new.take().map_or(Ok(()), NewHalfStep::finish));
    }

    fn refuse(&self, number: u32) {
        self.fail(JournalError::Changed(self.path(number)));
    }
}

impl Drop for FileJournal {
    /// Leaves no empty folders behind.
    fn drop(&mut self) {
        let is_empty =
            |entries: fs::ReadDir| entries.flatten().all(|entry| entry.file_name() == LOCK);
        if fs::read_dir(&self.folder).is_ok_and(is_empty) {
            let _ = fs::remove_file(self.folder.join(LOCK));
            let _ = fs::remove_dir(&self.folder);
            self.made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
        }
    }
}

/// The folders that have to be made for one, itself first.
pub(crate) fn missing(folder: &Path) -> Arc<[PathBuf]> {
    let folders = folder.ancestors().filter(|folder| !folder.as_os_str().is_empty());
    folders.take_while(|folder| !folder.exists()).map(Path::to_owned).collect()
}

/// The bytes that the half-steps of a slide phase take, from above.
pub(crate) fn expected_bytes(rules: &Rules) -> u64 {
    slide_orbits(rules) * BITS_PER_ORBIT / 8
}

/// The orbits of the slide phase.
pub(crate) fn slide_orbits(rules: &Rules) -> u64 {
    orbit_count(rules.board().circle_count(), &rules.symmetries(), PIECES, PIECES)
}

/// What tells the half-steps of these rules, and of this version of the solver, from all others.
fn identity(rules: &Rules) -> Identity {
    let slide_phase = (env!("CARGO_PKG_VERSION"), rules.board(), rules.goals(), rules.step());
    Sha256::digest(format!("{slide_phase:?}")).into()
}

/// The folder of a rule set's slide phase within another one.
fn folder(parent: &Path, named: &NamedRules) -> PathBuf {
    let name = slide_file_name(named.name());
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    parent.join(format!("{stem}.{FOLDER_ENDING}"))
}

fn path(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:05}.{FILE_ENDING}"))
}

fn unwritable(path: &Path, cause: io::Error, needed: u64) -> JournalError {
    let available = path.ancestors().find_map(|folder| fs4::available_space(folder).ok());
    JournalError::Write { path: path.to_owned(), cause, needed, available }
}

/// What a thread that panicked has left is whole: each change is a single step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

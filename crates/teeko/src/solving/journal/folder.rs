//! The folder of the half-steps of one slide phase.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use teeko_rules::NamedRules;
use teeko_table::{expect_no_link, open_regular, slide_file_name};

use super::half_step::{Identity, UNFINISHED, is_of_others};
use crate::error::Error;

/// The ending of folder names; the name of the slide phase comes before it.
pub(crate) const FOLDER_ENDING: &str = "journal";

const FILE_ENDING: &str = "half-step";

/// The name of the lock file, which keeps two runs from using one folder.
const LOCK: &str = "lock";

/// A folder of half-steps that no other run uses. Dropping it removes the folder if it has none.
#[derive(Debug)]
pub(super) struct JournalFolder {
    path: PathBuf,
    /// The folders that were created around this one, the innermost first.
    made: Arc<[PathBuf]>,
    _lock: File,
    is_locked: bool,
}

impl JournalFolder {
    /// Opens a folder for half-steps of this identity that take up to `needed` bytes, and creates
    /// it if it does not exist. The folders in `made`, a result of [`missing`], are removed in the
    /// end if they are empty.
    pub(super) fn open(
        path: PathBuf,
        made: &Arc<[PathBuf]>,
        identity: &Identity,
        needed: u64,
    ) -> Result<Self, Error> {
        if expect_no_link(&path).is_err() {
            return Err(Error::LinkedJournal(path));
        }
        fs::create_dir_all(&path).map_err(|cause| unwritable(&path, cause, needed))?;
        let lock = open_lock(&path).map_err(|cause| {
            // What was created for it is not left behind.
            remove_empty(&path, made);
            unwritable(&path, cause, needed)
        })?;
        let is_locked = match lock.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => return Err(Error::BusyJournal(path)),
            // The file system has no locks. The work can be done without: see
            // `Plan::unlocked_journal`.
            Err(TryLockError::Error(_)) => false,
        };
        let folder = Self {
            path,
            made: Arc::clone(made),
            _lock: lock,
            is_locked,
        };
        folder.expect_own(identity, needed)?;
        Ok(folder)
    }

    /// Checks that no half-step is of other rules, or of another version. They would be taken for
    /// damaged, and overwritten.
    fn expect_own(&self, identity: &Identity, needed: u64) -> Result<(), Error> {
        let files = self.half_steps();
        let files = files.map_err(|cause| unwritable(&self.path, cause, needed))?;
        if files.iter().any(|file| is_of_others(file, identity)) {
            return Err(Error::OtherHalfSteps(self.path.clone()));
        }
        Ok(())
    }

    /// Returns the files with names of half-steps, with any content.
    fn half_steps(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let file = entry?.path();
            if file.extension() == Some(OsStr::new(FILE_ENDING)) {
                files.push(file);
            }
        }
        Ok(files)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Returns the path of a half-step.
    pub(super) fn half_step(&self, number: u32) -> PathBuf {
        half_step_in(&self.path, number)
    }

    /// Returns the number of half-steps, from the first one to the last before a gap.
    pub(super) fn count(&self) -> u32 {
        let mut count = 0;
        while self.half_step(count + 1).is_file() {
            count += 1;
        }
        count
    }

    /// Deletes all half-steps, since they are no longer needed.
    pub(super) fn clear(&self) {
        // A file that cannot be deleted takes space and does no harm.
        for file in self.half_steps().unwrap_or_default() {
            let _ = fs::remove_file(file);
        }
        let _ = fs::remove_file(self.path.join(UNFINISHED));
    }

    /// Removes the folder if it has no half-step.
    pub(super) fn leave(&self) {
        if self.has_no_half_step().unwrap_or(false) {
            let _ = fs::remove_file(self.path.join(UNFINISHED));
            let _ = fs::remove_file(self.path.join(LOCK));
            remove_empty(&self.path, &self.made);
        }
    }

    /// Returns whether the folder has nothing that a later run could use.
    fn has_no_half_step(&self) -> io::Result<bool> {
        for entry in fs::read_dir(&self.path)?.flatten() {
            let name = entry.file_name();
            if name != LOCK && name != UNFINISHED {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Drop for JournalFolder {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Returns whether a folder has the first half-step of this identity.
pub(super) fn is_begun(folder: &Path, identity: &Identity) -> bool {
    let first = half_step_in(folder, 1);
    first.is_file() && !is_of_others(&first, identity)
}

/// Returns the name of the folder for the slide phase of a rule set: `44.journal`.
pub(crate) fn folder_name(named: &NamedRules) -> String {
    let name = slide_file_name(named.name());
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    format!("{stem}.{FOLDER_ENDING}")
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

fn half_step_in(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:05}.{FILE_ENDING}"))
}

fn open_lock(folder: &Path) -> io::Result<File> {
    let mut options = File::options();
    open_regular(&folder.join(LOCK), options.write(true).create(true), false)
}

/// Removes a folder and those around it that were created for it, if they are empty.
fn remove_empty(folder: &Path, made: &[PathBuf]) {
    if fs::remove_dir(folder).is_ok() {
        for folder in made {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Returns the error for a folder or a file that cannot be written, if all half-steps take up to
/// `needed` bytes.
pub(super) fn unwritable(path: &Path, cause: io::Error, needed: u64) -> Error {
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

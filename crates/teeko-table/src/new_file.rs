//! New files that appear complete or not at all.
//!
//! A file is written under a temporary name in its folder, made durable, and renamed. At any moment
//! the final name has the old file, the new file, or none, also after a power failure. Once
//! [`NewFile::keep`] has returned, it has the new one.
//!
//! A link with the final name is replaced like a file, and never followed: nothing is written
//! outside the folder that was named.
//!
//! Temporary names begin with `.teeko-` and end in `.tmp`. The writer locks its temporary file. A
//! temporary file that is not locked belongs to a writer that was killed, and is removed when the
//! next file is written to the folder. On a file system without locks it stays.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::disk::{invalid, kind_in_words, open_regular};

/// The beginning and end of temporary names.
const PREFIX: &str = ".teeko-";
const SUFFIX: &str = ".tmp";

/// The greatest number of temporary files that are created until one is locked.
const MOST_ATTEMPTS: usize = 100;

/// A file that gets its name once it is complete. If it is dropped before, it is removed.
#[derive(Debug)]
pub struct NewFile {
    /// The final path.
    target: PathBuf,
    temporary: NamedTempFile,
    is_locked: bool,
}

impl NewFile {
    /// Starts a new file for a path, and removes what killed writers have left in its folder.
    ///
    /// If the path has a file, the new file gets its permissions.
    ///
    /// # Errors
    /// As for [`NewFile::check`], and if the folder is not writable.
    pub fn create(path: &Path) -> io::Result<Self> {
        let target = Self::check(path)?;
        let folder = folder(&target);
        remove_leftovers(folder);
        let (temporary, is_locked) = create_locked(folder)?;
        copy_permissions(&target, temporary.as_file())?;
        Ok(Self {
            target,
            temporary,
            is_locked,
        })
    }

    /// Checks that a file can have this path: it has none yet, or a file, or a link to a file or to
    /// nothing. Returns the path without what may follow the name, such as a slash.
    ///
    /// # Errors
    /// If something else is there, if the folder does not exist, or if the path is one of the
    /// system's own such as `/dev/stdout`, even if that leads to a file.
    pub fn check(path: &Path) -> io::Result<PathBuf> {
        if let Ok(found) = fs::metadata(path)
            && !found.is_file()
        {
            let found = kind_in_words(&found);
            return Err(invalid(&format!(
                "expected a file or a new name, found {found}"
            )));
        }
        let Some(name) = path.file_name() else {
            return Err(invalid("expected the path of a file"));
        };
        let folder = folder(path);
        if is_systems_own(&fs::canonicalize(folder)?) {
            return Err(invalid("expected a folder of files, found one of devices"));
        }
        Ok(folder.join(name))
    }

    /// Returns the file to write to.
    pub fn file(&self) -> &File {
        self.temporary.as_file()
    }

    /// Returns whether the file system has locks. Without them, nothing keeps two runs from writing
    /// the same files at once.
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Makes the file durable and gives it its name. With `overwrite` it replaces an existing file.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if a file exists that must not be replaced; else the
    /// system's error. After an error nothing has changed.
    pub fn keep(self, overwrite: bool) -> io::Result<Kept> {
        let unsynced = sync_contents(self.file())?;
        record("file synced");
        let length = self.file().metadata()?.len();
        give_name(self.temporary, &self.target, overwrite)?;
        record("named");
        // The file is complete now, even if syncing its folder fails.
        let unsynced = unsynced.or(sync_folder(folder(&self.target)).err());
        record("folder synced");
        Ok(Kept { length, unsynced })
    }
}

/// A complete file that has its name.
#[derive(Debug)]
#[must_use]
pub struct Kept {
    /// The length in bytes.
    pub length: u64,
    /// Why the system does not say that the file would survive a loss of power now; `None` if it
    /// does say so.
    pub unsynced: Option<io::Error>,
}

/// Makes the contents of a file durable. Returns the error of a file system that cannot do that for
/// any file.
fn sync_contents(file: &File) -> io::Result<Option<io::Error>> {
    match file.sync_all() {
        Err(cause) if is_unsupported(&cause) => Ok(Some(cause)),
        result => result.map(|()| None),
    }
}

/// Returns whether the system cannot do something at all, such as `fsync` on some file systems.
fn is_unsupported(cause: &io::Error) -> bool {
    matches!(
        cause.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

/// Makes the names in a folder durable.
fn sync_folder(folder: &Path) -> io::Result<()> {
    // On other systems a folder cannot be opened, and its entries are durable by other means.
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Creates a temporary file and locks it, if the file system has locks. Returns whether it has.
fn create_locked(folder: &Path) -> io::Result<(NamedTempFile, bool)> {
    for _ in 0..MOST_ATTEMPTS {
        let temporary = create_temporary(folder)?;
        match temporary.as_file().try_lock() {
            // Between creating and locking, another writer may have taken it for a leftover.
            Ok(()) if !temporary.path().exists() => {}
            Err(TryLockError::WouldBlock) => {}
            Ok(()) => return Ok((temporary, true)),
            // No other writer can lock it either, so none takes it for a leftover.
            Err(TryLockError::Error(_)) => return Ok((temporary, false)),
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Creates a temporary file with the permissions of any new file.
fn create_temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    // Not by `tempfile_in`, which puts the temporary name into errors.
    builder.make_in(folder, |path| File::create_new(path))
}

/// Gives a new file the permissions of the file that it replaces.
fn copy_permissions(old: &Path, new: &File) -> io::Result<()> {
    let Ok(old) = fs::symlink_metadata(old) else {
        return Ok(());
    };
    // Some file systems refuse to set permissions at all, and give all files the same ones.
    if old.is_file() && old.permissions() != new.metadata()?.permissions() {
        new.set_permissions(old.permissions())?;
    }
    Ok(())
}

/// Gives a temporary file its name.
fn give_name(temporary: NamedTempFile, target: &Path, overwrite: bool) -> io::Result<()> {
    if overwrite {
        temporary.persist(target)?;
        return Ok(());
    }
    let Err(refused) = temporary.persist_noclobber(target) else {
        return Ok(());
    };
    if fs::symlink_metadata(target).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    // If a file system has neither links nor exclusive renames, the only way left is to look first.
    refused.file.persist(target)?;
    Ok(())
}

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::RefCell<Vec<&'static str>> =
        const { std::cell::RefCell::new(Vec::new()) };
}

/// Records a step after which a loss of power leaves more than before, for the test that simulates
/// one.
fn record(step: &'static str) {
    #[cfg(test)]
    STEPS.with_borrow_mut(|steps| steps.push(step));
    #[cfg(not(test))]
    let _ = step;
}

/// Whether this is the name of a temporary file, of a writer that is at work or was killed.
pub fn is_temporary(name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    bytes.starts_with(PREFIX.as_bytes()) && bytes.ends_with(SUFFIX.as_bytes())
}

/// Whether the entries of a folder stand for devices, processes or open files. A link there would
/// be replaced for all programs.
fn is_systems_own(folder: &Path) -> bool {
    cfg!(unix)
        && (folder == Path::new("/dev")
            || ["/dev/fd", "/proc", "/sys"]
                .iter()
                .any(|own| folder.starts_with(own)))
}

fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Removes temporary files that are not locked. Errors are ignored: they need not prevent writing.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !is_temporary(&entry.file_name()) {
            continue;
        }
        let Ok(leftover) = open_regular(&entry.path(), File::options().read(true), false) else {
            continue;
        };
        // If its writer has only just created it, the writer finds it locked or gone, and creates
        // another file. So the lock must be held until this file is removed.
        if leftover.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// What may be under the final name after a loss of power.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Found {
        Before,
        Part,
        New,
    }

    /// Drops what is not synced after some steps: the bytes of a file may be missing, and the name
    /// may stand for the file that it stood for before.
    fn after_power_loss(steps: &[&str]) -> Vec<Found> {
        let has = |step: &str| steps.contains(&step);
        let contents = if has("file synced") {
            Found::New
        } else {
            Found::Part
        };
        match (has("named"), has("folder synced")) {
            (false, _) => vec![Found::Before],
            (true, false) => vec![Found::Before, contents],
            (true, true) => vec![contents],
        }
    }

    /// A file system without `fsync` is no reason to fail; a full one is.
    #[test]
    fn only_what_a_system_cannot_do_at_all_is_no_error() {
        for (kind, expected) in [
            (io::ErrorKind::InvalidInput, true),
            (io::ErrorKind::Unsupported, true),
            (io::ErrorKind::StorageFull, false),
        ] {
            assert_eq!(is_unsupported(&kind.into()), expected, "{kind}");
        }
    }

    #[test]
    fn a_loss_of_power_never_leaves_a_part_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for overwrite in [false, true] {
            STEPS.take();
            let new = NewFile::create(&path).unwrap();
            new.file().write_all(b"new").unwrap();
            assert!(new.keep(overwrite).unwrap().unsynced.is_none());
            let steps = STEPS.take();
            for done in 0..=steps.len() {
                let found = after_power_loss(&steps[..done]);
                assert!(!found.contains(&Found::Part), "{:?}", &steps[..done]);
            }
            assert_eq!(after_power_loss(&steps), [Found::New]);
        }
    }
}

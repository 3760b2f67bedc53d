//! New files that nobody ever sees half-written.
//!
//! A file is written under a temporary name in the folder it belongs to, made durable, and given
//! its name. At any moment there is the old file under that name, or the new one, or none.
//! Temporary names begin with `.teeko-` and end in `.tmp`. As long as its writer lives a temporary
//! file is locked; what a killed writer has left is not, and goes when the next file is written to
//! the folder.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What temporary names begin and end with.
const PREFIX: &str = ".teeko-";
const SUFFIX: &str = ".tmp";

/// The most links that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// A file that is going to have its name once it is whole. Dropped before that, it is removed.
#[derive(Debug)]
pub struct NewFile {
    /// What it is to become: where a link leads to, if the path was that of a link.
    target: PathBuf,
    temporary: PathBuf,
    file: File,
    kept: bool,
}

impl NewFile {
    /// Begins the file that is to be at a path, and removes what killed writers have left in its
    /// folder.
    ///
    /// If a file is there, the new one will have its permissions; if a link is there, what it leads
    /// to is replaced, or made if there is nothing yet.
    ///
    /// # Errors
    /// If the folder is not there or cannot be written to, links lead round in a circle, or the
    /// path is one of the system's own such as `/dev/stdout`, even if what that stands for is a
    /// file.
    pub fn create(path: &Path) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let target = Self::target(path)?;
        let folder = folder(&target);
        remove_leftovers(folder);
        loop {
            // A process that was killed may have had the same id, so the name may be taken.
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let temporary = folder.join(format!("{PREFIX}{}-{count}{SUFFIX}", std::process::id()));
            let file = match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                opened => opened?,
            };
            let new = Self { target: target.clone(), temporary, file, kept: false };
            new.file.lock()?;
            // Between its opening and its locking another writer may have taken it for a leftover.
            if is_at(&new.file, &new.temporary) {
                if let Ok(old) = fs::metadata(&new.target) {
                    new.file.set_permissions(old.permissions())?;
                }
                return Ok(new);
            }
        }
    }

    /// The file that would be written: links are followed, and the same file has the same path,
    /// whatever path it was given by.
    ///
    /// # Errors
    /// As for [`NewFile::create`], but for the folder's being writable.
    pub fn target(path: &Path) -> io::Result<PathBuf> {
        let mut target = path.to_owned();
        for _ in 0..MOST_LINKS {
            let Some(name) = target.file_name() else {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    "expected the path of a file",
                ));
            };
            let place = fs::canonicalize(folder(&target))?;
            if is_systems_own(&place) {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    "expected a folder of files, found one of devices",
                ));
            }
            target = place.join(name);
            match fs::read_link(&target) {
                Ok(next) => target = place.join(next),
                Err(_) => return Ok(target),
            }
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, "expected links that lead somewhere"))
    }

    /// The file to write to.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The path of the file to write to, until it is kept.
    pub fn path(&self) -> &Path {
        &self.temporary
    }

    /// Makes the file durable under its name, in place of one that is there if `overwrite` says so.
    /// Returns its length in bytes.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if a file is there that is not to be replaced; whatever
    /// else the system says.
    pub fn keep(mut self, overwrite: bool) -> io::Result<u64> {
        self.file.sync_all()?;
        let length = self.file.metadata()?.len();
        if overwrite {
            fs::rename(&self.temporary, &self.target)?;
            self.kept = true;
        } else {
            self.link()?;
        }
        // Elsewhere a folder cannot be opened, and its entries are durable by other means.
        if cfg!(unix) {
            File::open(folder(&self.target))?.sync_all()?;
        }
        Ok(length)
    }

    /// Gives the file its name unless that is taken.
    fn link(&mut self) -> io::Result<()> {
        match fs::hard_link(&self.temporary, &self.target) {
            // Its temporary name goes when it is dropped.
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // A file system without links: there is no better way to look first.
            Err(_) if !self.target.try_exists()? => {
                fs::rename(&self.temporary, &self.target)?;
                self.kept = true;
                Ok(())
            }
            Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
        }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.kept {
            // There is nobody to tell, and the next writer tries again.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Whether a file of this name is a temporary one of a writer that is at work or was killed.
pub fn is_temporary(name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    bytes.starts_with(PREFIX.as_bytes()) && bytes.ends_with(SUFFIX.as_bytes())
}

/// Whether a path still leads to a file that was opened there.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(opened), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (opened.dev(), opened.ino()) == (there.dev(), there.ino())
}

/// Elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Whether what is in a folder stands for devices, processes or open files. A link there would be
/// replaced for all programs, or leads to what another program writes.
fn is_systems_own(folder: &Path) -> bool {
    cfg!(unix)
        && (folder == Path::new("/dev")
            || ["/dev/fd", "/proc", "/sys"].iter().any(|own| folder.starts_with(own)))
}

fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Removes temporary files that nobody holds locked. Failing to is no reason not to write.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // Nothing but a regular file is a leftover, and opening a named pipe would wait for its
        // other end.
        if is_temporary(&entry.file_name()) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let Ok(leftover) = File::open(entry.path()) else { continue };
            // Its writer, if it has just begun, waits for the lock and then begins another. So the
            // lock has to be held until the file is gone.
            if leftover.try_lock().is_ok() && is_at(&leftover, &entry.path()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

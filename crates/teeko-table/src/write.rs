//! Writing table files so that nothing half-written ever looks whole.
//!
//! A file is written under a temporary name in the folder it belongs to, made durable, and renamed. At any moment there is
//! the old file under its name, or the new one, or none. The temporary name begins with a dot and has no extension of a
//! table file.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::encode::{Compression, Description, WriteError, encode_to};
use crate::header::Header;
use crate::scheme::Row;

/// Writes a table file, in place of one that is there already, and returns its header.
///
/// `values` gives the values of each row, as for [`encode`](crate::encode). On any error the old file stays, and the temporary
/// one is removed. What a killed writer has left is removed when the file is written the next time.
///
/// # Errors
/// Those of [`encode`](crate::encode), and [`WriteError::Io`] if the file cannot be written, made durable or renamed.
pub fn write_table(
    path: &Path,
    description: &Description,
    compression: Compression,
    values: impl Fn(&Row) -> Vec<u32> + Sync,
) -> Result<Header, WriteError> {
    let name = path.display().to_string();
    let io_error = |cause| WriteError::Io { name: name.clone(), cause };
    let mut temporary = TemporaryFile::create(path).map_err(io_error)?;
    let header = encode_to(&mut temporary.file, &name, description, compression, values)?;
    temporary.rename(path).map_err(io_error)?;
    Ok(header)
}

/// A file under a temporary name, which is removed unless it is renamed. It is locked, so that it can be told from one that a
/// killed process has left.
struct TemporaryFile {
    path: PathBuf,
    file: File,
    renamed: bool,
}

impl TemporaryFile {
    /// Creates the file that is to become `target`, and removes what killed writers of the same file have left.
    fn create(target: &Path) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let prefix = temporary_prefix(target)?;
        remove_leftovers(folder(target), &prefix);
        loop {
            // A process that was killed may have had the same id, so the name may be taken.
            let mut name = prefix.clone();
            name.push(format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
            let path = folder(target).join(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => {
                    let temporary = Self { path, file: opened?, renamed: false };
                    temporary.file.lock()?;
                    return Ok(temporary);
                }
            }
        }
    }

    /// Makes the file durable under its final name.
    fn rename(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, target)?;
        self.renamed = true;
        // Elsewhere a folder cannot be opened, and its entries are durable by other means.
        if cfg!(unix) {
            File::open(folder(target))?.sync_all()?;
        }
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.renamed {
            // There is nobody to tell, and the next writer of the file tries again.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// What the temporary names of a file begin with: `.44.slide.tmp-`.
fn temporary_prefix(target: &Path) -> io::Result<OsString> {
    let wrong = || io::Error::new(io::ErrorKind::InvalidInput, "expected the path of a file");
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name().ok_or_else(wrong)?);
    prefix.push(".tmp-");
    Ok(prefix)
}

fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Removes temporary files that nobody holds locked. Failing to is no reason not to write the table.
fn remove_leftovers(folder: &Path, prefix: &OsStr) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_encoded_bytes()) {
            let unlocked = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
            if unlocked {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

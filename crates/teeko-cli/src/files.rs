//! Output files: never half-written, and never in place of another unless that is wanted.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use thiserror::Error;

use crate::interrupt::{Interrupted, Interrupts};

/// What ends the writing of a file's contents.
pub(crate) enum ContentsError {
    /// The file cannot be written.
    Write(io::Error),
    /// Something else.
    Other(anyhow::Error),
}

/// Why a file was not written.
#[derive(Debug, Error)]
pub(crate) enum FileError {
    #[error("{}: expected no such file, found one; choose another name, or overwrite it with --force", .0.display())]
    Exists(PathBuf),
    #[error("{}: expected a file or nothing, found something else; choose another name", .0.display())]
    NoFile(PathBuf),
    #[error("{}: cannot be written: {cause}; free some space, or choose another folder", path.display())]
    Write { path: PathBuf, cause: io::Error },
}

/// A file that is going to be written, and until it is whole is a temporary one in the same folder.
#[derive(Debug)]
pub(crate) struct OutputFile {
    path: PathBuf,
    force: bool,
}

impl OutputFile {
    /// Makes sure that a file can be written, before the work that its contents take, and leaves nothing behind. `force`
    /// overwrites one that is there.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, FileError> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Err(FileError::NoFile(path.to_owned())),
            Ok(_) if !force => return Err(FileError::Exists(path.to_owned())),
            _ => {}
        }
        let file = Self { path: path.to_owned(), force };
        drop(file.temporary()?);
        Ok(file)
    }

    /// Writes the file. On an error there is none, or the old one.
    pub(crate) fn write(self, contents: &[u8]) -> anyhow::Result<()> {
        self.write_with(|mut file, _| file.write_all(contents).map_err(ContentsError::Write)).map(drop)
    }

    /// Writes the file as `contents` does, which is to stop soon when there is an interruption. Returns its length in bytes. On
    /// an error or an interruption there is no file, or the old one.
    pub(crate) fn write_with(
        self,
        contents: impl FnOnce(&File, &Interrupts) -> Result<(), ContentsError>,
    ) -> anyhow::Result<u64> {
        let failure = |cause| FileError::Write { path: self.path.clone(), cause };
        let interrupts = Interrupts::handle().map_err(failure)?;
        let written = interrupts.hold(|| {
            let temporary = self.temporary()?;
            match contents(temporary.as_file(), &interrupts) {
                Err(ContentsError::Write(cause)) => return Err(failure(cause).into()),
                Err(ContentsError::Other(error)) => return Err(error),
                // Not a file that could be taken for a whole one.
                Ok(()) if interrupts.requested() => return Err(Interrupted.into()),
                Ok(()) => {}
            }
            let length = temporary.as_file().sync_all().and_then(|()| temporary.as_file().metadata());
            let length = length.map_err(failure)?.len();
            self.keep(temporary)?;
            Ok(length)
        });
        written?
    }

    /// A temporary file in the folder of the one to be.
    fn temporary(&self) -> Result<NamedTempFile, FileError> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".teeko-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // What the user's mask leaves of it, as for any new file, where temporary ones are private.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = builder.tempfile_in(folder);
        temporary.map_err(|cause| {
            // Its message has the name of the temporary file, which means nothing to anybody.
            let cause = fs::metadata(folder).err().unwrap_or_else(|| cause.kind().into());
            FileError::Write { path: self.path.clone(), cause }
        })
    }

    /// Gives a temporary file its name.
    fn keep(&self, temporary: NamedTempFile) -> Result<(), FileError> {
        let path = self.path.clone();
        let renamed = if self.force { temporary.persist(&path) } else { temporary.persist_noclobber(&path) };
        match renamed {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Err(FileError::Exists(path)),
            Err(error) => Err(FileError::Write { path, cause: error.error }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_overwritten_with_force_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        OutputFile::create(&path, false).unwrap().write(b"one").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        let refused = OutputFile::create(&path, false).unwrap_err().to_string();
        assert!(
            refused.ends_with(
                "a.svg: expected no such file, found one; choose another name, or overwrite it with --force"
            )
        );
        OutputFile::create(&path, true).unwrap().write(b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(folder.path()), ["a.svg"]);
    }

    #[test]
    fn a_file_that_came_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        let output = OutputFile::create(&path, false).unwrap();
        fs::write(&path, b"another's").unwrap();
        let error = output.write(b"mine").unwrap_err();
        assert!(matches!(error.downcast_ref(), Some(FileError::Exists(_))), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"another's");
        assert_eq!(names(folder.path()), ["a.svg"]);
    }

    #[test]
    fn nothing_is_left_of_a_file_that_was_not_finished() {
        let folder = tempfile::tempdir().unwrap();
        let file = OutputFile::create(&folder.path().join("a.svg"), false).unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        let failed = file.write_with(|mut file, _| {
            file.write_all(b"half").map_err(ContentsError::Write)?;
            Err(ContentsError::Write(ErrorKind::StorageFull.into()))
        });
        assert!(failed.unwrap_err().to_string().contains("a.svg: cannot be written: no storage space"));
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn what_is_no_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let error = OutputFile::create(folder.path(), true).unwrap_err();
        assert!(matches!(error, FileError::NoFile(_)), "{error}");
        let nowhere = OutputFile::create(&folder.path().join("no/such/a.svg"), false).unwrap_err();
        assert!(nowhere.to_string().contains("no/such/a.svg: cannot be written"), "{nowhere}");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("a"), folder.path().join("b"));
        OutputFile::create(&ours, false).unwrap().write(b"").unwrap();
        fs::write(&plain, b"").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
    }
}

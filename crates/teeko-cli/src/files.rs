//! Output files: never half-written, and never in place of another unless that is wanted.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use thiserror::Error;

/// Why a file was not written.
#[derive(Debug, Error)]
pub(crate) enum FileError {
    #[error("{}: expected no such file, found one; choose another name, or overwrite it with --force", .0.display())]
    Exists(PathBuf),
    #[error("{}: expected a file or nothing, found something else; choose another name", .0.display())]
    NoFile(PathBuf),
    #[error("{}: cannot be written: {cause}", path.display())]
    Write { path: PathBuf, cause: io::Error },
}

/// A file that is going to be written: a temporary one in the same folder until it is whole.
#[derive(Debug)]
pub(crate) struct OutputFile {
    path: PathBuf,
    temporary: NamedTempFile,
    force: bool,
}

impl OutputFile {
    /// Makes sure that a file can be written, before the work that its contents take. `force` overwrites one that is there.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, FileError> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Err(FileError::NoFile(path.to_owned())),
            Ok(_) if !force => return Err(FileError::Exists(path.to_owned())),
            _ => {}
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".teeko-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // What the user's mask leaves of it, as for any new file, where temporary ones are private.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = builder.tempfile_in(folder);
        let temporary = temporary.map_err(|cause| FileError::Write { path: path.to_owned(), cause })?;
        Ok(Self { path: path.to_owned(), temporary, force })
    }

    /// Writes the file. On an error there is none, or the old one.
    pub(crate) fn write(mut self, contents: &[u8]) -> Result<(), FileError> {
        let path = self.path;
        let written = self.temporary.write_all(contents).and_then(|()| self.temporary.as_file().sync_all());
        written.map_err(|cause| FileError::Write { path: path.clone(), cause })?;
        let renamed = if self.force { self.temporary.persist(&path) } else { self.temporary.persist_noclobber(&path) };
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
        assert!(matches!(output.write(b"mine"), Err(FileError::Exists(_))));
        assert_eq!(fs::read(&path).unwrap(), b"another's");
        assert_eq!(names(folder.path()), ["a.svg"]);
    }

    #[test]
    fn nothing_is_left_of_a_file_that_was_not_finished() {
        let folder = tempfile::tempdir().unwrap();
        drop(OutputFile::create(&folder.path().join("a.svg"), false).unwrap());
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

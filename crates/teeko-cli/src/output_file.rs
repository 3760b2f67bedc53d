//! Output files: never half-written, and never replacing another file without `--force`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use teeko::table::NewFile;

use crate::exit::Failure;
use crate::interrupt::Interrupts;

/// Why the contents of a file could not be written.
pub(crate) enum ContentsError {
    /// The file cannot be written.
    Write(io::Error),
    /// Another error.
    Other(Failure),
}

/// A file to be written. Until it is complete, it is a temporary file in the same folder.
#[derive(Debug)]
pub(crate) struct OutputFile {
    path: PathBuf,
    force: bool,
}

impl OutputFile {
    /// Checks that a file can be written, before its contents are computed, and leaves nothing
    /// behind. `force` overwrites an existing file.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Err(Failure::NoFile(path.to_owned())),
            // This comes before the error about an existing file: with `--force` the user would
            // overwrite what another program is writing.
            Ok(_) if NewFile::target(path).is_err() => {
                return Err(Failure::NoFile(path.to_owned()));
            }
            Ok(_) if !force => return Err(Failure::Exists(path.to_owned())),
            _ => {}
        }
        let file = Self { path: path.to_owned(), force };
        Interrupts::handle()?.hold(|| file.begin().map(drop))?;
        Ok(file)
    }

    /// Does the same for several files. No two paths may lead to the same file.
    pub(crate) fn create_all(paths: &[PathBuf], force: bool) -> Result<Vec<Self>, Failure> {
        let mut targets = BTreeSet::new();
        for path in paths {
            if NewFile::target(path).is_ok_and(|target| !targets.insert(target)) {
                return Err(Failure::usage(format!(
                    "-o {}: expected each file once, found it twice",
                    path.display()
                )));
            }
        }
        paths.iter().map(|path| Self::create(path, force)).collect()
    }

    /// Writes the file. On an error an existing file is unchanged.
    pub(crate) fn write(self, contents: &[u8]) -> Result<(), Failure> {
        self.write_with(|new, _| new.file().write_all(contents).map_err(ContentsError::Write))
            .map(drop)
    }

    /// Writes the file with `contents`, which must stop soon after an interruption. Returns the
    /// length in bytes. On an error or interruption an existing file is unchanged, and no new one
    /// is left.
    pub(crate) fn write_with(
        self,
        contents: impl FnOnce(&NewFile, &Interrupts) -> Result<(), ContentsError>,
    ) -> Result<u64, Failure> {
        let interrupts = Interrupts::handle()?;
        interrupts.hold(|| {
            let new = self.begin()?;
            match contents(&new, &interrupts) {
                Err(ContentsError::Write(cause)) => return Err(self.error(cause)),
                Err(ContentsError::Other(failure)) => return Err(failure),
                // An interrupted file must not pass for a complete one.
                Ok(()) if interrupts.go_on().is_break() => return Err(Failure::Interrupted),
                Ok(()) => {}
            }
            new.keep(self.force).map_err(|cause| self.error(cause))
        })
    }

    fn begin(&self) -> Result<NewFile, Failure> {
        NewFile::create(&self.path).map_err(|cause| self.error(cause))
    }

    fn error(&self, cause: io::Error) -> Failure {
        let path = self.path.clone();
        if cause.kind() == ErrorKind::AlreadyExists {
            Failure::Exists(path)
        } else {
            Failure::Unwritable { path, cause }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
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
                "a.svg: already exists; choose another name, or overwrite it with --force"
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
        assert!(matches!(error, Failure::Exists(_)), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"another's");
        assert_eq!(names(folder.path()), ["a.svg"]);
    }

    #[test]
    fn nothing_is_left_of_a_file_that_was_not_finished() {
        let folder = tempfile::tempdir().unwrap();
        let file = OutputFile::create(&folder.path().join("a.svg"), false).unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        let failed = file.write_with(|new, _| {
            new.file().write_all(b"half").map_err(ContentsError::Write)?;
            Err(ContentsError::Write(ErrorKind::StorageFull.into()))
        });
        assert!(
            failed.unwrap_err().to_string().contains("a.svg: cannot be written: no storage space")
        );
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn what_is_no_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let error = OutputFile::create(folder.path(), true).unwrap_err();
        assert!(matches!(error, Failure::NoFile(_)), "{error}");
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

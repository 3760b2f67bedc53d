//! Output files: never half-written, and never replacing another file without `--force`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use teeko::export::ExportError;
use teeko::surfaces::after_write;
use teeko::table::{Kept, NewFile};

use crate::exit::{Exit, Failure};
use crate::{interrupt, output};

/// A file to be written. Until it is complete, it is a temporary file in the same folder.
#[derive(Debug)]
pub(crate) struct OutputFile {
    path: PathBuf,
    force: bool,
}

impl OutputFile {
    /// Checks the file that an option names, if it names one: its extension too, which must not
    /// contradict the format.
    pub(crate) fn of_option(
        option: &str,
        path: Option<&Path>,
        expected: &str,
        force: bool,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = path else { return Ok(None) };
        if let Some(found) = extension(path).filter(|found| found != expected) {
            return Err(Failure::usage(format!(
                "{option} {}: expected a name that ends in .{expected}, the format to be written, \
                 found .{found}",
                path.display()
            )));
        }
        Self::check(path, force).map(Some)
    }

    /// Checks that a file can be written, before its contents are computed, and leaves nothing
    /// behind. `force` overwrites an existing file.
    pub(crate) fn check(path: &Path, force: bool) -> Result<Self, Failure> {
        let file = Self {
            path: path.to_owned(),
            force,
        };
        // This comes before the error about an existing file: with `--force` the user would
        // overwrite what another program is writing.
        NewFile::check(path).map_err(|cause| file.error(&cause))?;
        if !force && fs::symlink_metadata(path).is_ok() {
            return Err(exists(path));
        }
        interrupt::while_writing(|| {
            NewFile::create(path)
                .map(drop)
                .map_err(|cause| file.error(&cause))
        })?;
        Ok(file)
    }

    /// Does the same for several files. No two paths may lead to the same file.
    pub(crate) fn check_all(paths: &[PathBuf], force: bool) -> Result<Vec<Self>, Failure> {
        let mut targets = BTreeSet::new();
        for path in paths {
            if target(path).is_some_and(|target| !targets.insert(target)) {
                return Err(Failure::usage(format!(
                    "-o {}: expected each file once, found it twice",
                    path.display()
                )));
            }
        }
        paths.iter().map(|path| Self::check(path, force)).collect()
    }

    /// Writes the file; see [`OutputFile::fill`].
    pub(crate) fn write(&self, contents: &[u8]) -> Result<(), Failure> {
        self.fill(|mut file| Ok(file.write_all(contents)?))
            .map(drop)
    }

    /// Writes the file by a function. Returns its result and the length of the file. On an error an
    /// existing file is unchanged, and no new one is left.
    pub(crate) fn fill<T>(
        &self,
        fill: impl FnOnce(&File) -> Result<T, ExportError>,
    ) -> Result<(T, u64), Failure> {
        let written = interrupt::while_writing(|| {
            self.replace(fill).map_err(|error| match error {
                ExportError::Write(cause) => self.error(&cause),
                error => error.into(),
            })
        });
        let (filled, kept) = written?;
        if let Some(cause) = &kept.unsynced {
            note_unsynced(&self.path, cause);
        }
        Ok((filled, kept.length))
    }

    /// Fills a new file and puts it in the place of this one.
    fn replace<T>(
        &self,
        fill: impl FnOnce(&File) -> Result<T, ExportError>,
    ) -> Result<(T, Kept), ExportError> {
        let new = NewFile::create(&self.path)?;
        let filled = fill(new.file())?;
        let kept = new.keep(self.force)?;
        Ok((filled, kept))
    }

    fn error(&self, cause: &io::Error) -> Failure {
        let path = self.path.display();
        let message = match cause.kind() {
            ErrorKind::AlreadyExists => return exists(&self.path),
            // Not an error of the system: something else is in its place.
            ErrorKind::InvalidInput if cause.raw_os_error().is_none() => {
                format!("{path}: {cause}; choose another name")
            }
            _ => format!("{path}: cannot be written: {cause}; {}", after_write(cause)),
        };
        Failure::new(Exit::Resources, message)
    }
}

/// Says that a file is complete, but that a loss of power may undo it.
pub(crate) fn note_unsynced(path: &Path, cause: &io::Error) {
    output::note(&format!(
        "{}: written, but a loss of power now may undo it: {cause}",
        path.display()
    ));
}

/// Returns what is the same for all paths of one name in one folder; `None` if there is no such
/// folder.
fn target(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let folder = fs::canonicalize(path.parent()?).ok()?;
    Some(folder.join(path.file_name()?))
}

fn exists(path: &Path) -> Failure {
    let next = "already exists; choose another name, or overwrite it with --force";
    Failure::new(Exit::Resources, format!("{}: {next}", path.display()))
}

/// Returns the extension of a file name in lower case; `None` if it has none, such as `-` and
/// `/dev/stdout`.
pub(crate) fn extension(path: &Path) -> Option<String> {
    path.extension()
        .map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}

/// Creates a folder for output files, if there is none.
pub(crate) fn create_folder(path: &Path) -> Result<(), Failure> {
    let what = format!("{}: cannot create this folder", path.display());
    fs::create_dir_all(path).map_err(Failure::system(&what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_testing::names;

    #[test]
    fn a_file_that_came_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        let output = OutputFile::check(&path, false).unwrap();
        fs::write(&path, b"another's").unwrap();
        let error = output.write(b"mine").unwrap_err();
        assert!(error.to_string().contains("already exists"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"another's");
        assert_eq!(names(folder.path()), ["a.svg"]);
    }

    #[test]
    fn nothing_is_left_of_a_file_that_was_not_written() {
        let folder = tempfile::tempdir().unwrap();
        OutputFile::check(&folder.path().join("a.svg"), false).unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn what_is_no_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let error = OutputFile::check(folder.path(), true).unwrap_err();
        assert!(
            error.to_string().contains("expected a file or a new name"),
            "{error}"
        );
        let nowhere = OutputFile::check(&folder.path().join("no/such/a.svg"), false).unwrap_err();
        assert!(
            nowhere
                .to_string()
                .contains("no/such/a.svg: cannot be written"),
            "{nowhere}"
        );
    }

    #[test]
    fn names_that_lie_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for (name, good) in [
            ("a.svg", true),
            ("A.SVG", true),
            ("picture", true),
            ("a.png", false),
            ("a.svg.gz", false),
        ] {
            let path = folder.path().join(name);
            let checked = OutputFile::of_option("--svg", Some(&path), "svg", false);
            assert_eq!(checked.is_ok(), good, "{name}");
        }
    }
}

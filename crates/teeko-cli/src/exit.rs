//! Everything that can end the program with an error, in one type, and the exit codes, on which
//! scripts depend.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind};
use std::path::Path;

use clap::ValueEnum;
use teeko::export;
use teeko::questions::RequestError;
use teeko::table::TableError;
use teeko::{Error, JournalError};

/// The exit code of the program. The numbers never change. The help shows what is said of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
#[repr(u8)]
pub(crate) enum Exit {
    /// success, also if the reader of a pipe closed it early
    Success = 0,
    /// a verification or a certificate failed
    Verification = 1,
    /// wrong usage of the command line
    Usage = 2,
    /// a bad or impossible position, move or game
    Position = 3,
    /// a table is missing, and --no-solve was given
    MissingTable = 4,
    /// a table or certificate is damaged, truncated or of other rules
    Corrupt = 5,
    /// cannot read or write a file, or not enough memory or threads
    Resources = 6,
    /// interrupted; no half-written file is left
    Interrupted = 130,
}

/// Why the program failed: the exit code, and a message of one line that says what to try next.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    message: String,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into() }
    }

    /// Returns the error for arguments that contradict each other in a way that clap does not
    /// check.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// Returns the error of a user who interrupted the program.
    pub(crate) fn interrupted() -> Self {
        Self::new(Exit::Interrupted, "interrupted; no half-written file is left")
    }

    /// Returns a function that wraps an I/O error of the system, for `map_err`.
    pub(crate) fn system<E: Display>(what: &str) -> impl Fn(E) -> Self {
        move |cause| Self::new(Exit::Resources, format!("{what}: {cause}"))
    }

    /// Returns a function that wraps the error of reading a file, for `map_err`.
    pub(crate) fn unreadable(path: &Path) -> impl Fn(io::Error) -> Self {
        move |cause| {
            Self::new(Exit::Resources, format!("{}: cannot be read: {cause}", path.display()))
        }
    }

    /// Returns the error of writing a file.
    pub(crate) fn unwritable(path: &Path, cause: &io::Error) -> Self {
        let (path, next) = (path.display(), after_write(cause));
        Self::new(Exit::Resources, format!("{path}: cannot be written: {cause}; {next}"))
    }

    /// Converts an error in a single table file.
    pub(crate) fn of_table(fault: &TableError) -> Self {
        let of_system = matches!(fault, TableError::Io { .. } | TableError::Memory { .. });
        Self::new(if of_system { Exit::Resources } else { Exit::Corrupt }, fault.to_string())
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl<E: Into<RequestError>> From<E> for Failure {
    /// Converts an error; work that was stopped was interrupted by the user.
    fn from(error: E) -> Self {
        match error.into() {
            RequestError::Teeko(error) => match error.kind() {
                teeko::ErrorKind::Stopped => Self::interrupted(),
                kind => Self::new(exit_after(kind), format!("{error}{}", next_step(&error))),
            },
            RequestError::Puzzles(error) => Self::usage(format!("--{error}")),
            error => Self::usage(error.to_string()),
        }
    }
}

/// Returns the exit code for an error of the crate `teeko`.
fn exit_after(kind: teeko::ErrorKind) -> Exit {
    match kind {
        teeko::ErrorKind::Request => Exit::Usage,
        teeko::ErrorKind::Position => Exit::Position,
        teeko::ErrorKind::MissingTables => Exit::MissingTable,
        teeko::ErrorKind::Damaged => Exit::Corrupt,
        _ => Exit::Resources,
    }
}

/// Returns advice for an error of the crate `teeko`, which does not know the options of this
/// program. The advice starts with its own punctuation.
fn next_step(error: &Error) -> String {
    let output = |folder: Option<&Path>| {
        folder.map(|folder| format!(" -o {}", folder.display())).unwrap_or_default()
    };
    let advice = match error {
        Error::MissingTables(missing) => {
            let (name, output) = (&missing.name, output(missing.folders.first().map(|f| &**f)));
            return format!(
                "; make them with `teeko solve {name}{output}`, or leave out --no-solve"
            );
        }
        Error::Source(error) if error.kind() == teeko::ErrorKind::Damaged => {
            let (name, output) = (&error.name, output(Some(&error.folder)));
            return format!("; make it again with `teeko solve {name} --force{output}`");
        }
        Error::Contradiction { name, file, .. } => {
            let output = output(file.as_ref().and_then(|file| file.parent()));
            return format!("; make its tables again with `teeko solve {name} --force{output}`");
        }
        Error::NoTables { folder, .. } => {
            return format!("; make them with `teeko solve{}`", output(Some(folder)));
        }
        Error::Write { cause, .. } => {
            return format!("; {} with -o", after_write(cause));
        }
        Error::Table(_) | Error::OtherCensus(_) if error.kind() == teeko::ErrorKind::Damaged => {
            "; solve it again with --force"
        }
        Error::SameName(_) => "; solve them into two folders with -o",
        Error::Folder { .. } => "; choose another one",
        Error::DifferentBoards { .. } => "; name variants of the same board",
        Error::Drawn(_) => "; leave out --points to prove the draw",
        Error::Export(export::RequestError::NoFormat(_)) => "; or name the format with --to",
        Error::Export(export::RequestError::OtherFormat { .. }) => {
            "; leave out --to, or choose another name"
        }
        Error::Export(export::RequestError::NeedsFile { .. }) => "; name a file with -o",
        Error::Disk(_) => {
            "; free some space, choose another folder with -o, or write no tables with --no-write"
        }
        Error::Journal(JournalError::Write { .. }) => {
            "; then run the same command again: it resumes after the last saved half-step"
        }
        Error::Journal(JournalError::Wrong(_)) => "; remove it, and run the same command again",
        Error::Journal(JournalError::Busy(_)) => {
            "; wait for it, or choose another folder with --journal"
        }
        _ => "",
    };
    advice.to_owned()
}

/// Returns advice after a failed write.
fn after_write(cause: &io::Error) -> &'static str {
    match cause.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some space, or choose another folder"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "get permission to write there, or choose another folder"
        }
        ErrorKind::NotFound => "create its folder first, or choose another folder",
        _ => "choose another folder",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_try_fits_what_went_wrong() {
        let unwritable =
            |kind: ErrorKind| Failure::unwritable(Path::new("a"), &kind.into()).to_string();
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge] {
            assert!(
                unwritable(kind).ends_with("; free some space, or choose another folder"),
                "{kind}"
            );
        }
        for kind in [
            ErrorKind::PermissionDenied,
            ErrorKind::ReadOnlyFilesystem,
            ErrorKind::NotFound,
            ErrorKind::Other,
        ] {
            assert!(!unwritable(kind).contains("space"), "{kind}");
        }
    }
}

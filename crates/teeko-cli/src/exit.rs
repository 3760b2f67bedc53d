//! Everything that can end the program with an error, in one type, and the exit codes, on which
//! scripts depend.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;

use teeko::analysis::AnalysisError;
use teeko::certificate::CertificateError;
use teeko::export;
use teeko::questions::RequestError;
use teeko::table::TableError;
use teeko::{Error, FolderError, JournalError, SourceError};
use teeko_serve::ServeError;

/// The exit code of the program. The numbers never change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Success.
    Success = 0,
    /// A verification or a certificate failed.
    Verification = 1,
    /// Wrong usage of the command line.
    Usage = 2,
    /// A bad or impossible position, move or game.
    Position = 3,
    /// A table is missing, and `--no-solve` was given.
    MissingTable = 4,
    /// A table or certificate is corrupt, truncated or of other rules.
    Corrupt = 5,
    /// A file cannot be read or written, or there is not enough memory or threads.
    Resources = 6,
    /// The user interrupted the program.
    Interrupted = 130,
}

impl Exit {
    /// All exit codes, in ascending order.
    pub(crate) const ALL: [Self; 8] = [
        Self::Success,
        Self::Verification,
        Self::Usage,
        Self::Position,
        Self::MissingTable,
        Self::Corrupt,
        Self::Resources,
        Self::Interrupted,
    ];

    /// Returns what the code means, for the help.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Success => "success, also if the reader of a pipe closed it early",
            Self::Verification => "a verification or a certificate failed",
            Self::Usage => "wrong usage of the command line",
            Self::Position => "a bad or impossible position, move or game",
            Self::MissingTable => "a table is missing, and --no-solve was given",
            Self::Corrupt => "a table or certificate is damaged, truncated or of other rules",
            Self::Resources => "cannot read or write a file, or not enough memory or threads",
            Self::Interrupted => "interrupted; no half-written file is left",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why the program failed. The message is one line and says what to try next.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Arguments that contradict each other in a way that clap does not check.
    Usage(Cow<'static, str>),
    /// An error of the crate `teeko`.
    Teeko(Box<Error>),
    /// The number of lines of standard input without a position.
    BadLines(u64),
    /// An output file that exists already.
    Exists(PathBuf),
    /// An output path that is not a regular file.
    NoFile(PathBuf),
    /// A file that cannot be written.
    Unwritable { path: PathBuf, cause: io::Error },
    /// An error in a single table file.
    Table(TableError),
    /// A file that cannot be read.
    Unreadable { path: PathBuf, cause: io::Error },
    /// A damaged certificate.
    DamagedCertificate { path: PathBuf, fault: CertificateError },
    /// A folder that cannot be created.
    Folder { path: PathBuf, cause: io::Error },
    /// An error of standard input, standard output or another part of the system.
    System { what: &'static str, cause: io::Error },
    /// A thread pool that cannot be created.
    Threads { threads: usize, cause: rayon::ThreadPoolBuildError },
    /// A service that cannot start.
    Serve(ServeError),
    /// The user interrupted the program.
    Interrupted,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<Cow<'static, str>>) -> Self {
        Self::Usage(message.into())
    }

    /// Returns a function that wraps an I/O error, for `map_err`.
    pub(crate) fn system(what: &'static str) -> impl Fn(io::Error) -> Self {
        move |cause| Self::System { what, cause }
    }

    /// Returns the exit code for this failure.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Teeko(error) => exit_after(error),
            Self::BadLines(_) => Exit::Position,
            Self::Table(fault) => exit_after_table(fault),
            Self::DamagedCertificate { .. } => Exit::Corrupt,
            Self::Exists(_)
            | Self::NoFile(_)
            | Self::Unwritable { .. }
            | Self::Unreadable { .. }
            | Self::Folder { .. }
            | Self::System { .. }
            | Self::Threads { .. }
            | Self::Serve(_) => Exit::Resources,
            Self::Interrupted => Exit::Interrupted,
        }
    }
}

/// Returns the exit code for an error of the crate `teeko`.
fn exit_after(error: &Error) -> Exit {
    match error.kind() {
        teeko::ErrorKind::Request => Exit::Usage,
        teeko::ErrorKind::Position => Exit::Position,
        teeko::ErrorKind::MissingTables => Exit::MissingTable,
        teeko::ErrorKind::Damaged => Exit::Corrupt,
        teeko::ErrorKind::Stopped => Exit::Interrupted,
        _ => Exit::Resources,
    }
}

fn exit_after_table(fault: &TableError) -> Exit {
    if matches!(fault, TableError::Io { .. } | TableError::Memory { .. }) {
        Exit::Resources
    } else {
        Exit::Corrupt
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => formatter.write_str(message),
            Self::Teeko(error) => write!(formatter, "{error}{}", next_step(error)),
            Self::BadLines(bad) => write!(
                formatter,
                "standard input: expected a position on each line, found {bad} without one; the \
                 error in its place says why"
            ),
            Self::Exists(path) => write!(
                formatter,
                "{}: already exists; choose another name, or overwrite it with --force",
                path.display()
            ),
            Self::NoFile(path) => write!(
                formatter,
                "{}: expected a file or nothing, found something else; choose another name",
                path.display()
            ),
            Self::Unwritable { path, cause } => {
                write!(
                    formatter,
                    "{}: cannot be written: {cause}; {}",
                    path.display(),
                    after_write(cause)
                )
            }
            Self::Table(fault) => fault.fmt(formatter),
            Self::Unreadable { path, cause } => {
                write!(formatter, "{}: cannot be read: {cause}", path.display())
            }
            Self::DamagedCertificate { path, fault } => {
                write!(
                    formatter,
                    "{}: {fault}; write it again with `teeko certificate VARIANT`",
                    path.display()
                )
            }
            Self::Folder { path, cause } => {
                write!(formatter, "{}: cannot create this folder: {cause}", path.display())
            }
            Self::System { what, cause } => write!(formatter, "{what}: {cause}"),
            Self::Threads { threads, cause } => {
                let next = if *threads > 1 {
                    "try --threads 1"
                } else {
                    "end other programs, or raise the limit on processes"
                };
                write!(formatter, "cannot create {threads} threads: {cause}; {next}")
            }
            Self::Serve(fault @ ServeError::Listen { .. }) => {
                write!(
                    formatter,
                    "{fault}; choose another one, or any free port with --listen 127.0.0.1:0"
                )
            }
            Self::Serve(fault) => fault.fmt(formatter),
            Self::Interrupted => formatter.write_str("interrupted; no half-written file is left"),
        }
    }
}

/// Returns advice for an error of the crate `teeko`, which does not know the options of this
/// program. The advice starts with its own punctuation.
fn next_step(error: &Error) -> String {
    match error {
        Error::MissingTables(missing) => {
            let folder = missing.folders.first();
            let folder =
                folder.map(|folder| format!(" -o {}", folder.display())).unwrap_or_default();
            let name = &missing.name;
            format!("; make them with `teeko solve {name}{folder}`, or leave out --no-solve")
        }
        Error::Source(error) | Error::Analysis(AnalysisError::Oracle(error)) => after_source(error),
        Error::DifferentBoards(_) => "; name variants of the same board".to_owned(),
        Error::Drawn(_) => "; leave out --points to prove the draw".to_owned(),
        Error::Contradiction { name, file, .. } => {
            let folder = file.as_ref().and_then(|file| file.parent());
            let folder =
                folder.map(|folder| format!(" -o {}", folder.display())).unwrap_or_default();
            format!("; make its tables again with `teeko solve {name} --force{folder}`")
        }
        Error::Export(export::RequestError::NoFormat(_)) => {
            "; or name the format with --to".to_owned()
        }
        Error::Export(export::RequestError::OtherFormat { .. }) => {
            "; leave out --to, or choose another name".to_owned()
        }
        Error::Export(export::RequestError::NeedsFile { .. }) => "; name a file with -o".to_owned(),
        Error::Disk(_) => {
            "; free some space, choose another folder with -o, or write no tables with --no-write"
                .to_owned()
        }
        Error::Journal(JournalError::Write { .. }) => {
            "; then run the same command again: it resumes after the last saved half-step"
                .to_owned()
        }
        Error::Journal(JournalError::Wrong(_)) => {
            "; remove it, and run the same command again".to_owned()
        }
        Error::Journal(JournalError::Busy(_)) => {
            "; wait for it, or choose another folder with --journal".to_owned()
        }
        Error::Folder(FolderError::Unsound { .. } | FolderError::OtherCensus(_)) => {
            "; solve it again with --force".to_owned()
        }
        Error::Folder(FolderError::SameName(_)) => {
            "; solve them into two folders with -o".to_owned()
        }
        Error::Folder(FolderError::NoTables { folder, .. }) => {
            format!("; make them with `teeko solve -o {}`", folder.display())
        }
        Error::Folder(FolderError::Folder { .. }) => "; choose another one".to_owned(),
        Error::Folder(FolderError::Write { cause, .. }) => {
            format!("; {} with -o", after_write(cause))
        }
        _ => String::new(),
    }
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

fn after_source(error: &SourceError) -> String {
    if error.is_corrupt() {
        format!(
            "; make it again with `teeko solve {} --force -o {}`",
            error.name,
            error.folder.display()
        )
    } else {
        String::new()
    }
}

impl Failure {
    /// Converts an error of a question.
    pub(crate) fn of_question(error: RequestError) -> Self {
        match error {
            RequestError::Teeko(error) => error.into(),
            RequestError::Puzzles(error) => Self::usage(format!("--{error}")),
            error => Self::usage(error.to_string()),
        }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    /// Converts an error; work that was stopped was interrupted by the user.
    fn from(error: E) -> Self {
        let error = error.into();
        if exit_after(&error) == Exit::Interrupted {
            Self::Interrupted
        } else {
            Self::Teeko(Box::new(error))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_try_fits_what_went_wrong() {
        let unwritable = |kind: ErrorKind| {
            Failure::Unwritable { path: "a".into(), cause: kind.into() }.to_string()
        };
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
        for (threads, hint) in [(2, "try --threads 1"), (1, "end other programs")] {
            let cause = rayon::ThreadPoolBuilder::new()
                .spawn_handler(|_| Err(ErrorKind::WouldBlock.into()))
                .build();
            let failure = Failure::Threads { threads, cause: cause.unwrap_err() };
            assert!(failure.to_string().contains(hint), "{failure}");
        }
    }
}

//! Errors: one type for all front ends.

mod description;
mod surfaces;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use teeko_analysis::AnalysisError;
use teeko_export::{ExportError, RequestError};
use teeko_rules::notation::{GameError, HeadingError};
use teeko_rules::work::Stopped;
use teeko_rules::{
    Board, Illegal, Message, NameError, OracleError, OtherEncoding, RulesError, RulesName, quoted,
};
#[cfg(any(feature = "atlas", feature = "file"))]
use teeko_table::WriteError;
use teeko_table::{TableError, drop_file_name, slide_file_name};
use thiserror::Error;

pub(crate) use self::surfaces::{CHANGE_IT, is_full};
pub use self::surfaces::{ErrorDocument, ErrorKind, after_write};
use crate::surfaces::words::{bytes, whole_bytes};

/// Why there is no answer. Messages are one line and say what was expected and what was found.
/// [`Error::hint_of_program`] and [`Error::document`] say what to try next.
///
/// `Debug`, which `unwrap` prints, is the kind and the message.
#[derive(Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum Error {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("{0}: expected a variant such as 44-ssss, found a rule file")]
    NoVariant(RulesName),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("{path}: cannot read the rule file: {cause}")]
    UnreadableRuleFile { path: String, cause: io::Error },
    #[error("{path}{}: {message}", in_line(*line))]
    RuleFile {
        path: String,
        /// The line, from 1; `None` if the fault concerns the whole file.
        line: Option<usize>,
        message: String,
    },
    /// The text is a position in neither notation, or wrong in one.
    #[error(transparent)]
    Position(#[from] Illegal),
    /// The text begins with `slot:` and is not a position.
    #[error("{0}")]
    Slot(Message),
    #[error(transparent)]
    Heading(#[from] HeadingError),
    #[error(transparent)]
    Game(#[from] GameError),
    /// A text of positions in another encoding than UTF-8.
    #[error(transparent)]
    Encoding(#[from] OtherEncoding),
    #[error(
        "{name}: no tables: expected {} and {} in {}",
        slide_file_name(name),
        drop_file_name(name),
        in_words(folders)
    )]
    MissingTables {
        name: RulesName,
        /// The folders that were searched, in this order.
        folders: Vec<PathBuf>,
    },
    /// The tables exist but cannot be used.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The source of outcomes does not know a position, or fails with its own error.
    #[error(transparent)]
    Analysis(AnalysisError),
    #[error(
        "{} and {}: expected one board, since positions are compared, found {} and {}",
        names[0], names[1], boards[0], boards[1]
    )]
    DifferentBoards {
        names: [RulesName; 2],
        boards: [Board; 2],
    },
    #[error("{0}: expected a forced win, found a draw")]
    Drawn(RulesName),
    #[error("{name}: {reason}")]
    NoCertificate { name: RulesName, reason: String },
    /// Outcomes contradict each other. Tables whose values are wrong but whose checksums are right
    /// cause this.
    #[error("{}: {contradiction}", blamed(name, file.as_deref()))]
    Contradiction {
        name: RulesName,
        /// The table file that the outcomes come from.
        file: Option<PathBuf>,
        contradiction: Message,
    },
    #[cfg(feature = "atlas")]
    #[error("cannot find the content hash of a table: {0}")]
    Atlas(#[from] WriteError),
    #[error(
        "{what}: expected {} of free memory, found {}; try a smaller board, or {}",
        bytes(*needed),
        bytes(whole_bytes(*available)),
        more_memory(*is_limited)
    )]
    Memory {
        /// The rule sets or files that need the memory.
        what: String,
        needed: u64,
        available: u64,
        /// Whether a limit on the address space of this process is the reason.
        is_limited: bool,
    },
    #[error(
        "{}: expected {} of free disk space for the tables{}, found {}",
        folder.display(), bytes(*needed), for_half_steps(*half_steps), bytes(whole_bytes(*available))
    )]
    Disk {
        folder: PathBuf,
        /// The bytes that the tables take, and the half-steps that they are gathered from.
        needed: u64,
        /// The bytes of these half-steps, which are deleted when the tables are complete.
        half_steps: u64,
        available: u64,
    },
    #[error(
        "{}: cannot be written: {cause}{}",
        path.display(),
        if is_full(cause) { space_left(*needed, *available) } else { String::new() }
    )]
    Journal {
        path: PathBuf,
        cause: io::Error,
        /// An upper bound on the bytes of all half-steps.
        needed: u64,
        /// The free bytes on the disk, if the system reports them.
        available: Option<u64>,
    },
    #[error("{}: expected what this half-step decides, found something else", .0.display())]
    HalfStep(PathBuf),
    #[error(
        "{}: expected half-steps of these rules and of this version of teeko, found others",
        .0.display()
    )]
    OtherHalfSteps(PathBuf),
    #[error("{}: expected a folder of half-steps, found a link", .0.display())]
    LinkedJournal(PathBuf),
    #[error("{}: expected a folder that no other run is working in, found one that \
        is", .0.display())]
    BusyJournal(PathBuf),
    /// A file in a folder of tables is damaged, of other rules, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file in a folder of tables is sound, but its counts differ from a fresh solution.
    #[error("{}: expected the census of a fresh solution, found another", .0.display())]
    OtherCensus(PathBuf),
    #[error("{0}: expected one rule file of that name, found two that mean other rules")]
    SameName(String),
    #[error("{}: expected {expected}, found none", folder.display())]
    NoTables {
        folder: PathBuf,
        /// The name of the missing file, or a description of any.
        expected: String,
    },
    #[error("{}: expected a folder for tables: {cause}", path.display())]
    Folder { path: PathBuf, cause: io::Error },
    #[error("{}: cannot be written: {cause}", path.display())]
    Write { path: PathBuf, cause: io::Error },
    #[cfg(feature = "file")]
    #[error("{}: cannot be a table file: {fault}", path.display())]
    Unfit { path: PathBuf, fault: WriteError },
    /// A question is wrong, asks for too much, or has no answer.
    #[error("{}", refusal.error)]
    Refused { status: u16, refusal: ErrorDocument },
    #[error(transparent)]
    Export(#[from] RequestError),
    #[error("{}: already exists", .0.display())]
    Exists(PathBuf),
    #[error("{output}: cannot be written: {cause}")]
    Output { output: String, cause: io::Error },
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Error {
    pub(crate) fn refused(status: u16, error: impl Into<Message>, hint: Option<&str>) -> Self {
        Self::Refused {
            status,
            refusal: ErrorDocument::new(
                ErrorKind::of_status(status),
                error,
                hint.map(str::to_owned),
            ),
        }
    }

    /// Returns the error for a name or a parameter that is wrong.
    pub(crate) fn wrong(error: impl Into<Message>, hint: &str) -> Self {
        Self::refused(400, error, Some(hint))
    }

    /// Returns the error for a parameter with a value that is not valid.
    pub(crate) fn unfit(name: &str, found: &str, expected: &str) -> Self {
        Self::wrong(
            format!("{name} `{}`: expected {expected}", quoted(found)),
            CHANGE_IT,
        )
    }

    pub(crate) fn missing(name: &str, hint: &str) -> Self {
        Self::wrong(format!("expected a parameter `{name}`, found none"), hint)
    }

    /// Returns the error for parameters that exclude each other.
    pub(crate) fn together(names: &str) -> Self {
        let error = format!("expected one of the parameters {names}, found several");
        Self::wrong(error, "leave out all but one")
    }

    /// Returns the error for an answer that takes more work than a service allows.
    pub(crate) fn too_much(error: String) -> Self {
        let hint = "ask for less, or ask the program: it has a command of the same name";
        Self::refused(422, error, Some(hint))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {self}", self.kind())
    }
}

impl From<AnalysisError> for Error {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Oracle(error) => error.into(),
            AnalysisError::Stopped(stopped) => stopped.into(),
            error => Self::Analysis(error),
        }
    }
}

impl From<OracleError> for Error {
    /// The sources of games fail with a [`SourceError`], tables alone with a [`TableError`].
    fn from(error: OracleError) -> Self {
        let error = match error.downcast() {
            Ok(source) => return Self::Source(source),
            Err(error) => error,
        };
        match error.downcast() {
            Ok(table) => Self::Table(table),
            Err(error) => Self::Analysis(AnalysisError::Oracle(error)),
        }
    }
}

impl From<ExportError> for Error {
    fn from(error: ExportError) -> Self {
        let cause = match error {
            ExportError::Request(error) => return error.into(),
            ExportError::Stopped(stopped) => return stopped.into(),
            ExportError::Oracle(error) => return error.into(),
            ExportError::Write(cause) => cause,
            error => io::Error::other(error),
        };
        Self::Output {
            output: "the output".to_owned(),
            cause,
        }
    }
}

/// Lists folders in words: `tables or /usr/share/tables`.
pub fn in_words(folders: &[PathBuf]) -> String {
    if folders.is_empty() {
        return "any folder".to_owned();
    }
    let folders: Vec<String> = folders
        .iter()
        .map(|folder| folder.display().to_string())
        .collect();
    folders.join(" or ")
}

/// Returns what outcomes that contradict each other come from: a table file, or rules.
fn blamed(name: &RulesName, file: Option<&Path>) -> String {
    match file {
        Some(file) => file.display().to_string(),
        None => name.to_string(),
    }
}

fn in_line(line: Option<usize>) -> String {
    match line {
        Some(line) => format!(", line {line}"),
        None => String::new(),
    }
}

fn more_memory(is_limited: bool) -> &'static str {
    if is_limited {
        "raise the limit on address space (ulimit -v)"
    } else {
        "free some memory"
    }
}

fn space_left(needed: u64, available: Option<u64>) -> String {
    let left = match available {
        Some(left) => bytes(whole_bytes(left)),
        None => "an unknown amount".to_owned(),
    };
    let needed = bytes(needed);
    format!("; expected up to {needed} of disk space in all, found {left} left")
}

fn for_half_steps(half_steps: u64) -> String {
    match half_steps {
        0 => String::new(),
        half_steps => format!(", {} of it temporarily for half-steps", bytes(half_steps)),
    }
}

/// Tables exist but cannot be used.
#[derive(Debug, Error)]
#[error("{fault}")]
pub struct SourceError {
    /// The fault.
    pub fault: Box<TableError>,
    /// The rules.
    pub name: RulesName,
    /// The folder of the tables.
    pub folder: PathBuf,
}

//! Errors: one type for all front ends.

mod hint;
mod kind;

use std::io;
use std::path::PathBuf;

use teeko_analysis::AnalysisError;
use teeko_export::{ExportError, RequestError};
use teeko_rules::notation::{GameError, HeadingError, PositionError};
use teeko_rules::work::Stopped;
use teeko_rules::{Board, NameError, OracleError, RulesError, RulesName};
use teeko_table::{TableError, WriteError, drop_file_name, slide_file_name};
use thiserror::Error;

pub use self::hint::{Surface, after_write};
pub use self::kind::ErrorKind;
use crate::MemoryError;
use crate::words::{bytes, whole_bytes};

/// Why there is no answer. Messages are one line and say what was expected and what was found.
/// [`Error::hint`] says what to try next.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The text names no rules.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A rule file was named where only variants are allowed.
    #[error("{0}: expected a variant such as 44-ssss, found a rule file")]
    NoVariant(RulesName),
    /// The options do not go together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The rule file cannot be used.
    #[error(transparent)]
    RuleFile(#[from] RuleFileError),
    /// The text is a position in neither notation, or wrong in one.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The slot does not exist.
    #[error(transparent)]
    Slot(#[from] SlotError),
    /// The heading of a saved game contradicts the rules or the start.
    #[error(transparent)]
    Heading(#[from] HeadingError),
    /// The game record cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The tables do not exist.
    #[error(transparent)]
    MissingTables(#[from] MissingTables),
    /// The tables exist but cannot be used.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The source of outcomes does not know a position, or fails with an error of its own.
    #[error(transparent)]
    Analysis(AnalysisError),
    /// Two rule sets have different boards, so their positions cannot be compared.
    #[error(
        "{} and {}: expected one board, since positions are compared, found {} and {}",
        names[0], names[1], boards[0], boards[1]
    )]
    DifferentBoards {
        /// Their names.
        names: [RulesName; 2],
        /// Their boards.
        boards: [Board; 2],
    },
    /// The game is drawn, so it has no winning strategy.
    #[error("{0}: expected a forced win, found a draw")]
    Drawn(RulesName),
    /// The game has no certificate of the requested kind.
    #[error("{name}: {reason}")]
    NoCertificate {
        /// The rules.
        name: RulesName,
        /// What was expected and found, and what to request instead.
        reason: String,
    },
    /// Outcomes contradict each other. Tables whose values are wrong but whose checksums are right
    /// cause this.
    #[error(
        "{}: {contradiction}",
        file.as_ref().map_or_else(|| name.to_string(), |file| file.display().to_string())
    )]
    Contradiction {
        /// The rules.
        name: RulesName,
        /// The table file that the outcomes come from.
        file: Option<PathBuf>,
        /// The contradiction.
        contradiction: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The content hash of a table of an atlas cannot be computed.
    #[error("cannot find the content hash of a table: {0}")]
    Atlas(#[from] WriteError),
    /// There is not enough free memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// There is not enough free disk space.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// Half-steps cannot be saved.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file in a folder of tables is damaged, of other rules, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file in a folder of tables is sound, but its counts differ from a fresh solution.
    #[error("{}: expected the census of a fresh solution, found another", .0.display())]
    OtherCensus(PathBuf),
    /// Two rule sets have table files of the same name.
    #[error("{0}: expected one rule file of that name, found two that mean other rules")]
    SameName(String),
    /// A table file is missing.
    #[error("{}: expected {expected}, found none", folder.display())]
    NoTables {
        /// The folder.
        folder: PathBuf,
        /// The name of the missing file, or a description of any.
        expected: String,
    },
    /// The path is not a folder, or the folder cannot be used.
    #[error("{}: expected a folder for tables: {cause}", path.display())]
    Folder {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// A table file cannot be written.
    #[error("{}: cannot be written: {cause}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// The format cannot hold the solution.
    #[error("{}: cannot be a table file: {fault}", path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// The reason.
        fault: WriteError,
    },
    /// The game cannot be exported as requested.
    #[error(transparent)]
    Export(#[from] RequestError),
    /// The file exists already.
    #[error("{}: already exists", .0.display())]
    Exists(PathBuf),
    /// The output cannot be written.
    #[error("{output}: cannot be written: {cause}")]
    Output {
        /// The file.
        output: String,
        /// The error of the system.
        cause: io::Error,
    },
    /// The observer stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
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
        error
            .downcast()
            .map(Self::Source)
            .or_else(|error| error.downcast().map(Self::Table))
            .unwrap_or_else(|error| Self::Analysis(AnalysisError::Oracle(error)))
    }
}

impl From<ExportError> for Error {
    fn from(error: ExportError) -> Self {
        let output = |cause| Self::Output { output: "the output".to_owned(), cause };
        match error {
            ExportError::Request(error) => error.into(),
            ExportError::Stopped(stopped) => stopped.into(),
            ExportError::Oracle(error) => error.into(),
            ExportError::Write(cause) => output(cause),
            error => output(io::Error::other(error)),
        }
    }
}

/// Tables that are needed do not exist.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{name}: no tables: expected {} and {} in {}",
    slide_file_name(name),
    drop_file_name(name),
    in_words(folders)
)]
pub struct MissingTables {
    /// The rules.
    pub name: RulesName,
    /// The folders that were searched, in this order.
    pub folders: Vec<PathBuf>,
}

/// Lists folders in words: `tables or /usr/share/tables`.
pub fn in_words(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" or ")
}

/// Why a text that begins with `slot:` is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SlotError(pub(crate) String);

/// Why a rule file cannot be used. The path is the one that was named.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RuleFileError {
    /// The file cannot be read.
    #[error("{path}: cannot read the rule file: {cause}")]
    Read {
        /// The file.
        path: String,
        /// The error of the system.
        cause: io::Error,
    },
    /// The contents are wrong.
    #[error("{path}{}: {message}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Contents {
        /// The file.
        path: String,
        /// The line, from 1; `None` if the fault concerns the whole file.
        line: Option<usize>,
        /// The fault.
        message: String,
    },
}

/// The tables need more space than the disk has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{}: expected {} of free disk space for {}, found {}",
    folder.display(), bytes(*.needed), for_what(*.half_steps), bytes(whole_bytes(*.available))
)]
#[non_exhaustive]
pub struct DiskError {
    /// The folder.
    pub folder: PathBuf,
    /// The bytes that the tables take, and the half-steps that they are gathered from.
    pub needed: u64,
    /// The bytes of these half-steps, which are deleted when the tables are complete.
    pub half_steps: u64,
    /// The bytes that are free.
    pub available: u64,
}

fn for_what(half_steps: u64) -> String {
    match half_steps {
        0 => "the tables".to_owned(),
        half_steps => format!("the tables, {} of it for half-steps meanwhile", bytes(half_steps)),
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

/// Half-steps cannot be saved, or saved ones cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The folder, or a file in it, cannot be created or written.
    #[error(
        "{}: cannot be written: {cause}; expected up to {} of disk space in all, found {} left",
        path.display(),
        bytes(*.needed),
        available.map_or_else(|| "an unknown amount".to_owned(), |left| bytes(whole_bytes(left)))
    )]
    Write {
        /// The folder or file.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
        /// An upper bound on the bytes of all half-steps.
        needed: u64,
        /// The free bytes on the disk, if the system reports them.
        available: Option<u64>,
    },
    /// A file has the right checksums, but not what this half-step decides.
    #[error("{}: expected what this half-step decides, found something else", .0.display())]
    Wrong(PathBuf),
    /// Another run uses the folder.
    #[error("{}: expected a folder that no other run is working in, found one that \
        is", .0.display())]
    Busy(PathBuf),
}

//! What can go wrong, whatever is asked: one type for all front ends.

use std::io;
use std::path::PathBuf;

use teeko_analysis::AnalysisError;
use teeko_export::{ExportError, RequestError};
use teeko_rules::notation::GameError;
use teeko_rules::work::Stopped;
use teeko_rules::{Board, NameError, RulesError, RulesName};
use teeko_table::{TableError, WriteError, drop_file_name, slide_file_name};
use thiserror::Error;

use crate::positions::PositionTextError;
use crate::words::{bytes, whole_bytes};
use crate::{DiskError, MemoryError, RuleFileError};

/// Why there is no answer. Messages are one line and say what was expected and what was found; what
/// to try next is for the front end to say, which knows what its users can do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A text that names no rules.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A rule file where only variants are looked at.
    #[error("{0}: expected a variant such as 44-ssss, found a rule file")]
    NoVariant(RulesName),
    /// Options that do not go together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A rule file that does not serve.
    #[error(transparent)]
    RuleFile(#[from] RuleFileError),
    /// A text that names no position.
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// A record of no game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Tables that are not there.
    #[error(transparent)]
    MissingTables(#[from] MissingTables),
    /// Tables that are there and do not serve.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A position that the source of outcomes does not know, or a source that fails.
    #[error(transparent)]
    Analysis(#[from] AnalysisError<SourceError>),
    /// Two rule sets that have no positions in common.
    #[error(transparent)]
    DifferentBoards(#[from] DifferentBoards),
    /// A game without a winning strategy, since it is drawn.
    #[error("{0}: expected a forced win, found a draw, whose certificate is the table itself")]
    Drawn(RulesName),
    /// A game without a certificate of what was asked for.
    #[error("{name}: {reason}")]
    NoCertificate {
        /// The rules.
        name: RulesName,
        /// What was expected and found, and what to ask for instead.
        reason: String,
    },
    /// Outcomes that do not fit together, such as those of tables whose values are wrong although
    /// their checksums are right.
    #[error("{}: {contradiction}", file.as_ref().map_or_else(|| name.to_string(), |file| file.display().to_string()))]
    Contradiction {
        /// The rules.
        name: RulesName,
        /// The table file that the outcomes come from.
        file: Option<PathBuf>,
        /// What does not fit.
        contradiction: Box<dyn std::error::Error + Send + Sync>,
    },
    /// An atlas whose tables the format cannot hold.
    #[error(transparent)]
    Atlas(Box<dyn std::error::Error + Send + Sync>),
    /// Less memory than it takes.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// Less space on a disk than it takes.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// Half-steps that cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A folder of tables that cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A game that cannot be exported as requested.
    #[error(transparent)]
    Export(#[from] RequestError),
    /// A file that is there already.
    #[error("{}: expected no such file, found one", .0.display())]
    Exists(PathBuf),
    /// An output that cannot be written.
    #[error("{output}: cannot be written: {cause}")]
    Output {
        /// The file.
        output: String,
        /// Why.
        cause: io::Error,
    },
    /// The observer of the work said to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<ExportError> for Error {
    fn from(error: ExportError) -> Self {
        let output = |cause| Self::Output { output: "the output".to_owned(), cause };
        match error {
            ExportError::Request(error) => error.into(),
            ExportError::Stopped(stopped) => stopped.into(),
            // The values of a game have no other errors.
            ExportError::Values(error) => error
                .downcast::<SourceError>()
                .map_or_else(|other| output(io::Error::other(other)), |error| Self::Source(*error)),
            ExportError::Write(cause) => output(cause),
            error => output(io::Error::other(error)),
        }
    }
}

/// What is at fault, for those who do something else in each case: programs that have exit codes,
/// or exceptions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ErrorKind {
    /// What was asked for: a name, options, or something that these rules do not have.
    Request,
    /// A position, a move or a game.
    Position,
    /// Tables that are not there.
    MissingTables,
    /// Tables that are damaged, or of other rules.
    Damaged,
    /// Files, memory or threads that are not to be had.
    Resources,
    /// Nothing: the work was stopped.
    Stopped,
}

impl Error {
    /// What is at fault.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Name(_)
            | Self::NoVariant(_)
            | Self::Rules(_)
            | Self::DifferentBoards(_)
            | Self::Export(_)
            | Self::Drawn(_)
            | Self::NoCertificate { .. }
            | Self::RuleFile(RuleFileError::TooLong { .. } | RuleFileError::Contents { .. })
            | Self::Folder(FolderError::SameName(_)) => ErrorKind::Request,
            Self::Position(_) | Self::Game(_) => ErrorKind::Position,
            Self::MissingTables(_) | Self::Folder(FolderError::NoTables { .. }) => {
                ErrorKind::MissingTables
            }
            Self::Source(error) | Self::Analysis(AnalysisError::Oracle(error)) => error.kind(),
            Self::Analysis(AnalysisError::Unknown(_))
            | Self::Contradiction { .. }
            | Self::Folder(FolderError::Unsound { .. } | FolderError::OtherCensus(_)) => {
                ErrorKind::Damaged
            }
            Self::Stopped(_)
            | Self::Analysis(AnalysisError::Stopped(_))
            | Self::Folder(FolderError::Stopped(_)) => ErrorKind::Stopped,
            // What else can go wrong is that memory, threads, files or the output do not suffice.
            _ => ErrorKind::Resources,
        }
    }
}

/// Tables that are needed and not there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{name}: expected {} and {} in {}, found none such",
    slide_file_name(name),
    drop_file_name(name),
    in_words(folders)
)]
pub struct MissingTables {
    /// The rules.
    pub name: RulesName,
    /// Where they were looked for, in this order.
    pub folders: Vec<PathBuf>,
}

/// Folders in words: `tables or /usr/share/tables`.
pub fn in_words(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" or ")
}

/// Tables that are there and do not serve.
#[derive(Debug, Error)]
#[error("{fault}")]
pub struct SourceError {
    /// What is wrong.
    pub fault: Box<TableError>,
    /// The rules.
    pub name: RulesName,
    /// Where the tables are.
    pub folder: PathBuf,
}

impl SourceError {
    /// What is at fault.
    pub fn kind(&self) -> ErrorKind {
        if self.is_corrupt() { ErrorKind::Damaged } else { ErrorKind::Resources }
    }

    /// Whether a file itself is damaged or of other rules, not just out of reach.
    pub fn is_corrupt(&self) -> bool {
        !matches!(*self.fault, TableError::Io { .. } | TableError::Memory { .. })
    }
}

/// Two rule sets whose positions cannot be compared.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{} and {}: expected one board, since positions are compared, found {} and {}",
    names[0], names[1], boards[0], boards[1]
)]
pub struct DifferentBoards {
    /// Their names.
    pub names: [RulesName; 2],
    /// Their boards.
    pub boards: [Board; 2],
}

/// Why a folder of tables cannot be used or added to.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file in it is damaged or of other rules.
    #[error("{fault}")]
    Unsound {
        /// What is wrong.
        fault: TableError,
    },
    /// A file in it is sound, and says something else than a fresh solution.
    #[error("{}: expected the census of a fresh solution, found another", .0.display())]
    OtherCensus(PathBuf),
    /// Two rule sets would have files of the same name.
    #[error("{0}: expected one rule file of that name, found two that mean other rules")]
    SameName(String),
    /// A file in it cannot be read.
    #[error("{fault}")]
    Unreadable {
        /// What the system says.
        fault: TableError,
    },
    /// A file that should be there is not.
    #[error("{}: expected {expected}, found none", folder.display())]
    NoTables {
        /// The folder.
        folder: PathBuf,
        /// The name of the file, or words for any.
        expected: String,
    },
    /// It is no folder, or cannot be used as one.
    #[error("{}: expected a folder for tables: {cause}", path.display())]
    Folder {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A file in it cannot be written.
    #[error("{}: cannot be written: {cause}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A solution that the format cannot hold.
    #[error("{}: cannot be a table file: {fault}", path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// Why not.
        fault: WriteError,
    },
    /// The observer of the work said to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<TableError> for FolderError {
    fn from(fault: TableError) -> Self {
        if matches!(fault, TableError::Io { .. } | TableError::Memory { .. }) {
            Self::Unreadable { fault }
        } else {
            Self::Unsound { fault }
        }
    }
}

/// Half-steps that cannot be kept, or not be taken from where they were kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The folder, or a file in it, cannot be made or written.
    #[error(
        "{}: cannot be written: {cause}; expected up to {} of disk space in all, found {} left",
        path.display(), bytes(*.needed), available.map_or_else(|| "an unknown amount".to_owned(), |left| bytes(whole_bytes(left)))
    )]
    Write {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
        /// The bytes that all half-steps take, from above.
        needed: u64,
        /// The bytes that are left on the disk, if the system tells.
        available: Option<u64>,
    },
    /// A file that was sound when it was opened, and is not any more.
    #[error("{}: expected what a half-step has decided, found something else", .0.display())]
    Changed(PathBuf),
    /// Another run is at work there.
    #[error("{}: expected a folder that no other run is working in, found one that is", .0.display())]
    Busy(PathBuf),
}

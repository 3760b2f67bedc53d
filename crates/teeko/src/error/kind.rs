//! Kinds of errors, and what each surface makes of them.

use teeko_analysis::AnalysisError;
use teeko_table::TableError;

use super::Error;

/// The kind of an error. It decides the exit code, the HTTP status, the exception and the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request is wrong: a name, an option, or something that these rules do not have.
    Request,
    /// The request is right, but these rules have no such answer, or a limit refuses it.
    NoAnswer,
    /// A position, a move or a game is wrong.
    Position,
    /// Tables do not exist.
    MissingTables,
    /// Tables are damaged, or of other rules.
    Damaged,
    /// Memory does not suffice.
    Memory,
    /// Files, memory or threads are not available.
    Resources,
    /// The observer stopped the work.
    Stopped,
}

impl ErrorKind {
    /// Returns the exit code of the program (the status of the C library), the HTTP status, the
    /// name of the exception in Python, and the code of the error in JavaScript.
    const fn on_surfaces(self) -> (u8, u16, &'static str, &'static str) {
        match self {
            Self::Request => (2, 400, "InputError", "request"),
            Self::NoAnswer => (2, 422, "InputError", "no-answer"),
            Self::Position => (3, 400, "InputError", "position"),
            Self::MissingTables => (4, 500, "MissingTablesError", "missing-tables"),
            Self::Damaged => (5, 500, "DamagedTablesError", "damaged-tables"),
            Self::Memory => (6, 422, "ResourceError", "memory"),
            Self::Resources => (6, 500, "ResourceError", "resources"),
            Self::Stopped => (130, 503, "TeekoError", "stopped"),
        }
    }

    /// Returns the exit code of the program, which is also the status of the C library.
    pub const fn exit_code(self) -> u8 {
        self.on_surfaces().0
    }

    /// Returns the status of the service's answer: 400 if the client can mend the request, 422 if
    /// a valid request has no answer, 503 if the work was stopped, 500 otherwise.
    pub const fn status(self) -> u16 {
        self.on_surfaces().1
    }

    /// Returns the name of the exception in Python.
    pub const fn exception(self) -> &'static str {
        self.on_surfaces().2
    }

    /// Returns the code of the error in JavaScript, such as `position`.
    pub const fn code(self) -> &'static str {
        self.on_surfaces().3
    }

    /// Returns whether a table is damaged or of other rules, or cannot be read.
    pub fn of_table(fault: &TableError) -> Self {
        match fault {
            TableError::Io { .. } | TableError::Memory { .. } => Self::Resources,
            _ => Self::Damaged,
        }
    }
}

impl Error {
    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Drawn(_) | Self::NoCertificate { .. } | Self::Refused { status: 422, .. } => {
                ErrorKind::NoAnswer
            }
            Self::Name(_)
            | Self::NoVariant(_)
            | Self::Rules(_)
            | Self::DifferentBoards { .. }
            | Self::Export(_)
            | Self::RuleFile { .. }
            | Self::Refused { .. }
            | Self::SameName(_) => ErrorKind::Request,
            Self::Position(_) | Self::Slot(_) | Self::Heading(_) | Self::Game(_) => {
                ErrorKind::Position
            }
            Self::MissingTables { .. } | Self::NoTables { .. } => ErrorKind::MissingTables,
            Self::Source(error) => ErrorKind::of_table(&error.fault),
            Self::Table(fault) => ErrorKind::of_table(fault),
            Self::Analysis(AnalysisError::Unknown(_))
            | Self::Contradiction { .. }
            | Self::HalfStep(_)
            | Self::OtherCensus(_) => ErrorKind::Damaged,
            Self::Memory { .. } => ErrorKind::Memory,
            Self::Stopped(_) => ErrorKind::Stopped,
            // All other errors mean that memory, threads, files or the output do not suffice.
            _ => ErrorKind::Resources,
        }
    }
}

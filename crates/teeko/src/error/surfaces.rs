//! What surfaces have of an error: its kind, and the document that a service sends.

use std::io::{self, ErrorKind as IoKind};

use schemars::JsonSchema;
use serde::Serialize;
use strum::IntoStaticStr;
use teeko_rules::Message;
use teeko_table::TableError;

/// The kind of an error. It decides the exit code, the HTTP status and the exception. Its name is
/// the code of the error in JSON.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema, IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[schemars(rename = "ErrorCode")]
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
    DamagedTables,
    /// Memory does not suffice.
    Memory,
    /// Files, memory or threads are not available.
    Resources,
    /// The work was stopped, or takes too long.
    Stopped,
    /// The program has a fault.
    Fault,
}

impl ErrorKind {
    /// Returns the exit code of the program, the HTTP status and the name of the exception in
    /// Python.
    const fn on_surfaces(self) -> (u8, u16, &'static str) {
        match self {
            Self::Request => (2, 400, "InputError"),
            Self::NoAnswer => (2, 422, "InputError"),
            Self::Position => (3, 400, "InputError"),
            Self::MissingTables => (4, 500, "MissingTablesError"),
            Self::DamagedTables => (5, 500, "DamagedTablesError"),
            Self::Memory => (6, 422, "ResourceError"),
            Self::Resources | Self::Fault => (6, 500, "ResourceError"),
            Self::Stopped => (130, 503, "StoppedError"),
        }
    }

    /// Returns the kind of a refusal of which only the HTTP status is known.
    pub const fn of_status(status: u16) -> Self {
        match status {
            422 => Self::NoAnswer,
            503 => Self::Stopped,
            500.. => Self::Fault,
            _ => Self::Request,
        }
    }

    /// Returns the exit code of the program. The status of the C library is the same, but after a
    /// fault, where it is that of a panic.
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

    /// Returns the code of the error in JSON, such as `position`.
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Returns whether a table is damaged or of other rules, or cannot be read.
    pub fn of_table(fault: &TableError) -> Self {
        match fault {
            TableError::Io { .. } | TableError::Memory { .. } => Self::Resources,
            _ => Self::DamagedTables,
        }
    }
}

const IN_ITS_PLACE: &str = "remove what is in its place, or choose another folder";

/// Returns what to try next after a failed write.
pub fn after_write(cause: &io::Error) -> &'static str {
    match cause.kind() {
        _ if is_full(cause) => "free some space, or choose another folder",
        IoKind::PermissionDenied | IoKind::ReadOnlyFilesystem => {
            "get permission to write there, or choose another folder"
        }
        IoKind::NotFound => "create its folder first, or choose another folder",
        // A folder, a pipe or a link, where a file belongs; or a file, where a folder does.
        IoKind::IsADirectory | IoKind::NotADirectory | IoKind::AlreadyExists => IN_ITS_PLACE,
        // The same, found by this program. The system says so of operations that it cannot do.
        IoKind::InvalidInput if cause.raw_os_error().is_none() => IN_ITS_PLACE,
        _ => "choose another folder",
    }
}

/// Returns whether a write failed because there is no more space.
pub(crate) fn is_full(cause: &io::Error) -> bool {
    let kinds = [
        IoKind::StorageFull,
        IoKind::QuotaExceeded,
        IoKind::FileTooLarge,
    ];
    kinds.contains(&cause.kind())
}

pub(crate) const CHANGE_IT: &str = "change its value, or leave it out";

/// Why a question has no answer, and what to try next. It has no field `schema`; the field `error`
/// distinguishes it from answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
#[schemars(rename = "Refusal")]
pub struct ErrorDocument {
    /// What was expected, and what was found.
    pub error: Message,
    /// The kind of the error. Messages may change; codes do not.
    pub code: ErrorKind,
    /// What to try next; null if there is no hint.
    pub hint: Option<String>,
    /// The answer with what was found before a limit was reached; or what a name of a circle may
    /// mean. Left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Box<serde_json::Value>>,
}

impl ErrorDocument {
    /// Returns the document.
    pub fn new(code: ErrorKind, error: impl Into<Message>, hint: Option<String>) -> Self {
        Self {
            error: error.into(),
            code,
            hint,
            found: None,
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// `unwrap` shows text for people, not nested structs.
    #[test]
    fn debug_has_the_kind_and_the_message() {
        let error = crate::variant("45-ssss").unwrap_err();
        assert_eq!(format!("{error:?}"), format!("Request: {error}"));
        let game = crate::Game::solve("44-ssss+4x4").unwrap();
        let error = game.after_moves("6 6").unwrap_err();
        assert_eq!(format!("{error:#?}"), format!("Position: {error}"));
        assert!(error.to_string().starts_with("ply 2, "), "{error}");
    }

    /// The system reports EINVAL for operations that it does not have, such as `fsync`.
    #[test]
    fn what_is_in_the_place_of_a_file_is_to_be_removed_only_if_something_is() {
        let einval = io::Error::from_raw_os_error(22);
        assert_eq!(einval.kind(), IoKind::InvalidInput);
        assert_eq!(after_write(&einval), "choose another folder");
        let pipe = io::Error::new(IoKind::InvalidInput, "expected a file, found a pipe");
        assert_eq!(after_write(&pipe), IN_ITS_PLACE);
    }
}

//! The line of many that asks about a position, and why one does not.

use std::str::Utf8Error;

use teeko_rules::{Message, RulesName};

use crate::error::{Error, ErrorKind};
use crate::questions::asked_position::AskedPosition;

/// Marks the line of an item of a JSON array that is of no type that asks. JSON never contains it.
pub(super) const NO_QUESTION: char = '\0';

/// A line that asks about a position, perhaps with a variant and an id.
#[derive(Debug)]
#[non_exhaustive]
pub struct AskedLine<'a> {
    /// The id, any JSON value as it was written. The answer repeats it.
    pub id: Option<&'a str>,
    /// The variant, if the line names one.
    pub variant: Option<RulesName>,
    /// The position.
    pub at: AskedPosition,
}

/// Why a line asks about no position.
#[derive(Debug)]
pub struct AskedLineError<'a> {
    /// The id, if the line has one.
    pub id: Option<&'a str>,
    /// The fault.
    pub fault: LineFault,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineFault {
    /// Its kind.
    pub kind: ErrorKind,
    /// What was expected, and what was found.
    pub message: Message,
}

impl LineFault {
    /// Returns the fault of a line that has the wrong form.
    pub fn of_form(message: impl Into<Message>) -> Self {
        Self {
            kind: ErrorKind::Request,
            message: message.into(),
        }
    }

    pub(super) fn of_encoding(error: Utf8Error) -> Self {
        Self {
            kind: ErrorKind::Position,
            message: format!("line: expected UTF-8 text, found other bytes: {error}").into(),
        }
    }

    pub(super) fn without_id(self) -> AskedLineError<'static> {
        AskedLineError {
            id: None,
            fault: self,
        }
    }
}

impl<E: Into<Error>> From<E> for LineFault {
    fn from(error: E) -> Self {
        let error = error.into();
        Self {
            kind: error.kind(),
            message: error.message(),
        }
    }
}

impl AskedLine<'_> {
    /// Returns a line that says no more than a position.
    pub(super) fn of(at: AskedPosition) -> Self {
        Self {
            id: None,
            variant: None,
            at,
        }
    }
}

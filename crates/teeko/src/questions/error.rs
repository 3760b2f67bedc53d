//! Why a request has no answer.

use teeko_rules::notation::GameError;
use teeko_rules::{NameError, quoted};
use thiserror::Error;

use crate::documents::Refusal;
use crate::{Error, ErrorKind, PuzzleError};

/// Why a request has no answer. Messages are one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The request is wrong, or asks for too much.
    #[error("{}", refusal.error)]
    Refused {
        /// The HTTP status.
        status: u16,
        /// What was expected and found, and what to try next.
        refusal: Refusal,
    },
    /// No such puzzles can exist.
    #[error(transparent)]
    Puzzles(#[from] PuzzleError),
    /// The error of the game.
    #[error(transparent)]
    Teeko(Error),
}

impl<E: Into<Error>> From<E> for RequestError {
    fn from(error: E) -> Self {
        Self::Teeko(error.into())
    }
}

/// The hint for a parameter with a value that is not valid.
const CHANGE_IT: &str = "change its value, or leave it out";

impl RequestError {
    pub(super) fn new(status: u16, error: impl Into<String>, hint: Option<&str>) -> Self {
        Self::Refused { status, refusal: Refusal::new(error, hint.map(str::to_owned)) }
    }

    /// Returns the error for a name or a parameter that is wrong.
    pub(super) fn wrong(error: impl Into<String>, hint: &str) -> Self {
        Self::new(400, error, Some(hint))
    }

    /// Returns the error for a parameter with a value that is not valid.
    pub(super) fn unfit(name: &str, found: &str, expected: &str) -> Self {
        Self::wrong(format!("{name} `{}`: expected {expected}", quoted(found)), CHANGE_IT)
    }

    /// Returns the error for a parameter that is required but missing.
    pub(super) fn missing(name: &str, hint: &str) -> Self {
        Self::wrong(format!("expected a parameter `{name}`, found none"), hint)
    }

    /// Returns the error for parameters that exclude each other.
    pub(super) fn together(names: &str) -> Self {
        let error = format!("expected one of the parameters {names}, found several");
        Self::wrong(error, "leave out all but one")
    }

    /// Returns the error for an answer that takes more work than a service allows.
    pub(super) fn too_much(error: String) -> Self {
        let hint = "ask for less, or ask the program: it has a command of the same name";
        Self::new(422, error, Some(hint))
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Teeko(error) => error.kind(),
            _ => ErrorKind::Request,
        }
    }

    /// Returns the HTTP status: 404 if the path does not exist, 400 if a name, a position or a
    /// parameter is wrong, 422 if limits refuse a valid request or these rules have no such answer,
    /// 503 if the work was stopped, 500 otherwise.
    pub fn status(&self) -> u16 {
        match self {
            Self::Refused { status, .. } => *status,
            Self::Puzzles(_) => 400,
            Self::Teeko(error) => status_of(error),
        }
    }

    /// Returns what to try next, if there is a hint.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::Refused { refusal, .. } => refusal.hint.as_deref(),
            Self::Puzzles(_) => Some(CHANGE_IT),
            Self::Teeko(error) => hint_for(error),
        }
    }

    /// Returns the error as a document.
    pub fn document(&self) -> Refusal {
        match self {
            Self::Refused { refusal, .. } => refusal.clone(),
            _ => Refusal::new(self.to_string(), self.hint().map(str::to_owned)),
        }
    }
}

fn status_of(error: &Error) -> u16 {
    match (error, error.kind()) {
        #[cfg(feature = "file")]
        (Error::Memory(_), _) => 422,
        (Error::Drawn(_) | Error::NoCertificate { .. }, _) => 422,
        (_, ErrorKind::Request | ErrorKind::Position) => 400,
        (_, ErrorKind::Stopped) => 503,
        _ => 500,
    }
}

fn hint_for(error: &Error) -> Option<&'static str> {
    match error {
        Error::Name(NameError::NoPrice { .. }) => {
            Some("add its price to the goal, as in goals=1.2.6.7=3")
        }
        Error::Name(_) | Error::NoVariant(_) => Some(
            "/v1/variants lists the sixteen; any name is GOALS-PLAN[+OPTION…], as in \
             58-sppp+no-centre or 44-ssss+4x4",
        ),
        Error::Rules(_) => Some("leave out one of the options"),
        Error::DifferentBoards { .. } => Some("name two variants of the same board"),
        Error::Drawn(_) => Some("leave out `points` to get a proof of the draw"),
        Error::NoCertificate { .. } => {
            Some("ask for another number of points, or for another variant")
        }
        Error::Position(_) | Error::Slot(_) => Some(
            "write b:7,9,12,14 r:10,13,17,19 b with circles 1 to 25 or a5 to e1, or rows such as \
             5/1b1b1/5/1r1r1/5 b",
        ),
        // Its message says what to try.
        Error::Game(GameError::Heading(_)) => None,
        Error::Game(_) => {
            Some("write drops as 13 and slides as 14-8, with spaces or commas between them")
        }
        #[cfg(feature = "file")]
        Error::Memory(_) => Some("try a smaller board, or a game that is not for points"),
        _ => None,
    }
}

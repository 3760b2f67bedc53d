//! Why a request has no answer.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::quoted;
use thiserror::Error;

use crate::{Error, ErrorKind};

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
pub(super) const CHANGE_IT: &str = "change its value, or leave it out";

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
            Self::Refused { status: 422, .. } => ErrorKind::NoAnswer,
            Self::Refused { .. } => ErrorKind::Request,
        }
    }

    /// Returns the HTTP status: 404 if the path does not exist, 400 if a name, a position or a
    /// parameter is wrong, 422 if limits refuse a valid request or these rules have no such answer,
    /// 503 if the work was stopped, 500 otherwise.
    pub fn status(&self) -> u16 {
        match self {
            Self::Refused { status, .. } => *status,
            Self::Teeko(error) => error.kind().status(),
        }
    }

    /// Returns what to try next, if there is a hint.
    pub fn hint(&self) -> Option<String> {
        self.document().hint
    }

    /// Returns the error as a document.
    pub fn document(&self) -> Refusal {
        match self {
            Self::Refused { refusal, .. } => refusal.clone(),
            Self::Teeko(error) => {
                Refusal::new(error.to_string(), error.hint_of_service().map(str::to_owned))
            }
        }
    }
}

/// Why a question has no answer, and what to try next. It has no field `schema`; the field `error`
/// distinguishes it from answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Refusal {
    /// What was expected, and what was found.
    pub error: String,
    /// What to try next; null if there is no hint.
    pub hint: Option<String>,
    /// The answer with what was found before a limit was reached. Left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Box<serde_json::Value>>,
}

impl<E: Into<RequestError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        error.into().document()
    }
}

impl Refusal {
    /// Returns the document.
    pub fn new(error: impl Into<String>, hint: Option<String>) -> Self {
        Self { error: error.into(), hint, found: None }
    }
}

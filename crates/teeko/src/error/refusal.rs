//! Requests that are refused, and errors as documents.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::quoted;

use super::Error;

pub(crate) const CHANGE_IT: &str = "change its value, or leave it out";

impl Error {
    pub(crate) fn refused(status: u16, error: impl Into<String>, hint: Option<&str>) -> Self {
        Self::Refused { status, refusal: Refusal::new(error, hint.map(str::to_owned)) }
    }

    /// Returns the error for a name or a parameter that is wrong.
    pub(crate) fn wrong(error: impl Into<String>, hint: &str) -> Self {
        Self::refused(400, error, Some(hint))
    }

    /// Returns the error for a parameter with a value that is not valid.
    pub(crate) fn unfit(name: &str, found: &str, expected: &str) -> Self {
        Self::wrong(format!("{name} `{}`: expected {expected}", quoted(found)), CHANGE_IT)
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

    /// Returns the HTTP status: 404 if the path does not exist, 400 if a name, a position or a
    /// parameter is wrong, 422 if limits refuse a valid request or these rules have no such answer,
    /// 503 if the work was stopped, 500 otherwise.
    pub fn status(&self) -> u16 {
        match self {
            Self::Refused { status, .. } => *status,
            error => error.kind().status(),
        }
    }

    /// Returns the error as a document, with a hint in paths and parameters of the service.
    pub fn document(&self) -> Refusal {
        match self {
            Self::Refused { refusal, .. } => refusal.clone(),
            error => Refusal::new(error.to_string(), error.hint_of_service().map(str::to_owned)),
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

impl Refusal {
    /// Returns the document.
    pub fn new(error: impl Into<String>, hint: Option<String>) -> Self {
        Self { error: error.into(), hint, found: None }
    }
}

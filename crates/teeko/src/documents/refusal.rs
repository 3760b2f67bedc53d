//! Why a question has no answer.

use schemars::JsonSchema;
use serde::Serialize;

use crate::questions::RequestError;

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

//! Why a question has no answer.

use schemars::JsonSchema;
use serde::Serialize;

/// Why a question has no answer, and what to try next. It has no field `schema`: `error` tells it
/// from all answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Refusal {
    /// What was expected, and what was found.
    pub error: String,
    /// What to try next; null where nothing helps.
    pub hint: Option<String>,
}

impl Refusal {
    /// The document.
    pub fn new(error: impl Into<String>, hint: Option<String>) -> Self {
        Self { error: error.into(), hint }
    }
}

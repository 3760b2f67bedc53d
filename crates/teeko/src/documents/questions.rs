//! `teeko.questions/1`: the table of questions.

use schemars::JsonSchema;
use serde::Serialize;

use crate::questions::Definition;

/// The table of questions.
#[derive(Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Questions {
    /// `teeko.questions/1`.
    pub schema: &'static str,
    /// In the order of the table.
    pub questions: Vec<QuestionEntry>,
}

/// A question.
#[derive(Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct QuestionEntry {
    /// Its definition.
    #[serde(flatten)]
    pub definition: &'static Definition,
    /// Its path, with `{variant}` for the name of the rules.
    pub path: String,
    /// Its method: `get` or `post`.
    pub method: &'static str,
}

impl Questions {
    /// Returns the document on a table.
    pub fn new(questions: &'static [Definition]) -> Self {
        let entry = |definition: &'static Definition| QuestionEntry {
            definition,
            path: definition.path(),
            method: definition.method(),
        };
        Self { schema: "teeko.questions/1", questions: questions.iter().map(entry).collect() }
    }
}

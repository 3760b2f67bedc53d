//! The questions themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::definition::{About, Definition};
use super::parameters::Parameter;
use super::{Ask, Error, QUESTIONS, Subject};

/// Show the questions, with their parameters
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AllQuestion {}

impl Ask for AllQuestion {
    type Answer<'a> = Questions;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Questions, Error> {
        let entry = |definition: &'static Definition| QuestionEntry {
            name: definition.name,
            about: definition.about,
            parameters: &definition.declared.parameters,
            summary: definition.declared.summary(),
            media_type: definition.media_type,
            path: definition.path(),
            method: definition.method(),
        };
        let questions = QUESTIONS.iter().map(entry).collect();
        Ok(Questions {
            schema: "teeko.questions/1",
            questions,
        })
    }
}

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
    /// Its name: `line`. Routes, counters and methods have the same name.
    pub name: &'static str,
    /// The subject of the question, which decides its path.
    pub about: About,
    /// The parameters, without those that name rules.
    pub parameters: &'static [Parameter],
    /// One line of help.
    pub summary: &'static str,
    /// The media type of an answer.
    pub media_type: &'static str,
    /// Its path, with `{variant}` for the name of the rules.
    pub path: String,
    /// Its method: `get` or `post`.
    pub method: &'static str,
}

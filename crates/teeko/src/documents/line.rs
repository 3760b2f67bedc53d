//! `teeko.line/1`: perfect play to the end.

use serde::Serialize;
use teeko_analysis::BestLine;
use teeko_rules::notation::rows_form;
use teeko_rules::{Position, Rules};

use super::OutcomeFields;

/// A line of perfect play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// `teeko.line/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// Where it starts.
    pub position: String,
    /// What that is worth to the side to move there.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The plies.
    pub line: Vec<String>,
}

impl Line {
    /// The document on a line.
    pub fn new(variant: &str, rules: &Rules, position: &Position, line: &BestLine) -> Self {
        Self {
            schema: "teeko.line/1",
            variant: variant.to_owned(),
            position: rows_form(rules.board(), position),
            value: OutcomeFields::new(Some(line.outcome)),
            line: line.plies.iter().map(ToString::to_string).collect(),
        }
    }
}

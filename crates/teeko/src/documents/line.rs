//! `teeko.line/1`: perfect play to the end.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::BestLine;
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, Position, Rules};

use super::OutcomeFields;

/// A line of perfect play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Line {
    /// `teeko.line/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The position where the line starts.
    pub position: String,
    /// The value of that position for the side to move.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The plies.
    pub line: Vec<String>,
    /// The positions after each ply; left out unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
}

impl Line {
    /// Returns the document on a line.
    pub fn new(variant: &str, rules: &Rules, position: &Position, line: &BestLine) -> Self {
        Self {
            schema: "teeko.line/1",
            variant: variant.to_owned(),
            position: rows_form(rules.board(), position),
            value: OutcomeFields::of_value(rules.scoring(), Some(line.value())),
            line: line.plies.iter().map(ToString::to_string).collect(),
            positions: None,
        }
    }

    /// Adds the positions after each ply.
    #[must_use]
    pub fn with_positions(self, board: Board, positions: impl Iterator<Item = Position>) -> Self {
        Self {
            positions: Some(positions.map(|position| rows_form(board, &position)).collect()),
            ..self
        }
    }
}

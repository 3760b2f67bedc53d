//! `teeko.line/1`: perfect play to the end.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::notation::rows_form;
use teeko_rules::{Oracle, Position};

use super::OutcomeFields;
use crate::questions::LineAnswer;

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

impl LineAnswer<'_> {
    /// Returns the answer as a document.
    pub fn document(&self) -> Line {
        let Self { game, position, line, boards } = self;
        let rows = |position: &Position| rows_form(game.board(), position);
        let positions = || line.positions(position).map(|position| rows(&position)).collect();
        Line {
            schema: "teeko.line/1",
            variant: game.name().to_owned(),
            position: rows(position),
            value: OutcomeFields::of_value(game.rules().scoring(), Some(line.value)),
            line: line.plies.iter().map(ToString::to_string).collect(),
            positions: boards.then(positions),
        }
    }
}

//! `teeko.puzzles/1`: positions in which exactly one move wins, or, in games for points, exactly
//! one scores the most.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::notation::rows_form;
use teeko_rules::{Outcome, Value};

use super::OutcomeFields;
use crate::{Game, PuzzleSheet};

/// Puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Puzzles {
    /// `teeko.puzzles/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The value of all positions for Black, who is to move. It has a score only if one was
    /// requested.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The phase of the positions, `drop` or `slide`.
    pub phase: &'static str,
    /// Whether there is one fastest move at each of Black's turns along the solution.
    pub unique: bool,
    /// The seed of the search order.
    pub seed: u64,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A position in which exactly one move wins, or scores the most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The points that Black scores; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// The number of pieces on the board.
    pub layer: usize,
    /// The slot in that layer of the public index, which ignores the numbers on pieces.
    pub slot: u64,
    /// Perfect play to the end; in games for points it may be shorter than the distance.
    pub line: Vec<String>,
}

impl Puzzles {
    /// Returns the document on a sheet of puzzles.
    pub fn new(game: &Game, sheet: &PuzzleSheet) -> Self {
        let puzzle = |puzzle: &teeko_analysis::Puzzle| Puzzle {
            position: rows_form(game.board(), &puzzle.position),
            score: sheet.scoring.is_for_points().then_some(puzzle.line.value.score),
            layer: puzzle.position.layer(),
            slot: puzzle.slot,
            line: puzzle.line.plies.iter().map(ToString::to_string).collect(),
        };
        let win = Outcome::Win(sheet.filter.distance);
        Self {
            schema: "teeko.puzzles/1",
            variant: game.name().to_owned(),
            value: match sheet.filter.score {
                Some(points) => {
                    OutcomeFields::of_value(sheet.scoring, Some(Value::new(win, points)))
                }
                None => OutcomeFields::new(Some(win)),
            },
            phase: sheet.filter.phase.name(),
            unique: sheet.filter.unique,
            seed: sheet.seed,
            puzzles: sheet.puzzles.iter().map(puzzle).collect(),
        }
    }
}

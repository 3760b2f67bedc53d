//! `teeko.puzzles/1`: positions with one winning move, in games for points with one that nets the
//! most.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, Outcome, Value};

use super::OutcomeFields;
use crate::PuzzleSheet;

/// Puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Puzzles {
    /// `teeko.puzzles/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// What all positions are worth to Black, who is to move. Without a score, unless one was asked
    /// for.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The phase that the positions are of, `drop` or `slide`.
    pub phase: &'static str,
    /// Whether there is one fastest move at each of Black's turns along the solution.
    pub unique: bool,
    /// The number that the order of the search comes from.
    pub seed: u64,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A position with one winning move, or one that nets the most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The points that Black nets; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// The number of pieces on the board.
    pub layer: usize,
    /// Its slot in that layer of the public index, which does not know numbers on pieces.
    pub slot: u64,
    /// Perfect play to the end; in games for points it may be shorter than the distance.
    pub line: Vec<String>,
}

impl Puzzles {
    /// The document on a sheet of puzzles.
    pub fn new(variant: &str, board: Board, sheet: &PuzzleSheet) -> Self {
        let puzzle = |puzzle: &teeko_analysis::Puzzle| Puzzle {
            position: rows_form(board, &puzzle.position),
            score: sheet.scoring.is_for_points().then_some(puzzle.line.score),
            layer: puzzle.position.layer(),
            slot: puzzle.slot,
            line: puzzle.line.plies.iter().map(ToString::to_string).collect(),
        };
        let win = Outcome::Win(sheet.filter.distance);
        Self {
            schema: "teeko.puzzles/1",
            variant: variant.to_owned(),
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

//! `teeko.puzzles/1`: positions with one winning move.

use serde::Serialize;
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, Outcome};

use super::OutcomeFields;
use crate::PuzzleSheet;

/// Puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Puzzles {
    /// `teeko.puzzles/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// What all positions are worth to Black, who is to move.
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

/// A position with one winning move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The number of pieces on the board.
    pub layer: usize,
    /// Its slot in that layer of the public index.
    pub slot: u64,
    /// Perfect play to the end.
    pub line: Vec<String>,
}

impl Puzzles {
    /// The document on a sheet of puzzles.
    pub fn new(variant: &str, board: Board, sheet: &PuzzleSheet) -> Self {
        let puzzle = |puzzle: &teeko_analysis::Puzzle| Puzzle {
            position: rows_form(board, &puzzle.position),
            layer: puzzle.position.layer(),
            slot: puzzle.slot,
            line: puzzle.line.plies.iter().map(ToString::to_string).collect(),
        };
        Self {
            schema: "teeko.puzzles/1",
            variant: variant.to_owned(),
            value: OutcomeFields::new(Some(Outcome::Win(sheet.filter.distance))),
            phase: sheet.filter.phase.name(),
            unique: sheet.filter.unique,
            seed: sheet.seed,
            puzzles: sheet.puzzles.iter().map(puzzle).collect(),
        }
    }
}

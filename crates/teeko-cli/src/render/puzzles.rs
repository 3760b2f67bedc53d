//! Puzzles as diagrams, as lines and as JSON.

use serde::Serialize;
use teeko_analysis::{Puzzle, PuzzleFilter};
use teeko_rules::notation::{circle_form, rows_form};
use teeko_rules::{Board, Circles, Outcome};

use super::board::diagram;
use super::words::plies;
use super::{HEADING, OutcomeFields, json_line, paragraph, styled};
use crate::named_rules::NamedRules;

/// Puzzles with what was asked for.
#[derive(Debug)]
pub(crate) struct PuzzleSheet {
    pub(crate) variant: NamedRules,
    pub(crate) board: Board,
    pub(crate) filter: PuzzleFilter,
    pub(crate) seed: u64,
    pub(crate) limit: u32,
    pub(crate) puzzles: Vec<Puzzle>,
}

impl PuzzleSheet {
    /// Whether there are fewer puzzles than asked for.
    fn is_short(&self) -> bool {
        self.puzzles.len() < self.limit as usize
    }
}

/// The task, a diagram for each puzzle, and the solutions at the end.
pub(crate) fn text(sheet: &PuzzleSheet) -> String {
    let distance = sheet.filter.distance;
    let own_moves = distance.div_ceil(2);
    let own_moves =
        if own_moves == 1 { "with one move".to_owned() } else { format!("with {own_moves} moves of his own") };
    let condition = if sheet.filter.unique {
        "Only one first move wins, and at each later turn along the solution only one is fastest."
    } else {
        "Only one first move wins."
    };
    let task = format!("{}: Black to move and win in {}, {own_moves}. {condition}", sheet.variant, plies(distance));
    let mut text = paragraph(&task);
    for (number, puzzle) in (1..).zip(&sheet.puzzles) {
        text.push('\n');
        text += &styled(HEADING, &format!("{number}."));
        text.push(' ');
        text += &circle_form(&puzzle.position);
        text.push('\n');
        text += &diagram(sheet.board, &puzzle.position, Circles::EMPTY);
    }
    if !sheet.puzzles.is_empty() {
        text.push('\n');
        text += &styled(HEADING, "Solutions");
        text.push('\n');
    }
    for (number, puzzle) in (1..).zip(&sheet.puzzles) {
        text += &paragraph(&format!("{number}. {}", solution(puzzle)));
    }
    if sheet.is_short() {
        text.push('\n');
        text += shortage(sheet.puzzles.len());
        text.push('\n');
    }
    text
}

fn shortage(found: usize) -> &'static str {
    if found == 0 { "There is no such position." } else { "There are no others." }
}

/// A line for each puzzle: the position, a tab, the solution.
pub(crate) fn lines(sheet: &PuzzleSheet) -> String {
    let line = |puzzle: &Puzzle| format!("{}\t{}\n", circle_form(&puzzle.position), solution(puzzle));
    sheet.puzzles.iter().map(line).collect()
}

fn solution(puzzle: &Puzzle) -> String {
    moves(puzzle).join(" ")
}

fn moves(puzzle: &Puzzle) -> Vec<String> {
    puzzle.line.plies.iter().map(ToString::to_string).collect()
}

/// The JSON of the same.
pub(crate) fn json(sheet: &PuzzleSheet) -> String {
    #[derive(Serialize)]
    struct Document {
        schema: &'static str,
        variant: String,
        #[serde(flatten)]
        value: OutcomeFields,
        unique: bool,
        seed: u64,
        puzzles: Vec<Entry>,
    }
    #[derive(Serialize)]
    struct Entry {
        position: String,
        slot: u64,
        line: Vec<String>,
    }
    let entry = |puzzle: &Puzzle| Entry {
        position: rows_form(sheet.board, &puzzle.position),
        slot: puzzle.slot,
        line: moves(puzzle),
    };
    json_line(&Document {
        schema: "teeko.puzzles/1",
        variant: sheet.variant.to_string(),
        value: OutcomeFields::new(Some(Outcome::Win(sheet.filter.distance))),
        unique: sheet.filter.unique,
        seed: sheet.seed,
        puzzles: sheet.puzzles.iter().map(entry).collect(),
    })
}

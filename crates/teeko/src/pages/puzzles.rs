//! Sheets of puzzles for print, as an HTML page.
//!
//! They are readable without colour: black pieces are full, red ones ringed. Only the viewer's own
//! font is used.

use askama::Template;
use teeko_rules::notation::{Notation, circle_form};
use teeko_rules::{Board, Circle, Position, Rules, Scoring, Side};

use super::goals::{Mark, Pictures, pictures};
use crate::questions::{Puzzle, Puzzles};
use crate::words::points;

/// The place of the solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// Below each puzzle.
    Below,
    /// At the end; on paper on a separate page.
    Apart,
    /// Nowhere.
    None,
}

const STEP: usize = 36;
const WIDTH: usize = 760;
const HALF_DOT_STEP: isize = 2;

#[derive(Template)]
#[template(path = "puzzles.html", whitespace = "minimize")]
struct PuzzlesPage<'a> {
    name: &'a str,
    rules: &'a Rules,
    sheet: &'a Puzzles,
    answers: Answers,
    notation: Notation,
    goals: Pictures,
}

/// Returns the sheet as an HTML page for printing, without scripts and external links. `name` is
/// the name of the rules; circles are named in `notation`.
pub fn puzzles_html(
    name: &str,
    rules: &Rules,
    sheet: &Puzzles,
    answers: Answers,
    notation: Notation,
) -> String {
    PuzzlesPage { name, rules, sheet, answers, notation, goals: pictures(rules, WIDTH) }.to_string()
}

impl PuzzlesPage<'_> {
    /// Returns a circle, a position or moves in the notation of the page.
    fn named(&self, circles: &str) -> String {
        self.notation.write(self.rules.board(), circles)
    }
}

/// Returns the points to score, for the text before the position of a puzzle: `8 points: `. Empty
/// in games that are not for points.
pub fn points_before(puzzle: &Puzzle) -> String {
    puzzle.score.map(|score| format!("{}: ", points(score))).unwrap_or_default()
}

struct DrawnCircle {
    number: Circle,
    middle: (isize, isize),
    side: Option<Side>,
    dots: Vec<isize>,
}

impl DrawnCircle {
    fn colour(&self) -> &'static str {
        match self.side {
            Some(Side::Black) => "#fff",
            Some(Side::Red) => "#000",
            None => "#666",
        }
    }
}

fn circles(board: Board, position: &Position) -> Vec<DrawnCircle> {
    let drawn = |circle| {
        let middle = |place: isize| STEP as isize * place + STEP as isize / 2;
        let (x, y) = (middle(board.column(circle)), middle(board.row(circle)));
        let side = [Side::Black, Side::Red]
            .into_iter()
            .find(|&side| position.pieces(side).contains(circle));
        let pips = side.and_then(|side| position.pips.on(side, circle)).map_or(0, isize::from);
        let dots = (1..=pips).map(|dot| x + HALF_DOT_STEP * (2 * dot - pips - 1)).collect();
        DrawnCircle { number: circle, middle: (x, y), side, dots }
    };
    board.circles().iter().map(drawn).collect()
}

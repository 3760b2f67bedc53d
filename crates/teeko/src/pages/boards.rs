//! SVG drawings of boards within the page. The style sheet sets their colours.

use askama::Template;
use teeko_rules::notation::circle_form;
use teeko_rules::{Board, Circle, Circles, Outcome, Position};

use super::code;
use crate::answers::FirstDropEntry;

const STEP: isize = 20;

#[derive(Template)]
#[template(path = "board.svg", whitespace = "minimize")]
pub(super) struct BoardDrawing {
    title: String,
    description: String,
    width: isize,
    height: isize,
    /// Dots on circles by CSS class, as lines of zero length with round ends.
    dots: Vec<(String, String)>,
    labels: Vec<Label>,
}

struct Label {
    class: &'static str,
    x: isize,
    y: isize,
    words: String,
}

fn middle(board: Board, circle: Circle) -> (isize, isize) {
    (STEP * board.column(circle) + STEP / 2, STEP * board.row(circle) + STEP / 2)
}

impl BoardDrawing {
    fn new(board: Board, title: String, description: String) -> Self {
        let [width, height] = [board.width(), board.height()].map(|side| STEP * side as isize);
        Self { title, description, width, height, dots: Vec::new(), labels: Vec::new() }
    }

    fn add_dots(&mut self, board: Board, class: &str, circles: Circles) {
        let place = |circle| {
            let (x, y) = middle(board, circle);
            format!("M{x} {y}h0")
        };
        if !circles.is_empty() {
            self.dots.push((class.to_owned(), circles.iter().map(place).collect()));
        }
    }

    /// Draws a position, with the number of each circle. Black pieces are full, red ones ringed.
    pub(super) fn of_position(board: Board, title: String, position: &Position) -> Self {
        let mut drawing = Self::new(board, title, circle_form(position));
        drawing.add_dots(board, "hole", board.circles() - position.occupied());
        drawing.add_dots(board, "piece black", position.black);
        drawing.add_dots(board, "piece red", position.red);
        drawing.add_dots(board, "ring", position.red);
        for circle in board.circles() {
            let class = if position.black.contains(circle) { "on-black" } else { "on-board" };
            let (x, y) = middle(board, circle);
            drawing.labels.push(Label { class, x, y: y + 3, words: circle.to_string() });
        }
        drawing
    }
}

/// Draws the value of each first drop for Black, beside the number of its circle.
pub(super) fn first_drops(board: Board, title: String, drops: &[FirstDropEntry]) -> BoardDrawing {
    let worth =
        |drop: &FirstDropEntry| drop.worth.outcome.map(|_| drop.worth.value_or_draw().outcome);
    let with = |fits: &dyn Fn(Option<Outcome>) -> bool| -> Circles {
        drops.iter().filter(|drop| fits(worth(drop))).map(|drop| drop.played).collect()
    };
    let mut outcomes: Vec<Outcome> = drops.iter().filter_map(worth).collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let described = outcomes
        .iter()
        .rev()
        .map(|&outcome| format!("{}: {}.", code(outcome), with(&|worth| worth == Some(outcome))));
    let description = described.collect::<Vec<_>>().join(" ");
    let mut drawing = BoardDrawing::new(board, title, description);
    let class = |worth: Option<Outcome>| worth.map_or("banned", Outcome::name);
    for name in ["win", "draw", "loss", "banned"] {
        let circles = with(&|worth| class(worth) == name);
        drawing.add_dots(board, &format!("dot {name}"), circles);
    }
    for drop in drops {
        let words = match worth(drop) {
            Some(Outcome::Draw) => code(Outcome::Draw),
            Some(decided) => decided.distance().unwrap_or_default().to_string(),
            None => "×".to_owned(),
        };
        let (x, y) = middle(board, drop.played);
        let class = class(worth(drop));
        drawing.labels.push(Label { class, x, y: y + 3, words });
        // Small, in the corner of its place.
        let (x, y) = (x - STEP / 2 + 1, y - STEP / 2 + 5);
        drawing.labels.push(Label { class: "number", x, y, words: drop.played.to_string() });
    }
    drawing
}

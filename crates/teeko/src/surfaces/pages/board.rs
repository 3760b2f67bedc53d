//! Drawings of boards. The template `drawings.svg` writes them.

use teeko_rules::notation::circle_form;
use teeko_rules::{Board, Circle, Circles, Position};

/// The side of the square around a circle.
pub(super) const STEP: isize = 20;

pub(super) struct Drawing {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) width: isize,
    pub(super) height: isize,
    pub(super) dots: Vec<Dots>,
    pub(super) labels: Vec<Label>,
}

/// Dots that look alike, as wide as the style of their class says.
pub(super) struct Dots {
    pub(super) class: String,
    pub(super) middles: Vec<(isize, isize)>,
}

pub(super) struct Label {
    pub(super) class: &'static str,
    pub(super) x: isize,
    pub(super) y: isize,
    pub(super) words: String,
}

/// Returns the point in the middle of a circle.
pub(super) fn middle_of(board: Board, circle: Circle) -> (isize, isize) {
    let x = STEP * board.column(circle) + STEP / 2;
    let y = STEP * board.row(circle) + STEP / 2;
    (x, y)
}

impl Drawing {
    /// Returns a drawing of an empty board.
    pub(super) fn new(board: Board, title: String, description: String) -> Self {
        Self {
            title,
            description,
            width: STEP * board.width() as isize,
            height: STEP * board.height() as isize,
            dots: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Adds dots on circles, if there are any.
    pub(super) fn add_circles(&mut self, board: Board, class: &str, circles: Circles) {
        let middles = circles.iter().map(|circle| middle_of(board, circle));
        let dots = Dots {
            class: class.to_owned(),
            middles: middles.collect(),
        };
        if !dots.middles.is_empty() {
            self.dots.push(dots);
        }
    }

    pub(super) fn add_label(&mut self, class: &'static str, (x, y): (isize, isize), words: String) {
        let label = Label { class, x, y, words };
        self.labels.push(label);
    }

    /// Draws a position, with the number of each circle. Black pieces are full, red ones ringed.
    pub(super) fn of_position(board: Board, title: String, position: &Position) -> Self {
        let mut drawing = Self::new(board, title, circle_form(position));
        drawing.add_circles(board, "hole", board.circles() - position.occupied());
        drawing.add_circles(board, "piece black", position.black);
        drawing.add_circles(board, "piece red", position.red);
        drawing.add_circles(board, "ring", position.red);
        for circle in board.circles() {
            let class = if position.black.contains(circle) {
                "on-black"
            } else if position.red.contains(circle) {
                "on-red"
            } else {
                "on-board"
            };
            let (x, y) = middle_of(board, circle);
            drawing.add_label(class, (x, y + 3), circle.to_string());
        }
        drawing
    }
}

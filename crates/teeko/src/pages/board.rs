//! Drawings of boards as SVG. The page around them has a style for their classes.

use teeko_rules::notation::circle_form;
use teeko_rules::{Board, Circle, Circles, Position};

use super::joined;

/// The side of the square around a circle.
pub(super) const STEP: isize = 20;

pub(super) struct Drawing {
    title: String,
    description: String,
    width: isize,
    height: isize,
    dots: String,
    labels: String,
}

/// Returns the point in the middle of a circle.
pub(super) fn middle_of(board: Board, circle: Circle) -> (isize, isize) {
    let across = |number: isize| STEP * number + STEP / 2;
    (across(board.column(circle)), across(board.row(circle)))
}

impl Drawing {
    /// Returns a drawing of an empty board.
    pub(super) fn new(board: Board, title: String, description: String) -> Self {
        Self {
            title,
            description,
            width: STEP * board.width() as isize,
            height: STEP * board.height() as isize,
            dots: String::new(),
            labels: String::new(),
        }
    }

    /// Adds dots on circles of a board: lines of zero length with round ends, as wide as the style
    /// of their class says.
    pub(super) fn add_circles(&mut self, board: Board, class: &str, circles: Circles) {
        let middles = circles.iter().map(|circle| middle_of(board, circle));
        let dots = joined(middles.map(|(x, y)| format!("M{x} {y}h0")));
        if !dots.is_empty() {
            let path = format!("<path class=\"{class}\" d=\"{dots}\"/>\n");
            self.dots.push_str(&path);
        }
    }

    pub(super) fn add_label(&mut self, class: &str, (x, y): (isize, isize), words: &str) {
        let label = format!(r#"<text class="{class}" x="{x}" y="{y}">{words}</text>"#);
        self.labels.push_str(&label);
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
            drawing.add_label(class, (x, y + 3), &circle.to_string());
        }
        drawing
    }

    pub(super) fn svg(&self) -> String {
        let Self {
            title,
            description,
            width,
            height,
            dots,
            labels,
        } = self;
        format!(
            r#"<svg class="board" viewBox="0 0 {width} {height}" role="img">
<title>{title}</title>
<desc>{description}</desc>
<rect class="ground" width="{width}" height="{height}" rx="4"/>
{dots}{labels}</svg>"#
        )
    }
}

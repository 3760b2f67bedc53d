//! Drawings of boards, whole or in part, as SVG. The page around them has a style for their
//! classes.

use teeko_rules::notation::circle_form;
use teeko_rules::{Board, Circle, Circles, Position, Side};

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

/// Returns the point in the middle of a column and a row.
pub(super) fn middle(column: isize, row: isize) -> (isize, isize) {
    (STEP * column + STEP / 2, STEP * row + STEP / 2)
}

pub(super) fn middle_of(board: Board, circle: Circle) -> (isize, isize) {
    middle(board.column(circle), board.row(circle))
}

impl Drawing {
    /// Returns a drawing of some columns and rows, with nothing on it.
    pub(super) fn new([columns, rows]: [usize; 2], title: String, description: String) -> Self {
        let [width, height] = [columns, rows].map(|side| STEP * side as isize);
        Self {
            title,
            description,
            width,
            height,
            dots: String::new(),
            labels: String::new(),
        }
    }

    /// Adds dots: lines of zero length with round ends, as wide as the style of their class says.
    pub(super) fn add_dots(&mut self, class: &str, dots: impl Iterator<Item = (isize, isize)>) {
        let dots = joined(dots.map(|(x, y)| format!("M{x} {y}h0")));
        if !dots.is_empty() {
            let path = format!("<path class=\"{class}\" d=\"{dots}\"/>\n");
            self.dots.push_str(&path);
        }
    }

    /// Adds dots on circles of a board.
    pub(super) fn add_circles(&mut self, board: Board, class: &str, circles: Circles) {
        self.add_dots(class, circles.iter().map(|circle| middle_of(board, circle)));
    }

    pub(super) fn add_label(&mut self, class: &str, (x, y): (isize, isize), words: &str) {
        let label = format!(r#"<text class="{class}" x="{x}" y="{y}">{words}</text>"#);
        self.labels.push_str(&label);
    }

    /// Draws a position, with the name of each circle, and the pips of numbered pieces below it.
    /// Black pieces are full, red ones ringed. `named` writes circles and positions in a notation.
    pub(super) fn of_position(
        board: Board,
        title: String,
        position: &Position,
        named: impl Fn(&str) -> String,
    ) -> Self {
        let size = [board.width(), board.height()];
        let mut drawing = Self::new(size, title, named(&circle_form(position)));
        drawing.add_circles(board, "hole", board.circles() - position.occupied());
        drawing.add_circles(board, "piece black", position.black);
        drawing.add_circles(board, "piece red", position.red);
        drawing.add_circles(board, "ring", position.red);
        for circle in board.circles() {
            let owner = [(Side::Black, "on-black"), (Side::Red, "on-red")]
                .into_iter()
                .find(|&(side, _)| position.pieces(side).contains(circle));
            let class = owner.map_or("on-board", |(_, class)| class);
            let pips = owner
                .and_then(|(side, _)| position.pips.on(side, circle))
                .map_or(0, isize::from);
            let (x, y) = middle_of(board, circle);
            let below = if pips > 0 { 1 } else { 3 };
            drawing.add_label(class, (x, y + below), &named(&circle.to_string()));
            let pip = |number| (x + 2 * number - pips - 1, y + 4);
            drawing.add_dots(&format!("pip {class}"), (1..=pips).map(pip));
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

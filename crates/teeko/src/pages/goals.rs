//! Small pictures of goals for print.

use std::collections::BTreeSet;
use std::fmt::Write;

use teeko_rules::{Board, Circles, Goal, Rules};

use super::push;

/// The distance between circles in a picture.
const STEP: usize = 11;
/// The space between pictures.
const GAP: usize = 16;
/// The height of the line below a picture that has the price of its goal.
const PRICE: usize = 14;
/// The most pictures: a rule file may have goals of thousands of shapes.
const MOST: usize = 40;

/// A row and a column.
type Place = (usize, usize);

/// A goal up to shifts, turns and reflections.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    points: u8,
    full: Vec<Place>,
    empty: Vec<Place>,
}

impl Shape {
    fn of(board: Board, goal: Goal) -> Self {
        // Four turns, each as it is and reflected.
        let seen = |turn: usize| {
            let turned = |circles: Circles| -> Vec<(isize, isize)> {
                let place = |circle| {
                    let (row, column) = (board.row(circle), board.column(circle));
                    let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
                    let signed = |place: isize, bit| if turn & bit == 0 { place } else { -place };
                    (signed(row, 2), signed(column, 4))
                };
                circles.iter().map(place).collect()
            };
            let (full, empty) = (turned(goal.circles()), turned(goal.empty()));
            let all = || full.iter().chain(&empty);
            let top = all().map(|&(row, _)| row).min().unwrap_or(0);
            let left = all().map(|&(_, column)| column).min().unwrap_or(0);
            let shifted = |places: &[(isize, isize)]| {
                let shift = |&(row, column): &(isize, isize)| {
                    ((row - top).unsigned_abs(), (column - left).unsigned_abs())
                };
                let mut places: Vec<Place> = places.iter().map(shift).collect();
                places.sort_unstable();
                places
            };
            Self { points: goal.points(), full: shifted(&full), empty: shifted(&empty) }
        };
        (0..8).map(seen).min().expect("eight views")
    }

    /// Returns the rows and columns that the shape spans.
    fn size(&self) -> (usize, usize) {
        let all = || self.full.iter().chain(&self.empty);
        let rows = all().map(|&(row, _)| row + 1).max().unwrap_or(0);
        let columns = all().map(|&(_, column)| column + 1).max().unwrap_or(0);
        (rows, columns)
    }

    /// Draws the goal's circles full, those that must be empty ringed, the others as dots.
    fn drawing(&self, x: usize, y: usize) -> String {
        let (rows, columns) = self.size();
        let mut text = String::new();
        for place in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let look = if self.full.contains(&place) {
                "class=\"goal\" r=\"4.5\" fill=\"#111\""
            } else if self.empty.contains(&place) {
                "r=\"4\" fill=\"#fff\" stroke=\"#111\""
            } else {
                "r=\"1\" fill=\"#aaa\""
            };
            let (x, y) = (x + place.1 * STEP + STEP / 2, y + place.0 * STEP + STEP / 2);
            push!(text, "<circle cx=\"{x}\" cy=\"{y}\" {look}/>\n");
        }
        text
    }
}

/// The pictures of a goal set, side by side.
pub(super) struct Pictures {
    /// What the pictures are.
    pub(super) caption: String,
    /// SVG elements.
    pub(super) body: String,
    pub(super) height: usize,
}

/// Draws each shape of the goals once, in rows of at most `width` units. In games for points each
/// has its price.
pub(super) fn pictures(rules: &Rules, width: usize) -> Pictures {
    let goals = rules.goals().patterns();
    let shapes: BTreeSet<Shape> =
        goals.iter().map(|&goal| Shape::of(rules.board(), goal)).collect();
    let has_prices = rules.goals().prices().len() > 1;
    let (mut body, mut x, mut y, mut height) = (String::new(), 0, 0, 0);
    for shape in shapes.iter().take(MOST) {
        let (rows, columns) = shape.size();
        if x > 0 && x + columns * STEP > width {
            (x, y) = (0, height + GAP);
        }
        body += &shape.drawing(x, y);
        let bottom = y + rows * STEP + if has_prices { PRICE } else { 0 };
        if has_prices {
            push!(
                body,
                "<text x=\"{x}\" y=\"{}\" font-size=\"11\">{}</text>\n",
                bottom - 2,
                shape.points
            );
        }
        height = height.max(bottom);
        x += columns * STEP + GAP;
    }
    let count = goals.len();
    let priced = if has_prices { ", with points" } else { "" };
    let caption = if shapes.len() > MOST {
        format!("{count} goals of {} shapes. The first {MOST}{priced}:", shapes.len())
    } else {
        format!("The shapes of the {count} goals{priced}:")
    };
    Pictures { caption, body, height }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows, diagonals and squares of Scarne's games, by the facts of each: a square is one shape
    /// for each of its four sizes.
    #[test]
    fn each_shape_is_drawn_once() {
        for (name, shapes) in [("44-ssss", 3), ("58-ssss", 6), ("44-ssss+4x4", 3)] {
            let rules = crate::variant(name).unwrap();
            let drawn = pictures(rules.rules(), 700);
            assert_eq!(drawn.body.matches("class=\"goal\"").count(), 4 * shapes, "{name}");
        }
        let points = crate::variant("58-ssss+points").unwrap();
        assert!(pictures(points.rules(), 700).caption.ends_with("with points:"));
    }
}

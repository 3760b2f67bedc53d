//! Small pictures of goals for print.

use std::collections::BTreeSet;

use teeko_rules::{Board, Circles, Goal, Rules};

const STEP: usize = 11;
const GAP: usize = 16;
/// The height of the line below a picture that has the price of its goal.
const PRICE: usize = 14;
/// The most pictures: a rule file may have goals of thousands of shapes.
const MOST: usize = 40;

/// A circle of a goal: whether it must be empty, its row and its column.
pub type GoalCircle = (bool, usize, usize);

/// A goal up to shifts, turns and reflections.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    points: u8,
    /// In ascending order.
    places: Vec<GoalCircle>,
}

/// Returns the four turns of a goal, each as it is and reflected, with its places in ascending
/// order.
pub fn views_of_goal(board: Board, goal: Goal) -> impl Iterator<Item = Vec<GoalCircle>> {
    let places = |circles: Circles, is_empty| {
        let place = move |circle| (is_empty, board.row(circle), board.column(circle));
        circles.iter().map(place)
    };
    let places: Vec<_> = places(goal.circles(), false).chain(places(goal.empty(), true)).collect();
    (0..8).map(move |turn| {
        let signed = |place: isize, bit| if turn & bit == 0 { place } else { -place };
        let turned = places.iter().map(|&(is_empty, row, column)| {
            let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
            (is_empty, signed(row, 2), signed(column, 4))
        });
        let top = turned.clone().map(|(_, row, _)| row).min().unwrap_or(0);
        let left = turned.clone().map(|(.., column)| column).min().unwrap_or(0);
        let shift = |(is_empty, row, column): (bool, isize, isize)| {
            (is_empty, (row - top).unsigned_abs(), (column - left).unsigned_abs())
        };
        let mut places: Vec<GoalCircle> = turned.map(shift).collect();
        places.sort_unstable();
        places
    })
}

impl Shape {
    fn of(board: Board, goal: Goal) -> Self {
        let places = views_of_goal(board, goal).min().expect("eight views");
        Self { points: goal.points(), places }
    }

    fn size(&self) -> (usize, usize) {
        let rows = self.places.iter().map(|&(_, row, _)| row + 1).max().unwrap_or(0);
        let columns = self.places.iter().map(|&(.., column)| column + 1).max().unwrap_or(0);
        (rows, columns)
    }
}

/// How a circle of a goal's picture looks.
pub(super) enum Mark {
    /// One of the goal's circles.
    Full,
    /// A circle that must be empty.
    Empty,
    Other,
}

pub(super) struct Pictures {
    pub(super) caption: String,
    pub(super) circles: Vec<(usize, usize, Mark)>,
    /// In games for points: the points of each goal, below its picture.
    pub(super) prices: Vec<(usize, usize, u8)>,
    pub(super) height: usize,
}

/// Draws each shape of the goals once, in rows of at most `width` units. In games for points each
/// has its price.
pub(super) fn pictures(rules: &Rules, width: usize) -> Pictures {
    let goals = rules.goals().patterns();
    let shapes: BTreeSet<Shape> =
        goals.iter().map(|&goal| Shape::of(rules.board(), goal)).collect();
    let has_prices = rules.goals().prices().len() > 1;
    let (mut circles, mut prices) = (Vec::new(), Vec::new());
    let (mut x, mut y, mut height) = (0, 0, 0);
    for shape in shapes.iter().take(MOST) {
        let (rows, columns) = shape.size();
        if x > 0 && x + columns * STEP > width {
            (x, y) = (0, height + GAP);
        }
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |it| (row, it))) {
            let look = if shape.places.contains(&(false, row, column)) {
                Mark::Full
            } else if shape.places.contains(&(true, row, column)) {
                Mark::Empty
            } else {
                Mark::Other
            };
            circles.push((x + column * STEP + STEP / 2, y + row * STEP + STEP / 2, look));
        }
        let bottom = y + rows * STEP + if has_prices { PRICE } else { 0 };
        if has_prices {
            prices.push((x, bottom - 2, shape.points));
        }
        height = height.max(bottom);
        x += columns * STEP + GAP;
    }
    let count = goals.len();
    let note = if has_prices { ", with points" } else { "" };
    let caption = if shapes.len() > MOST {
        format!("{count} goals of {} shapes. The first {MOST}{note}:", shapes.len())
    } else {
        format!("The shapes of the {count} goals{note}:")
    };
    Pictures { caption, circles, prices, height }
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
            let is_full = |(_, _, place): &&(usize, usize, Mark)| matches!(place, Mark::Full);
            assert_eq!(drawn.circles.iter().filter(is_full).count(), 4 * shapes, "{name}");
        }
        let points = crate::variant("58-ssss+points").unwrap();
        assert!(pictures(points.rules(), 700).caption.ends_with("with points:"));
    }
}

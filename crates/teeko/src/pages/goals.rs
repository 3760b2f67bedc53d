//! Small pictures of goals for print.

use teeko_rules::Rules;

use crate::questions::GoalShape;

const STEP: usize = 11;
const GAP: usize = 16;
/// The height of the line below a picture that has the price of its goal.
const PRICE: usize = 14;
/// The most pictures: a rule file may have goals of thousands of shapes.
const MOST: usize = 40;

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
    let shapes = GoalShape::all(rules);
    let has_prices = rules.goals().prices().len() > 1;
    let (mut circles, mut prices) = (Vec::new(), Vec::new());
    let (mut x, mut y, mut height) = (0, 0, 0);
    for shape in shapes.iter().take(MOST) {
        let (rows, columns) = (shape.rows.len(), shape.rows[0].len());
        if x > 0 && x + columns * STEP > width {
            (x, y) = (0, height + GAP);
        }
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |it| (row, it))) {
            let look = match shape.rows[row].as_bytes()[column] {
                b'o' => Mark::Full,
                b'_' => Mark::Empty,
                _ => Mark::Other,
            };
            circles.push((x + column * STEP + STEP / 2, y + row * STEP + STEP / 2, look));
        }
        let bottom = y + rows * STEP + if has_prices { PRICE } else { 0 };
        if has_prices {
            prices.push((x, bottom - 2, shape.points.unwrap_or(0)));
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

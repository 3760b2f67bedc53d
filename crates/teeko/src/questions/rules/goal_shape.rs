//! The shapes of goals, up to shifts, turns and reflections.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::{Board, Circles, Goal, Rules, Scoring};

/// A shape of goals, up to shifts, turns and reflections.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct GoalShape {
    /// Its rows from the top: `o` is a piece, `_` a circle that must be empty, `.` any other.
    pub rows: Vec<String>,
    /// The points of each of these goals; left out in games in which goals have no prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The number of goals of this shape.
    pub count: usize,
}

/// A circle of a goal: whether it must be empty, its row and its column.
type Place = (bool, usize, usize);

impl GoalShape {
    /// Returns the shapes of the goals of `rules`, low ones first.
    pub fn all(rules: &Rules) -> Vec<Self> {
        let mut counts = BTreeMap::new();
        for &goal in rules.goals().patterns() {
            *counts
                .entry((places(rules.board(), goal), goal.points()))
                .or_default() += 1;
        }
        let is_priced = rules.scoring() == Scoring::Points;
        let shape = |(((height, places), points), count): (((usize, Vec<Place>), u8), usize)| {
            let width = places
                .iter()
                .map(|&(.., column)| column + 1)
                .max()
                .unwrap_or(0);
            let mut rows = vec![".".repeat(width); height];
            for (is_empty, row, column) in places {
                rows[row].replace_range(column..=column, if is_empty { "_" } else { "o" });
            }
            Self {
                rows,
                points: is_priced.then_some(points),
                count,
            }
        };
        counts.into_iter().map(shape).collect()
    }
}

/// Returns the height and the places of a goal in that of its eight views that comes first: a low
/// one, so that a row lies.
fn places(board: Board, goal: Goal) -> (usize, Vec<Place>) {
    let of = |circles: Circles, is_empty| {
        let place = move |circle| (is_empty, board.row(circle), board.column(circle));
        circles.iter().map(place)
    };
    let circles: Vec<_> = of(goal.circles(), false)
        .chain(of(goal.empty(), true))
        .collect();
    let view = |turn| {
        let signed = |place: isize, bit| if turn & bit == 0 { place } else { -place };
        let turned = circles.iter().map(|&(is_empty, row, column)| {
            let (row, column) = if turn & 1 == 0 {
                (row, column)
            } else {
                (column, row)
            };
            (is_empty, signed(row, 2), signed(column, 4))
        });
        let top = turned.clone().map(|(_, row, _)| row).min().unwrap_or(0);
        let left = turned.clone().map(|(.., column)| column).min().unwrap_or(0);
        let shift = |(is_empty, row, column): (bool, isize, isize)| {
            (
                is_empty,
                (row - top).unsigned_abs(),
                (column - left).unsigned_abs(),
            )
        };
        let mut places: Vec<Place> = turned.map(shift).collect();
        places.sort_unstable();
        let height = places.iter().map(|&(_, row, _)| row + 1).max().unwrap_or(0);
        (height, places)
    };
    (0..8).map(view).min().expect("eight views")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shapes are those of the games' descriptions, and every goal has one.
    #[test]
    fn each_shape_is_listed_once() {
        let expected = [
            ("28-ssss", "oooo 20|o.../.o../..o./...o 8"),
            ("37e-ssss", "oooo 20|o.o/._./o.o 9|o.../.o../..o./...o 8"),
            ("37d-ssss+4x4", "oooo 8|.o./o_o/.o. 4|o.../.o../..o./...o 2"),
            (
                "64-ssss+4x4",
                "oooo 8|oo/oo 9|.o./o.o/.o. 4|o.../.o../..o./...o 2|.o../...o/o.../..o. 2",
            ),
            (
                "58-ssss+4x4+points",
                "oooo 8 for 4|oo/oo 9 for 3|o.o/.../o.o 4 for 2|o..o/..../..../o..o 1 for 1|\
                 o.../.o../..o./...o 2 for 4",
            ),
        ];
        for (name, shapes) in expected {
            let rules = crate::variant(name).unwrap();
            let text = |shape: &GoalShape| {
                let points = shape.points.map(|points| format!(" for {points}"));
                format!(
                    "{} {}{}",
                    shape.rows.join("/"),
                    shape.count,
                    points.unwrap_or_default()
                )
            };
            let found: Vec<String> = GoalShape::all(rules.rules()).iter().map(text).collect();
            assert_eq!(found.join("|"), shapes, "{name}");
        }
    }
}

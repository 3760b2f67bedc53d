//! The shapes of goals, recognised by their circles.

use std::collections::BTreeMap;

use teeko_rules::{Board, Circles, Goals};

/// A place on the board, or the way from one to another: a column and a row.
type Place = (isize, isize);

/// Names the shape of a goal.
fn shape(board: Board, pattern: Circles) -> String {
    let mut places: Vec<Place> = Vec::new();
    for circle in pattern {
        places.push((board.column(circle), board.row(circle)));
    }
    let first = step(places[0], places[1]);
    if places
        .windows(2)
        .all(|pair| step(pair[0], pair[1]) == first)
    {
        match first {
            (1, 0) => return "horizontal".to_owned(),
            (0, 1) => return "vertical".to_owned(),
            (1 | -1, 1) => return "diagonal".to_owned(),
            _ => {}
        }
    }
    if !is_square(&places) {
        return "other".to_owned();
    }
    // The circles come row by row, so the first two of an upright square make its upper side.
    match first {
        (width, 0) => format!("square-{0}x{0}", width + 1),
        _ => "turned-square".to_owned(),
    }
}

/// Returns whether four places are the corners of a square: four equal sides and two diagonals,
/// whose length squared is twice that of a side.
fn is_square(places: &[Place]) -> bool {
    let mut squared = Vec::new();
    for (number, &place) in places.iter().enumerate() {
        for &later in &places[number + 1..] {
            let (columns, rows) = step(place, later);
            squared.push(columns * columns + rows * rows);
        }
    }
    squared.sort_unstable();
    let side = squared[0];
    squared == [side, side, side, side, 2 * side, 2 * side]
}

/// Returns the way from one place to another.
fn step(from: Place, to: Place) -> Place {
    (to.0 - from.0, to.1 - from.1)
}

/// The key of the total in a count of shapes.
pub(super) const ALL_SHAPES: &str = "all";

/// Counts the goals by shape; [`ALL_SHAPES`] is the key of their total.
pub(super) fn count_shapes(board: Board, goals: &Goals) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    counts.insert(ALL_SHAPES.to_owned(), goals.patterns().len() as u64);
    for pattern in goals.patterns() {
        *counts.entry(shape(board, pattern.circles())).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use teeko_rules::Circle;

    use super::*;

    #[test]
    fn shapes_are_told_from_the_circles() {
        for (numbers, expected) in [
            ([1, 2, 3, 4], "horizontal"),
            ([5, 10, 15, 20], "vertical"),
            ([1, 7, 13, 19], "diagonal"),
            ([5, 9, 13, 17], "diagonal"),
            ([1, 2, 6, 7], "square-2x2"),
            ([1, 5, 21, 25], "square-5x5"),
            ([3, 11, 15, 23], "turned-square"),
            ([2, 6, 8, 12], "turned-square"),
            ([2, 10, 16, 24], "turned-square"),
            ([1, 2, 3, 5], "other"),
            ([1, 2, 7, 8], "other"),
            ([1, 3, 6, 8], "other"),
            // Four in a row by index, but not on the board.
            ([4, 5, 6, 7], "other"),
            ([1, 8, 15, 22], "other"),
        ] {
            let pattern = numbers
                .into_iter()
                .filter_map(Circle::from_number)
                .collect();
            assert_eq!(shape(Board::STANDARD, pattern), expected, "{numbers:?}");
        }
    }
}

//! The shapes of goals, recognised by their circles.

use std::collections::BTreeMap;

use teeko_rules::{Board, Circles, Goals, PIECES};

fn shape(board: Board, pattern: Circles) -> String {
    let places: Vec<(isize, isize)> = pattern
        .iter()
        .map(|circle| (board.column(circle), board.row(circle)))
        .collect();
    let difference =
        |(a, b): (usize, usize)| (places[b].0 - places[a].0, places[b].1 - places[a].1);
    let steps: Vec<_> = (1..PIECES)
        .map(|place| difference((place - 1, place)))
        .collect();
    if steps.iter().all(|&step| step == steps[0]) {
        match steps[0] {
            (1, 0) => return "horizontal".to_owned(),
            (0, 1) => return "vertical".to_owned(),
            (1 | -1, 1) => return "diagonal".to_owned(),
            _ => {}
        }
    }
    let pairs = (0..PIECES).flat_map(|a| (a + 1..PIECES).map(move |b| (a, b)));
    let mut squared: Vec<isize> = pairs
        .map(difference)
        .map(|(dx, dy)| dx * dx + dy * dy)
        .collect();
    squared.sort_unstable();
    let side = squared[0];
    // A square has four equal sides and two diagonals, whose length squared is twice that of a
    // side.
    if squared != [side, side, side, side, 2 * side, 2 * side] {
        return "other".to_owned();
    }
    // The circles come row by row, so the first two of an upright square make its upper side.
    match steps[0] {
        (width, 0) => format!("square-{0}x{0}", width + 1),
        _ => "turned-square".to_owned(),
    }
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

//! The values in a table file, and what they mean.
//!
//! | value | in a slide file | in a drop file |
//! |---|---|---|
//! | 0 | not lost: won, drawn, or no such position | draw |
//! | 1 | lost in 0 plies: the opponent has a goal | lost in 0 plies (does not occur) |
//! | 2 | lost in 2 plies | won in 1 ply |
//! | 3 | lost in 4 plies | lost in 2 plies |
//! | v | lost in `2 * (v - 1)` plies | won (v even) or lost (v odd) in `v - 1` plies |

use teeko_rules::Outcome;

/// The value of a slide position in a slide file; `None` is a position that cannot be.
///
/// A won or drawn position needs no value of its own: one ply of look-ahead finds it.
pub fn slide_value(outcome: Option<Outcome>) -> u32 {
    match outcome {
        Some(Outcome::Loss(distance)) => distance / 2 + 1,
        _ => 0,
    }
}

/// The value of a position in a drop file.
pub fn drop_value(outcome: Outcome) -> u32 {
    outcome.distance().map_or(0, |distance| distance + 1)
}

/// The distance of a lost slide position from its value; `None` if it is not lost.
pub fn lost_in(value: u32) -> Option<u32> {
    value.checked_sub(1).map(|half| 2 * half)
}

/// The outcome of a position in a drop file from its value.
pub fn drop_outcome(value: u32) -> Outcome {
    match value.checked_sub(1) {
        None => Outcome::Draw,
        Some(distance) if distance % 2 == 1 => Outcome::Win(distance),
        Some(distance) => Outcome::Loss(distance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_values_hold() {
        assert_eq!([Some(Outcome::Win(7)), Some(Outcome::Draw), None].map(slide_value), [0; 3]);
        assert_eq!([0, 2, 4].map(|distance| slide_value(Some(Outcome::Loss(distance)))), [1, 2, 3]);
        assert_eq!([0, 1, 2, 3].map(lost_in), [None, Some(0), Some(2), Some(4)]);
        let outcomes = [Outcome::Draw, Outcome::Loss(0), Outcome::Win(1), Outcome::Loss(2)];
        assert_eq!(outcomes.map(drop_value), [0, 1, 2, 3]);
        assert_eq!([0, 1, 2, 3].map(drop_outcome), outcomes);
    }
}

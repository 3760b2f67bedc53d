//! Cells of a board: pairs of a row and a column.

use pyo3::prelude::*;

/// The cells of a slide.
pub(super) const MOST_CELLS: usize = 2;

/// Returns the pairs of a move: a pair of numbers alone, or a sequence of pairs.
pub(super) fn pairs_of_move(given: &Bound<'_, PyAny>) -> Option<Vec<(isize, isize)>> {
    // An iterator gives its items only once.
    let is_sequence = given.len().is_ok();
    if is_sequence && let Some(pair) = pair_of(given) {
        return Some(vec![pair]);
    }
    pairs_of(given)
}

/// Returns the pairs of a sequence of pairs, at most three: one more than a move has. The sequence
/// may have no end.
pub(super) fn pairs_of(given: &Bound<'_, PyAny>) -> Option<Vec<(isize, isize)>> {
    let mut pairs = Vec::new();
    for item in given.try_iter().ok()?.take(MOST_CELLS + 1) {
        pairs.push(pair_of(&item.ok()?)?);
    }
    Some(pairs)
}

/// Returns the row and the column that a sequence of two numbers has.
fn pair_of(given: &Bound<'_, PyAny>) -> Option<(isize, isize)> {
    let mut numbers = given.try_iter().ok()?;
    let row = numbers.next()?.ok()?.extract().ok()?;
    let column = numbers.next()?.ok()?.extract().ok()?;
    if numbers.next().is_some() {
        return None;
    }
    Some((row, column))
}

//! The columns of a plane, selected by their sets.

use teeko_rules::{Circle, Circles};

use crate::line::{BitLine, LINE_BITS};

/// Returns, for each circle, the columns of a tile whose set has it, given the sets of the tile's
/// columns.
pub(crate) fn columns_with_each_circle(sets: &[Circles]) -> Vec<BitLine> {
    let mut columns = vec![BitLine::ZERO; Circle::LIMIT];
    for (column, set) in sets.iter().enumerate() {
        set.iter().for_each(|circle| columns[circle.index()].set(column));
    }
    columns
}

/// Returns the columns whose sets have any of these circles, given those with each circle.
#[inline(always)]
pub(crate) fn with_any(with_each: &[BitLine], circles: Circles) -> BitLine {
    circles.iter().fold(BitLine::ZERO, |line, circle| line.or(with_each[circle.index()]))
}

/// Returns, for each column tile, the columns whose set satisfies a condition.
pub(crate) fn columns(sets: &[Circles], condition: impl Fn(Circles) -> bool) -> Vec<BitLine> {
    let tile = |sets: &[Circles]| {
        let mut line = BitLine::ZERO;
        sets.iter()
            .enumerate()
            .filter(|(_, set)| condition(**set))
            .for_each(|(column, _)| line.set(column));
        line
    };
    sets.chunks(LINE_BITS).map(tile).collect()
}

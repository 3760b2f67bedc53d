//! The columns of a plane by what their sets have.

use teeko_rules::{Circle, Circles};

use crate::line::{BitLine, LINE_BITS};

/// For each circle the columns of a tile whose set has it, given the sets of the columns of the
/// tile.
pub(crate) fn columns_with_each_circle(sets: &[Circles]) -> Vec<BitLine> {
    let mut columns = vec![BitLine::ZERO; Circle::LIMIT];
    for (column, set) in sets.iter().enumerate() {
        set.iter().for_each(|circle| columns[circle.index()].set(column));
    }
    columns
}

/// The columns whose sets have any of these circles, given those with each.
#[inline(always)]
pub(crate) fn with_any(with_each: &[BitLine], circles: Circles) -> BitLine {
    circles.iter().fold(BitLine::ZERO, |line, circle| line.or(with_each[circle.index()]))
}

/// For each column tile the columns whose set satisfies a condition.
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

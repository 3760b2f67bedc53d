//! The columns of a tile, selected by their sets.

use teeko_rules::{Circle, Circles};

use crate::lanes::Lanes;
use crate::line::BitLine;

/// Returns, for each column tile, a line for each circle: its lane `g` has the columns whose sets
/// have the circle `g · circle`.
pub(crate) fn columns_with_each_circle(lanes: &Lanes, sets: &[Circles]) -> Vec<Vec<BitLine>> {
    let tile = |sets: &[Circles]| {
        let mut columns = vec![BitLine::ZERO; Circle::LIMIT];
        for element in 0..lanes.order() {
            let before = &lanes.group().elements()[lanes.group().inverse(element)];
            for (column, &set) in sets.iter().enumerate() {
                for circle in before.apply(set).iter() {
                    columns[circle.index()].set(lanes.bit(element, column));
                }
            }
        }
        columns
    };
    sets.chunks(lanes.sets()).map(tile).collect()
}

/// Returns a line whose lane `g` has the columns whose sets have any of the circles `g · circles`,
/// given those with each circle.
#[inline(always)]
pub(crate) fn with_any(with_each: &[BitLine], circles: Circles) -> BitLine {
    circles.iter().fold(BitLine::ZERO, |line, circle| line.or(with_each[circle.index()]))
}

/// Returns, for each column tile, the columns whose set satisfies a condition, in every lane.
pub(crate) fn columns(
    lanes: &Lanes,
    sets: &[Circles],
    condition: impl Fn(Circles) -> bool,
) -> Vec<BitLine> {
    let tile =
        |sets: &[Circles]| lanes.every((0..sets.len()).filter(|&column| condition(sets[column])));
    sets.chunks(lanes.sets()).map(tile).collect()
}

//! Counting orbits without listing them.

use teeko_rules::{Circle, Circles, Symmetry, SymmetryGroup};

/// Returns the number of ways, up to symmetry, to place `mover` pieces of one side and `opponent`
/// pieces of the other on a board.
///
/// By Burnside's lemma this is the mean, over all elements of the group, of the number of
/// placements that the element leaves unchanged. A placement is unchanged if every cycle of the
/// element lies within one side's circles or within the free ones.
pub fn orbit_count(circles: usize, group: &SymmetryGroup, mover: usize, opponent: usize) -> u64 {
    let elements = group.elements().iter();
    let fixed = elements.map(|symmetry| {
        fixed_placements(&cycles(Circles::first(circles), symmetry), mover, opponent)
    });
    fixed.sum::<u64>() / group.order() as u64
}

/// Returns the lengths of the cycles of a symmetry of these circles.
fn cycles(mut circles: Circles, symmetry: &Symmetry) -> Vec<usize> {
    let mut lengths = Vec::new();
    while let Some(start) = circles.least() {
        let next = |&circle: &Circle| Some(symmetry.image(circle)).filter(|&image| image != start);
        let cycle: Circles = std::iter::successors(Some(start), next).collect();
        lengths.push(cycle.len());
        circles = circles - cycle;
    }
    lengths
}

/// Returns the number of ways to fill `mover` and `opponent` circles with whole cycles.
fn fixed_placements(cycles: &[usize], mover: usize, opponent: usize) -> u64 {
    let mut ways = vec![vec![0_u64; opponent + 1]; mover + 1];
    ways[0][0] = 1;
    for &length in cycles {
        for m in (0..=mover).rev() {
            for o in (0..=opponent).rev() {
                let as_mover = if m >= length { ways[m - length][o] } else { 0 };
                let as_opponent = if o >= length { ways[m][o - length] } else { 0 };
                ways[m][o] += as_mover + as_opponent;
            }
        }
    }
    ways[mover][opponent]
}

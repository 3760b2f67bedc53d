//! Counting orbits without listing them.

use teeko_rules::{Circle, SymmetryGroup};

/// Returns the number of ways, up to symmetry, to place `mover` pieces of one side and `opponent`
/// pieces of the other on a board.
///
/// By Burnside's lemma this is the mean, over all elements of the group, of the number of
/// placements that the element leaves unchanged. A placement is unchanged if every cycle of the
/// element lies within one side's circles or within the free ones.
pub fn orbit_count(circles: usize, group: &SymmetryGroup, mover: usize, opponent: usize) -> u64 {
    let fixed: u64 = (0..group.order())
        .map(|element| fixed_placements(&cycles(circles, group, element), mover, opponent))
        .sum();
    fixed / group.order() as u64
}

/// Returns the lengths of the cycles of an element.
fn cycles(circles: usize, group: &SymmetryGroup, element: usize) -> Vec<usize> {
    let mut seen = vec![false; circles];
    let mut lengths = Vec::new();
    for start in 0..circles {
        let mut length = 0;
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            length += 1;
            at = Circle::new(at)
                .map_or(at, |circle| group.elements()[element].image(circle).index());
        }
        if length > 0 {
            lengths.push(length);
        }
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

//! Censuses: from solutions to table files and back.

use teeko_rules::{Outcome, PIECES};
use teeko_solve::{LayerCensus, SlideCensus, Solution};
use teeko_table::{Census, Class};

const SLIDE_LAYER: usize = 2 * PIECES;

/// The census of a slide file.
pub(crate) fn of_slide_phase(from: &SlideCensus) -> Census {
    let mut census = Census::new();
    for (outcome, positions) in from.decided_by_distance() {
        census.add(SLIDE_LAYER, outcome.into(), positions);
    }
    census.add(SLIDE_LAYER, Class::Loss(0), from.over());
    census.add(SLIDE_LAYER, Class::Draw, from.draw);
    census.add(SLIDE_LAYER, Class::NoMove, from.no_move);
    census.add(SLIDE_LAYER, Class::Impossible, from.impossible);
    census
}

/// The census of a drop file.
pub(crate) fn of_drop_phase(solution: &Solution) -> Census {
    let mut census = Census::new();
    for layer in 0..SLIDE_LAYER {
        for (&outcome, &positions) in solution.drop_census(layer) {
            census.add(layer, outcome.into(), positions);
        }
    }
    census
}

/// The slide phase of a slide file's census.
pub(crate) fn slide_phase(census: &Census) -> SlideCensus {
    let positions = |class| census.positions(SLIDE_LAYER, class);
    let distances = census.layer(SLIDE_LAYER).filter_map(|(class, _)| outcome(class)?.distance());
    let distances = 0..distances.max().map_or(0, |deepest| deepest + 1);
    let class = |distance| if distance % 2 == 1 { Class::Win(distance) } else { Class::Loss(distance) };
    SlideCensus {
        by_distance: distances.map(|distance| positions(class(distance))).collect(),
        no_move: positions(Class::NoMove),
        impossible: positions(Class::Impossible),
        draw: positions(Class::Draw),
    }
}

/// A drop layer of a drop file's census.
pub(crate) fn drop_layer(census: &Census, layer: usize) -> LayerCensus {
    census.layer(layer).filter_map(|(class, positions)| Some((outcome(class)?, positions))).collect()
}

/// The outcome that a class stands for, if it is one of its own.
fn outcome(class: Class) -> Option<Outcome> {
    match class {
        Class::Draw => Some(Outcome::Draw),
        Class::Win(distance) => Some(Outcome::Win(distance)),
        Class::Loss(distance) => Some(Outcome::Loss(distance)),
        Class::NoMove | Class::Impossible => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn censuses_survive_the_way_through_a_file() {
        let slide = SlideCensus { by_distance: vec![5, 4, 0, 2], no_move: 0, impossible: 7, draw: 3 };
        assert_eq!(slide_phase(&of_slide_phase(&slide)), slide);
        assert_eq!(of_slide_phase(&slide).positions(8, Class::Win(3)), 2);
        let undecided = SlideCensus { by_distance: Vec::new(), no_move: 2, impossible: 0, draw: 1 };
        assert_eq!(slide_phase(&of_slide_phase(&undecided)), undecided);
    }
}

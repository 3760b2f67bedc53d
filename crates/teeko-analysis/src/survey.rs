//! Counts of the positions of a layer by outcome, and its deepest positions. Each orbit is looked
//! up once.

use std::ops::RangeInclusive;

use teeko_index::{Class, LayerCensus, Orbit};
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Outcome, PIECES, Position, Rules};

use crate::Answer;
use crate::orbits::{fold_layers, outcomes_of};

/// The results for the positions of one layer.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LayerSurvey {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The number of positions of each class.
    pub census: LayerCensus,
    /// The wins with the greatest distance, those in the lowest slots, ascending. Each stands for
    /// all its symmetric images.
    pub deepest_wins: Examples,
    /// The same for the losses of positions that are not finished.
    pub deepest_losses: Examples,
}

/// Positions with the same distance.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Examples {
    /// The distance in plies; 0 if there is no position.
    pub distance: u32,
    /// The positions with their slots in the public index. Black is to move in layer 8.
    pub positions: Vec<(u64, Position)>,
}

impl LayerSurvey {
    /// Adds an orbit with its outcome.
    fn add(&mut self, rules: &Rules, examples: usize, orbit: &Orbit, outcome: Option<Outcome>) {
        let Orbit { slot, position, positions } = *orbit;
        let class = match outcome {
            None => Class::Impossible,
            Some(Outcome::Draw) if has_no_slide(rules, &position) => Class::NoMove,
            Some(outcome) => outcome.into(),
        };
        self.census.add(class, positions);
        let deepest = match class {
            Class::Win(_) => &mut self.deepest_wins,
            Class::Loss(_) => &mut self.deepest_losses,
            Class::Draw | Class::NoMove | Class::Impossible => return,
        };
        let least = deepest.distance.max(1);
        if let Some(distance) = class.distance().filter(|&distance| distance >= least) {
            deepest.merge(Examples { distance, positions: vec![(slot, position)] }, examples);
        }
    }

    fn merge(mut self, other: Self, examples: usize) -> Self {
        self.census.merge(&other.census);
        self.deepest_wins.merge(other.deepest_wins, examples);
        self.deepest_losses.merge(other.deepest_losses, examples);
        self
    }
}

impl Examples {
    /// Keeps the deeper positions of both; of equally deep ones those in the lowest slots.
    pub(crate) fn merge(&mut self, other: Self, limit: usize) {
        if other.distance > self.distance {
            *self = other;
        } else if other.distance == self.distance {
            self.positions.extend(other.positions);
            self.positions.sort_unstable();
        }
        self.positions.truncate(limit);
    }
}

/// Whether the side to move must slide and cannot.
fn has_no_slide(rules: &Rules, position: &Position) -> bool {
    position.layer() == 2 * PIECES && rules.slides(position).next().is_none()
}

/// Counts the positions of some layers, and keeps up to `examples` of the deepest wins and of the
/// deepest losses of each layer. Calls `observe` with the slots done and in total.
///
/// # Panics
/// If a layer is above 8.
pub fn survey(
    oracle: &dyn Oracle,
    layers: RangeInclusive<usize>,
    examples: usize,
    observe: Observer<'_>,
) -> Answer<Vec<LayerSurvey>> {
    let (rules, group) = (oracle.rules(), oracle.rules().symmetries());
    let start = |layer| LayerSurvey { layer, ..LayerSurvey::default() };
    let add = |survey: &mut LayerSurvey, orbits: &[Orbit]| {
        let outcomes = outcomes_of(oracle, orbits)?;
        for (orbit, outcome) in orbits.iter().zip(outcomes) {
            survey.add(rules, examples, orbit, outcome);
        }
        Ok(())
    };
    let merge = |a: LayerSurvey, b| a.merge(b, examples);
    fold_layers(rules.board(), &group, layers, observe, start, add, merge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;
    use proptest::prelude::*;
    use teeko_index::LayerIndex;
    use teeko_rules::Side;
    use teeko_rules::work::to_the_end;

    #[test]
    fn the_deepest_are_the_first_of_their_distance_in_the_order_of_slots() {
        let oracle = solved("58-ssss+4x4");
        let found = survey(&oracle, 2 * PIECES..=2 * PIECES, 3, &to_the_end).unwrap().remove(0);
        let index =
            LayerIndex::new(oracle.rules().board(), &oracle.rules().symmetries(), 2 * PIECES);
        let all: Vec<(u64, Position, Outcome)> = (0..index.slots())
            .filter(|&slot| index.is_canonical(slot))
            .filter_map(|slot| index.unrank(slot, Side::Black).map(|position| (slot, position)))
            .filter_map(|(slot, position)| Some((slot, position, oracle.outcome(&position)?)))
            .collect();
        for (examples, won) in [(&found.deepest_wins, true), (&found.deepest_losses, false)] {
            let of_kind =
                || all.iter().filter(|(_, _, outcome)| matches!(outcome, Outcome::Win(_)) == won);
            let deepest = of_kind().filter_map(|(_, _, outcome)| outcome.distance()).max().unwrap();
            let first =
                of_kind().filter(|(_, _, outcome)| outcome.distance() == Some(deepest)).take(3);
            let expected: Vec<_> = first.map(|&(slot, position, _)| (slot, position)).collect();
            assert_eq!((examples.distance, &examples.positions), (deepest, &expected));
        }
        // Fewer examples are the first of more.
        let fewer = survey(&oracle, 2 * PIECES..=2 * PIECES, 1, &to_the_end).unwrap().remove(0);
        assert_eq!(fewer.deepest_wins.positions, found.deepest_wins.positions[..1]);
    }

    proptest! {
        /// The result does not depend on how slots are dealt to threads.
        #[test]
        fn merging_does_not_depend_on_the_order(
            distances in prop::collection::vec(1_u32..4, 0..20),
            cut in 0_usize..20,
        ) {
            let all: Vec<Examples> = (0..).zip(&distances)
                .map(|(slot, &distance)| {
                    Examples { distance, positions: vec![(slot, Position::EMPTY)] }
                })
                .collect();
            let merged = |examples: &[Examples]| {
                examples.iter().cloned().fold(Examples::default(), |mut sum, more| {
                    sum.merge(more, 3);
                    sum
                })
            };
            let (one, other) = all.split_at(cut.min(all.len()));
            let (mut forwards, mut backwards) = (merged(one), merged(other));
            let (first, second) = (forwards.clone(), backwards.clone());
            forwards.merge(second, 3);
            backwards.merge(first, 3);
            prop_assert_eq!(&forwards, &merged(&all));
            prop_assert_eq!(&forwards, &backwards);
        }
    }
}

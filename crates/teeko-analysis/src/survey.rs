//! How many positions of a layer have which outcome, and the deepest of them: every orbit is looked up once.

use teeko_index::Orbit;
use teeko_rules::{Outcome, PIECES, Position, Rules};

use crate::Oracle;
use crate::orbits::fold_orbits;

/// The positions of one layer, with the side to move given, in disjoint classes that add up to all of them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LayerSurvey {
    /// The number of pieces on the board.
    pub layer: usize,
    /// By distance in plies: the positions decided there. Odd distances are wins, even ones losses; distance 0 are the
    /// positions that are over, in which the mover's opponent has a goal and the mover has none.
    pub by_distance: Vec<u64>,
    /// Positions drawn because neither side can force a goal.
    pub draw: u64,
    /// Positions drawn because the mover has no slide.
    pub no_move: u64,
    /// Positions in which the mover has a goal already, which play cannot reach.
    pub impossible: u64,
    /// Positions won at the largest distance there is, those in the first slots, ascending. One stands for all its symmetric
    /// images.
    pub deepest_wins: Examples,
    /// The same for lost positions that are not over.
    pub deepest_losses: Examples,
}

/// Positions at the same distance.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Examples {
    /// The distance in plies; 0 if there is no position.
    pub distance: u32,
    /// The positions with their slots in the public index. Black is to move in layer 8.
    pub positions: Vec<(u64, Position)>,
}

impl LayerSurvey {
    /// All positions of the layer with the side to move given.
    pub fn positions(&self) -> u64 {
        self.by_distance.iter().sum::<u64>() + self.draw + self.no_move + self.impossible
    }

    /// Positions that are over: the mover's opponent has a goal and the mover has none.
    pub fn over(&self) -> u64 {
        self.by_distance.first().copied().unwrap_or(0)
    }

    /// Positions won by the side to move.
    pub fn win(&self) -> u64 {
        self.by_distance.iter().skip(1).step_by(2).sum()
    }

    /// Positions lost by the side to move, those that are over not included.
    pub fn loss(&self) -> u64 {
        self.by_distance.iter().skip(2).step_by(2).sum()
    }

    /// The largest distance in plies.
    pub fn deepest(&self) -> u32 {
        self.by_distance.len().saturating_sub(1) as u32
    }

    /// Won and lost positions that are not over, by distance in plies; distances without any are left out.
    pub fn decided_by_distance(&self) -> impl Iterator<Item = (Outcome, u64)> {
        let counts = (1..).zip(self.by_distance.iter().skip(1)).filter(|&(_, &positions)| positions > 0);
        counts.map(|(distance, &positions)| {
            (if distance % 2 == 1 { Outcome::Win(distance) } else { Outcome::Loss(distance) }, positions)
        })
    }

    /// Adds an orbit of `positions` positions, of which one is in a slot.
    fn add(&mut self, rules: &Rules, examples: usize, positions: u64, slot: (u64, Position), outcome: Option<Outcome>) {
        match outcome {
            None => self.impossible += positions,
            Some(Outcome::Draw) if has_no_slide(rules, &slot.1) => self.no_move += positions,
            Some(Outcome::Draw) => self.draw += positions,
            Some(Outcome::Win(distance) | Outcome::Loss(distance)) => {
                let place = distance as usize;
                if self.by_distance.len() <= place {
                    self.by_distance.resize(place + 1, 0);
                }
                self.by_distance[place] += positions;
                let deepest = if distance % 2 == 1 { &mut self.deepest_wins } else { &mut self.deepest_losses };
                if distance >= deepest.distance.max(1) {
                    deepest.merge(Examples { distance, positions: vec![slot] }, examples);
                }
            }
        }
    }

    fn merge(mut self, other: Self, examples: usize) -> Self {
        let length = self.by_distance.len().max(other.by_distance.len());
        self.by_distance.resize(length, 0);
        for (sum, more) in self.by_distance.iter_mut().zip(other.by_distance) {
            *sum += more;
        }
        self.draw += other.draw;
        self.no_move += other.no_move;
        self.impossible += other.impossible;
        self.deepest_wins.merge(other.deepest_wins, examples);
        self.deepest_losses.merge(other.deepest_losses, examples);
        self
    }
}

impl Examples {
    /// Takes the deeper positions of both, those in the lowest slots.
    fn merge(&mut self, other: Self, limit: usize) {
        if other.distance > self.distance {
            *self = other;
        } else if other.distance == self.distance {
            self.positions.extend(other.positions);
            self.positions.sort_unstable();
        }
        self.positions.truncate(limit);
    }
}

/// Whether the side to move should slide and cannot.
fn has_no_slide(rules: &Rules, position: &Position) -> bool {
    position.layer() == 2 * PIECES && rules.slides(position).next().is_none()
}

/// Looks at every position of a layer, and keeps up to `examples` of the deepest wins and of the deepest losses. Work is spread
/// over the current rayon thread pool; the result does not depend on it.
///
/// # Errors
/// If the oracle fails.
///
/// # Panics
/// If `layer` is above 8.
pub fn survey<O: Oracle + ?Sized>(oracle: &O, layer: usize, examples: usize) -> Result<LayerSurvey, O::Error> {
    let rules = oracle.rules();
    let add = |survey: &mut LayerSurvey, orbit: Orbit| {
        let outcome = oracle.outcome(&orbit.position)?;
        survey.add(rules, examples, orbit.positions, (orbit.slot, orbit.position), outcome);
        Ok(())
    };
    let merge = |a: LayerSurvey, b| a.merge(b, examples);
    let survey = fold_orbits(rules.board(), &rules.symmetries(), layer, LayerSurvey::default, add, merge)?;
    Ok(LayerSurvey { layer, ..survey })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Solved, Told, rules};
    use proptest::prelude::*;
    use teeko_index::LayerIndex;
    use teeko_rules::Side;

    /// The solver counts its rows of values, without slots and orbits of positions.
    #[test]
    fn the_counts_are_the_solvers() {
        for variant in ["44-ssss", "58-sspp+4x4+knight", "78-pppp+4x5"] {
            let oracle = Solved::variant(variant);
            for layer in 0..2 * PIECES {
                let survey = survey(&oracle, layer, 1).unwrap();
                let counted = oracle.solution().drop_census(layer);
                let decided = survey.decided_by_distance().chain([(Outcome::Loss(0), survey.over())]);
                let all = decided.chain([(Outcome::Draw, survey.draw)]).filter(|&(_, positions)| positions > 0);
                assert_eq!(&all.collect::<std::collections::BTreeMap<_, _>>(), counted, "{variant}, layer {layer}");
                assert_eq!((survey.no_move, survey.impossible, survey.layer), (0, 0, layer));
            }
            let survey = survey(&oracle, 2 * PIECES, 1).unwrap();
            let census = oracle.solution().slide().census();
            assert_eq!(survey.by_distance, census.by_distance, "{variant}");
            assert_eq!((survey.draw, survey.no_move), (census.draw, census.no_move), "{variant}");
            assert_eq!((survey.impossible, survey.positions()), (census.impossible, census.positions()), "{variant}");
            assert_eq!((survey.win(), survey.loss()), (census.win(), census.loss()), "{variant}");
        }
    }

    #[test]
    fn the_deepest_are_the_first_of_their_distance_in_the_order_of_slots() {
        let oracle = Solved::variant("58-ssss+4x4");
        let found = survey(&oracle, 2 * PIECES, 3).unwrap();
        let index = LayerIndex::new(oracle.rules().board(), &oracle.rules().symmetries(), 2 * PIECES);
        let all: Vec<(u64, Position, Outcome)> = (0..index.slots())
            .filter(|&slot| index.is_canonical(slot))
            .filter_map(|slot| index.unrank(slot, Side::Black).map(|position| (slot, position)))
            .filter_map(|(slot, position)| Some((slot, position, oracle.outcome(&position).unwrap()?)))
            .collect();
        for (examples, won) in [(&found.deepest_wins, true), (&found.deepest_losses, false)] {
            let of_kind = || all.iter().filter(|(_, _, outcome)| matches!(outcome, Outcome::Win(_)) == won);
            let deepest = of_kind().filter_map(|(_, _, outcome)| outcome.distance()).max().unwrap();
            let first = of_kind().filter(|(_, _, outcome)| outcome.distance() == Some(deepest)).take(3);
            let expected: Vec<_> = first.map(|&(slot, position, _)| (slot, position)).collect();
            assert_eq!((examples.distance, &examples.positions), (deepest, &expected));
        }
        // Fewer examples are the first of more.
        let fewer = survey(&oracle, 2 * PIECES, 1).unwrap();
        assert_eq!(fewer.deepest_wins.positions, found.deepest_wins.positions[..1]);
    }

    #[test]
    fn a_layer_that_is_drawn_throughout_has_no_deepest() {
        let oracle = Told { rules: rules("44-ssss+4x4"), outcome: |_: &Position| Some(Outcome::Draw) };
        let found = survey(&oracle, 2, 5).unwrap();
        assert_eq!((found.draw, found.deepest()), (16 * 15, 0));
        assert_eq!(found.deepest_wins, Examples::default());
        assert_eq!(found.deepest_losses, Examples::default());
    }

    proptest! {
        /// However the slots are dealt to threads, what is kept is the same.
        #[test]
        fn merging_does_not_depend_on_the_order(distances in prop::collection::vec(1_u32..4, 0..20), cut in 0_usize..20) {
            let all: Vec<Examples> = (0..).zip(&distances)
                .map(|(slot, &distance)| Examples { distance, positions: vec![(slot, Position::EMPTY)] })
                .collect();
            let merged = |examples: &[Examples]| examples.iter().cloned().fold(Examples::default(), |mut sum, more| {
                sum.merge(more, 3);
                sum
            });
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

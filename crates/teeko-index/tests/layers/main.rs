//! Layers of solved rules on 4 x 4, compared with the reference solver position by position.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use teeko_index::{Class, Layer, LayerCensus, LayerIndex, OutcomeMatrix, SetOrbits, SolvedLayers};
use teeko_rules::{Oracle, Outcome, PIECES, Position, Rules, Side, Wdl};
use teeko_testing::reference::{ReferenceDrop, ReferenceSlide};
use teeko_testing::{Random, circles, empty_circle_rules, long_win_rules, rules, solve, with_plan};

/// Solved rules, with the outcomes that the reference solver finds.
struct Case {
    rules: Rules,
    solved: SolvedLayers,
    slide: ReferenceSlide,
    drop: ReferenceDrop,
}

impl Case {
    fn new(rules: Rules) -> Self {
        let slide = ReferenceSlide::solve(&rules);
        Self {
            solved: solve(&rules).layers(),
            drop: ReferenceDrop::solve(&rules, &slide),
            slide,
            rules,
        }
    }

    /// Lists the positions of a layer with their outcomes, in the slide phase with Black to move.
    fn positions(&self, layer: usize) -> Vec<(Position, Option<Outcome>)> {
        if layer < 2 * PIECES {
            let positions = self.drop.positions();
            let of_layer = positions.filter(|(position, _)| position.layer() == layer);
            return of_layer
                .map(|(position, found)| (position, Some(found)))
                .collect();
        }
        let mut positions = Vec::new();
        for (mover, opponent, found) in self.slide.positions() {
            positions.push((Position::of_turn(Side::Black, mover, opponent), found));
        }
        positions
    }
}

/// Returns a game with symmetries, one with distances of two bytes and none, and one in which a
/// goal may need empty circles or be worth nothing.
fn cases() -> &'static [Case; 3] {
    static CASES: OnceLock<[Case; 3]> = OnceLock::new();
    CASES.get_or_init(|| {
        let pointed = "psss".parse().unwrap();
        [
            Case::new(rules("44-sspp+4x4")),
            Case::new(with_plan(&long_win_rules(), pointed)),
            Case::new(empty_circle_rules("psps")),
        ]
    })
}

/// Returns layers 0 to 8, each computed from the next one.
fn layers_before(case: &Case) -> Vec<Arc<Layer>> {
    let group = case.rules.symmetries();
    let mut layers = vec![Arc::clone(&case.solved.layers()[2 * PIECES])];
    for layer in (0..2 * PIECES).rev() {
        let orbits = SetOrbits::new(16, layer / 2, &group);
        let before = layers[layers.len() - 1].before(&case.rules, &Arc::new(orbits));
        layers.push(Arc::new(before));
    }
    layers.reverse();
    layers
}

#[test]
fn each_layer_follows_from_the_next_one() {
    for case in cases() {
        let layers = layers_before(case);
        for (number, layer) in layers.iter().enumerate() {
            assert_eq!(layer.layer(), number);
            let mut counts = LayerCensus::default();
            for (position, expected) in case.positions(number) {
                assert_eq!(layer.outcome(&position), expected, "{position:?}");
                assert_eq!(case.solved.outcome(&position), expected, "{position:?}");
                if let Some(outcome) = expected {
                    counts.add(outcome, 1);
                }
            }
            assert_eq!(layer.census(), &counts, "layer {number}");
            assert_eq!(case.solved.census(number), Some(&counts));
        }
    }
    for (case, is_wide) in cases().iter().zip([false, true]) {
        let last = &case.solved.layers()[8];
        assert_eq!(last.values::<u16>().is_some(), is_wide);
        assert_eq!(last.values::<u8>().is_some(), !is_wide);
    }
}

/// Returns positions of all layers, some of which do not exist.
fn some_positions(rules: &Rules) -> Vec<Position> {
    let mut random = Random::new(3);
    let mut positions = vec![
        Position::of_turn(Side::Red, circles(&[1]), circles(&[1, 2])),
        Position::of_turn(Side::Red, circles(&[1]), circles(&[17])),
        Position::of_turn(Side::Black, circles(&[1, 2]), circles(&[5])),
    ];
    for number in 0..900 {
        positions.push(random.position_of_any_side(rules.board(), number % 9));
    }
    positions
}

#[test]
fn many_positions_are_answered_as_one_by_one() {
    for case in cases() {
        let solved = &case.solved;
        let positions = some_positions(&case.rules);
        let expected: Vec<_> = positions
            .iter()
            .map(|found| solved.outcome(found))
            .collect();
        assert_eq!(solved.outcomes(&positions).unwrap(), expected);
        assert!(expected[..3].iter().all(Option::is_none));

        let is_open = |position: &&Position| solved.outcome(position).is_some();
        let positions: Vec<Position> = positions.iter().filter(is_open).copied().collect();
        let found = solved.move_values(&positions).unwrap();
        for (number, position) in positions.iter().enumerate() {
            let moves = case.rules.moves(position);
            assert_eq!(found.of(number).len(), moves.len());
            for (&value, played) in found.of(number).iter().zip(moves) {
                let after = solved.outcome(&position.after(played)).unwrap();
                let expected = after.of_move().signed_plies();
                assert_eq!(i64::from(value), expected, "{position:?} {played}");
            }
        }
    }
}

#[test]
fn layers_that_are_absent_have_no_outcomes() {
    let case = &cases()[0];
    let some = SolvedLayers::new(case.rules.clone(), case.solved.layers()[3..6].to_vec());
    for layer in 0..=8 {
        assert_eq!(some.layer(layer).is_some(), (3..6).contains(&layer));
        assert_eq!(some.census(layer).is_some(), (3..6).contains(&layer));
        let (position, expected) = case.positions(layer)[0];
        let expected = expected.filter(|_| (3..6).contains(&layer));
        assert_eq!(some.outcome(&position), expected);
    }
}

/// Counts the pairs of results by looking at each position.
#[test]
fn a_comparison_counts_each_pair_of_results() {
    let [symmetric, far, empty] = cases();
    let other_goals = far.rules.to_builder().goals(empty.rules.goals().clone());
    for (one, other) in [
        (symmetric, rules("58-pssp+4x4")),
        (far, with_plan(&far.rules, "pspp".parse().unwrap())),
        (far, other_goals.build().unwrap()),
    ] {
        let other = solve(&other).layers();
        for number in 0..=2 * PIECES {
            let mut expected = OutcomeMatrix::default();
            let mut flips = 0;
            for (position, ours) in one.positions(number) {
                let theirs = other.outcome(&position);
                if let (Some(ours), Some(theirs)) = (ours, theirs) {
                    expected.add(ours.wdl(), theirs.wdl(), 1);
                    flips += u64::from(ours.wdl() != theirs.wdl());
                }
            }
            let layer = &one.solved.layers()[number];
            let found = layer.compare(&other.layers()[number]);
            assert_eq!(found, expected, "layer {number}");
            assert_eq!(found.flips(), flips);
            let mut twice = found;
            twice.merge(&found);
            assert_eq!(twice.total(), 2 * found.total());
            let wins = twice.positions(Wdl::Win, Wdl::Loss);
            assert_eq!(wins, 2 * expected.positions(Wdl::Win, Wdl::Loss));
        }
    }
}

/// Sorts the positions with an outcome by their slots.
#[test]
fn the_first_positions_with_an_outcome_are_those_of_the_least_slots() {
    for case in cases() {
        for number in [3, 6, 7, 8] {
            let index = LayerIndex::new(case.rules.board(), &case.rules.symmetries(), number);
            let mut slots: BTreeMap<Outcome, BTreeMap<u64, Position>> = BTreeMap::new();
            for (position, outcome) in case.positions(number) {
                if let Some(outcome) = outcome {
                    let slot = index.rank(&position);
                    let canonical = index.unrank(slot, Side::Black).unwrap();
                    slots.entry(outcome).or_default().insert(slot, canonical);
                }
            }
            let layer = &case.solved.layers()[number];
            for (outcome, slots) in slots.iter().step_by(1 + slots.len() / 8) {
                for limit in [0, 1, 5, usize::MAX] {
                    let expected: Vec<Position> = slots.values().take(limit).copied().collect();
                    assert_eq!(layer.first_with(*outcome, limit), expected, "{outcome}");
                }
            }
            assert_eq!(layer.first_with(Outcome::Win(100_000), 5), []);
        }
    }
}

/// Adds up the positions of the classes of all cases.
#[test]
fn a_census_has_every_position_of_a_layer() {
    for case in cases() {
        for number in 0..2 * PIECES {
            let census = case.solved.census(number).unwrap();
            let positions = case.positions(number).len() as u64;
            assert_eq!(census.total(), positions);
            assert_eq!(
                teeko_index::positions_of_layer(case.rules.board(), number),
                positions
            );
            let ended = census.over() + census.gift();
            assert_eq!(
                census.win() + census.loss() + census.drawn() + ended,
                positions
            );
            assert_eq!(census.positions(Class::NoMove), 0);
        }
    }
}

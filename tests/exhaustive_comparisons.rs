//! Layers compared row by row, and searched for positions, checked against the reference solver's
//! values position by position.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;
use teeko_index::{LayerIndex, SolvedLayers};
use teeko_rules::{Goals, Oracle, Outcome, PIECES, Position, Rules, Side, Wdl};
use teeko_solve::solve;

use crate::common;
use crate::exhaustive_long_wins::long_win;
use crate::reference::ReferenceGame;

/// Compares all layers of two rule sets in both orders, and searches those of the first for every
/// outcome that they have, and for one that they do not have.
fn assert_layers_agree([one, other]: [&Rules; 2]) {
    let solved = [one, other].map(|rules| solve(rules).layers());
    let references = [one, other].map(ReferenceGame::solve);
    let index = |layer| LayerIndex::new(one.board(), &one.symmetries(), layer);
    let indexes: Vec<LayerIndex> = (0..=2 * PIECES).map(index).collect();
    let mut counts = vec![HashMap::<[&str; 2], u64>::new(); indexes.len()];
    let mut lowest = vec![HashMap::<Outcome, BTreeSet<u64>>::new(); indexes.len()];
    for position in common::positions(one) {
        let layer = position.layer();
        let outcomes = [0, 1].map(|number: usize| {
            let outcome = references[number].outcome(&position).unwrap();
            assert_eq!(solved[number].outcome(&position), outcome, "{position:?}");
            outcome
        });
        if let Some(outcome) = outcomes[0] {
            let slot = indexes[layer].rank(&position);
            lowest[layer].entry(outcome).or_default().insert(slot);
        }
        if let [Some(ours), Some(theirs)] = outcomes {
            *counts[layer]
                .entry([ours.name(), theirs.name()])
                .or_default() += 1;
        }
    }
    for (layer, index) in indexes.iter().enumerate() {
        let of_layer = |solved: &SolvedLayers| solved.layer(layer).expect("a layer").clone();
        let [ours, theirs] = solved.each_ref().map(of_layer);
        let (found, backwards) = (ours.compare(&theirs), theirs.compare(&ours));
        let mut same = 0;
        for (a, b) in Wdl::ALL.into_iter().flat_map(|a| Wdl::ALL.map(|b| (a, b))) {
            let expected = counts[layer]
                .get(&[a.name(), b.name()])
                .copied()
                .unwrap_or(0);
            let positions = [found.positions(a, b), backwards.positions(b, a)];
            assert_eq!(positions, [expected; 2], "layer {layer}: {a:?} and {b:?}");
            same += if a == b { expected } else { 0 };
        }
        assert_eq!(found.flips(), found.total() - same);
        assert_eq!(ours.compare(&ours).flips(), 0);
        for (&outcome, slots) in &lowest[layer] {
            let expected: Vec<Position> = slots
                .iter()
                .take(3)
                .filter_map(|&slot| index.unrank(slot, Side::Black))
                .collect();
            for limit in 0..=3 {
                let first = &expected[..limit.min(expected.len())];
                assert_eq!(
                    ours.first_with(outcome, limit),
                    first,
                    "layer {layer}: {outcome}"
                );
            }
        }
        let deepest = lowest[layer]
            .keys()
            .filter_map(|outcome| outcome.distance())
            .max();
        let beyond = deepest.unwrap_or(0) + 1;
        let none = [Outcome::Win(beyond), Outcome::Loss(beyond)];
        assert_eq!(
            none.map(|none| ours.first_with(none, 1)),
            [const { Vec::new() }; 2]
        );
    }
}

/// Nested goal sets and others, and values of two bytes with values of one byte, where no symmetry
/// helps.
#[test]
fn layers_are_compared_and_searched_position_by_position() {
    let pairs = [
        ["44-ssss+4x4", "54-spps+4x4"],
        ["64-pppp+4x4", "58-pppp+4x4"],
        ["58-spps+4x4+knight", "44-pppp+4x4+knight"],
        ["37d-spsp+4x4", "28-spsp+4x4"],
        // Half a minute.
        ["78-ssss+4x5", "68-ssss+4x5"],
    ];
    let few = if cfg!(feature = "exhaustive") {
        &pairs[..]
    } else {
        &pairs[..4]
    };
    let mut pairs: Vec<[Rules; 2]> = few.iter().map(|pair| pair.map(common::rules)).collect();
    let long = long_win(0);
    let goals = Goals::new(long.goals().patterns()[1..].to_vec());
    let short = long.to_builder().goals(goals).build().expect("rules");
    let distances = [&long, &short].map(|rules| common::slide(rules).census().deepest());
    assert!(distances[0] > 254 && distances[1] < 250, "{distances:?}");
    pairs.push([long, short]);
    pairs
        .par_iter()
        .for_each(|pair| assert_layers_agree(pair.each_ref()));
}

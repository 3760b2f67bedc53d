//! A random position of a kind, to practise.

use teeko_analysis::Answer;
use teeko_analysis::order::{ShuffledOrder, number_pieces, part_of, position, positions};
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, PIECES, Position, Status, Value, Wdl};

/// The kind of a position, for the side to move. `None` stands for any.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct PositionFilter {
    /// The outcome.
    pub(super) outcome: Option<Wdl>,
    /// The distance to the end in plies; in games for points the bound that goes with the score.
    pub(super) distance: Option<u32>,
    /// The number of pieces on the board, 0 to 8.
    pub(super) pieces: Option<usize>,
}

/// Returns the first position that `filter` lets through in a shuffled order of all positions in
/// which there is a move. The order depends on the seed alone, and every position is equally likely
/// to come first. In layer 8 either side may be to move.
///
/// Looks at `most` positions at most, or a few more. Also returns whether these were enough. Calls
/// `observe` with the positions done and in total.
///
/// # Panics
/// If `filter` wants more than 8 pieces.
pub(super) fn random_position(
    oracle: &dyn Oracle,
    filter: PositionFilter,
    seed: u64,
    most: u64,
    observe: Observer<'_>,
) -> Answer<(Option<Position>, bool)> {
    let (rules, layers) = (oracle.rules(), filter.pieces.map_or(0..=2 * PIECES, |one| one..=one));
    let lengths = || layers.clone().map(|layer| positions(rules.board(), layer));
    let find = |number| {
        let Some((part, rest)) = part_of(lengths(), number) else { return Ok(None) };
        let position = number_pieces(rules, &position(layers.start() + part, rest), seed, number);
        Ok(fits(oracle, filter, &position)?.then_some(position))
    };
    let order = ShuffledOrder::new(lengths().sum(), seed);
    let (found, is_whole) = order.search(1, most, 1, observe, find, Ok)?;
    Ok((found.into_iter().next(), is_whole))
}

fn fits(oracle: &dyn Oracle, filter: PositionFilter, position: &Position) -> Answer<bool> {
    let rules = oracle.rules();
    let fits = oracle.value(position)?.is_some_and(|Value { outcome, .. }| {
        filter.outcome.is_none_or(|wanted| outcome.wdl() == wanted)
            && filter.distance.is_none_or(|wanted| outcome.distance() == Some(wanted))
    });
    Ok(fits && rules.status(position) == Status::Open && !rules.moves(position).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use teeko_rules::work::to_the_end;
    use teeko_solve::solve;
    use teeko_testing::{rules, solved};

    fn random(oracle: &dyn Oracle, filter: PositionFilter, seed: u64) -> Option<Position> {
        let (found, is_whole) =
            random_position(oracle, filter, seed, u64::MAX, &to_the_end).unwrap();
        assert!(is_whole);
        found
    }

    /// Counts 16 first drops in 1600 seeds, each within five standard deviations of a hundred.
    #[test]
    fn every_position_is_as_likely() {
        let oracle = solved("44-ssss+4x4");
        let filter = PositionFilter { pieces: Some(1), ..PositionFilter::default() };
        let mut found: BTreeMap<Position, usize> = BTreeMap::new();
        for seed in 0..1600 {
            *found.entry(random(&oracle, filter, seed).unwrap()).or_default() += 1;
        }
        assert_eq!(found.len(), 16);
        assert!(found.values().all(|times| (50..=150).contains(times)), "{found:?}");
    }

    /// Looks at all positions of four pieces: those that fit are found, and no others.
    #[test]
    fn what_is_found_fits_and_what_is_not_found_is_not_there() {
        for variant in ["58-ssss+4x4", "37e-pppp+4x4", "58-ssss+4x4+points"] {
            let oracle = solve(&rules(variant));
            let pieces = 4;
            let mut kinds = BTreeSet::new();
            for number in 0..positions(oracle.rules().board(), pieces) {
                let position = position(pieces, number);
                let value = oracle.value(&position).unwrap();
                kinds.extend(value.map(|value| (value.outcome.wdl(), value.outcome.distance())));
            }
            for outcome in Wdl::ALL {
                for distance in 1..30 {
                    let (outcome, distance) = (Some(outcome), Some(distance));
                    let filter = PositionFilter { outcome, distance, pieces: Some(pieces) };
                    let found = random(&oracle, filter, 7);
                    let is_there = kinds.contains(&(outcome.unwrap(), distance));
                    assert_eq!(found.is_some(), is_there, "{variant} {filter:?}");
                    if let Some(position) = found {
                        let found = oracle.value(&position).unwrap().unwrap().outcome;
                        assert_eq!((Some(found.wdl()), found.distance()), (outcome, distance));
                    }
                }
            }
            // One of few looks is not enough.
            let filter = PositionFilter { distance: Some(99), ..PositionFilter::default() };
            let bounded = random_position(&oracle, filter, 1, 1000, &to_the_end).unwrap();
            assert_eq!(bounded, (None, false));
        }
    }
}

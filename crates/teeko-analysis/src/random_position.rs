//! A random position of a kind, to practise.

use teeko_index::positions_of_layer;
use teeko_rules::combinatorics::{at_places, binomial, unrank};
use teeko_rules::work::Observer;
use teeko_rules::{Board, Oracle, PIECES, Position, Side, Status, Value, Wdl};

use crate::error::Answer;
use crate::order::{ShuffledOrder, numbered, part_of};

/// The kind of a position, for the side to move. `None` stands for any.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PositionFilter {
    /// The outcome.
    pub outcome: Option<Wdl>,
    /// The distance to the end in plies; in games for points the bound that goes with the score.
    pub distance: Option<u32>,
    /// The number of pieces on the board, 0 to 8.
    pub pieces: Option<usize>,
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
pub fn random_position(
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
        let position = numbered(rules, &position(layers.start() + part, rest), seed, number);
        Ok(fits(oracle, filter, &position)?.then_some(position))
    };
    let order = ShuffledOrder::new(lengths().sum(), seed);
    let (found, is_whole) = order.search(1, most, 1, observe, find, Ok)?;
    Ok((found.into_iter().next(), is_whole))
}

/// The sides that may be to move in a layer.
fn sides(layer: usize) -> u64 {
    if Position::turn_in_layer(layer).is_none() { 2 } else { 1 }
}

/// The positions of a layer, with either side to move if both are possible.
pub(crate) fn positions(board: Board, layer: usize) -> u64 {
    sides(layer) * positions_of_layer(board, layer)
}

/// Returns the position of a number below [`positions`].
pub(crate) fn position(layer: usize, number: u64) -> Position {
    let (number, side) = (number / sides(layer), number % sides(layer));
    let other = if side == 0 { Side::Black } else { Side::Red };
    let turn = Position::turn_in_layer(layer).unwrap_or(other);
    let ways = binomial(layer, layer / 2);
    let (occupied, split) = (unrank(layer, number / ways), unrank(layer / 2, number % ways));
    let mover = at_places(split, occupied);
    Position::of_turn(turn, mover, occupied - mover)
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
    use crate::testing::{rules, solved};
    use std::collections::{BTreeMap, BTreeSet};
    use teeko_rules::work::to_the_end;
    use teeko_solve::solve;

    fn random(oracle: &dyn Oracle, filter: PositionFilter, seed: u64) -> Option<Position> {
        let (found, is_whole) =
            random_position(oracle, filter, seed, u64::MAX, &to_the_end).unwrap();
        assert!(is_whole);
        found
    }

    #[test]
    fn numbers_are_all_positions() {
        let board = rules("44-ssss+4x4").board();
        for layer in 0..=4 {
            let all: BTreeSet<Position> =
                (0..positions(board, layer)).map(|number| position(layer, number)).collect();
            assert_eq!(all.len() as u64, positions(board, layer));
            assert!(all.iter().all(|position| position.layer() == layer && position.fits(board)));
        }
        let last = positions(board, 8) - 1;
        assert!(position(8, last).fits(board) && position(8, last).turn == Side::Red);
        assert_eq!(position(8, last - 1).turn, Side::Black);
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

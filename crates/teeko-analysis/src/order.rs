//! A shuffled order of numbers that takes no memory, searches in it, and random numbers of pips for
//! pieces that have none.

use teeko_index::{parallel, positions_of_layer};
use teeko_rules::combinatorics::{at_places, binomial, unrank};
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{Board, Pips, Position, Rules, Scoring, Side};

use crate::error::Answer;

/// The numbers looked at between two checks whether enough were found.
pub const AT_A_TIME: u64 = 1 << 14;

/// The numbers below a count, each once, in an order that depends on a seed.
///
/// A Feistel network permutes the numbers of an even number of bits. If it leads to a number that
/// is not below the count, it is applied again until it does (cycle walking; Black and Rogaway
/// 2002). This takes fewer than four steps on average.
#[derive(Clone, Copy, Debug)]
pub struct ShuffledOrder {
    count: u64,
    seed: u64,
    half_bits: u32,
}

impl ShuffledOrder {
    const ROUNDS: u64 = 4;

    /// Makes an order of the numbers below `count`, which is at most 2^62.
    pub fn new(count: u64, seed: u64) -> Self {
        debug_assert!(count <= 1 << 62);
        let bits = u64::BITS - count.saturating_sub(1).leading_zeros();
        Self {
            count,
            seed: mix(seed),
            half_bits: bits.div_ceil(2).max(1),
        }
    }

    /// Returns the number at a place below the count.
    pub fn at(&self, place: u64) -> u64 {
        debug_assert!(place < self.count);
        let mask = (1 << self.half_bits) - 1;
        let mut number = place;
        loop {
            let mut left = number >> self.half_bits;
            let mut right = number & mask;
            for round in 0..Self::ROUNDS {
                let key = mix(self.seed ^ round);
                (left, right) = (right, left ^ (mix(right ^ key) & mask));
            }
            number = left << self.half_bits | right;
            if number < self.count {
                return number;
            }
        }
    }

    /// Returns what `find` finds first in this order, at most `limit` things, each completed by
    /// `complete`. Looks at `most` numbers at most, or a few more, and at `least` together at the
    /// beginning. Also returns whether these were enough. Calls `observe` with the numbers done and
    /// in total.
    pub fn search<F: Send, T: Send>(
        &self,
        limit: usize,
        most: u64,
        least: u64,
        observe: Observer<'_>,
        find: impl Fn(u64) -> Answer<Option<F>> + Sync,
        complete: impl Fn(F) -> Answer<T> + Sync,
    ) -> Answer<(Vec<T>, bool)> {
        let counter = Counter::new(self.count, observe);
        let mut found = Vec::new();
        let mut start = 0;
        while start < self.count.min(most) && found.len() < limit {
            let end = self.count.min(start + start.clamp(least, AT_A_TIME));
            let more = parallel::try_map(start..end, |place| find(self.at(place)))?;
            let more = more.into_iter().flatten().take(limit - found.len());
            found.extend(parallel::try_map(more, &complete)?);
            counter.advance(end - start)?;
            start = end;
        }
        let is_whole = start == self.count || found.len() == limit;
        Ok((found, is_whole))
    }
}

/// Returns the part of a whole that a number lies in, and its place there. The parts have these
/// lengths. `None` if the whole is shorter.
pub fn part_of(lengths: impl IntoIterator<Item = u64>, mut number: u64) -> Option<(usize, u64)> {
    for (part, length) in lengths.into_iter().enumerate() {
        if number < length {
            return Some((part, number));
        }
        number -= length;
    }
    None
}

/// Spreads every bit of a number over all bits (the finaliser of Steele's `SplitMix64`, 2014).
pub fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns the position with pips on each piece if the rules need them, and without pips otherwise.
/// The arrangement depends only on the seed and on the number of the position; all arrangements are
/// equally likely.
pub fn number_pieces(rules: &Rules, position: &Position, seed: u64, number: u64) -> Position {
    if rules.scoring() != Scoring::Pips {
        return position.without_pips();
    }
    let mut random = mix(mix(seed) ^ number);
    let mut pips = Pips::NONE;
    for side in [Side::Black, Side::Red] {
        let mut in_hand: Vec<u8> = Pips::all().collect();
        for circle in position.pieces(side) {
            let choices = in_hand.len() as u64;
            let drawn = in_hand.swap_remove((random % choices) as usize);
            random /= choices;
            pips = pips.with(side, drawn, circle);
        }
    }
    Position { pips, ..*position }
}

/// Returns the number of sides that may be to move in a layer.
fn sides(layer: usize) -> u64 {
    if Position::turn_in_layer(layer).is_none() {
        2
    } else {
        1
    }
}

/// Returns the number of positions of a layer, with either side to move if both are possible.
pub fn positions(board: Board, layer: usize) -> u64 {
    sides(layer) * positions_of_layer(board, layer)
}

/// Returns the position of a number below [`positions`].
pub fn position(layer: usize, number: u64) -> Position {
    let is_black = number.is_multiple_of(sides(layer));
    let side = if is_black { Side::Black } else { Side::Red };
    let turn = Position::turn_in_layer(layer).unwrap_or(side);
    let number = number / sides(layer);
    // The mover's pieces are a choice from the occupied circles.
    let ways = binomial(layer, layer / 2);
    let occupied = unrank(layer, number / ways);
    let split = unrank(layer / 2, number % ways);
    let mover = at_places(split, occupied);
    Position::of_turn(turn, mover, occupied - mover)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::atomic::{AtomicU64, Ordering};

    use proptest::prelude::*;
    use teeko_rules::work::{Progress, to_the_end};

    use teeko_testing::observed;

    use super::*;
    use crate::testing::{position, rules};

    proptest! {
        #[test]
        fn every_number_comes_once(count in 1_u64..3000, seed: u64) {
            let order = ShuffledOrder::new(count, seed);
            let mut numbers: Vec<u64> = (0..count).map(|place| order.at(place)).collect();
            numbers.sort_unstable();
            prop_assert_eq!(numbers, (0..count).collect::<Vec<_>>());
        }
    }

    /// Searches 100 numbers for up to `limit` multiples of ten, and looks at up to `most` numbers,
    /// three at first. Returns how many were found and looked at, and whether these were enough.
    fn searched(limit: usize, most: u64) -> (usize, u64, bool) {
        let looked_at = AtomicU64::new(0);
        let find = |number: u64| {
            looked_at.fetch_add(1, Ordering::Relaxed);
            Ok(number.is_multiple_of(10).then_some(number))
        };
        let order = ShuffledOrder::new(100, 5);
        let (found, is_whole) = order.search(limit, most, 3, &to_the_end, find, Ok).unwrap();
        (found.len(), looked_at.into_inner(), is_whole)
    }

    #[test]
    fn a_search_ends_when_it_has_found_enough_or_has_looked_at_all() {
        assert_eq!(searched(0, 100), (0, 0, true));
        assert_eq!(searched(11, 100), (10, 100, true));
        let (found, looked_at, is_whole) = searched(1, 100);
        assert!(found == 1 && looked_at < 100 && is_whole, "{looked_at}");
        let (found, looked_at, is_whole) = searched(11, 12);
        assert!(found < 11 && (12..=24).contains(&looked_at) && !is_whole);
    }

    #[test]
    fn a_search_of_several_batches_finds_no_more_than_the_limit_and_reports_what_it_looked_at() {
        let order = ShuffledOrder::new(100, 5);
        let find = |number: u64| Ok(number.is_multiple_of(2).then_some(number));
        let (found, _) = order.search(7, 100, 3, &to_the_end, find, Ok).unwrap();
        assert_eq!(found.len(), 7);
        let (_, progress) = observed(usize::MAX, |observe| {
            order.search(100, 100, 3, observe, find, Ok).unwrap()
        });
        let last: &Progress = progress.last().unwrap();
        assert_eq!((last.done, last.total), (100, 100));
    }

    #[test]
    fn orders_of_different_seeds_differ() {
        let mut orders = BTreeSet::new();
        for seed in 0..20 {
            let order = ShuffledOrder::new(1000, seed);
            orders.insert([0, 1, 2, 3].map(|place| order.at(place)));
        }
        assert_eq!(orders.len(), 20);
    }

    /// The first numbers of `SplitMix64` with seed 0, by its published implementations.
    #[test]
    fn numbers_are_mixed_as_by_splitmix64() {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(STEP), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(mix(STEP.wrapping_mul(2)), 0x06c4_5d18_8009_454f);
    }

    #[test]
    fn a_number_lies_in_the_part_that_has_it() {
        for (number, expected) in [
            (0, Some((0, 0))),
            (1, Some((0, 1))),
            (2, Some((2, 0))),
            (4, Some((2, 2))),
            (5, None),
        ] {
            assert_eq!(part_of([2, 0, 3], number), expected, "{number}");
        }
    }

    /// Each of 16 parts of the range gets its share of the first 4096 of a million places, within
    /// five standard deviations.
    #[test]
    fn every_part_of_the_range_has_its_share_of_the_first_places() {
        for seed in 0..20 {
            let order = ShuffledOrder::new(1_000_000, seed);
            let mut parts = [0_i32; 16];
            for place in 0..4096 {
                parts[(order.at(place) / 62_500) as usize] += 1;
            }
            assert!(
                parts.iter().all(|&part| (part - 256).abs() <= 80),
                "{seed}: {parts:?}"
            );
        }
    }

    /// Three pieces have 4 x 3 x 2 numberings, two have 4 x 3. Of 57,600 random numberings each
    /// comes about 200 times, within five standard deviations.
    #[test]
    fn every_arrangement_is_as_likely() {
        let bare = position(&rules("44-ssss"), "b:7,8,9 r:1,3 r");
        let rules = rules("44-ssss+pips");
        let mut drawn: BTreeMap<Pips, usize> = BTreeMap::new();
        for number in 0..57_600 {
            let with = number_pieces(&rules, &bare, 1, number);
            assert_eq!(with.without_pips(), bare);
            *drawn.entry(with.pips).or_default() += 1;
        }
        assert_eq!(drawn.len(), 24 * 12);
        assert!(
            drawn.values().all(|times| (130..=270).contains(times)),
            "{drawn:?}"
        );
        assert_ne!(
            number_pieces(&rules, &bare, 1, 7),
            number_pieces(&rules, &bare, 2, 7)
        );
        assert_eq!(
            number_pieces(&rules, &bare, 2, 7),
            number_pieces(&rules, &bare, 2, 7)
        );
    }

    #[test]
    fn numbers_are_all_positions() {
        let board = rules("44-ssss+4x4").board();
        for layer in 0..=4 {
            let all: BTreeSet<Position> = (0..positions(board, layer))
                .map(|number| super::position(layer, number))
                .collect();
            assert_eq!(all.len() as u64, positions(board, layer));
            assert!(
                all.iter()
                    .all(|position| position.layer() == layer && position.fits(board))
            );
        }
        let last = positions(board, 8) - 1;
        assert!(super::position(8, last).fits(board) && super::position(8, last).turn == Side::Red);
        assert_eq!(super::position(8, last - 1).turn, Side::Black);
    }
}

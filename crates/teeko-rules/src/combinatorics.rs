//! The combinatorial number system: ranks for sets of one size, in colexicographic order.
//!
//! The set with circles `s1 < s2 < … < sk` has rank `C(s1, 1) + C(s2, 2) + … + C(sk, k)`. Ranks
//! order sets like their bits read as numbers. Sources: Lehmer 1964; Knuth, *The Art of Computer
//! Programming* 7.2.1.3.

use crate::{Circle, Circles, PIECES};

/// The largest sets that are ranked: all pieces of both sides.
const LARGEST: usize = 2 * PIECES;

/// `BINOMIALS[n][k]` is `C(n, k)`.
static BINOMIALS: [[u64; LARGEST + 1]; Circle::LIMIT + 1] = {
    let mut table = [[0; LARGEST + 1]; Circle::LIMIT + 1];
    let mut n = 0;
    while n <= Circle::LIMIT {
        table[n][0] = 1;
        let mut k = 1;
        while k <= LARGEST && k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns the number of `k`-element subsets of a set of `n`.
///
/// # Panics
/// If `n` is above 64 or `k` above 8.
#[inline]
pub const fn binomial(n: usize, k: usize) -> u64 {
    BINOMIALS[n][k]
}

/// Returns the rank of a set among the sets of its size, from 0.
///
/// # Panics
/// If the set has more than 8 circles.
#[inline]
pub fn rank(set: Circles) -> u64 {
    let mut rank = 0;
    let mut bits = set.bits();
    let mut size = 0;
    while bits != 0 {
        size += 1;
        rank += BINOMIALS[bits.trailing_zeros() as usize][size];
        bits &= bits - 1;
    }
    rank
}

/// Returns the rank of a set among the sets of its size on the circles that are not `taken`.
///
/// # Panics
/// If the set has more than 8 circles.
#[inline]
pub fn rank_among_free(set: Circles, taken: Circles) -> u64 {
    let mut rank = 0;
    let mut bits = set.bits();
    let mut place = 0;
    while bits != 0 {
        let lowest = bits & bits.wrapping_neg();
        let taken_below = (taken.bits() & (lowest - 1)).count_ones();
        place += 1;
        rank += binomial((lowest.trailing_zeros() - taken_below) as usize, place);
        bits ^= lowest;
    }
    rank
}

/// Returns the set of `size` circles that has this rank.
///
/// # Panics
/// If `size` is above 8, or the rank is not below `C(64, size)`.
pub fn unrank(size: usize, rank: u64) -> Circles {
    assert!(
        rank < binomial(Circle::LIMIT, size),
        "rank {rank} of a set of {size} circles"
    );
    let mut rest = rank;
    let mut bits = 0;
    let mut circle = Circle::LIMIT;
    for place in (1..=size).rev() {
        // The greatest circle whose sets start at or before `rest`.
        circle = (0..circle)
            .rev()
            .find(|&circle| BINOMIALS[circle][place] <= rest)
            .expect("C(0, place) is 0");
        rest -= BINOMIALS[circle][place];
        bits |= 1 << circle;
    }
    Circles::from_bits(bits)
}

/// Lists the sets of `size` circles among the first `count` circles, in the order of their ranks.
///
/// # Panics
/// If `count` is above 64, or `size` is above 8 or above `count`.
pub fn subsets(count: usize, size: usize) -> impl Iterator<Item = Circles> {
    assert!(
        size <= count && count <= Circle::LIMIT,
        "{size} of {count} circles"
    );
    // The number may exceed `usize`.
    (0..binomial(count, size))
        .zip(subsets_from(size, 0))
        .map(|(_, set)| set)
}

/// Lists the sets of `size` circles from this rank on, as far as 64 circles go.
///
/// # Panics
/// If `size` is above 8, or `first` is not below `C(64, size)`.
pub fn subsets_from(size: usize, first: u64) -> impl Iterator<Item = Circles> {
    let last = if size == 0 {
        0
    } else {
        Circles::first(size).bits() << (Circle::LIMIT - size)
    };
    let first = unrank(size, first).bits();
    std::iter::successors(Some(first), move |&bits| {
        (bits != last).then(|| next_of_same_size(bits))
    })
    .map(Circles::from_bits)
}

/// Returns which circles of `all`, counted from the lowest, belong to `part`: a set of the
/// first few circles.
#[inline]
pub fn places_of(part: Circles, all: Circles) -> Circles {
    let places = all
        .iter()
        .enumerate()
        .filter(|&(_, circle)| part.contains(circle));
    Circles::from_bits(places.fold(0, |bits, (place, _)| bits | 1 << place))
}

/// Undoes [`places_of`]: returns the circles of `all` at these places.
#[inline]
pub fn at_places(places: Circles, all: Circles) -> Circles {
    let chosen = all
        .iter()
        .enumerate()
        .filter(|&(place, _)| places.bits() >> place & 1 == 1);
    chosen.map(|(_, circle)| circle).collect()
}

/// Returns the next greater number with the same number of bits set (Gosper, HAKMEM item 175).
///
/// `bits` must not be zero, and the next number must fit in 64 bits.
fn next_of_same_size(bits: u64) -> u64 {
    let lowest = bits & bits.wrapping_neg();
    let carried = bits + lowest;
    carried | (((bits ^ carried) >> 2) >> lowest.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn binomials_match_known_values() {
        assert_eq!(binomial(25, 4), 12_650);
        assert_eq!(binomial(25, 8), 1_081_575);
        assert_eq!(binomial(64, 8), 4_426_165_368);
        assert_eq!((binomial(0, 0), binomial(3, 4), binomial(7, 7)), (1, 0, 1));
    }

    #[test]
    fn subsets_come_in_rank_order_on_every_board_size() {
        for count in [4, 16, 25, 64] {
            for size in 0..=4.min(count) {
                let mut number = 0;
                for set in subsets(count, size) {
                    assert_eq!((set.len(), rank(set)), (size, number));
                    number += 1;
                }
                assert_eq!(number, binomial(count, size), "{size} of {count}");
            }
        }
    }

    proptest! {
        #[test]
        fn unrank_undoes_rank(bits in any::<u64>(), size in 0_usize..=8) {
            let set: Circles = Circles::from_bits(bits).iter().take(size).collect();
            prop_assert_eq!(unrank(set.len(), rank(set)), set);
        }
    }
}

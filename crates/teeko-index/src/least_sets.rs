//! The sets of a size that are the least of their images, numbered in ascending order.

use std::ops::Range;

use teeko_rules::combinatorics::subsets_from;
use teeko_rules::{Circles, SymmetryGroup};

use crate::{binomial, parallel, rank, unrank};

/// The bits of a word.
const BITS: usize = usize::BITS as usize;

/// The words between two counts: a cache line.
const RUN: usize = 512 / BITS;

/// The words that a thread fills at a time.
const AT_A_TIME: usize = 1 << 12;

/// The sets of `size` circles that are the least of their images under a group of symmetries.
///
/// They are a bitmap by rank. Counts before each run of words make it fast to find the number of a
/// set, and the set with a number.
#[derive(Clone, Debug)]
pub(crate) struct LeastSets {
    size: usize,
    /// A bit for each rank: whether the set is the least of its images.
    words: Vec<usize>,
    /// The number of least sets before each run of words, and that of all.
    before: Vec<u64>,
}

impl LeastSets {
    /// Finds the least sets among the sets of the first `circles` circles.
    pub(crate) fn new(circles: usize, size: usize, group: &SymmetryGroup) -> Self {
        let sets = binomial(circles, size);
        let mut words = vec![0_usize; sets.div_ceil(BITS as u64) as usize];
        let chunks = words.chunks_mut(AT_A_TIME).enumerate();
        parallel::for_each(chunks, |(chunk, words)| {
            let first = (chunk * AT_A_TIME) as u64 * BITS as u64;
            let count = (words.len() as u64 * BITS as u64).min(sets - first);
            let sets = subsets_from(size, first).take(count as usize);
            for (place, set) in sets.enumerate() {
                words[place / BITS] |= usize::from(is_least(set, group)) << (place % BITS);
            }
        });
        Self {
            size,
            before: counts_before_runs(&words),
            words,
        }
    }

    /// Returns the memory that the sets of a board take, in bytes.
    pub(crate) fn memory(circles: usize, size: usize) -> u64 {
        let words = binomial(circles, size).div_ceil(BITS as u64);
        let counts = words.div_ceil(RUN as u64) + 1;
        words * size_of::<usize>() as u64 + counts * size_of::<u64>() as u64
    }

    /// Returns the number of least sets.
    pub(crate) fn count(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Returns the number of a least set.
    #[inline]
    pub(crate) fn number(&self, set: Circles) -> u64 {
        let rank = rank(set);
        let word = (rank / BITS as u64) as usize;
        let below = self.words[word] & ((1 << (rank % BITS as u64)) - 1);
        let run = word / RUN;
        let in_run = ones(&self.words[run * RUN..word]) + below.count_ones();
        self.before[run] + u64::from(in_run)
    }

    /// Returns the least set with a number, which must exist.
    pub(crate) fn set(&self, number: u64) -> Circles {
        unrank(self.size, self.rank_of(number))
    }

    /// Lists the least sets with these numbers, each with its number.
    ///
    /// # Panics
    /// If there are fewer least sets.
    pub(crate) fn sets(&self, numbers: Range<u64>) -> impl Iterator<Item = (u64, Circles)> {
        assert!(numbers.end <= self.count(), "numbers of canonical sets");
        let first = if numbers.is_empty() {
            0
        } else {
            self.rank_of(numbers.start)
        };
        let ranked = (first..).zip(subsets_from(self.size, first));
        let least = ranked.filter(|&(rank, _)| self.is_set(rank));
        numbers.zip(least.map(|(_, set)| set))
    }

    /// Returns the bytes that the sets take.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.before)
    }

    /// Returns whether the set with a rank is a least set.
    fn is_set(&self, rank: u64) -> bool {
        let word = self.words.get((rank / BITS as u64) as usize);
        word.is_some_and(|word| word >> (rank % BITS as u64) & 1 == 1)
    }

    /// Returns the rank of the least set with a number, which must exist.
    fn rank_of(&self, number: u64) -> u64 {
        let run = self.before.partition_point(|&before| before <= number) - 1;
        // A run has fewer than 2^32 bits.
        let mut left = (number - self.before[run]) as u32;
        let mut word = run * RUN;
        while self.words[word].count_ones() <= left {
            left -= self.words[word].count_ones();
            word += 1;
        }
        let mut bits = self.words[word];
        for _ in 0..left {
            bits &= bits - 1;
        }
        word as u64 * BITS as u64 + u64::from(bits.trailing_zeros())
    }
}

/// Returns whether no image of a set is less than the set.
fn is_least(set: Circles, group: &SymmetryGroup) -> bool {
    // The first element is the identity.
    let mut others = group.elements()[1..].iter();
    others.all(|symmetry| symmetry.apply(set) >= set)
}

/// Returns the number of ones before each run of words, and that of all.
fn counts_before_runs(words: &[usize]) -> Vec<u64> {
    let mut count = 0;
    let mut before = vec![0];
    for run in words.chunks(RUN) {
        count += u64::from(ones(run));
        before.push(count);
    }
    before
}

/// Returns the number of bits that are set, in at most [`RUN`] words.
fn ones(words: &[usize]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

//! Permutations of the words of a line.

use std::array;

use crate::line::{BitLine, LINE_WORDS};

/// A permutation of the words of a line, in the forms that the instruction sets use.
#[derive(Debug)]
pub(crate) struct Permutation {
    /// By word: the word that it comes from.
    pub(crate) sources: BitLine,
    /// By half word: the half word that it comes from, within either half of the line. AVX2 moves
    /// half words, and only within a half line.
    pub(crate) halves: BitLine,
    /// The words that come from the upper half of the line.
    pub(crate) from_upper: BitLine,
}

impl Permutation {
    /// Makes the permutation that moves word `source(w)` to word `w`.
    pub(crate) fn new(source: impl Fn(usize) -> usize) -> Self {
        let sources = array::from_fn(|word| source(word) as u64);
        let in_half = |source: u64| 2 * (source % (LINE_WORDS as u64 / 2));
        let is_upper = |source: u64| source >= LINE_WORDS as u64 / 2;
        Self {
            sources: BitLine(sources),
            halves: BitLine(sources.map(|source| in_half(source) | (in_half(source) + 1) << 32)),
            from_upper: BitLine(sources.map(|source| if is_upper(source) { u64::MAX } else { 0 })),
        }
    }

    /// Returns a line with its words in this order, word by word. Not inlined, since that would be
    /// a hundredth of the page.
    #[inline(never)]
    pub(crate) fn apply(&self, line: BitLine) -> BitLine {
        BitLine(
            self.sources
                .0
                .map(|source| line.0[source as usize % LINE_WORDS]),
        )
    }
}

//! Permutations of the words of a line.

use std::array;

use crate::line::{BitLine, LINE_WORDS};

/// The words of a half line, which are a vector of AVX2.
const HALF: usize = LINE_WORDS / 2;

/// A permutation of the words of a line, in the forms that the instruction sets use. The words of
/// either half line stay together.
#[derive(Debug)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "AVX2 has forms of its own")
)]
pub(crate) struct Permutation {
    /// By word: the word that it comes from.
    pub(crate) sources: BitLine,
    /// Whether each word stays where it is.
    is_identity: bool,
    /// By half word: the half word that it comes from, within its half of the line. AVX2 moves half
    /// words, and only within a half line.
    pub(crate) halves: BitLine,
    /// All bits, if the halves of the line change places before.
    pub(crate) crosses: u64,
}

impl Permutation {
    /// Makes the permutation that moves word `source(w)` to word `w`.
    ///
    /// # Panics
    /// If it tears the words of a half line apart.
    pub(crate) fn new(source: impl Fn(usize) -> usize) -> Self {
        let sources: [usize; LINE_WORDS] = array::from_fn(source);
        let crosses = sources[0] >= HALF;
        for (word, source) in sources.into_iter().enumerate() {
            let is_from_other = (word >= HALF) != (source >= HALF);
            assert_eq!(is_from_other, crosses, "halves that stay together");
        }
        let halves = sources.map(|source| {
            let first = 2 * (source % HALF) as u64;
            first | (first + 1) << 32
        });
        Self {
            sources: BitLine(sources.map(|source| source as u64)),
            is_identity: sources.is_sorted(),
            halves: BitLine(halves),
            crosses: if crosses { u64::MAX } else { 0 },
        }
    }

    /// Returns a line with its words in this order, word by word.
    #[inline(always)]
    pub(crate) fn apply(&self, line: BitLine) -> BitLine {
        // Most slides need no symmetry.
        if self.is_identity {
            line
        } else {
            self.reorder(line)
        }
    }

    /// Not inlined, since that would add a hundredth to the size of the web page.
    #[inline(never)]
    fn reorder(&self, line: BitLine) -> BitLine {
        BitLine(
            self.sources
                .0
                .map(|source| line.0[source as usize % LINE_WORDS]),
        )
    }
}

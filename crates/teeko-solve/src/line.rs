//! A line of bits as wide as a cache line.

use crate::instruction_set::InstructionSet;

/// Bits in a line.
pub(crate) const LINE_BITS: usize = 512;
/// Words in a line.
pub(crate) const LINE_WORDS: usize = LINE_BITS / 64;

/// 512 bits, one cache line; bit `c` is bit `c % 64` of word `c / 64`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct BitLine(pub(crate) [u64; LINE_WORDS]);

/// Lines of a strip: as many as a word has bits.
pub(crate) const STRIP: usize = 64;

impl BitLine {
    pub(crate) const ZERO: Self = Self([0; LINE_WORDS]);

    #[inline(always)]
    pub(crate) fn map2(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| operation(self.0[word], other.0[word])))
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        self.map2(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        self.map2(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn and_not(self, other: Self) -> Self {
        self.map2(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(crate) fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(crate) fn count_ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    pub(crate) fn bit(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// The number of bits set below an index.
    #[inline(always)]
    pub(crate) fn ones_below(self, index: usize) -> usize {
        let whole: u32 = self.0[..index / 64].iter().map(|word| word.count_ones()).sum();
        (whole + (self.0[index / 64] & ((1 << (index % 64)) - 1)).count_ones()) as usize
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// The indices of the bits that are set, ascending.
    #[inline(always)]
    pub(crate) fn for_each_one(self, mut visit: impl FnMut(usize)) {
        for (place, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                visit(place * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

/// Transposes the squares of 64 x 64 bits in a strip of 64 lines, one in each word of the lines:
/// bit `c` of a word of line `r` and bit `r` of the same word of line `c` change places.
///
/// By recursive exchange of halves (Warren, *Hacker's Delight* 7-3). Each half of the steps works
/// on eight lines at a time, which stay in registers.
#[inline(always)]
pub(crate) fn exchange_squares(instructions: InstructionSet, strip: &mut [BitLine; STRIP]) {
    for first in 0..8 {
        let mut lines: [BitLine; 8] = std::array::from_fn(|line| strip[first + 8 * line]);
        exchange_bytes(instructions, &mut lines);
        for (line, exchanged) in lines.into_iter().enumerate() {
            strip[first + 8 * line] = exchanged;
        }
    }
    for lines in strip.as_chunks_mut::<8>().0 {
        transpose_bytes(instructions, lines);
    }
}

/// Transposes each 8 x 8 bit matrix made of the bytes at one place in eight lines: bit `r` of the
/// byte in line `k` and bit `k` of that in line `r` change places.
#[inline(always)]
pub(crate) fn transpose_bytes(instructions: InstructionSet, lines: &mut [BitLine; 8]) {
    exchange::<4, 4>(instructions, lines, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2, 2>(instructions, lines, 0x3333_3333_3333_3333);
    exchange::<1, 1>(instructions, lines, 0x5555_5555_5555_5555);
}

/// Transposes each 8 x 8 matrix of bytes made of the words at one place in eight lines: byte `b` of
/// the word in line `k` and byte `k` of that in line `b` change places.
#[inline(always)]
pub(crate) fn exchange_bytes(instructions: InstructionSet, lines: &mut [BitLine; 8]) {
    exchange::<4, 32>(instructions, lines, 0x0000_0000_ffff_ffff);
    exchange::<2, 16>(instructions, lines, 0x0000_ffff_0000_ffff);
    exchange::<1, 8>(instructions, lines, 0x00ff_00ff_00ff_00ff);
}

/// Exchanges the upper `BITS` bits in each pair of line `k` with the lower ones of line `k + STEP`;
/// `mask` has the lower.
#[inline(always)]
fn exchange<const STEP: usize, const BITS: u32>(
    instructions: InstructionSet,
    lines: &mut [BitLine; 8],
    mask: u64,
) {
    for pair in lines.chunks_exact_mut(2 * STEP) {
        let (first, second) = pair.split_at_mut(STEP);
        for (a, b) in first.iter_mut().zip(second) {
            (*a, *b) = instructions.exchange::<BITS>(*a, *b, mask);
        }
    }
}

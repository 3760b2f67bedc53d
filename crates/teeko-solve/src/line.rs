//! A line of bits as wide as a cache line, and square blocks of lines.

/// Bits in a line, and lines in a block.
pub(crate) const LINE_BITS: usize = 512;
/// Words in a line.
pub(crate) const LINE_WORDS: usize = LINE_BITS / 64;

/// 512 bits, one cache line; bit `c` is bit `c % 64` of word `c / 64`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct BitLine(pub(crate) [u64; LINE_WORDS]);

/// Lines of a strip: as many as a word has bits.
const STRIP: usize = 64;

/// A square block of bits: 512 lines, 32 KiB.
pub(crate) type Block = [BitLine; LINE_BITS];

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

/// Transposes a block: bit `c` of line `r` goes to bit `r` of line `c`.
///
/// First the 64 squares of 64 x 64 bits change places, then the bits within them. Eight squares
/// side by side are transposed together by recursive exchange of halves (Warren, *Hacker's Delight*
/// 7-3): every operation is on whole lines. Takes a third of the time of writing each word to its
/// place in the end, which touches lines 4 KiB apart that displace each other from the first-level
/// cache.
#[inline(always)]
pub(crate) fn transpose(block: &Block, transposed: &mut Block) {
    /// Lines of a strip whose words are moved at a time.
    const AT_A_TIME: usize = 8;
    for first in (0..STRIP).step_by(AT_A_TIME) {
        // Words go through a small buffer for the same reason.
        let mut words = [[[0; LINE_WORDS]; AT_A_TIME]; LINE_WORDS];
        for (strip, lines) in block.chunks_exact(STRIP).enumerate() {
            for (row, line) in lines[first..first + AT_A_TIME].iter().enumerate() {
                line.0.iter().zip(&mut words).for_each(|(&word, words)| words[row][strip] = word);
            }
        }
        for (lines, words) in transposed.chunks_exact_mut(STRIP).zip(&words) {
            lines[first..].iter_mut().zip(words).for_each(|(line, words)| line.0 = *words);
        }
    }
    for strip in transposed.as_chunks_mut::<STRIP>().0 {
        if strip.iter().fold(BitLine::ZERO, |all, line| all.or(*line)).is_zero() {
            continue;
        }
        exchange::<32>(strip, 0x0000_0000_ffff_ffff);
        exchange::<16>(strip, 0x0000_ffff_0000_ffff);
        exchange::<8>(strip, 0x00ff_00ff_00ff_00ff);
        exchange::<4>(strip, 0x0f0f_0f0f_0f0f_0f0f);
        exchange::<2>(strip, 0x3333_3333_3333_3333);
        exchange::<1>(strip, 0x5555_5555_5555_5555);
    }
}

/// Transposes each 8 x 8 bit matrix made of the bytes at one place in eight lines: bit `r` of the
/// byte in line `k` and bit `k` of that in line `r` change places.
#[inline(always)]
pub(crate) fn transpose_bytes(lines: &mut [BitLine; 8]) {
    exchange::<4>(lines, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(lines, 0x3333_3333_3333_3333);
    exchange::<1>(lines, 0x5555_5555_5555_5555);
}

/// Exchanges the upper `STEP` bits in each pair of line `k` with the lower ones of line `k + STEP`;
/// `mask` has the lower.
#[inline(always)]
fn exchange<const STEP: usize>(lines: &mut [BitLine], mask: u64) {
    for pair in lines.chunks_exact_mut(2 * STEP) {
        let (first, second) = pair.split_at_mut(STEP);
        for (a, b) in first.iter_mut().zip(second) {
            let moved = a.map2(*b, |a, b| ((a >> STEP) ^ b) & mask);
            *b = b.map2(moved, |b, moved| b ^ moved);
            *a = a.map2(moved, |a, moved| a ^ (moved << STEP));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposition_moves_every_bit_to_its_mirror_image() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut block = [BitLine::ZERO; LINE_BITS];
        for line in block.iter_mut().skip(64) {
            for word in &mut line.0 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *word = state ^ (state >> 29);
            }
        }
        let mut transposed = [BitLine([u64::MAX; LINE_WORDS]); LINE_BITS];
        transpose(&block, &mut transposed);
        for (row, line) in block.iter().enumerate() {
            for (column, turned) in transposed.iter().enumerate() {
                assert_eq!(turned.bit(row), line.bit(column), "{row}, {column}");
            }
        }
    }
}

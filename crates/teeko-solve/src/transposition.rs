//! Transpositions of matrices of bits and of bytes, which lie across lines.

use crate::instruction_set::InstructionSet;
use crate::line::BitLine;

/// Lines of a strip: one for each bit of a word.
pub(crate) const STRIP: usize = 64;

/// Transposes the squares of 64 x 64 bits in a strip of 64 lines, one in each word of the lines:
/// bit `c` of a word of line `r` and bit `r` of the same word of line `c` change places.
///
/// By recursive exchange of halves (Warren, *Hacker's Delight* 7-3). Each half of the steps works
/// on eight lines at a time, which stay in registers.
#[inline(always)]
pub(crate) fn exchange_squares(instructions: InstructionSet, strip: &mut [BitLine; STRIP]) {
    for first in 0..8 {
        let mut lines: [BitLine; 8] = std::array::from_fn(|line| strip[first + 8 * line]);
        transpose_bytes(instructions, &mut lines);
        for (line, exchanged) in lines.into_iter().enumerate() {
            strip[first + 8 * line] = exchanged;
        }
    }
    for lines in strip.as_chunks_mut::<8>().0 {
        transpose_bits(instructions, lines);
    }
}

/// Transposes each 8 x 8 bit matrix made of the bytes at one place in eight lines: bit `r` of the
/// byte in line `k` and bit `k` of that in line `r` change places.
#[inline(always)]
pub(crate) fn transpose_bits(instructions: InstructionSet, lines: &mut [BitLine; 8]) {
    exchange::<4, 4>(instructions, lines, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2, 2>(instructions, lines, 0x3333_3333_3333_3333);
    exchange::<1, 1>(instructions, lines, 0x5555_5555_5555_5555);
}

/// Transposes each 8 x 8 matrix of bytes made of the words at one place in eight lines: byte `b` of
/// the word in line `k` and byte `k` of that in line `b` change places.
#[inline(always)]
pub(crate) fn transpose_bytes(instructions: InstructionSet, lines: &mut [BitLine; 8]) {
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

//! A line of bits as wide as a cache line.

pub(crate) const LINE_BITS: usize = 512;
pub(crate) const LINE_WORDS: usize = LINE_BITS / 64;

/// 512 bits, one cache line; bit `c` is bit `c % 64` of word `c / 64`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct BitLine(pub(crate) [u64; LINE_WORDS]);

impl BitLine {
    pub(crate) const ZERO: Self = Self([0; LINE_WORDS]);
    pub(crate) const ALL: Self = Self([u64::MAX; LINE_WORDS]);

    #[inline(always)]
    pub(crate) fn map2(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| {
            operation(self.0[word], other.0[word])
        }))
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
    pub(crate) fn xor(self, other: Self) -> Self {
        self.map2(other, |a, b| a ^ b)
    }

    #[inline(always)]
    pub(crate) fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(crate) fn count_ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether a bit is set. By reference, so that one word is read and no line is copied.
    #[inline(always)]
    pub(crate) fn bit(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn ones_below(self, index: usize) -> usize {
        let whole: u32 = self.0[..index / 64]
            .iter()
            .map(|word| word.count_ones())
            .sum();
        (whole + (self.0[index / 64] & ((1 << (index % 64)) - 1)).count_ones()) as usize
    }

    /// Fetches the line, which is read soon, to the second level of the cache. Only time depends on
    /// it.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            let place = std::ptr::from_ref(self).cast();
            // SAFETY: every machine of this kind has the instruction, which changes nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(place) };
        }
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

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

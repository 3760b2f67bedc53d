//! Which vector instructions the solver uses, chosen when the program runs.

use std::fmt;

use crate::line::BitLine;
use crate::permutation::Permutation;

/// A set of vector instructions that this machine has.
///
/// All give the same results; a value of this type is proof that the machine has the instructions,
/// because only [`InstructionSet::available`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(Extension);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extension {
    /// What every machine of the target has.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// The instruction sets this machine has, best first. The last is always the baseline of the
    /// target.
    pub fn available() -> impl Iterator<Item = Self> {
        let mut kinds = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            // Every feature that [`InstructionSet::run`] enables has to be asked for: a virtual
            // machine may hide any of them.
            let basic = is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1");
            if basic
                && is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                kinds.push(Extension::Avx512);
            }
            if basic && is_x86_feature_detected!("avx2") {
                kinds.push(Extension::Avx2);
            }
        }
        kinds.push(Extension::Baseline);
        kinds.into_iter().map(Self)
    }

    /// The best instruction set this machine has.
    pub fn best() -> Self {
        Self::available()
            .next()
            .unwrap_or(Self(Extension::Baseline))
    }

    /// Returns a line with its words in another order.
    #[inline(always)]
    pub(crate) fn permute(self, line: BitLine, permutation: &Permutation) -> BitLine {
        match self.0 {
            // SAFETY: a value of this kind exists only on machines that were found to have AVX-512.
            #[cfg(target_arch = "x86_64")]
            Extension::Avx512 => unsafe { avx512::permute(line, permutation) },
            // SAFETY: as above, of AVX2.
            #[cfg(target_arch = "x86_64")]
            Extension::Avx2 => unsafe { avx2::permute(line, permutation) },
            Extension::Baseline => permutation.apply(line),
        }
    }

    /// Exchanges the upper `BITS` bits, in each pair, of the words of one line with the lower ones
    /// of another; `mask` has the lower.
    #[inline(always)]
    pub(crate) fn exchange<const BITS: u32>(
        self,
        one: BitLine,
        other: BitLine,
        mask: u64,
    ) -> (BitLine, BitLine) {
        match self.0 {
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Extension::Avx512 => unsafe { avx512::exchange::<BITS>(one, other, mask) },
            _ => {
                let moved = one.map2(other, |one, other| ((one >> BITS) ^ other) & mask);
                (
                    one.map2(moved, |one, moved| one ^ (moved << BITS)),
                    other.map2(moved, |other, moved| other ^ moved),
                )
            }
        }
    }

    /// Returns the bits of `open` that any of some lines has, or that all have. The lines come four
    /// at a time, by their numbers, each four with an order in which their words are put first.
    #[inline(always)]
    pub(crate) fn combine<'a, const ANY: bool>(
        self,
        fours: impl Iterator<Item = (&'a Permutation, &'a [u32; 4])>,
        open: BitLine,
        line: impl Fn(usize) -> BitLine,
    ) -> BitLine {
        match self.0 {
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Extension::Avx512 => unsafe { avx512::combine::<ANY>(fours, open, line) },
            // SAFETY: as above, of AVX2.
            #[cfg(target_arch = "x86_64")]
            Extension::Avx2 => unsafe { avx2::combine::<ANY>(fours, open, line) },
            Extension::Baseline => {
                let mut found = if ANY { BitLine::ZERO } else { open };
                let line = |number: u32| line(number as usize);
                for (order, &[first, second, third, fourth]) in fours {
                    let pair = combined::<ANY>(line(first), line(second));
                    let other = combined::<ANY>(line(third), line(fourth));
                    let four = combined::<ANY>(pair, other);
                    found = combined::<ANY>(found, order.apply(four));
                }
                found.and(open)
            }
        }
    }

    /// Does some work with vectors of at most 32 bytes: AVX2 where these instructions are AVX-512.
    ///
    /// For the AVX-512 version of a transposition the compiler chooses gathers and scatters; it
    /// takes ten times as long.
    #[inline(always)]
    pub(crate) fn run_narrow<R>(self, work: impl FnOnce(Self) -> R) -> R {
        match self.0 {
            Extension::Baseline => work(Self(Extension::Baseline)),
            // SAFETY: a value of either kind exists only on machines that were found to have AVX2.
            #[cfg(target_arch = "x86_64")]
            Extension::Avx2 | Extension::Avx512 => unsafe { avx2::run(work) },
        }
    }

    /// Does some work with these instructions. What it calls runs with them as far as it is
    /// inlined. The work receives the instructions as a constant.
    #[inline(always)]
    pub(crate) fn run<R>(self, work: impl FnOnce(Self) -> R) -> R {
        match self.0 {
            Extension::Baseline => work(Self(Extension::Baseline)),
            // SAFETY: a value of this kind exists only on machines that were found to have these
            // instructions.
            #[cfg(target_arch = "x86_64")]
            Extension::Avx2 => unsafe { avx2::run(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Extension::Avx512 => unsafe { avx512::run(work) },
        }
    }
}

#[inline(always)]
fn combined<const OR: bool>(one: BitLine, other: BitLine) -> BitLine {
    if OR { one.or(other) } else { one.and(other) }
}

/// What AVX-512 does and the compiler does not find: it reads words one by one, ten times as
/// slowly. With `permute` and `combine` `44-ssss+6x6` takes 3.6 s of processor time, without them
/// 5.9 s.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        __m512i, _mm512_and_si512, _mm512_or_si512, _mm512_permutexvar_epi64, _mm512_set1_epi64,
        _mm512_setzero_si512, _mm512_slli_epi64, _mm512_srli_epi64, _mm512_xor_si512,
    };
    use std::mem::transmute;

    use super::{Extension, InstructionSet};
    use crate::line::BitLine;
    use crate::permutation::Permutation;

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    pub(super) fn run<R>(work: impl FnOnce(InstructionSet) -> R) -> R {
        work(InstructionSet(Extension::Avx512))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    pub(super) fn permute(line: BitLine, permutation: &Permutation) -> BitLine {
        let sources = vector(permutation.sources);
        line_of(_mm512_permutexvar_epi64(sources, vector(line)))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    pub(super) fn combine<'a, const ANY: bool>(
        fours: impl Iterator<Item = (&'a Permutation, &'a [u32; 4])>,
        open: BitLine,
        line: impl Fn(usize) -> BitLine,
    ) -> BitLine {
        let open = vector(open);
        let mut found = if ANY { _mm512_setzero_si512() } else { open };
        let line = |number: u32| vector(line(number as usize));
        for (order, &[first, second, third, fourth]) in fours {
            let pair = combined::<ANY>(line(first), line(second));
            let other = combined::<ANY>(line(third), line(fourth));
            let four = combined::<ANY>(pair, other);
            let image = _mm512_permutexvar_epi64(vector(order.sources), four);
            found = combined::<ANY>(found, image);
        }
        line_of(_mm512_and_si512(found, open))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    fn combined<const OR: bool>(one: __m512i, other: __m512i) -> __m512i {
        if OR {
            _mm512_or_si512(one, other)
        } else {
            _mm512_and_si512(one, other)
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    pub(super) fn exchange<const BITS: u32>(
        one: BitLine,
        other: BitLine,
        mask: u64,
    ) -> (BitLine, BitLine) {
        let (one, other, mask) = (vector(one), vector(other), _mm512_set1_epi64(mask as i64));
        let lower = _mm512_srli_epi64::<BITS>(one);
        let moved = _mm512_and_si512(_mm512_xor_si512(lower, other), mask);
        let upper = _mm512_slli_epi64::<BITS>(moved);
        (
            line_of(_mm512_xor_si512(one, upper)),
            line_of(_mm512_xor_si512(other, moved)),
        )
    }

    #[inline(always)]
    fn vector(line: BitLine) -> __m512i {
        // SAFETY: lines and vectors have the same size, and any bits are either.
        unsafe { transmute(line) }
    }

    #[inline(always)]
    fn line_of(vector: __m512i) -> BitLine {
        // SAFETY: as above.
        unsafe { transmute(vector) }
    }
}

/// What AVX2 does and the compiler does not find. A line is two vectors. With these functions the
/// slide phase of goal set 44 takes one thread 0.077 s, without them 0.101 s.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_permutevar8x32_epi32,
        _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_xor_si256,
    };
    use std::mem::transmute;

    use super::{Extension, InstructionSet};
    use crate::line::BitLine;
    use crate::permutation::Permutation;

    /// Not inlined: the compiler would use the instructions of the caller.
    #[inline(never)]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    pub(super) fn run<R>(work: impl FnOnce(InstructionSet) -> R) -> R {
        work(InstructionSet(Extension::Avx2))
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    pub(super) fn permute(line: BitLine, order: &Permutation) -> BitLine {
        line_of(permuted(vectors(line), order))
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn permuted([low, high]: [__m256i; 2], order: &Permutation) -> [__m256i; 2] {
        let halves = vectors(order.halves);
        let crosses = _mm256_set1_epi64x(order.crosses as i64);
        let moved = _mm256_and_si256(_mm256_xor_si256(low, high), crosses);
        [
            _mm256_permutevar8x32_epi32(_mm256_xor_si256(low, moved), halves[0]),
            _mm256_permutevar8x32_epi32(_mm256_xor_si256(high, moved), halves[1]),
        ]
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    pub(super) fn combine<'a, const ANY: bool>(
        fours: impl Iterator<Item = (&'a Permutation, &'a [u32; 4])>,
        open: BitLine,
        line: impl Fn(usize) -> BitLine,
    ) -> BitLine {
        let open = vectors(open);
        let mut found = if ANY {
            [_mm256_setzero_si256(); 2]
        } else {
            open
        };
        let line = |number: u32| vectors(line(number as usize));
        for (order, &[first, second, third, fourth]) in fours {
            let pair = combined::<ANY>(line(first), line(second));
            let other = combined::<ANY>(line(third), line(fourth));
            let four = combined::<ANY>(pair, other);
            found = combined::<ANY>(found, permuted(four, order));
        }
        line_of(combined::<false>(found, open))
    }

    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn combined<const OR: bool>(one: [__m256i; 2], other: [__m256i; 2]) -> [__m256i; 2] {
        if OR {
            [
                _mm256_or_si256(one[0], other[0]),
                _mm256_or_si256(one[1], other[1]),
            ]
        } else {
            [
                _mm256_and_si256(one[0], other[0]),
                _mm256_and_si256(one[1], other[1]),
            ]
        }
    }

    #[inline(always)]
    fn vectors(line: BitLine) -> [__m256i; 2] {
        // SAFETY: a line and two vectors have the same size, and any bits are either.
        unsafe { transmute(line) }
    }

    #[inline(always)]
    fn line_of(vectors: [__m256i; 2]) -> BitLine {
        // SAFETY: as above.
        unsafe { transmute(vectors) }
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self.0 {
            Extension::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Extension::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Extension::Avx512 => "AVX-512",
        })
    }
}

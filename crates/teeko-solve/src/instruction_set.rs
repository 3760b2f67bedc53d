//! Which vector instructions the solver uses, chosen when the program runs.

use std::fmt;

/// A set of vector instructions that this machine has.
///
/// All give the same results; a value of this type is proof that the machine has the instructions,
/// because only [`InstructionSet::available`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(pub(crate) Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
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
                kinds.push(Kind::Avx512);
            }
            if basic && is_x86_feature_detected!("avx2") {
                kinds.push(Kind::Avx2);
            }
        }
        kinds.push(Kind::Baseline);
        kinds.into_iter().map(Self)
    }

    /// The best instruction set this machine has.
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self(Kind::Baseline))
    }

    /// Does some work with vectors of at most 32 bytes: AVX2 where these instructions are AVX-512.
    ///
    /// For the AVX-512 version of a transposition the compiler chooses gathers and scatters; it
    /// takes 13 µs a block, with AVX2 4.
    #[inline(always)]
    pub(crate) fn run_narrow<R>(self, work: impl FnOnce() -> R) -> R {
        match self.0 {
            Kind::Baseline => work(),
            // SAFETY: a value of either kind exists only on machines that were found to have AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx512 => unsafe { run_avx2(work) },
        }
    }

    /// Does some work with these instructions. What it calls runs with them as far as it is
    /// inlined.
    #[inline(always)]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
        fn run_avx512<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        match self.0 {
            Kind::Baseline => work(),
            // SAFETY: a value of this kind exists only on machines that were found to have these
            // instructions.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { run_avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { run_avx512(work) },
        }
    }
}

/// Not inlined: the compiler would use the instructions of the caller.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn run_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

impl Default for InstructionSet {
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self.0 {
            Kind::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
        })
    }
}

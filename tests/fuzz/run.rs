//! Runs of many inputs. Each input depends only on the seed and its own number.

use std::fmt;
use std::panic::catch_unwind;

use fastrand::Rng;
use rayon::prelude::*;

use super::mutate::mutate;
use super::targets::Target;

/// The inputs to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs {
    pub(crate) seed: u64,
    /// The number of the first input.
    pub(crate) first: u64,
    pub(crate) count: u64,
}

/// An input that made a reader panic or break a promise.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    number: u64,
    input: Vec<u8>,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, input } = self;
        write!(
            formatter,
            "input {number} of {} bytes: {}",
            input.len(),
            input.escape_ascii()
        )
    }
}

/// Tries the inputs. Returns how many were accepted, or the first input at which a reader panicked
/// or broke a promise.
pub(crate) fn run(target: Target, inputs: &Inputs) -> Result<u64, Failure> {
    let Inputs { seed, first, count } = *inputs;
    let corpus = target.corpus();
    let attempt = |number: u64| {
        let mut random = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut input = mutate(&corpus, &mut random);
        target.mend(&mut input, &mut random);
        match catch_unwind(|| target.accepts(&input)) {
            Ok(accepted) => Ok(u64::from(accepted)),
            Err(_) => Err(Failure { number, input }),
        }
    };
    (first..first + count)
        .into_par_iter()
        .map(attempt)
        .try_reduce(|| 0, |sum, accepted| Ok(sum + accepted))
}

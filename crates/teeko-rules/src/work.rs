//! Progress and cancellation of long-running work, in one form for all crates.
//!
//! A long-running function takes an *observer* and calls it again and again with its progress, from
//! any of its threads. The observer returns a [`ControlFlow`]. After [`ControlFlow::Break`] the
//! function ends soon, keeps nothing, and returns [`Stopped`] or an error of its own with a case
//! for it.

use std::ops::ControlFlow;

use thiserror::Error;

/// Progress of some work, in units that the function defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of units done.
    pub done: u64,
    /// The number of units in total, as far as that is known beforehand.
    pub total: u64,
}

/// The error of work that its observer stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("stopped before it was done")]
pub struct Stopped;

/// A callback that receives progress and returns whether to continue. It may be called from several
/// threads at once.
///
/// It is a trait object, so that long-running functions are compiled once, in their own crate, and
/// not again for each caller.
pub type Observer<'a, P = Progress> = &'a (dyn Fn(P) -> ControlFlow<()> + Sync + 'a);

/// Returns an observer that never stops the work.
pub fn to_the_end<P>(_: P) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

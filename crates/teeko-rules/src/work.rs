//! How work that takes long says how far it has come, and how it is stopped: one convention for all
//! crates.
//!
//! A function whose work takes long has an *observer*. It calls the observer again and again with
//! what it has done, from whichever threads it works on, and the observer says by [`ControlFlow`]
//! whether to go on. After a [`ControlFlow::Break`] the function ends soon, keeps nothing, and
//! returns [`Stopped`], or an error of its own with a case for it.

use std::ops::ControlFlow;

use thiserror::Error;

/// How far some work has come, in whatever it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What has been done so far.
    pub done: u64,
    /// What there is to do, as far as that is known beforehand.
    pub total: u64,
}

/// The work was not done, because its observer said so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("stopped before it was done")]
pub struct Stopped;

/// A callback that receives progress and returns whether to continue. It may be called from several
/// threads at once.
///
/// A trait object, so that long-running functions are compiled once, in their own crate, and not
/// again for each caller.
pub type Observer<'a, P = Progress> = &'a (dyn Fn(P) -> ControlFlow<()> + Sync + 'a);

/// The observer that lets all work be done, and looks at none.
pub fn to_the_end<P>(_: P) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

//! Progress and cancellation of long-running work, in one form for all crates.
//!
//! A long-running function takes an *observer* and calls it again and again with its progress, from
//! any of its threads. The observer returns a [`ControlFlow`]. After [`ControlFlow::Break`] the
//! function ends soon, keeps nothing, and returns [`Stopped`] or its own error type with a case for
//! it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use thiserror::Error;

/// Progress of some work, in units that the function defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of units done.
    pub done: u64,
    /// The number of units in total, as far as that is known beforehand.
    pub total: u64,
}

impl Progress {
    /// Returns the same share of `whole`, rounded down; nothing if the total is not known.
    pub fn of(self, whole: u64) -> u64 {
        let share = u128::from(self.done) * u128::from(whole) / u128::from(self.total.max(1));
        u64::try_from(share).unwrap_or(u64::MAX).min(whole)
    }

    /// Returns the progress of work of `total` units, given that of a part of it: one of `units`
    /// units, which begins when `before` units are done.
    #[must_use]
    pub fn within(self, before: u64, units: u64, total: u64) -> Self {
        Self {
            done: before + self.of(units),
            total,
        }
    }
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

/// Returns `Break` once `stop` is set, for observers that another thread can stop.
pub fn unless_stopped(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Adds up the progress of several threads, reports it to an observer, and remembers whether the
/// observer stopped the work.
pub struct Counter<'a> {
    done: AtomicU64,
    total: u64,
    stopped: AtomicBool,
    observe: Observer<'a>,
}

impl<'a> Counter<'a> {
    /// Creates a counter of `total` units, of which none is done.
    pub fn new(total: u64, observe: Observer<'a>) -> Self {
        Self {
            done: AtomicU64::new(0),
            total,
            stopped: AtomicBool::new(false),
            observe,
        }
    }

    /// Adds to the progress and calls the observer.
    ///
    /// # Errors
    /// If the observer stops the work now, or did before.
    pub fn advance(&self, more: u64) -> Result<(), Stopped> {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if (self.observe)(Progress {
            done,
            total: self.total,
        })
        .is_break()
        {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.go_on()
    }

    /// Checks that the observer has not stopped the work.
    ///
    /// # Errors
    /// If the observer has stopped the work.
    pub fn go_on(&self) -> Result<(), Stopped> {
        if self.stopped.load(Ordering::Relaxed) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}

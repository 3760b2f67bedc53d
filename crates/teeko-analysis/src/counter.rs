//! A progress counter that several threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use teeko_rules::work::{Observer, Progress, Stopped};

/// Adds up the progress of several threads, reports it to an observer, and remembers whether the
/// observer stopped the work.
pub(crate) struct Counter<'a> {
    done: AtomicU64,
    total: u64,
    stopped: AtomicBool,
    observe: Observer<'a>,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(total: u64, observe: Observer<'a>) -> Self {
        Self { done: AtomicU64::new(0), total, stopped: AtomicBool::new(false), observe }
    }

    /// Adds to the progress and calls the observer.
    ///
    /// # Errors
    /// If the observer stops the work now, or did before.
    pub(crate) fn advance(&self, more: u64) -> Result<(), Stopped> {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if (self.observe)(Progress { done, total: self.total }).is_break() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.go_on()
    }

    /// Checks that the observer has not stopped the work.
    ///
    /// # Errors
    /// If the observer has stopped the work.
    pub(crate) fn go_on(&self) -> Result<(), Stopped> {
        if self.stopped.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

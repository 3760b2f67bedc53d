//! Counting what has been done from several threads, for an observer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use teeko_rules::work::{Observer, Progress, Stopped};

/// Counts what several threads have done, tells an observer, and remembers whether it said to stop.
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

    /// Something more has been done.
    ///
    /// # Errors
    /// If the observer says, or has said, to stop.
    pub(crate) fn advance(&self, more: u64) -> Result<(), Stopped> {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if (self.observe)(Progress { done, total: self.total }).is_break() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.go_on()
    }

    /// Whether there is a point in going on.
    ///
    /// # Errors
    /// If the observer has said to stop.
    pub(crate) fn go_on(&self) -> Result<(), Stopped> {
        if self.stopped.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

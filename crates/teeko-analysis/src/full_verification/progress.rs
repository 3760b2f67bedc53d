//! How far a verification has come.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far a verification has come, in positions looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The positions looked at so far.
    pub done: u64,
    /// The positions to look at. Those of which two things have to be computed, one after the other, count twice.
    pub total: u64,
}

/// Counts positions from several threads.
pub(super) struct Counter<F> {
    done: AtomicU64,
    total: u64,
    report: F,
}

impl<F: Fn(Progress) + Sync> Counter<F> {
    pub(super) fn new(total: u64, report: F) -> Self {
        Self { done: AtomicU64::new(0), total, report }
    }

    pub(super) fn advance(&self, positions: u64) {
        let done = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        (self.report)(Progress { done, total: self.total });
    }
}

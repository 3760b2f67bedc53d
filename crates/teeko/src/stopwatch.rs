//! A stopwatch for long-running work.

use std::time::Duration;

/// A running stopwatch. Without a clock, as on wasm32-unknown-unknown, it always reads zero.
pub(crate) struct Stopwatch {
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    start: std::time::Instant,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self {
            #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
            start: std::time::Instant::now(),
        }
    }

    // Without a clock it does not read `self`.
    #[cfg_attr(all(target_arch = "wasm32", target_os = "unknown"), allow(clippy::unused_self))]
    pub(crate) fn elapsed(&self) -> Duration {
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        return Duration::ZERO;
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        self.start.elapsed()
    }
}

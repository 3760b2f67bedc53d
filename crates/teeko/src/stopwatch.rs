//! The time that work takes.

use std::time::Duration;

/// A running stopwatch. Where there is no clock, as on wasm32-unknown-unknown, no time passes.
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

    // Without a clock it looks at nothing.
    #[cfg_attr(all(target_arch = "wasm32", target_os = "unknown"), allow(clippy::unused_self))]
    pub(crate) fn elapsed(&self) -> Duration {
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        return Duration::ZERO;
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        self.start.elapsed()
    }
}

//! A stopwatch for long-running work.

use std::time::{Duration, Instant};

/// A running stopwatch. Without a clock, as on wasm32-unknown-unknown, it always reads zero.
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        let has_clock = !cfg!(all(target_arch = "wasm32", target_os = "unknown"));
        if has_clock {
            Self(Some(Instant::now()))
        } else {
            Self(None)
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

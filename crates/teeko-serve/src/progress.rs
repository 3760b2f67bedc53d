//! How far the service has come with solving a rule set.

use std::sync::Mutex;
use std::time::Instant;

use teeko::work::Progress;

use crate::cache::lock;

/// A solve that waits for its turn, or is under way: when its work began, and how far it has come.
#[derive(Debug, Default)]
pub(crate) struct Solving(Mutex<Option<(Instant, Progress)>>);

impl Solving {
    /// Notes how far the work that began at `begin` has come.
    pub(crate) fn observe(&self, begin: Instant, progress: Progress) {
        *lock(&self.0) = Some((begin, progress));
    }

    /// Returns the parts that are done, all parts, and the seconds that the rest takes, as far as
    /// they are known.
    pub(crate) fn state(&self) -> Option<(u64, u64, Option<u64>)> {
        let state = *lock(&self.0);
        let (begin, Progress { done, total }) = state?;
        let rest = total.saturating_sub(done) as f64;
        let seconds = begin.elapsed().as_secs_f64() * rest / done as f64;
        let seconds = if done > 0 {
            Some(seconds.ceil() as u64)
        } else {
            None
        };
        Some((done, total, seconds))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_rest_takes_time_like_what_is_done() {
        let solving = Solving::default();
        assert_eq!(solving.state(), None);
        let begin = Instant::now()
            .checked_sub(Duration::from_secs(100))
            .unwrap();
        for (done, seconds) in [(0, None), (8, Some(26)), (10, Some(0))] {
            solving.observe(begin, Progress { done, total: 10 });
            assert_eq!(solving.state(), Some((done, 10, seconds)));
        }
    }
}

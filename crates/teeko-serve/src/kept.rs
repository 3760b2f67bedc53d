//! Rule sets that are kept in memory, within a budget. The least recently used are evicted first.
//!
//! Neither `moka` nor `quick_cache` does this: memory that a running solve reserves counts against
//! the same budget, and evicts rule sets.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use teeko::questions::AskedRules;
use teeko::{Game, Source};
use tokio::sync::watch;

use crate::refusal::Refusal;

/// A rule set that is ready to answer.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) game: Game,
    /// The time that solving or opening it took.
    pub(crate) time: Duration,
    /// An upper bound on the memory that it keeps, in bytes.
    bytes: u64,
}

/// A rule set that is being opened or solved, for all requests that wait.
pub(crate) type Flight = watch::Receiver<Progress>;

/// How far opening or solving a rule set has come.
#[derive(Clone, Debug)]
pub(crate) enum Progress {
    /// It waits for others.
    Queued,
    /// It is being solved.
    Begun,
    Ended(Result<Arc<Ready>, Refusal>),
}

/// The rule sets.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Those that are ready, each with the number of its last use.
    ready: HashMap<AskedRules, (Arc<Ready>, u64)>,
    /// Those that are being opened or solved.
    pub(crate) flights: HashMap<AskedRules, Flight>,
    budget: u64,
    /// The bytes of all rule sets that are ready.
    bytes: u64,
    /// The bytes reserved for those being opened or solved.
    reserved: u64,
    /// Counts the questions, to order the rule sets by their last use.
    uses: u64,
}

/// The bytes that the smallest game takes besides its values: its rules, and lists of sets and
/// symmetries.
const LEAST_BYTES: u64 = 1 << 18;

impl Ready {
    pub(crate) fn new(game: Game, time: Duration) -> Self {
        let bytes = LEAST_BYTES + game.source().memory();
        Self { game, time, bytes }
    }

    /// Returns whether all answers come from memory, so that none waits for a disk.
    pub(crate) fn is_in_memory(&self) -> bool {
        !matches!(self.game.source(), Source::Files(_))
    }
}

impl Kept {
    pub(crate) fn new(budget: u64) -> Self {
        let (ready, flights) = (HashMap::new(), HashMap::new());
        Self { ready, flights, budget, bytes: 0, reserved: 0, uses: 0 }
    }

    /// Returns how many rule sets are ready, and their bytes.
    pub(crate) fn size(&self) -> (usize, u64) {
        (self.ready.len(), self.bytes)
    }

    /// Returns a rule set, if it is ready.
    pub(crate) fn find(&mut self, rules: &AskedRules) -> Option<Arc<Ready>> {
        self.uses += 1;
        let (ready, used) = self.ready.get_mut(rules)?;
        *used = self.uses;
        Some(Arc::clone(ready))
    }

    /// Keeps a rule set. Returns the ones evicted for it.
    pub(crate) fn insert(&mut self, rules: AskedRules, ready: Arc<Ready>) -> Vec<Arc<Ready>> {
        let given_up = self.make_room(ready.bytes);
        self.uses += 1;
        self.bytes += ready.bytes;
        self.ready.insert(rules, (ready, self.uses));
        given_up
    }

    /// Reserves memory for a rule set that is being made. Returns the rule sets evicted for it;
    /// `None` if other rule sets being made have reserved too much.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Option<Vec<Arc<Ready>>> {
        if self.reserved.saturating_add(bytes) > self.budget {
            return None;
        }
        let given_up = self.make_room(bytes);
        self.reserved += bytes;
        Some(given_up)
    }

    /// Releases reserved memory.
    pub(crate) fn release(&mut self, bytes: u64) {
        self.reserved -= bytes;
    }

    /// Evicts the least recently used rule sets until `bytes` fit.
    fn make_room(&mut self, bytes: u64) -> Vec<Arc<Ready>> {
        let mut given_up = Vec::new();
        while self.bytes.saturating_add(self.reserved).saturating_add(bytes) > self.budget {
            let oldest = self.ready.iter().min_by_key(|(_, (_, used))| *used);
            let Some(oldest) = oldest.map(|(rules, _)| rules.clone()) else { break };
            if let Some((ready, _)) = self.ready.remove(&oldest) {
                self.bytes -= ready.bytes;
                given_up.push(ready);
            }
        }
        given_up
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko::questions::Request;

    fn rules(name: &str) -> AskedRules {
        Request::read(&format!("/v1/{name}"), "").unwrap().rules.remove(0)
    }

    fn ready(bytes: u64) -> Arc<Ready> {
        let game = Game::solve("44-ssss+4x4").unwrap();
        Arc::new(Ready { game, time: Duration::ZERO, bytes })
    }

    #[test]
    fn what_was_not_asked_for_the_longest_goes_first() {
        let mut kept = Kept::new(100);
        let is_there = |kept: &mut Kept, name: &str| kept.find(&rules(name)).is_some();
        assert!(kept.insert(rules("44-ssss"), ready(40)).is_empty());
        assert!(kept.insert(rules("44-psss"), ready(40)).is_empty());
        assert!(is_there(&mut kept, "44-ssss"));
        assert_eq!(kept.insert(rules("44-ppss"), ready(30)).len(), 1);
        assert!(is_there(&mut kept, "44-ssss") && !is_there(&mut kept, "44-psss"));
        assert_eq!(kept.size(), (2, 70));
        // What is being solved counts, and is not given up.
        assert_eq!(kept.reserve(65).map(|given_up| given_up.len()), Some(2));
        assert_eq!((kept.size(), kept.reserve(36).is_none()), ((0, 0), true));
        kept.release(65);
        assert_eq!(kept.reserve(100).map(|given_up| given_up.len()), Some(0));
        assert!(kept.reserve(u64::MAX).is_none());
    }
}

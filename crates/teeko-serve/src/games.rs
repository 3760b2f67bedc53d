//! Rule sets: opened from tables or solved at the first request, once for all clients, and kept.

use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use teeko::questions::AskedRules;
use teeko::solve::{memory_needed, memory_of_layers};
use teeko::words::bytes;
use teeko::{Error, Game, NamedRules, Reading, SolvingStep, check_memory};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::config::Config;
use crate::kept::{Found, Kept, Ready};
use crate::monitor::{Monitor, Reason, count};
use crate::refusal::Refusal;

/// All rule sets, and the threads that solve them.
#[derive(Debug)]
pub(crate) struct Games {
    folders: Vec<PathBuf>,
    solve: bool,
    budget: u64,
    most_waiting: usize,
    kept: Mutex<Kept>,
    /// The number of requests that wait for rule sets.
    waiting: AtomicUsize,
    /// The permits to solve or to search.
    slow: Arc<Semaphore>,
    /// The threads that solve and search for puzzles.
    solvers: ThreadPool,
    stopped: AtomicBool,
    monitor: Arc<Monitor>,
}

/// A request that waits for a rule set.
struct Waiting<'a>(&'a AtomicUsize);

/// Memory that is reserved as long as this value lives.
pub(crate) struct Reservation<'a> {
    games: &'a Games,
    bytes: u64,
}

impl Games {
    pub(crate) fn new(
        config: &Config,
        monitor: Arc<Monitor>,
    ) -> Result<Self, ThreadPoolBuildError> {
        Ok(Self {
            folders: config.folders.clone(),
            solve: config.solve,
            budget: config.memory,
            most_waiting: config.limits.waiting,
            kept: Mutex::new(Kept::new(config.memory)),
            waiting: AtomicUsize::new(0),
            slow: Arc::new(Semaphore::new(config.solves)),
            solvers: ThreadPoolBuilder::new().num_threads(config.threads).build()?,
            stopped: AtomicBool::new(false),
            monitor,
        })
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops all solves and searches.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether long-running work continues.
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Returns the threads that solve and search for puzzles.
    pub(crate) fn solvers(&self) -> &ThreadPool {
        &self.solvers
    }

    /// Returns a permit to solve or to search for puzzles.
    pub(crate) fn slow_work(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let permit = Arc::clone(&self.slow).try_acquire_owned();
        permit.map_err(|_| {
            Refusal::busy("expected a free place for work that takes long, found all taken")
        })
    }

    /// Returns a rule set, if it is in memory.
    pub(crate) fn ready(&self, rules: &AskedRules) -> Option<Arc<Ready>> {
        match self.kept().find(rules) {
            Some(Found::Ready(ready)) => {
                count(&self.monitor.games.found);
                Some(ready)
            }
            _ => None,
        }
    }

    /// Returns a rule set, and opens or solves it if necessary.
    pub(crate) async fn open(
        self: &Arc<Self>,
        rules: AskedRules,
        named: NamedRules,
    ) -> Result<Arc<Ready>, Refusal> {
        let waiting = Waiting::begin(&self.waiting);
        if waiting.number() > self.most_waiting {
            return Err(Refusal::busy(
                "expected fewer requests that wait for rule sets to be solved, found too many",
            ));
        }
        let mut flight = {
            let mut kept = self.kept();
            match kept.find(&rules) {
                Some(Found::Ready(ready)) => return Ok(ready),
                Some(Found::Flight(flight)) => flight,
                None => {
                    count(&self.monitor.games.missed);
                    let (sender, flight) = watch::channel(None);
                    kept.begin(rules.clone(), flight.clone());
                    tokio::spawn(Arc::clone(self).solve_for_all(rules, named, sender));
                    flight
                }
            }
        };
        let result = flight.wait_for(Option::is_some).await;
        result.ok().and_then(|result| result.clone()).unwrap_or_else(|| Err(Refusal::broken()))
    }

    /// Opens or solves a rule set for all requests that wait for it.
    async fn solve_for_all(
        self: Arc<Self>,
        rules: AskedRules,
        named: NamedRules,
        sender: watch::Sender<Option<Result<Arc<Ready>, Refusal>>>,
    ) {
        let this = Arc::clone(&self);
        let made = tokio::task::spawn_blocking(move || this.make(&named)).await;
        let result = made.unwrap_or_else(|_| Err(Refusal::broken())).map(Arc::new);
        let given_up = {
            let mut kept = self.kept();
            if let Ok(ready) = &result {
                kept.insert(rules, Arc::clone(ready))
            } else {
                kept.end(&rules);
                Vec::new()
            }
        };
        if result.is_err() {
            count(&self.monitor.games.failed);
        }
        self.tell(given_up.len());
        sender.send_replace(Some(result));
        // Freeing much memory takes time, so another thread does it.
        drop(tokio::task::spawn_blocking(move || drop(given_up)));
    }

    /// Reports to the monitor what is kept, and how many rule sets were evicted.
    fn tell(&self, given_up: usize) {
        let (kept, bytes) = self.kept().size();
        let games = &self.monitor.games;
        games.kept.store(kept as u64, Ordering::Relaxed);
        games.bytes.store(bytes, Ordering::Relaxed);
        games.given_up.fetch_add(given_up as u64, Ordering::Relaxed);
    }

    /// Opens or solves a rule set.
    fn make(&self, named: &NamedRules) -> Result<Ready, Refusal> {
        let begin = Instant::now();
        // Rule sets with goals in the request never have tables, whatever files there are.
        if named.name().variant().is_some()
            && let Some(game) = self.open_tables(named)?
        {
            count(&self.monitor.games.opened);
            return Ok(Ready::new(game, begin.elapsed()));
        }
        if !self.solve {
            let error = format!(
                "{named}: expected tables of it, found none, and this service does not solve"
            );
            return Err(Refusal::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                Reason::Memory,
                error,
                "ask for another variant",
            ));
        }
        let _permit = self.slow_work()?;
        let needed = memory_needed(named.rules());
        let _reservation = self.reserve(named, needed)?;
        check_memory(&named.to_string(), needed).map_err(Error::from)?;
        let observe = |_: SolvingStep<'_>| self.go_on();
        let begin = Instant::now();
        let game =
            self.solvers.install(|| Game::solve_rules(named, &observe)).map_err(Error::from)?;
        count(&self.monitor.games.solved);
        Ok(Ready::new(game, begin.elapsed()))
    }

    /// Opens the tables of a rule set, if they exist. Decodes them whole if memory suffices, which
    /// answers a hundred times as fast.
    fn open_tables(&self, named: &NamedRules) -> Result<Option<Game>, Refusal> {
        for folder in &self.folders {
            let Some(game) = Game::from_tables(named, folder, Reading::AsNeeded)? else { continue };
            let Ok(_reservation) = self.reserve(named, 2 * memory_of_layers(named.rules())) else {
                return Ok(Some(game));
            };
            let whole = self.solvers.install(|| Game::from_tables(named, folder, Reading::Whole));
            return Ok(match whole {
                Ok(Some(whole)) => Some(whole),
                Ok(None) | Err(Error::Memory(_)) => Some(game),
                Err(error) => return Err(error.into()),
            });
        }
        Ok(None)
    }

    /// Reserves memory for a rule set, or for another answer.
    pub(crate) fn reserve(
        &self,
        what: impl fmt::Display,
        needed: u64,
    ) -> Result<Reservation<'_>, Refusal> {
        if needed > self.budget {
            let error = format!(
                "{what}: expected {} of memory, found a budget of {}",
                bytes(needed),
                bytes(self.budget)
            );
            let hint = "try a smaller board, or a game that is not for points; the service allows \
                        more if it is started with a larger --memory";
            return Err(Refusal::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                Reason::Memory,
                error,
                hint,
            ));
        }
        let given_up = self.kept().reserve(needed);
        let given_up = given_up.ok_or_else(|| {
            Refusal::busy("expected memory to solve in, found it taken by others")
        })?;
        self.tell(given_up.len());
        Ok(Reservation { games: self, bytes: needed })
    }
}

impl<'a> Waiting<'a> {
    fn begin(all: &'a AtomicUsize) -> Self {
        all.fetch_add(1, Ordering::Relaxed);
        Self(all)
    }

    fn number(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.games.kept().release(self.bytes);
    }
}

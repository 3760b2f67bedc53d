//! Rule sets: opened from tables or solved at the first request, once for all clients, and kept.

use std::fmt;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use teeko::questions::AskedRules;
use teeko::solve::{memory_needed, memory_of_layers};
use teeko::words::bytes;
use teeko::work::unless_stopped;
use teeko::{Error, Game, NamedRules, Reading, SolvingStep, check_memory};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::config::Config;
use crate::kept::{Kept, Progress, Ready};
use crate::monitor::{Monitor, count};
use crate::queue::{Place, Queue};
use crate::refusal::Refusal;

/// All rule sets, and the threads that solve them.
#[derive(Debug)]
pub(crate) struct Games {
    folders: Vec<PathBuf>,
    solve: bool,
    budget: u64,
    kept: Mutex<Kept>,
    /// The permits to wait for rule sets.
    waiting: Semaphore,
    /// The queue to solve or to search.
    queue: Arc<Queue>,
    queue_time: Duration,
    /// The threads that solve and search for puzzles.
    pub(crate) solvers: ThreadPool,
    stopped: AtomicBool,
    monitor: Arc<Monitor>,
}

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
            kept: Mutex::new(Kept::new(config.memory)),
            waiting: Semaphore::new(config.limits.waiting.min(Semaphore::MAX_PERMITS)),
            queue: Arc::new(Queue::new(config.solves, config.limits.waiting)),
            queue_time: config.limits.queue_time,
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
        unless_stopped(&self.stopped)
    }

    /// Returns a place to search in, when it is the client's turn.
    pub(crate) async fn place(&self, client: IpAddr) -> Result<Place, Refusal> {
        let place = timeout(self.queue_time, self.queue.place(client)).await;
        place.unwrap_or_else(|_| Err(self.queue.refusal(client)))
    }

    /// Returns a rule set, if it is in memory.
    pub(crate) fn ready(&self, rules: &AskedRules) -> Option<Arc<Ready>> {
        self.kept().find(rules).inspect(|_| count(&self.monitor.found))
    }

    /// Returns a rule set, and opens or solves it if necessary.
    pub(crate) async fn open(
        self: &Arc<Self>,
        rules: AskedRules,
        named: NamedRules,
        client: IpAddr,
    ) -> Result<Arc<Ready>, Refusal> {
        let _permit = self.waiting.try_acquire().map_err(|_| {
            Refusal::busy(
                "expected fewer requests that wait for rule sets to be solved, found too many",
            )
        })?;
        let mut flight = {
            let mut kept = self.kept();
            if let Some(ready) = kept.find(&rules) {
                return Ok(ready);
            }
            let begin = || {
                count(&self.monitor.missed);
                let (sender, flight) = watch::channel(Progress::Queued);
                let solve = Arc::clone(self).solve_for_all(rules.clone(), named, client, sender);
                tokio::spawn(solve);
                flight
            };
            kept.flights.entry(rules.clone()).or_insert_with(begin).clone()
        };
        let begun = flight.wait_for(|progress| !matches!(progress, Progress::Queued));
        if timeout(self.queue_time, begun).await.is_err() {
            let refusal = self.queue.refusal(client);
            // As long as somebody waits, the rule set keeps its place.
            let time = 2 * Duration::from_secs(refusal.retry);
            tokio::spawn(async move {
                sleep(time).await;
                drop(flight);
            });
            return Err(refusal);
        }
        let ended = flight.wait_for(|progress| matches!(progress, Progress::Ended(_))).await;
        match ended.as_deref() {
            Ok(Progress::Ended(result)) => result.clone(),
            _ => Err(Refusal::broken()),
        }
    }

    /// Opens or solves a rule set for all requests that wait for it.
    async fn solve_for_all(
        self: Arc<Self>,
        rules: AskedRules,
        named: NamedRules,
        client: IpAddr,
        sender: watch::Sender<Progress>,
    ) {
        let result = self.make(named, client, &sender).await.map(Arc::new);
        let given_up = {
            let mut kept = self.kept();
            kept.flights.remove(&rules);
            if let Ok(ready) = &result {
                kept.insert(rules, Arc::clone(ready))
            } else {
                count(&self.monitor.failed);
                Vec::new()
            }
        };
        self.tell(given_up.len());
        sender.send_replace(Progress::Ended(result));
        // Freeing much memory takes time, so another thread does it.
        drop(tokio::task::spawn_blocking(move || drop(given_up)));
    }

    /// Reports to the monitor what is kept, and how many rule sets were evicted.
    fn tell(&self, given_up: usize) {
        let (kept, bytes) = self.kept().size();
        self.monitor.kept.store(kept as u64, Ordering::Relaxed);
        self.monitor.bytes.store(bytes, Ordering::Relaxed);
        self.monitor.given_up.fetch_add(given_up as u64, Ordering::Relaxed);
    }

    /// Opens or solves a rule set.
    async fn make(
        self: &Arc<Self>,
        named: NamedRules,
        client: IpAddr,
        sender: &watch::Sender<Progress>,
    ) -> Result<Ready, Refusal> {
        // Rule sets with goals in the request never have tables, whatever files there are.
        if named.name().variant().is_some() {
            let begin = Instant::now();
            let (this, named) = (Arc::clone(self), named.clone());
            if let Some(game) = blocking(move || this.open_tables(&named)).await? {
                count(&self.monitor.opened);
                return Ok(Ready::new(game, begin.elapsed()));
            }
        }
        if !self.solve {
            let error = format!("{named}: no tables, and this service does not solve");
            return Err(Refusal::unprocessable(error, "ask for another variant"));
        }
        let needed = memory_needed(named.rules());
        self.check_budget(&named, needed)?;
        let place = self.queue.place(client).await?;
        // The list of rule sets waits too.
        if sender.receiver_count() <= 1 {
            return Err(Refusal::busy("cancelled: all requests for the rule set were closed"));
        }
        sender.send_replace(Progress::Begun);
        let this = Arc::clone(self);
        let solve = move || {
            let _place = place;
            let _reservation = this.reserve(&named, needed)?;
            check_memory(&named.to_string(), needed)?;
            let observe = |_: SolvingStep<'_>| this.go_on();
            let begin = Instant::now();
            let solved = this.solvers.install(|| Game::solve_rules(&named, &observe));
            Ok(Ready::new(solved?, begin.elapsed()))
        };
        let ready = blocking(solve).await?;
        count(&self.monitor.solved);
        Ok(ready)
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

    /// Checks that the budget can ever suffice.
    fn check_budget(&self, what: impl fmt::Display, needed: u64) -> Result<(), Refusal> {
        if needed > self.budget {
            let error = format!(
                "{what}: expected {} of memory, found a budget of {}",
                bytes(needed),
                bytes(self.budget)
            );
            let hint = "try a smaller board, or a game that is not for points; the service allows \
                        more if it is started with a larger --memory";
            return Err(Refusal::unprocessable(error, hint));
        }
        Ok(())
    }

    /// Reserves memory for a rule set, or for another answer.
    pub(crate) fn reserve(
        &self,
        what: impl fmt::Display,
        needed: u64,
    ) -> Result<Reservation<'_>, Refusal> {
        self.check_budget(what, needed)?;
        let given_up = self.kept().reserve(needed);
        let given_up =
            given_up.ok_or_else(|| Refusal::busy("other requests use all the memory"))?;
        self.tell(given_up.len());
        Ok(Reservation { games: self, bytes: needed })
    }
}

/// Runs work on a thread that may wait.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Refusal::broken()))
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.games.kept().release(self.bytes);
    }
}

//! Rule sets: opened from tables or solved at the first request, once for all clients, and kept.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use teeko::questions::AskedRules;
use teeko::solve::{memory_needed, memory_of_layers};
use teeko::words::bytes;
use teeko::{Game, NamedRules, Reading, SolvingStep, check_memory};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::spawn_blocking;

use crate::answers::{self, ANSWER_TO_BYTE};
use crate::config::Config;
use crate::connection::Clients;
use crate::kept::{Kept, lock};
use crate::metrics::Metrics;
use crate::progress::Solving;
use crate::refusal::Refusal;

/// The bytes that a permit for memory stands for: a request for permits has 32 bits.
const UNIT: u64 = 1 << 10;

/// The bytes that the smallest game takes besides its values: its rules, and lists of sets and
/// symmetries.
const LEAST_BYTES: u64 = 1 << 18;

/// The bytes that an answer takes besides its text and twice that of its question.
const LEAST_ANSWER: u64 = 1 << 8;

/// The part of the memory that is for answers of searches, and the part that is for bodies.
const PART: u64 = 16;

#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) config: Config,
    pub(crate) games: Kept<AskedRules, Ready>,
    /// The solves that requests wait for.
    pub(crate) solving: Mutex<HashMap<AskedRules, Weak<Solving>>>,
    /// The answers of searches by question.
    pub(crate) answers: Kept<String, Bytes>,
    /// The memory for solves and searches, in [`UNIT`]s.
    memory: Arc<Semaphore>,
    /// The permits to solve and to search.
    turns: Arc<Semaphore>,
    /// The memory for bodies and their answers, in [`UNIT`]s.
    bodies: Arc<Semaphore>,
    pub(crate) clients: Clients,
    solvers: ThreadPool,
    /// The threads that answer many positions, and decode tables.
    pub(crate) bulk: ThreadPool,
    /// Begins when no more connections are accepted.
    pub(crate) stopping: Phase,
    /// Begins to stop all solves and searches.
    pub(crate) stopped: Phase,
    pub(crate) metrics: Metrics,
}

/// A phase of the service, which begins once.
#[derive(Default, Debug)]
pub(crate) struct Phase(watch::Sender<bool>);

impl Phase {
    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Completes when the phase begins, at once if it has begun.
    pub(crate) async fn begun(&self) {
        // The sender outlives this call.
        let _ = self.0.subscribe().wait_for(|&has_begun| has_begun).await;
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Ready {
    pub(crate) game: Game,
    /// The time that solving or opening it took.
    pub(crate) time: Duration,
}

/// Says whether long-running work continues.
type GoOn<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

impl Service {
    pub(crate) fn new(config: Config) -> Result<Self, ThreadPoolBuildError> {
        let permits = |number: usize| Arc::new(Semaphore::new(number.min(Semaphore::MAX_PERMITS)));
        let threads = || ThreadPoolBuilder::new().num_threads(config.threads).build();
        let part = config.memory / PART;
        let memory_of_game = |_: &_, ready: &Ready| LEAST_BYTES + ready.game.memory();
        let memory_of_answer =
            |key: &String, answer: &Bytes| (2 * key.len() + answer.len()) as u64 + LEAST_ANSWER;
        let bodies = part.max(memory_of_body(config.body_bytes));
        Ok(Self {
            games: Kept::new(config.memory - part, memory_of_game),
            solving: Mutex::default(),
            answers: Kept::new(part, memory_of_answer),
            memory: permits(units(config.memory) as usize),
            turns: permits(config.solves),
            bodies: permits(units(bodies) as usize),
            clients: Clients::default(),
            solvers: threads()?,
            bulk: threads()?,
            stopping: Phase::default(),
            stopped: Phase::default(),
            metrics: Metrics::default(),
            config,
        })
    }

    /// Solves or searches when it is the turn of this work and there is memory for it. The work
    /// ends early if the service stops, or this future is dropped.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        what: impl fmt::Display,
        needed: u64,
        work: impl FnOnce(GoOn<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let budget = self.config.memory;
        if needed > budget {
            let (needed, found) = (bytes(needed), bytes(budget));
            let error = format!("{what}: expected {needed} of memory, found a budget of {found}");
            let hint = "try a smaller board, or a game that is not for points; the service allows \
                        more if it is started with a larger --memory";
            return Err(Refusal::new(422, error, hint));
        }
        // Dropped with this future.
        let wanted = Arc::new(());
        let (service, still_wanted) = (Arc::clone(self), Arc::downgrade(&wanted));
        let working = async {
            let turn = Arc::clone(&self.turns).acquire_owned().await;
            let memory = Arc::clone(&self.memory)
                .acquire_many_owned(units(needed))
                .await;
            blocking(move || {
                let _turn = (turn, memory);
                let go_on = || {
                    let is_wanted = still_wanted.strong_count() > 0;
                    if is_wanted && !service.stopped.has_begun() {
                        Continue(())
                    } else {
                        Break(())
                    }
                };
                service.solvers.install(|| work(&go_on))
            })
            .await
        };
        let result = tokio::select! {
            biased;
            () = self.stopped.begun() => Err(Refusal::stopping()),
            result = working => result,
        };
        drop(wanted);
        result
    }

    /// Waits for the memory that a body of `length` bytes and its answer take, and reserves it.
    pub(crate) async fn reserve(&self, length: usize) -> Result<OwnedSemaphorePermit, Refusal> {
        let permits = units(memory_of_body(length));
        let reserved = Arc::clone(&self.bodies).acquire_many_owned(permits).await;
        reserved.map_err(|_| Refusal::stopping())
    }

    pub(crate) fn kept(&self, rules: &[AskedRules]) -> Option<Vec<Ready>> {
        rules.iter().map(|rules| self.games.get(rules)).collect()
    }

    pub(crate) async fn open(
        self: &Arc<Self>,
        rules: AskedRules,
        named: NamedRules,
    ) -> Result<Ready, Refusal> {
        self.games
            .get_or_make(rules.clone(), Arc::clone(self).make(rules, named))
            .await
    }

    /// Opens or solves a rule set.
    async fn make(self: Arc<Self>, rules: AskedRules, named: NamedRules) -> Result<Ready, Refusal> {
        let begin = Instant::now();
        // Rule sets with goals in the request never have tables, whatever files there are.
        if named.name().variant().is_some() {
            let (this, named) = (Arc::clone(&self), named.clone());
            if let Some(game) = blocking(move || this.open_tables(&named)).await? {
                self.metrics.opened.add_one();
                return Ok(Ready {
                    game,
                    time: begin.elapsed(),
                });
            }
        }
        if !self.config.solve {
            let error = format!("{named}: no tables, and this service does not solve");
            return Err(Refusal::new(422, error, "ask for another variant"));
        }
        let needed = memory_needed(named.rules());
        let solving = self.begin_solving(rules);
        let solve = self.work(named.clone(), needed, move |go_on| {
            check_memory(&named.to_string(), needed)?;
            let begin = Instant::now();
            let observe = |step: SolvingStep<'_>| {
                solving.observe(begin, step.progress);
                go_on()
            };
            let game = Game::solve_rules(&named, &observe)?;
            Ok(Ready {
                game,
                time: begin.elapsed(),
            })
        });
        let ready = solve.await?;
        self.metrics.solved.add_one();
        Ok(ready)
    }

    /// Notes that a rule set is being solved, until the result is dropped.
    fn begin_solving(&self, rules: AskedRules) -> Arc<Solving> {
        let solving = Arc::default();
        let mut all = lock(&self.solving);
        all.retain(|_, other| other.strong_count() > 0);
        all.insert(rules, Arc::downgrade(&solving));
        solving
    }

    /// Opens the tables of a rule set, if they exist. Decodes them whole if memory suffices, which
    /// answers a hundred times as fast.
    fn open_tables(&self, named: &NamedRules) -> Result<Option<Game>, Refusal> {
        let needed = units(2 * memory_of_layers(named.rules()));
        let memory = self.memory.try_acquire_many(needed);
        let reading = if memory.is_ok() {
            Reading::WholeIfItFits
        } else {
            Reading::AsNeeded
        };
        let open = |folder: &PathBuf| Game::from_tables(named, folder, reading).transpose();
        Ok(self
            .bulk
            .install(|| self.config.folders.iter().find_map(open))
            .transpose()?)
    }
}

/// Returns an upper bound on the memory that a body of `length` bytes and its answer take: an array
/// is read into lines, and a short line has a long answer.
fn memory_of_body(length: usize) -> u64 {
    let length = length as u64;
    2 * length + ANSWER_TO_BYTE * length.min(2 * answers::PART as u64)
}

fn units(bytes: u64) -> u32 {
    bytes.div_ceil(UNIT).try_into().unwrap_or(u32::MAX)
}

/// Runs work on a thread that may wait.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Refusal::broken()))
}

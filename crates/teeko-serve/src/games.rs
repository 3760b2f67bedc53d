//! Rule sets: opened from tables or solved at the first request, once for all clients, and kept.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use teeko::files::Reading;
use teeko::rules::NamedRules;
use teeko::solve::{memory_needed, memory_of_layers};
use teeko::surfaces::words::bytes;
use teeko::surfaces::{AskedRules, check_memory};
use teeko::{ErrorKind, Game};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use crate::bodies::Bodies;
use crate::cache::{Cache, lock};
use crate::clients::Clients;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::permits::{permits, units};
use crate::progress::Solving;
use crate::refusal::Refusal;

/// The bytes that the smallest game takes besides its values: its rules, and lists of sets and
/// symmetries.
const LEAST_BYTES: u64 = 1 << 18;

/// The bytes that an answer takes besides its text and twice that of its question.
const LEAST_ANSWER: u64 = 1 << 8;

/// The share of [`Config::memory`] for answers of searches is one in this number. Short and long
/// bodies get as much each, on top.
const SHARE_OF_ANSWERS_AND_BODIES: u64 = 16;

#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) config: Config,
    pub(crate) games: Arc<Cache<AskedRules, Ready>>,
    /// The solves that requests wait for.
    pub(crate) solving: Mutex<HashMap<AskedRules, Weak<Solving>>>,
    /// The answers of searches by question.
    pub(crate) answers: Arc<Cache<String, Bytes>>,
    /// The memory for solves and searches.
    memory: Arc<Semaphore>,
    /// The permits to solve and to search.
    turns: Arc<Semaphore>,
    pub(crate) bodies: Bodies,
    pub(crate) clients: Clients,
    solvers: ThreadPool,
    /// The threads that answer many positions, and decode tables.
    pub(crate) bulk: ThreadPool,
    /// Cancelled when no more connections are accepted.
    pub(crate) stopping: CancellationToken,
    /// Cancelled to stop all solves and searches.
    pub(crate) stopped: CancellationToken,
    pub(crate) metrics: Metrics,
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
        let share = config.memory / SHARE_OF_ANSWERS_AND_BODIES;
        Ok(Self {
            games: Cache::new(config.memory - share, memory_of_game),
            solving: Mutex::default(),
            answers: Cache::new(share, memory_of_answer),
            memory: permits(units(config.memory)),
            turns: permits(config.solves as u32),
            bodies: Bodies::new(share, config.body_bytes),
            clients: Clients::default(),
            solvers: pool(config.threads)?,
            bulk: pool(config.threads)?,
            stopping: CancellationToken::new(),
            stopped: CancellationToken::new(),
            metrics: Metrics::new(),
            config,
        })
    }

    /// Returns the text of `/metrics`, with the state of the service at this moment.
    pub(crate) fn metrics_text(&self) -> String {
        let (kept, bytes_of_games) = self.games.size();
        let (_, bytes_of_answers) = self.answers.size();
        self.metrics.games_kept.set(kept);
        self.metrics.games_bytes.set(bytes_of_games);
        self.metrics.answers_bytes.set(bytes_of_answers);
        self.metrics.budget_bytes.set(self.config.memory);
        let connections = self.clients.number() as u64;
        self.metrics.connections.set(connections);
        self.metrics.text()
    }

    /// Solves or searches when it is the turn of this work and there is memory for it. The work
    /// ends early if the service stops, or this future is dropped.
    pub(crate) async fn run_in_turn<T: Send + 'static>(
        self: &Arc<Self>,
        what: impl fmt::Display,
        needed: u64,
        work: impl FnOnce(GoOn<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.check_budget(what, needed)?;
        let end = self.stopped.child_token();
        let _end_if_dropped = end.clone().drop_guard();
        let service = Arc::clone(self);
        let working = async {
            let turn = Arc::clone(&self.turns).acquire_owned().await;
            let memory = Arc::clone(&self.memory)
                .acquire_many_owned(units(needed))
                .await;
            blocking(move || {
                let _turn = (turn, memory);
                service.solvers.install(|| work(&|| unless_cancelled(&end)))
            })
            .await
        };
        let result = self.stopped.run_until_cancelled(working).await;
        result.unwrap_or_else(|| Err(Refusal::stopping()))
    }

    /// Refuses work that takes more memory than there is for all.
    fn check_budget(&self, what: impl fmt::Display, needed: u64) -> Result<(), Refusal> {
        let budget = self.config.memory;
        if needed <= budget {
            return Ok(());
        }
        let error = format!(
            "{what}: expected {} of memory, found a budget of {}",
            bytes(needed),
            bytes(budget)
        );
        let hint = "try a smaller board, or a game that is not for points; the service allows more \
                    if it is started with a larger --memory";
        Err(Refusal::new(422, error, hint).of_kind(ErrorKind::Memory))
    }

    /// Returns the games of rule sets if all of them are kept.
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
        if let Some(game) = Arc::clone(&self).open_if_there(&named).await? {
            self.metrics.opened.inc();
            return Ok(Ready {
                game,
                time: begin.elapsed(),
            });
        }
        if !self.config.solve {
            let error = format!("{named}: no tables, and this service does not solve");
            let refusal = Refusal::new(422, error, "ask for another variant");
            return Err(refusal.of_kind(ErrorKind::MissingTables));
        }
        let ready = self.solve(rules, named).await?;
        self.metrics.solved.inc();
        Ok(ready)
    }

    /// Opens the tables of a rule set, if they exist. Rule sets with goals in the request never have
    /// tables, even if files have their name.
    async fn open_if_there(self: Arc<Self>, named: &NamedRules) -> Result<Option<Game>, Refusal> {
        if named.name().variant().is_none() {
            return Ok(None);
        }
        let named = named.clone();
        blocking(move || self.open_tables(&named)).await
    }

    async fn solve(
        self: &Arc<Self>,
        rules: AskedRules,
        named: NamedRules,
    ) -> Result<Ready, Refusal> {
        let needed = memory_needed(named.rules());
        let solving = self.begin_solving(rules);
        let solve = self.run_in_turn(named.clone(), needed, move |go_on| {
            check_memory(&named.to_string(), needed)?;
            let begin = Instant::now();
            let game = Game::solve_rules(&named, &|step| {
                solving.observe(begin, step.progress);
                go_on()
            })?;
            Ok(Ready {
                game,
                time: begin.elapsed(),
            })
        });
        solve.await
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
        self.bulk.install(|| {
            for folder in &self.config.folders {
                if let Some(game) = Game::from_tables(named, folder, reading)? {
                    return Ok(Some(game));
                }
            }
            Ok(None)
        })
    }
}

fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// Says that work continues until it is cancelled.
fn unless_cancelled(end: &CancellationToken) -> ControlFlow<()> {
    if end.is_cancelled() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

fn memory_of_game(_: &AskedRules, ready: &Ready) -> u64 {
    LEAST_BYTES + ready.game.memory()
}

#[allow(clippy::ptr_arg, reason = "the type of the keys")]
fn memory_of_answer(question: &String, answer: &Bytes) -> u64 {
    (2 * question.len() + answer.len()) as u64 + LEAST_ANSWER
}

/// Runs work on a thread that may wait.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Refusal::broken()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_being_solved_is_known_until_it_is_dropped() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into());
        config.threads = 1;
        let service = Service::new(config).unwrap();
        let begin = |name| service.begin_solving(AskedRules::read(name, None).unwrap());
        let known = || lock(&service.solving).len();
        let first = begin("44-ssss");
        let _second = begin("58-ssss");
        assert_eq!(known(), 2);
        drop(first);
        let _third = begin("78-ssss");
        assert_eq!(known(), 2);
    }

    #[test]
    fn an_answer_takes_memory_for_its_question_as_well() {
        let memory = memory_of_answer(&"moves".to_owned(), &Bytes::from("right"));
        assert_eq!(memory, 2 * 5 + 5 + 256);
    }
}

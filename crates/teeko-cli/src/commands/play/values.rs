//! The values in a game that is being played.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rayon::ThreadPool;
use teeko::analysis::Analysis;
use teeko::rules::{OracleError, Scoring, Wdl};
use teeko::work::{Progress, Stopped};
use teeko::{
    Game, NamedRules, Oracle, Outcome, Plan, Position, Reading, Rules, Side, SolvingStep, load,
};

use super::game::State;
use crate::arguments::{SourceArguments, announce, stage_in_words, with_progress};
use crate::exit::Failure;
use crate::progress_line::ProgressLine;

/// How often the progress line is updated while the program waits for values.
const UPDATED_EVERY: Duration = Duration::from_millis(50);

/// The rules of a game that is being played, and its values.
///
/// A game with numbered pieces takes seconds to solve, most of them for the points. Without tables
/// it is solved while it is being played. Until that is done, the game without points has the
/// values of positions that are draws: no side can force any points there.
pub(super) struct Values {
    named: NamedRules,
    all: OnceCell<Game>,
    /// What solves the game, unless it was known from the start.
    solver: Option<Solver>,
}

impl Values {
    /// Opens the tables of a game, or solves it, or begins to solve it.
    ///
    /// # Errors
    /// As for [`SourceArguments::games`].
    pub(super) fn open(source: &SourceArguments, named: NamedRules) -> Result<Self, Failure> {
        let tables = match named.rules().scoring() {
            Scoring::Pips => source.open(&named, Reading::AsNeeded)?,
            Scoring::Goals | Scoring::Points => Some(source.game(&named, None)?),
        };
        if let Some(game) = tables {
            return Ok(Self { named, all: OnceCell::from(game), solver: None });
        }
        let rules = std::slice::from_ref(&named);
        source.solving_in_memory(rules)?;
        let plan = Plan::new(rules);
        let pool = source.solving.pool()?;
        plan.check_memory(true)?;
        let first = Plan::new(&[load(&named.name().plain_game())?]);
        let without_points = with_progress(&first, &pool, |show| Ok(first.games(show)?))?.remove(0);
        announce(&plan, &pool);
        let solver = Some(Solver::start(without_points, plan, pool));
        Ok(Self { named, all: OnceCell::new(), solver })
    }

    /// Returns the rules with their name.
    pub(super) fn named(&self) -> &NamedRules {
        &self.named
    }

    /// Returns the choices in a state and their values. Waits for values only if it needs them.
    ///
    /// # Errors
    /// If values cannot be read.
    pub(super) fn analysis(&self, state: &State) -> Result<Analysis, Failure> {
        if let (None, Some(Solver { plain, .. })) = (self.all.get(), &self.solver) {
            let without_points =
                WithoutPoints { rules: self.named.rules(), plain, lacks: AtomicBool::new(false) };
            let analysis = state.analysis_of(&without_points);
            if !without_points.lacks.into_inner() {
                return Ok(analysis.map_err(teeko::Error::from)?);
            }
        }
        Ok(state.analysis(self.game()?)?)
    }

    /// Returns the game with all values. Waits for them, with a progress line.
    ///
    /// # Errors
    /// If the game cannot be solved.
    pub(super) fn game(&self) -> Result<&Game, Failure> {
        if let Some(game) = self.all.get() {
            return Ok(game);
        }
        let solver = self.solver.as_ref().expect("a game without values is being solved");
        let game = solver.wait()?;
        Ok(self.all.get_or_init(|| game))
    }
}

/// A game for points in which it is known who wins, but not for how many points.
struct WithoutPoints<'a> {
    rules: &'a Rules,
    plain: &'a Game,
    /// Whether somebody has asked for points.
    lacks: AtomicBool,
}

impl Oracle for WithoutPoints<'_> {
    fn rules(&self) -> &Rules {
        self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        self.plain.outcome(position)
    }

    fn outcomes(&self, positions: &[Position]) -> Result<Vec<Option<Outcome>>, OracleError> {
        self.plain.outcomes(positions)
    }

    fn have_result(
        &self,
        positions: &[Position],
        result: Wdl,
    ) -> Result<Vec<Option<bool>>, OracleError> {
        self.plain.have_result(positions, result)
    }

    fn forces(&self, _: Side, _: u8, _: &Position) -> Result<Option<u32>, OracleError> {
        self.lacks.store(true, Ordering::Relaxed);
        Ok(None)
    }
}

/// The name of the rules, the stage and the work done, as the solver reported them last.
type Reported = Option<(String, String, Progress)>;

/// Solves a game on the threads of a pool.
struct Solver {
    /// The game without points.
    plain: Game,
    reported: Arc<Mutex<Reported>>,
    solved: Receiver<Result<Vec<Game>, Stopped>>,
    _pool: ThreadPool,
}

impl Solver {
    fn start(plain: Game, all: Plan, pool: ThreadPool) -> Self {
        let reported = Arc::new(Mutex::new(None));
        let (sender, solved) = channel();
        let latest = Arc::clone(&reported);
        pool.spawn(move || {
            let games = all.games(&|step: SolvingStep<'_>| {
                let report = (step.name.to_owned(), stage_in_words(step.stage), step.progress);
                *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
                ControlFlow::Continue(())
            });
            // At the end of the program there is no receiver.
            let _ = sender.send(games);
        });
        Self { plain, reported, solved, _pool: pool }
    }

    /// Waits for the game, with a progress line.
    fn wait(&self) -> Result<Game, Failure> {
        let line = ProgressLine::new();
        loop {
            match self.solved.recv_timeout(UPDATED_EVERY) {
                Ok(games) => return Ok(games?.pop().expect("a game for the one rule set")),
                Err(RecvTimeoutError::Timeout) => {
                    let reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some((name, stage, progress)) = &*reported {
                        let _ = line.share(name, stage, *progress);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => unreachable!("the solver sends a result"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_points_an_analysis_is_the_same_or_points_were_asked_for() {
        let [all, plain] =
            ["44-ssss+4x4+pips", "44-ssss+4x4"].map(|name| Game::solve(name).unwrap());
        let rules = all.rules();
        let mut lacking = [0, 0];
        for number in 0..20 {
            let mut state = State::start(Position::EMPTY);
            for place in (number..).step_by(7).take(24) {
                let expected = state.analysis(&all).unwrap();
                let lacks = AtomicBool::new(false);
                let without_points = WithoutPoints { rules, plain: &plain, lacks };
                let found = state.analysis_of(&without_points);
                let lacks = without_points.lacks.into_inner();
                lacking[usize::from(lacks)] += 1;
                if !lacks {
                    assert_eq!(format!("{:?}", found.unwrap()), format!("{expected:?}"));
                }
                if expected.choices.is_empty() {
                    break;
                }
                let chosen = expected.choices[place % expected.choices.len()].choice;
                state = state.after(rules, chosen);
            }
        }
        assert!(lacking.iter().all(|&number| number > 10), "{lacking:?}");
    }
}

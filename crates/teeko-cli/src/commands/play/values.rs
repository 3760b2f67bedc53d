//! The values in a game that is being played.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use teeko::analysis::Analysis;
use teeko::files::{Reading, load};
use teeko::rules::{NamedRules, OracleError, Scoring};
use teeko::solving::{Plan, SolvingStep};
use teeko::work::Stopped;
use teeko::{Game, Oracle, Outcome, Position, Rules, Side};

use super::game::State;
use crate::exit::Failure;
use crate::progress_line::ProgressLine;
use crate::source_arguments::{SourceArguments, announce, stage_in_words, with_progress};
use crate::threads;

/// The rules of a game that is being played, and its values.
///
/// A game with numbered pieces takes seconds to solve, most of them for the points. Without tables
/// it is solved while it is being played. Until that is done, the game without points has the
/// values of positions that are draws: no side can force any points there.
pub(super) struct PlayValues {
    named: NamedRules,
    all: OnceCell<Game>,
    /// The thread that solves the game, unless it was solved from the start.
    solver: Option<Solver>,
}

impl PlayValues {
    /// Opens the tables of a game, or solves it, or begins to solve it.
    pub(super) fn open(source: &SourceArguments, named: NamedRules) -> Result<Self, Failure> {
        let tables = match named.rules().scoring() {
            Scoring::Pips => source.open(&named, Reading::AsNeeded)?,
            Scoring::Goals | Scoring::Points => Some(source.game(&named, Reading::AsNeeded)?),
        };
        if let Some(game) = tables {
            return Ok(Self {
                named,
                all: OnceCell::from(game),
                solver: None,
            });
        }
        let rules = std::slice::from_ref(&named);
        source.solving_in_memory(rules)?;
        let plan = Plan::new(rules);
        threads::start(source.solving.threads)?;
        plan.check_memory(true)?;
        let first = Plan::new(&[load(&named.name().plain_game())?]);
        let without_points = with_progress(&first, |show| Ok(first.games(show)?))?.remove(0);
        announce(&plan);
        let solver = Some(Solver::start(without_points, plan)?);
        Ok(Self {
            named,
            all: OnceCell::new(),
            solver,
        })
    }

    /// Returns the rules with their name.
    pub(super) fn named(&self) -> &NamedRules {
        &self.named
    }

    /// Returns the choices in a state and their values. Waits for values only if it needs them.
    pub(super) fn analysis(&self, state: &State) -> Result<Analysis, Failure> {
        if let (None, Some(Solver { plain, .. })) = (self.all.get(), &self.solver) {
            let rules = self.named.rules();
            if let Ok(analysis) = state.analysis_of(&WithoutPoints { rules, plain }) {
                return Ok(analysis);
            }
        }
        Ok(state.analysis(self.game()?)?)
    }

    /// Returns the game with all values. Waits for them, with a progress line.
    pub(super) fn game(&self) -> Result<&Game, Failure> {
        if let Some(game) = self.all.get() {
            return Ok(game);
        }
        let solver = self
            .solver
            .as_ref()
            .expect("a game without values is being solved");
        let game = solver.wait()?;
        Ok(self.all.get_or_init(|| game))
    }
}

/// A game for points in which it is known who wins, but not for how many points: to ask for these
/// is an error.
struct WithoutPoints<'a> {
    rules: &'a Rules,
    plain: &'a Game,
}

impl Oracle for WithoutPoints<'_> {
    fn rules(&self) -> &Rules {
        self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        self.plain.outcome(position)
    }

    fn forces(&self, _: Side, _: u8, _: &Position) -> Result<Option<u32>, OracleError> {
        Err(OracleError::new(Stopped))
    }
}

/// Solves a game on its own threads: questions about the game without points do not wait for those.
struct Solver {
    /// The game without points.
    plain: Game,
    /// The progress line, while the program waits.
    line: Arc<Mutex<Option<ProgressLine>>>,
    solved: Receiver<Result<Vec<Game>, Stopped>>,
    _pool: ThreadPool,
}

impl Solver {
    fn start(plain: Game, all: Plan) -> Result<Self, Failure> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(rayon::current_num_threads())
            .build();
        let pool = pool.map_err(Failure::system("cannot create a thread"))?;
        let line = Arc::new(Mutex::new(None::<ProgressLine>));
        let (sender, solved) = channel();
        let shown = Arc::clone(&line);
        pool.spawn(move || {
            let games = all.games(&|step: SolvingStep<'_>| {
                if let Some(line) = &*shown.lock().unwrap_or_else(PoisonError::into_inner) {
                    line.share(step.name, &stage_in_words(step.stage), step.progress)?;
                }
                ControlFlow::Continue(())
            });
            // At the end of the program there is no receiver.
            let _ = sender.send(games);
        });
        Ok(Self {
            plain,
            line,
            solved,
            _pool: pool,
        })
    }

    /// Waits for the game, with a progress line.
    fn wait(&self) -> Result<Game, Failure> {
        let show = |line| *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line;
        show(Some(ProgressLine::new()));
        let games = self.solved.recv().expect("the solver sends a result");
        show(None);
        Ok(games?.pop().expect("a game for the one rule set"))
    }
}

#[cfg(test)]
mod tests {
    use teeko::rules::notation::GameRecord;

    use super::*;

    #[test]
    fn without_points_an_analysis_is_the_same_or_points_were_asked_for() {
        let [all, plain] =
            ["44-ssss+4x4+pips", "44-ssss+4x4"].map(|name| Game::solve(name).unwrap());
        let rules = all.rules();
        let mut lacking = [0, 0];
        for number in 0..20 {
            let mut state = State::all_of(&GameRecord {
                start: Position::EMPTY,
                plies: vec![],
            })
            .remove(0);
            for place in (number..).step_by(7).take(24) {
                let expected = state.analysis(&all).unwrap();
                let found = state.analysis_of(&WithoutPoints {
                    rules,
                    plain: &plain,
                });
                lacking[usize::from(found.is_err())] += 1;
                if let Ok(found) = found {
                    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
                }
                if expected.choices().is_empty() {
                    break;
                }
                let chosen = expected.choices()[place % expected.choices().len()].choice;
                state = state.after(rules, chosen);
            }
        }
        assert!(lacking.iter().all(|&number| number > 10), "{lacking:?}");
    }
}

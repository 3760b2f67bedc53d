//! The values in a game that is being played.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use teeko::analysis::{Analysis, RankedChoice, Reasons};
use teeko::files::{Reading, load};
use teeko::rules::{NamedRules, OracleError, Scoring};
use teeko::solving::{Plan, SolvingStep};
use teeko::work::Stopped;
use teeko::{Game, Oracle, Outcome, Position, Rules, Side};

use super::game::State;
use crate::exit::Failure;
use crate::progress_line::ProgressLine;
use crate::render::reason;
use crate::source_arguments::{SourceArguments, announce, show_step, with_progress};
use crate::threads;

/// The rules of a game that is being played, and its values.
///
/// A game with numbered pieces takes seconds to solve, most of them for the points. Without tables
/// it is solved while it is being played. Until that is done, the game without points has the
/// values of positions that are draws: no side can force any points there.
pub(super) struct PlayValues {
    named: NamedRules,
    /// The game with all its values, once it is opened or solved.
    with_points: OnceCell<Game>,
    /// The thread that solves the game, unless it was solved from the start.
    solver: Option<Solver>,
}

impl PlayValues {
    /// Opens the tables of a game, or solves it, or begins to solve it.
    pub(super) fn open(source: &SourceArguments, named: NamedRules) -> Result<Self, Failure> {
        let is_slow = named.rules().scoring() == Scoring::Pips;
        let game = if is_slow {
            source.open(&named, Reading::AsNeeded)?
        } else {
            Some(source.game(&named, Reading::AsNeeded)?)
        };
        let mut values = Self {
            named,
            with_points: OnceCell::new(),
            solver: None,
        };
        match game {
            Some(game) => values.with_points = OnceCell::from(game),
            None => values.solver = Some(Solver::of(&values.named, source)?),
        }
        Ok(values)
    }

    /// Returns the rules with their name.
    pub(super) fn named_rules(&self) -> &NamedRules {
        &self.named
    }

    /// Returns the choices in a state and their values. Waits for values only if it needs them.
    pub(super) fn analysis(&self, state: &State) -> Result<Analysis, Failure> {
        if self.with_points.get().is_none()
            && let Some(solver) = &self.solver
        {
            let without_points = WithoutPoints {
                rules: self.named.rules(),
                plain: &solver.plain,
            };
            if let Ok(analysis) = state.analysis_of(&without_points) {
                return Ok(analysis);
            }
        }
        Ok(state.analysis(self.game()?)?)
    }

    /// Says why a choice is good, if all values are known.
    pub(super) fn reason_of(
        &self,
        analysis: &Analysis,
        ranked: &RankedChoice,
    ) -> Result<Option<String>, Failure> {
        let Some(game) = self.with_points.get() else {
            return Ok(None);
        };
        let mut explained = ranked.clone();
        let reasons = Reasons::new(game, analysis).map_err(teeko::Error::from)?;
        let why = reasons.why(ranked).map_err(teeko::Error::from)?;
        explained.why = Some(Box::new(why));
        Ok(reason(self.named.board(), analysis, &explained))
    }

    /// Returns the game with all values. Waits for them, with a progress line.
    pub(super) fn game(&self) -> Result<&Game, Failure> {
        if let Some(game) = self.with_points.get() {
            return Ok(game);
        }
        let solver = self
            .solver
            .as_ref()
            .expect("a game without values is being solved");
        let game = solver.wait()?;
        Ok(self.with_points.get_or_init(|| game))
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
        // Any error will do: `PlayValues::analysis` then waits for the points.
        Err(OracleError::new(Stopped))
    }
}

/// Solves a game on its own threads: questions about the game without points do not wait for those.
struct Solver {
    /// The game without points.
    plain: Game,
    line: SharedLine,
    solved: Receiver<Result<Vec<Game>, Stopped>>,
    _pool: ThreadPool,
}

impl Solver {
    /// Solves the game without points, and begins to solve the other one.
    fn of(named: &NamedRules, source: &SourceArguments) -> Result<Self, Failure> {
        let rules = std::slice::from_ref(named);
        source.solving_in_memory(rules)?;
        let plan = Plan::new(rules);
        threads::start(source.solving.threads)?;
        plan.check_memory(true)?;
        let first = Plan::new(&[load(&named.name().plain_game())?]);
        let mut games = with_progress(&first, |show| Ok(first.games(show)?))?;
        announce(&plan);
        Self::start(games.remove(0), plan)
    }

    fn start(plain: Game, with_points: Plan) -> Result<Self, Failure> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(rayon::current_num_threads())
            .build();
        let pool = pool.map_err(Failure::system("cannot create a thread"))?;
        let line = SharedLine::default();
        let (sender, solved) = channel();
        let shown = Arc::clone(&line);
        pool.spawn(move || {
            let games = with_points.games(&|step| show_on(&shown, &step));
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
        *lock(&self.line) = Some(ProgressLine::new());
        let games = self.solved.recv().expect("the solver sends a result");
        *lock(&self.line) = None;
        Ok(games?.pop().expect("a game for the one rule set"))
    }
}

/// A progress line that is there while the program waits.
type SharedLine = Arc<Mutex<Option<ProgressLine>>>;

/// Shows a step of the work if there is a line.
fn show_on(line: &SharedLine, step: &SolvingStep<'_>) -> ControlFlow<()> {
    match &*lock(line) {
        Some(line) => show_step(line, step),
        None => ControlFlow::Continue(()),
    }
}

fn lock(line: &SharedLine) -> MutexGuard<'_, Option<ProgressLine>> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use teeko::rules::notation::GameRecord;

    use super::*;

    /// The states of a game from its start, in which each choice is one of those of the analysis.
    fn states(all: &Game, number: usize) -> Vec<State> {
        let record = GameRecord {
            start: Position::EMPTY,
            plies: vec![],
        };
        let mut states = State::all_of(&record);
        for place in (number..).step_by(7).take(23) {
            let state = &states[states.len() - 1];
            let analysis = state.analysis(all).unwrap();
            let choices = analysis.choices();
            if choices.is_empty() {
                break;
            }
            let choice = choices[place % choices.len()].choice;
            states.push(state.after(all.rules(), choice));
        }
        states
    }

    #[test]
    fn without_points_an_analysis_is_the_same_or_points_were_asked_for() {
        let all = Game::solve("44-ssss+4x4+pips").unwrap();
        let plain = Game::solve("44-ssss+4x4").unwrap();
        let without_points = WithoutPoints {
            rules: all.rules(),
            plain: &plain,
        };
        let mut same = 0;
        let mut lacking = 0;
        for state in (0..20).flat_map(|number| states(&all, number)) {
            let expected = state.analysis(&all).unwrap();
            match state.analysis_of(&without_points) {
                Ok(found) => {
                    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
                    same += 1;
                }
                Err(_) => lacking += 1,
            }
        }
        assert!(same > 10 && lacking > 10, "{same}, {lacking}");
    }
}

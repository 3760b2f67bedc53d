//! Solutions of games for points: a threshold game for each number of points that a win can score.

use std::sync::Arc;

use teeko_rules::work::{Observer, Progress, Stopped, to_the_end};
use teeko_rules::{Oracle, OracleError, Outcome, PIECES, Position, Rules, Scoring, Side, Status};

use crate::attack::{AttackSlide, AttackSolution};
use crate::retrograde::SlideProgress;
use crate::slide::SlideSolution;
use crate::solution::Solution;
use crate::{InstructionSet, solve_drops, solve_slide};

/// A solved rule set: the outcome of every position in each of its threshold games. A game that is
/// not for points has only one: itself.
///
/// Clones are cheap and share all data.
#[derive(Clone, Debug)]
pub struct ScoredSolution {
    rules: Rules,
    /// The threshold games by points, ascending.
    games: Vec<(u8, ThresholdSolution)>,
}

/// A solved threshold game.
#[derive(Clone, Debug)]
pub enum ThresholdSolution {
    /// One whose winner depends on the goals alone: the plain game, and the games of goals with
    /// prices.
    Goals(Solution),
    /// One of numbered pieces.
    Attack(AttackSolution),
}

/// The solved slide phase of a game for points. It serves every drop plan.
#[derive(Debug)]
pub struct ScoredSlides {
    /// The games by points, ascending. In games with numbered pieces the first is the plain game.
    goals: Vec<(u8, Arc<SlideSolution>)>,
    attacks: Vec<Arc<AttackSlide>>,
}

/// The progress of a solver of games for points. Its work is that of all threshold games together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoredProgress {
    /// Solving the slide phase of a threshold game.
    Slides(SlideProgress),
    /// Solving the drop phase of a threshold game; the progress counts layers.
    Drops(Progress),
}

/// How much the work on the slide phase of an attack counts if there is no easier attack with the
/// same pieces, and that of the plain game; with an easier one it counts once. Measured with goal
/// set 44.
const OF_NEW_ATTACK: u64 = 4;
const OF_PLAIN_GAME: u64 = 2;

/// The number of drop layers of the plain game that take as long as one of an attack.
const OF_ATTACK_LAYER: u64 = 4;

impl ThresholdSolution {
    /// Returns the number of plies in which a side forces the points; `None` if it cannot, or the
    /// game is finished.
    fn forces(&self, rules: &Rules, side: Side, position: &Position) -> Option<u32> {
        match self {
            Self::Goals(solution) => match (solution.outcome(position)?, side == position.turn) {
                (Outcome::Win(plies), true) | (Outcome::Loss(plies), false) => Some(plies),
                _ => None,
            },
            Self::Attack(attack) => {
                let is_open =
                    is_numbered_position(rules, position) && rules.status(position) == Status::Open;
                if is_open { attack.forces(side, position) } else { None }
            }
        }
    }
}

/// Whether all pieces are on the board and have numbers.
fn is_numbered_position(rules: &Rules, position: &Position) -> bool {
    let numbered = |side| position.pips.circles(side) == position.pieces(side);
    position.fits(rules.board()) && numbered(Side::Black) && numbered(Side::Red)
}

impl ScoredSlides {
    /// Solves the slide phase of all threshold games of a rule set. Calls `observe` after each
    /// half-step.
    ///
    /// # Errors
    /// [`Stopped`] if the observer stops the work.
    pub fn solve(rules: &Rules, observe: Observer<'_, ScoredProgress>) -> Result<Self, Stopped> {
        let thresholds = rules.thresholds();
        let is_pips = rules.scoring() == Scoring::Pips;
        let heavy = |points: u8| Rules::heavy_pips(points);
        let weight = |place: usize| match place {
            _ if !is_pips => 1,
            0 => OF_PLAIN_GAME,
            _ if thresholds[1..place].iter().any(|&of| heavy(of) == heavy(thresholds[place])) => 1,
            _ => OF_NEW_ATTACK,
        };
        let until = |place: usize| (0..place).map(weight).sum::<u64>();
        let (mut goals, mut attacks) = (Vec::new(), Vec::<Arc<AttackSlide>>::new());
        for (place, &points) in thresholds.iter().enumerate() {
            let (before, weight, all) = (until(place), weight(place), until(thresholds.len()));
            let tell = |progress: SlideProgress| {
                observe(ScoredProgress::Slides(progress.within(before, weight, all)))
            };
            match goals.first() {
                Some((_, plain)) if is_pips => {
                    let mut known = attacks.iter();
                    let easier = known.find(|attack| heavy(attack.points()) == heavy(points));
                    let easier = easier.map(|easier| &**easier);
                    let attack = AttackSlide::solve(rules, points, plain, easier, &tell)?;
                    attacks.push(Arc::new(attack));
                }
                _ => {
                    let game = rules.threshold_game(points);
                    goals.push((
                        points,
                        Arc::new(solve_slide(&game, InstructionSet::best(), &tell)?),
                    ));
                }
            }
        }
        Ok(Self { goals, attacks })
    }

    /// Adds the drop phases of rule sets with this slide phase. Calls `observe` with the drop
    /// layers done, those of an attack counted several times as they take longer.
    ///
    /// # Errors
    /// [`Stopped`] if the observer stops the work.
    ///
    /// # Panics
    /// If rules have another slide phase.
    pub fn with_drops(
        &self,
        rules: &[Rules],
        observe: Observer<'_, ScoredProgress>,
    ) -> Result<Vec<ScoredSolution>, Stopped> {
        let mut solutions: Vec<ScoredSolution> = rules
            .iter()
            .map(|rules| ScoredSolution { rules: rules.clone(), games: Vec::new() })
            .collect();
        let of_goals = (2 * PIECES * rules.len()) as u64;
        let of_attack = OF_ATTACK_LAYER * 4 * PIECES as u64;
        let total = self.goals.len() as u64 * of_goals
            + (self.attacks.len() * rules.len()) as u64 * of_attack;
        let mut before = 0;
        let tell = |before: u64, layers: u64| {
            move |progress: Progress| {
                observe(ScoredProgress::Drops(Progress {
                    done: before + progress.of(layers),
                    total,
                }))
            }
        };
        for (points, slide) in &self.goals {
            let games: Vec<Rules> =
                rules.iter().map(|rules| rules.threshold_game(*points)).collect();
            let solved = solve_drops(slide, &games, &tell(before, of_goals))?;
            before += of_goals;
            for (solution, game) in solutions.iter_mut().zip(solved) {
                solution.games.push((*points, ThresholdSolution::Goals(game)));
            }
        }
        for slide in &self.attacks {
            let points = slide.points();
            for solution in &mut solutions {
                let attack =
                    AttackSolution::solve(&solution.rules, slide, &tell(before, of_attack))?;
                before += of_attack;
                solution.games.push((points, ThresholdSolution::Attack(attack)));
            }
        }
        Ok(solutions)
    }
}

/// Solves a game for points completely.
///
/// # Panics
/// As [`solve_drops`].
pub fn solve_scored(rules: &Rules) -> ScoredSolution {
    let slides = ScoredSlides::solve(rules, &to_the_end);
    let solutions =
        slides.and_then(|slides| slides.with_drops(std::slice::from_ref(rules), &to_the_end));
    solutions
        .ok()
        .and_then(|mut solutions| solutions.pop())
        .expect("a solution: nothing stops the work")
}

impl ScoredSolution {
    /// Returns the solved rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the threshold games by points, ascending; the first is the plain game.
    pub fn games(&self) -> &[(u8, ThresholdSolution)] {
        &self.games
    }

    /// Returns the solution of the plain game.
    ///
    /// # Panics
    /// Never: it is the first of the games.
    pub fn plain(&self) -> &Solution {
        match self.games.first() {
            Some((_, ThresholdSolution::Goals(plain))) => plain,
            _ => unreachable!("the least threshold is the plain game"),
        }
    }
}

impl From<Solution> for ScoredSolution {
    /// Takes the solution of a game that is not for points.
    fn from(solution: Solution) -> Self {
        let rules = solution.rules().clone();
        Self { rules, games: vec![(1, ThresholdSolution::Goals(solution))] }
    }
}

impl Oracle for ScoredSolution {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(self.plain().outcome(position))
    }

    fn outcomes(&self, positions: &[Position]) -> Result<Vec<Option<Outcome>>, OracleError> {
        self.plain().outcomes(positions)
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, OracleError> {
        let game = self.games.iter().find(|(of, _)| *of >= points);
        Ok(game.and_then(|(_, game)| game.forces(&self.rules, side, position)))
    }
}

//! Solving a rule set: its slide phase, that of each threshold game if it is a game for points, and
//! the drop phases.

use std::ops::ControlFlow;
use std::slice;
use std::sync::Arc;

use teeko_index::SolvedLayers;
use teeko_rules::work::{Observer, Progress, Stopped, to_the_end};
use teeko_rules::{PIECES, Rules, Scoring};

use crate::attack::{AttackSlide, AttackSolution};
use crate::retrograde::SlideProgress;
use crate::slide::SlideSolution;
use crate::solution::{Solution, ThresholdSolution};
use crate::{InstructionSet, Journal, solve_drops, solve_slide};

/// Solves a rule set, both phases, with the best available instructions.
///
/// Uses the current rayon thread pool. [`SolvedSlides`] reports progress, can be stopped, and
/// serves all drop plans.
///
/// # Panics
/// As [`solve_drops`].
pub fn solve(rules: &Rules) -> Solution {
    solve_to_the_end(rules).expect("nothing stops the work")
}

fn solve_to_the_end(rules: &Rules) -> Result<Solution, Stopped> {
    let slides = SolvedSlides::solve(rules, None, &to_the_end)?;
    let mut solutions = slides.with_drops(slice::from_ref(rules), &to_the_end)?;
    Ok(solutions.swap_remove(0))
}

/// The solved slide phase of a rule set. It serves every drop plan.
#[derive(Debug)]
pub struct SolvedSlides {
    /// The plain game and, where goals have prices, the games for more points, by points,
    /// ascending.
    goals: Vec<(u8, Arc<SlideSolution>)>,
    /// With numbered pieces: the games for more points.
    attacks: Vec<Arc<AttackSlide>>,
}

/// How much the work on the slide phase of an attack counts if there is no easier attack with the
/// same pieces, and that of the plain game; with an easier one it counts once. Measured with goal
/// set 44.
const OF_NEW_ATTACK: u64 = 4;
const OF_PLAIN_GAME: u64 = 2;

/// The number of drop layers of the plain game that take as long as one of an attack.
const OF_ATTACK_LAYER: u64 = 4;

impl SolvedSlides {
    /// Solves the slide phase of a rule set in all its threshold games. Saves the half-steps of the
    /// plain game in `journal`. Calls `observe` after each half-step with the work on all games.
    ///
    /// # Errors
    /// [`Stopped`] if the observer stops the work.
    pub fn solve(
        rules: &Rules,
        journal: Option<&dyn Journal>,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<Self, Stopped> {
        let thresholds = rules.thresholds();
        let shares = shares_of_work(rules, &thresholds);
        let all = shares.iter().sum();
        let mut before = 0;
        let mut solved = Self {
            goals: Vec::new(),
            attacks: Vec::new(),
        };
        for (&points, share) in thresholds.iter().zip(shares) {
            let observe = |progress: SlideProgress| observe(progress.within(before, share, all));
            if solved.goals.is_empty() {
                solved.add_goals(rules, points, journal, &observe)?;
            } else if rules.scoring() == Scoring::Pips {
                solved.add_attack(rules, points, &observe)?;
            } else {
                solved.add_goals(rules, points, None, &observe)?;
            }
            before += share;
        }
        Ok(solved)
    }

    /// Solves the threshold game of `points`, in which goals alone decide.
    fn add_goals(
        &mut self,
        rules: &Rules,
        points: u8,
        journal: Option<&dyn Journal>,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<(), Stopped> {
        let game = rules.threshold_game(points);
        let slide = solve_slide(&game, InstructionSet::best(), journal, observe)?;
        self.goals.push((points, Arc::new(slide)));
        Ok(())
    }

    /// Solves the threshold game of `points` with numbered pieces.
    fn add_attack(
        &mut self,
        rules: &Rules,
        points: u8,
        observe: Observer<'_, SlideProgress>,
    ) -> Result<(), Stopped> {
        let (_, plain) = &self.goals[0];
        let mut attacks = self.attacks.iter();
        let easier = attacks.find(|attack| have_same_pieces(attack.points(), points));
        let attack = AttackSlide::solve(rules, points, plain, easier.map(Arc::as_ref), observe)?;
        self.attacks.push(Arc::new(attack));
        Ok(())
    }

    /// Returns a solution of these rules, which have this slide phase, without a drop phase. It
    /// knows the positions in which all pieces are on the board, and no others.
    pub fn without_drops(&self, rules: &Rules) -> Solution {
        // The plain game comes first.
        let (points, plain) = &self.goals[0];
        let mut solution = goals_without_drops(rules, *points, plain).of_rules(rules);
        for (points, slide) in &self.goals[1..] {
            let game = goals_without_drops(rules, *points, slide);
            solution.push(*points, ThresholdSolution::Goals(game.into()));
        }
        for slide in &self.attacks {
            let attack = AttackSolution::without_drops(slide);
            solution.push(slide.points(), ThresholdSolution::Attack(attack));
        }
        solution
    }

    /// Adds the drop phases of rule sets with this slide phase. Calls `observe` with the drop
    /// layers done, those of an attack counted several times as they take longer.
    ///
    /// # Errors
    /// [`Stopped`] if the observer stops the work.
    ///
    /// # Panics
    /// As [`solve_drops`].
    pub fn with_drops(
        &self,
        rules: &[Rules],
        observe: Observer<'_>,
    ) -> Result<Vec<Solution>, Stopped> {
        let of_goals = (2 * PIECES * rules.len()) as u64;
        let of_attack = OF_ATTACK_LAYER * 4 * PIECES as u64;
        let mut work = DropWork {
            done: 0,
            total: self.goals.len() as u64 * of_goals
                + (self.attacks.len() * rules.len()) as u64 * of_attack,
            observe,
        };
        let mut solutions: Vec<Solution> = Vec::new();
        for (points, slide) in &self.goals {
            let games = threshold_games(rules, *points);
            let solved = solve_drops(slide, &games, &|progress| work.report(progress, of_goals))?;
            work.done += of_goals;
            // The plain game comes first.
            if solutions.is_empty() {
                let of_rules = solved.into_iter().zip(rules);
                solutions.extend(of_rules.map(|(game, rules)| game.of_rules(rules)));
            } else {
                for (solution, game) in solutions.iter_mut().zip(solved) {
                    solution.push(*points, ThresholdSolution::Goals(game.into()));
                }
            }
        }
        for slide in &self.attacks {
            for solution in &mut solutions {
                let observe = |progress| work.report(progress, of_attack);
                let attack = AttackSolution::solve(solution.rules(), slide, &observe)?;
                work.done += of_attack;
                solution.push(slide.points(), ThresholdSolution::Attack(attack));
            }
        }
        Ok(solutions)
    }
}

/// Returns how much the work on the slide phase of each threshold game counts.
fn shares_of_work(rules: &Rules, thresholds: &[u8]) -> Vec<u64> {
    if rules.scoring() != Scoring::Pips {
        return vec![1; thresholds.len()];
    }
    let mut shares = vec![OF_PLAIN_GAME];
    for (place, &points) in thresholds.iter().enumerate().skip(1) {
        let mut easier = thresholds[1..place].iter();
        let has_easier = easier.any(|&fewer| have_same_pieces(fewer, points));
        shares.push(if has_easier { 1 } else { OF_NEW_ATTACK });
    }
    shares
}

/// Returns whether pieces with the same numbers are heavy in the attacks for these points.
fn have_same_pieces(one: u8, other: u8) -> bool {
    Rules::heavy_pips(one) == Rules::heavy_pips(other)
}

/// Returns the threshold game of `points` for each rule set.
fn threshold_games(rules: &[Rules], points: u8) -> Vec<Rules> {
    let games = rules.iter().map(|rules| rules.threshold_game(points));
    games.collect()
}

/// Returns the solution of the threshold game of `points` without a drop phase.
fn goals_without_drops(rules: &Rules, points: u8, slide: &Arc<SlideSolution>) -> Solution {
    let no_drops = SolvedLayers::new(rules.threshold_game(points), Vec::new());
    Solution::new(Arc::clone(slide), no_drops)
}

/// The work on the drop phases of several games, in drop layers of the plain game.
struct DropWork<'a> {
    done: u64,
    total: u64,
    observe: Observer<'a>,
}

impl DropWork<'_> {
    /// Reports the progress of the next `layers` layers.
    fn report(&self, progress: Progress, layers: u64) -> ControlFlow<()> {
        (self.observe)(Progress {
            done: self.done + progress.of(layers),
            total: self.total,
        })
    }
}

#[cfg(test)]
mod tests {
    use teeko_index::LayerIndex;
    use teeko_rules::{Oracle, Pips, Position, Side};
    use teeko_testing::{observed, rules};

    use super::*;

    /// Returns the position with numbers on its pieces if they have some.
    fn numbered(rules: &Rules, position: Position) -> Position {
        let mut pips = Pips::NONE;
        if rules.scoring() == Scoring::Pips {
            for side in [Side::Black, Side::Red] {
                for (number, circle) in Pips::all().zip(position.pieces(side)) {
                    pips = pips.with(side, number, circle);
                }
            }
        }
        Position { pips, ..position }
    }

    #[test]
    fn without_drops_the_values_of_the_slide_phase_are_the_same_and_there_are_no_others() {
        for variant in ["44-ssss+4x4", "58-ssss+4x4+points", "44-ssss+4x4+pips"] {
            let rules = rules(variant);
            let slides = SolvedSlides::solve(&rules, None, &to_the_end).unwrap();
            let games = slice::from_ref(&rules);
            let (solved, progress) =
                observed(usize::MAX, |observe| slides.with_drops(games, observe));
            let whole = solved.unwrap().remove(0);
            assert!(progress.is_sorted_by_key(|progress| progress.done));
            assert!(
                progress
                    .iter()
                    .all(|progress| progress.done < progress.total)
            );
            let index = LayerIndex::new(rules.board(), &rules.symmetries(), 2 * PIECES);

            let alone = slides.without_drops(&rules);

            let mut most = 0;
            for slot in (0..index.slots()).step_by(31) {
                let Some(position) = index.unrank(slot, Side::Black) else {
                    continue;
                };
                let position = numbered(&rules, position);
                let value = whole.value(&position).unwrap();
                let found = alone.value(&position).unwrap();
                assert_eq!(found, value, "{variant}: {position:?}");
                most = most.max(value.map_or(0, |value| value.score));
            }
            assert_eq!(most > 1, rules.scoring().is_for_points(), "{variant}");
            assert_eq!(alone.outcome(&Position::EMPTY), None);
        }
    }
}

//! Solving a rule set: its slide phase, that of each threshold game if it is a game for points, and
//! the drop phases.

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
    let slides = SolvedSlides::solve(rules, None, &to_the_end);
    let solutions =
        slides.and_then(|slides| slides.with_drops(std::slice::from_ref(rules), &to_the_end));
    solutions
        .ok()
        .and_then(|mut solutions| solutions.pop())
        .expect("a solution: nothing stops the work")
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
        let is_pips = rules.scoring() == Scoring::Pips;
        let heavy = |points: u8| Rules::heavy_pips(points);
        let weight = |place: usize| match place {
            _ if !is_pips => 1,
            0 => OF_PLAIN_GAME,
            _ if thresholds[1..place]
                .iter()
                .any(|&of| heavy(of) == heavy(thresholds[place])) =>
            {
                1
            }
            _ => OF_NEW_ATTACK,
        };
        let until = |place: usize| (0..place).map(weight).sum::<u64>();
        let (mut goals, mut attacks) = (Vec::new(), Vec::<Arc<AttackSlide>>::new());
        for (place, &points) in thresholds.iter().enumerate() {
            let (before, weight, all) = (until(place), weight(place), until(thresholds.len()));
            let tell = |progress: SlideProgress| observe(progress.within(before, weight, all));
            match goals.first() {
                Some((_, plain)) if is_pips => {
                    let mut known = attacks.iter();
                    let easier = known.find(|attack| heavy(attack.points()) == heavy(points));
                    let easier = easier.map(|easier| &**easier);
                    let attack = AttackSlide::solve(rules, points, plain, easier, &tell)?;
                    attacks.push(Arc::new(attack));
                }
                _ => {
                    let (game, best) = (rules.threshold_game(points), InstructionSet::best());
                    let journal = journal.filter(|_| place == 0);
                    let slide = solve_slide(&game, best, journal, &tell)?;
                    goals.push((points, Arc::new(slide)));
                }
            }
        }
        Ok(Self { goals, attacks })
    }

    /// Returns a solution of these rules, which have this slide phase, without a drop phase. It
    /// knows the positions in which all pieces are on the board, and no others.
    pub fn without_drops(&self, rules: &Rules) -> Solution {
        let game = |points: u8, slide: &Arc<SlideSolution>| {
            let none = SolvedLayers::new(rules.threshold_game(points), Vec::new());
            Solution::new(Arc::clone(slide), none)
        };
        // The plain game comes first.
        let (points, plain) = &self.goals[0];
        let mut solution = game(*points, plain).of_rules(rules);
        for (points, slide) in &self.goals[1..] {
            solution.push(
                *points,
                ThresholdSolution::Goals(game(*points, slide).into()),
            );
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
        let total = self.goals.len() as u64 * of_goals
            + (self.attacks.len() * rules.len()) as u64 * of_attack;
        let tell = |before: u64, layers: u64| {
            move |progress: Progress| {
                observe(Progress {
                    done: before + progress.of(layers),
                    total,
                })
            }
        };
        let mut before = 0;
        let mut solutions: Vec<Solution> = Vec::new();
        for (points, slide) in &self.goals {
            let games: Vec<Rules> = rules
                .iter()
                .map(|rules| rules.threshold_game(*points))
                .collect();
            let solved = solve_drops(slide, &games, &tell(before, of_goals))?;
            before += of_goals;
            if solutions.is_empty() {
                let of_rules = |(game, rules): (Solution, &Rules)| game.of_rules(rules);
                solutions = solved.into_iter().zip(rules).map(of_rules).collect();
            } else {
                for (solution, game) in solutions.iter_mut().zip(solved) {
                    solution.push(*points, ThresholdSolution::Goals(game.into()));
                }
            }
        }
        for slide in &self.attacks {
            for solution in &mut solutions {
                let tell = tell(before, of_attack);
                let attack = AttackSolution::solve(solution.rules(), slide, &tell)?;
                before += of_attack;
                solution.push(slide.points(), ThresholdSolution::Attack(attack));
            }
        }
        Ok(solutions)
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use teeko_index::LayerIndex;
    use teeko_rules::{Oracle, Pips, Position, Side};
    use teeko_testing::rules;

    use super::*;

    /// Returns the position with numbers on its pieces if they have some.
    fn numbered(rules: &Rules, position: Position) -> Position {
        let sides = [Side::Black, Side::Red]
            .into_iter()
            .filter(|_| rules.scoring() == Scoring::Pips);
        let pips = sides.fold(Pips::NONE, |pips, side| {
            let pieces = Pips::all().zip(position.pieces(side));
            pieces.fold(pips, |pips, (number, circle)| {
                pips.with(side, number, circle)
            })
        });
        Position { pips, ..position }
    }

    #[test]
    fn without_drops_the_values_of_the_slide_phase_are_the_same_and_there_are_no_others() {
        for variant in ["44-ssss+4x4", "58-ssss+4x4+points", "44-ssss+4x4+pips"] {
            let rules = rules(variant);
            let slides = SolvedSlides::solve(&rules, None, &to_the_end).unwrap();
            let alone = slides.without_drops(&rules);
            let mut whole = slides
                .with_drops(slice::from_ref(&rules), &to_the_end)
                .unwrap();
            let whole = whole.pop().unwrap();
            let index = LayerIndex::new(rules.board(), &rules.symmetries(), 2 * PIECES);
            let slots = (0..index.slots()).step_by(31);
            let mut most = 0;
            for position in slots.filter_map(|slot| index.unrank(slot, Side::Black)) {
                let position = numbered(&rules, position);
                let value = whole.value(&position).unwrap();
                assert_eq!(
                    alone.value(&position).unwrap(),
                    value,
                    "{variant}: {position:?}"
                );
                most = most.max(value.map_or(0, |value| value.score));
            }
            assert_eq!(most > 1, rules.scoring().is_for_points(), "{variant}");
            assert_eq!(alone.outcome(&Position::EMPTY), None);
        }
    }
}

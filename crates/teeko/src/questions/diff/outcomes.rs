//! The positions of a board whose outcomes differ between two rule sets.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{AnalysisError, Answer};
use teeko_index::{LayerIndex, Orbit, OutcomeMatrix, binomial, orbit_count, parallel};
use teeko_rules::notation::RowsForm;
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{Board, Circle, Move, Oracle, Outcome, PIECES, Position, Rules, SymmetryGroup};

use super::symmetries::common_symmetries;
use crate::answers::{ByResult, OutcomeFields, by_result};

/// A first drop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffDrop {
    /// The circle.
    #[serde(rename = "move")]
    pub played: Move,
    /// Whether the outcomes differ, even by the distance alone.
    pub differs: bool,
    /// The values for Black.
    pub outcomes: [OutcomeFields; 2],
}

/// The positions of a layer.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffLayer {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The number of positions.
    pub positions: u64,
    /// Open in both, with another result.
    pub other_result: u64,
    /// Open in both, with the same result in another number of plies.
    pub other_distance: u64,
    /// Over or impossible in both, even if over in one and impossible in the other.
    pub over_in_both: u64,
    /// Over or impossible in one, and not so in the other.
    pub over_in_one: u64,
    /// By result in the first variant, then in the second.
    #[serde(serialize_with = "by_result")]
    #[schemars(with = "ByResult<ByResult<u64>>")]
    pub results: OutcomeMatrix,
    /// Some of the positions with another result.
    // Those in the lowest slots, ascending. Each stands for all its images under the symmetries
    // that both rule sets have.
    pub examples: Vec<DiffExample>,
}

/// A position with another result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffExample {
    /// The slot in the public index of the symmetries that both rule sets have.
    #[serde(skip)]
    pub slot: u64,
    /// The position.
    pub position: RowsForm,
    /// The values for the side to move.
    pub outcomes: [OutcomeFields; 2],
}

/// A position with its outcomes under two rule sets.
struct Compared {
    orbit: Orbit,
    outcomes: [Option<Outcome>; 2],
}

impl DiffLayer {
    fn new(layer: usize) -> Self {
        Self {
            layer,
            ..Self::default()
        }
    }

    /// Adds a position and its images, and keeps up to `limit` examples.
    fn add(&mut self, board: Board, compared: &Compared, limit: usize) {
        let positions = compared.orbit.positions;
        self.positions += positions;
        match compared.outcomes.map(open) {
            [None, None] => self.over_in_both += positions,
            [None, _] | [_, None] => self.over_in_one += positions,
            [Some(first), Some(second)] => {
                self.results.add(first.wdl(), second.wdl(), positions);
                if first.wdl() != second.wdl() {
                    self.other_result += positions;
                    self.add_example(board, compared, limit);
                } else if first != second {
                    self.other_distance += positions;
                }
            }
        }
    }

    /// Adds an example if there are fewer than `limit` in lower slots. A part of the work may come
    /// to lower slots after higher ones.
    fn add_example(&mut self, board: Board, compared: &Compared, limit: usize) {
        let Orbit { slot, position, .. } = compared.orbit;
        let place = self.examples.partition_point(|example| example.slot < slot);
        if place >= limit {
            return;
        }
        let example = DiffExample {
            slot,
            position: RowsForm { board, position },
            outcomes: compared.outcomes.map(OutcomeFields::new),
        };
        self.examples.insert(place, example);
        self.examples.truncate(limit);
    }

    fn merge(mut self, other: Self, limit: usize) -> Self {
        self.positions += other.positions;
        self.other_result += other.other_result;
        self.other_distance += other.other_distance;
        self.over_in_both += other.over_in_both;
        self.over_in_one += other.over_in_one;
        self.results.merge(&other.results);
        self.examples.extend(other.examples);
        self.examples.sort_unstable_by_key(|example| example.slot);
        self.examples.truncate(limit);
        self
    }
}

/// Returns the outcomes of a position under two rule sets.
pub(super) fn outcomes(
    oracles: [&dyn Oracle; 2],
    position: &Position,
) -> Answer<[Option<Outcome>; 2]> {
    Ok([oracles[0].outcome(position)?, oracles[1].outcome(position)?])
}

/// Returns the outcome of a position that is open. Finished positions are won or lost in 0 plies;
/// impossible ones have no outcome.
fn open(outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.filter(|outcome| outcome.distance() != Some(0))
}

/// Compares Black's first drops.
pub(super) fn first_drops(oracles: [&dyn Oracle; 2]) -> Answer<Vec<DiffDrop>> {
    let board = oracles[0].rules().board();
    let mut drops = Vec::new();
    for circle in board.circles().iter() {
        let one = worth_of_drop(oracles[0], circle)?;
        let other = worth_of_drop(oracles[1], circle)?;
        drops.push(DiffDrop {
            played: Move::Drop(circle),
            differs: one != other,
            outcomes: [one, other].map(OutcomeFields::new),
        });
    }
    Ok(drops)
}

/// Returns what Black's first drop on a circle is worth; `None` if it is not legal.
fn worth_of_drop(oracle: &dyn Oracle, circle: Circle) -> Answer<Option<Outcome>> {
    let after = Position::EMPTY.after(Move::Drop(circle));
    let outcome = oracle.outcome(&after)?.map(Outcome::of_move);
    let is_legal = oracle.rules().drops(&Position::EMPTY).contains(circle);
    Ok(outcome.filter(|_| is_legal))
}

/// The canonical occupied sets that are visited between two calls of the observer.
const SETS: u64 = 64;

/// Compares the positions of each layer, and keeps up to `examples` of them. Layer 8 is left out if
/// both rule sets have the same slide phase. Calls `observe` with the slots done and in total. Runs
/// on the current rayon thread pool.
pub(super) fn layers(
    oracles: [&dyn Oracle; 2],
    examples: usize,
    observe: Observer<'_>,
) -> Answer<Vec<DiffLayer>> {
    let rules = oracles.map(Oracle::rules);
    let group = common_symmetries(rules);
    let slots: u64 = layers_to_compare(rules)
        .map(|layer| slots_of_layer(rules[0].board(), &group, layer))
        .sum();
    let counter = Counter::new(slots, observe);
    let mut layers = Vec::new();
    for layer in layers_to_compare(rules) {
        let index = LayerIndex::new(rules[0].board(), &group, layer);
        layers.push(compare_layer(oracles, &index, examples, &counter)?);
    }
    Ok(layers)
}

/// Returns the layers that can differ.
fn layers_to_compare(rules: [&Rules; 2]) -> Range<usize> {
    let has_same_slides = rules[0].same_slide_phase(rules[1]);
    0..if has_same_slides {
        2 * PIECES
    } else {
        2 * PIECES + 1
    }
}

/// Returns the number of slots of a layer, without making its index.
fn slots_of_layer(board: Board, group: &SymmetryGroup, layer: usize) -> u64 {
    orbit_count(board.circle_count(), group, layer, 0) * binomial(layer, layer / 2)
}

/// Compares the positions of a layer, several sets of circles at once.
fn compare_layer(
    oracles: [&dyn Oracle; 2],
    index: &LayerIndex,
    examples: usize,
    counter: &Counter<'_>,
) -> Answer<DiffLayer> {
    let board = oracles[0].rules().board();
    let sets = index.occupied_sets();
    let parts = parallel::try_fold(
        (0..sets).step_by(SETS as usize),
        || DiffLayer::new(index.layer()),
        |part, first| {
            let range = first..sets.min(first + SETS);
            let slots = (range.end - range.start) * index.splits();
            for compared in compare_orbits(oracles, index.orbits(range).collect())? {
                part.add(board, &compared, examples);
            }
            Ok::<_, AnalysisError>(counter.advance(slots)?)
        },
    )?;
    let mut layer = DiffLayer::new(index.layer());
    for part in parts {
        layer = layer.merge(part, examples);
    }
    Ok(layer)
}

/// Looks positions up under both rule sets.
fn compare_orbits(oracles: [&dyn Oracle; 2], orbits: Vec<Orbit>) -> Answer<Vec<Compared>> {
    let positions: Vec<Position> = orbits.iter().map(|orbit| orbit.position).collect();
    let first = oracles[0].outcomes(&positions)?;
    let second = oracles[1].outcomes(&positions)?;
    let mut compared = Vec::with_capacity(orbits.len());
    for ((orbit, first), second) in orbits.into_iter().zip(first).zip(second) {
        compared.push(Compared {
            orbit,
            outcomes: [first, second],
        });
    }
    Ok(compared)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};

    use teeko_rules::work::to_the_end;
    use teeko_rules::{Goals, Side, Step};
    use teeko_solve::{Solution, solve};
    use teeko_testing::reference::{ReferenceDrop, ReferenceSlide};
    use teeko_testing::{FunctionOracle, circles, rules, solved};

    use super::*;

    /// Goal set 44 on 4 x 4 with one more goal, which no symmetry preserves, and steps that do not
    /// lead back.
    fn lopsided() -> Rules {
        let named = rules("44-pssp+4x4");
        let mut goals = named.goals().patterns().to_vec();
        goals.push(circles(&[1, 3, 7, 10]).into());
        let step = Step::new([(1, 0), (0, 1), (-1, -1), (2, -3)]);
        named
            .to_builder()
            .goals(Goals::new(goals))
            .step(step)
            .build()
            .unwrap()
    }

    /// Every position of a rule set with its outcome by the reference solver; Black is to move in
    /// layer 8.
    fn reference(rules: &Rules) -> Vec<(Position, Option<Outcome>)> {
        let slide = ReferenceSlide::solve(rules);
        let drop = ReferenceDrop::solve(rules, &slide);
        let of_slides = slide.positions().map(|(mover, opponent, outcome)| {
            (Position::of_turn(Side::Black, mover, opponent), outcome)
        });
        drop.positions()
            .map(|(position, outcome)| (position, Some(outcome)))
            .chain(of_slides)
            .collect()
    }

    /// Counts the same, one position after the other, with the lowest slots of the positions whose
    /// results differ.
    fn count(
        all: [&[(Position, Option<Outcome>)]; 2],
        group: &SymmetryGroup,
        examples: usize,
    ) -> Vec<DiffLayer> {
        let board = rules("44-ssss+4x4").board();
        let indices: Vec<LayerIndex> = (0..=2 * PIECES)
            .map(|layer| LayerIndex::new(board, group, layer))
            .collect();
        let mut layers: Vec<DiffLayer> = (0..=2 * PIECES)
            .map(|layer| DiffLayer {
                layer,
                ..DiffLayer::default()
            })
            .collect();
        let mut differing = vec![BTreeMap::new(); layers.len()];
        assert_eq!(all[0].len(), all[1].len());
        for (&(position, first), &(same, second)) in all[0].iter().zip(all[1]) {
            assert_eq!(position, same);
            let of_layer = &mut layers[position.layer()];
            of_layer.positions += 1;
            let is_open =
                [first, second].map(|outcome| !matches!(outcome, None | Some(Outcome::Loss(0))));
            if is_open != [true, true] {
                of_layer.over_in_both += u64::from(is_open == [false, false]);
                of_layer.over_in_one += u64::from(is_open != [false, false]);
                continue;
            }
            let (first, second) = (first.unwrap(), second.unwrap());
            of_layer.results.add(first.wdl(), second.wdl(), 1);
            of_layer.other_distance += u64::from(first.name() == second.name() && first != second);
            if first.name() != second.name() {
                of_layer.other_result += 1;
                let index = &indices[position.layer()];
                differing[position.layer()].insert(
                    index.rank(&position),
                    (group.canonical(&position), [first, second]),
                );
            }
        }
        for (layer, differing) in layers.iter_mut().zip(differing) {
            let lowest = differing.into_iter().take(examples);
            let example = |(slot, (position, outcomes)): (u64, (Position, [Outcome; 2]))| {
                let outcomes = outcomes.map(|outcome| OutcomeFields::new(Some(outcome)));
                DiffExample {
                    slot,
                    position: RowsForm { board, position },
                    outcomes,
                }
            };
            layer.examples = lowest.map(example).collect();
        }
        layers
    }

    #[test]
    fn small_boards_are_compared_as_by_the_reference_solver() {
        let all = [
            rules("44-ssss+4x4"),
            rules("78-ppsp+4x4"),
            lopsided(),
            rules("44-ppss+4x4+knight"),
        ];
        let references: Vec<_> = all.iter().map(reference).collect();
        let solved: Vec<Solution> = all.iter().map(solve).collect();
        for (a, b, order) in [(0, 1, 8), (0, 2, 1), (2, 1, 1), (1, 3, 8)] {
            let oracles: [&dyn Oracle; 2] = [&solved[a], &solved[b]];
            let found = layers(oracles, 4, &to_the_end).unwrap();
            let group = common_symmetries([&all[a], &all[b]]);
            assert_eq!(group.order(), order);
            assert_eq!(
                found,
                count([&references[a], &references[b]], &group, 4),
                "{a} and {b}"
            );
            let differs = |layer: &DiffLayer| layer.other_result + layer.over_in_one > 0;
            assert!(found.iter().any(differs));
            let value = |of: usize, position| {
                references[of]
                    .iter()
                    .find(|entry| entry.0 == position)
                    .unwrap()
                    .1
            };
            for DiffDrop {
                played,
                differs,
                outcomes,
            } in first_drops(oracles).unwrap()
            {
                let after = Position::EMPTY.after(played);
                let expected = [a, b].map(|of| value(of, after).map(Outcome::of_move));
                assert_eq!(outcomes, expected.map(OutcomeFields::new), "{played}");
                assert_eq!(differs, expected[0] != expected[1], "{played}");
            }
        }
    }

    #[test]
    fn fewer_examples_are_the_first_of_more_on_any_number_of_threads() {
        let solved = ["44-ssss+4x4", "58-ssss+4x4"].map(solved);
        let on = |threads, examples| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| layers([&solved[0], &solved[1]], examples, &to_the_end).unwrap())
        };
        let (many, mut few) = (on(1, 50), on(3, 50));
        assert_eq!(many, few);
        for layer in &mut few {
            layer.examples.truncate(2);
        }
        assert_eq!(on(2, 2), few);
        assert_eq!(on(2, 0)[8].examples, []);
    }

    /// The number of positions that are still looked up shows how soon the work ends.
    #[test]
    fn little_is_looked_up_after_the_observer_has_said_to_stop() {
        let looked_up = AtomicU64::new(0);
        let counting = || {
            FunctionOracle::new(rules("44-ssss"), |_: &Position| {
                looked_up.fetch_add(1, Ordering::Relaxed);
                Some(Outcome::Draw)
            })
        };
        let one_thread = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        one_thread.install(|| {
            let stop = |_| ControlFlow::Break(());
            let stopped = layers([&counting(), &counting()], 1, &stop).unwrap_err();
            assert!(matches!(stopped, AnalysisError::Stopped(_)), "{stopped}");
        });
        // Layer 8 of the standard board has 9.5 million orbits.
        assert!((1..100_000).contains(&looked_up.into_inner()));
    }
}

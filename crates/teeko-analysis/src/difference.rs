//! Comparison of two rule sets: the positions of a board whose outcomes differ, and what points
//! change.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::{LayerIndex, Orbit, OutcomeMatrix, binomial, orbit_count, parallel};
use teeko_rules::notation::RowsForm;
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{
    Board, Circle, Move, Oracle, OracleError, Outcome, PIECES, Position, Rules, Side,
    SymmetryGroup, Value,
};

use crate::answers::{ByResult, FirstDropEntry, OutcomeFields, as_text, by_result};
use crate::error::{AnalysisError, Answer};
use crate::first_drops;
use crate::order::{ShuffledOrder, number_pieces};
use crate::probe::{best_moves, probe_value};

/// The outcomes of one board's positions under two rule sets. Pairs are in the order of the rule
/// sets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Difference {
    /// The values of the game for Black.
    pub outcomes: [OutcomeFields; 2],
    /// Black's first drops, in the order of the circles.
    pub first_drops: Vec<DiffDrop>,
    /// Whether both have the same slide phase, so that nothing differs in layer 8.
    pub same_slide_phase: bool,
    /// The layers that were compared.
    pub layers: Vec<DiffLayer>,
}

/// A first drop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffDrop {
    /// The circle.
    #[serde(rename = "move", serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub played: Circle,
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

impl DiffLayer {
    fn add(&mut self, board: Board, limit: usize, orbit: Orbit, outcomes: [Option<Outcome>; 2]) {
        let Orbit { slot, position, positions } = orbit;
        self.positions += positions;
        // Finished positions are won or lost in 0 plies; impossible ones have no outcome.
        let open = outcomes.map(|outcome| outcome.filter(|outcome| outcome.distance() != Some(0)));
        let [Some(first), Some(second)] = open else {
            let class =
                if open == [None, None] { &mut self.over_in_both } else { &mut self.over_in_one };
            *class += positions;
            return;
        };
        self.results.add(first.wdl(), second.wdl(), positions);
        if first.wdl() != second.wdl() {
            self.other_result += positions;
            // A part may come to lower slots after higher ones.
            let place = self.examples.partition_point(|example| example.slot < slot);
            if place < limit {
                let position = RowsForm { board, position };
                let outcomes = open.map(OutcomeFields::new);
                self.examples.insert(place, DiffExample { slot, position, outcomes });
                self.examples.truncate(limit);
            }
        } else if first != second {
            self.other_distance += positions;
        }
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

/// Compares two rule sets on one board, and keeps up to `examples` positions of each layer. Layer 8
/// is left out if both rule sets have the same slide phase. Calls `observe` with the slots done and
/// in total.
///
/// # Panics
/// If the boards differ.
pub fn difference(
    first: &dyn Oracle,
    second: &dyn Oracle,
    examples: usize,
    observe: Observer<'_>,
) -> Answer<Difference> {
    let rules = [first.rules(), second.rules()];
    let board = rules[0].board();
    assert_eq!(board, rules[1].board(), "the boards of the rule sets");
    let same_slide_phase = rules[0].same_slide_phase(rules[1]);
    let group = common_symmetries(rules);
    let outcomes = |position: &Position| {
        Ok::<_, AnalysisError>([first.outcome(position)?, second.outcome(position)?])
    };
    let last_layer = if same_slide_phase { 2 * PIECES - 1 } else { 2 * PIECES };
    let start = |layer| DiffLayer { layer, ..DiffLayer::default() };
    let add = |layer: &mut DiffLayer, orbits: &[Orbit]| {
        let one = outcomes_of(first, orbits)?;
        let other = outcomes_of(second, orbits)?;
        for ((orbit, one), other) in orbits.iter().zip(one).zip(other) {
            layer.add(board, examples, *orbit, [one, other]);
        }
        Ok(())
    };
    let merge = |a: DiffLayer, b| a.merge(b, examples);
    let allowed = rules.map(|rules| rules.drops(&Position::EMPTY));
    let first_drop = |played| {
        let after = outcomes(&Position::EMPTY.after(Move::Drop(played)))?;
        let worth =
            |of: usize| after[of].map(Outcome::of_move).filter(|_| allowed[of].contains(played));
        let [one, other] = [0, 1].map(worth);
        let outcomes = [one, other].map(OutcomeFields::new);
        Ok::<_, AnalysisError>(DiffDrop { played, differs: one != other, outcomes })
    };
    Ok(Difference {
        outcomes: outcomes(&Position::EMPTY)?.map(OutcomeFields::new),
        first_drops: board.circles().iter().map(first_drop).collect::<Result<_, _>>()?,
        same_slide_phase,
        layers: fold_layers(board, &group, 0..=last_layer, observe, start, add, merge)?,
    })
}

/// The canonical occupied sets that are visited between two calls of the observer.
const SETS: u64 = 64;

/// Folds the orbits of each of some layers under some symmetries. Runs on the current rayon thread
/// pool: `merge` must give the same result in whatever order it joins the parts. `start` receives
/// the layer, `add` the orbits of several sets at a time. `observe` receives the slots done.
fn fold_layers<T: Send>(
    board: Board,
    group: &SymmetryGroup,
    layers: RangeInclusive<usize>,
    observe: Observer<'_>,
    start: impl Fn(usize) -> T + Sync + Send,
    add: impl Fn(&mut T, &[Orbit]) -> Answer<()> + Sync + Send,
    merge: impl Fn(T, T) -> T + Sync + Send,
) -> Answer<Vec<T>> {
    let slots =
        |layer| orbit_count(board.circle_count(), group, layer, 0) * binomial(layer, layer / 2);
    let counter = Counter::new(layers.clone().map(slots).sum(), observe);
    let of_layer = |layer| {
        let index = LayerIndex::new(board, group, layer);
        let sets = index.occupied_sets();
        let of_sets = |sum: &mut T, first: u64| {
            let range = first..sets.min(first + SETS);
            let slots = (range.end - range.start) * index.splits();
            let orbits: Vec<Orbit> = index.orbits(range).collect();
            add(sum, &orbits)?;
            Ok::<_, AnalysisError>(counter.advance(slots)?)
        };
        let parts = parallel::try_fold((0..sets).step_by(SETS as usize), || start(layer), of_sets)?;
        Ok(parts.into_iter().reduce(&merge).unwrap_or_else(|| start(layer)))
    };
    layers.map(of_layer).collect()
}

fn outcomes_of(oracle: &dyn Oracle, orbits: &[Orbit]) -> Result<Vec<Option<Outcome>>, OracleError> {
    let positions: Vec<Position> = orbits.iter().map(|orbit| orbit.position).collect();
    oracle.outcomes(&positions)
}

/// Returns the symmetries that both rule sets have.
pub(crate) fn common_symmetries(rules: [&Rules; 2]) -> SymmetryGroup {
    let [first, second] = rules.map(Rules::symmetries);
    let common = first.elements().iter().filter(|element| second.elements().contains(element));
    SymmetryGroup::new(rules[0].board().circle_count(), common.cloned().collect())
}

/// The number of slide-phase positions that are searched for another best move: a shuffled sample,
/// the same every time.
pub const POSITIONS_LOOKED_AT: u64 = 20_000;

const SEED: u64 = 1;

/// The values of two variants in points, and the positions with another best move. Values of a
/// variant that is not for points have no score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffPoints {
    /// The values of the game for Black.
    pub values: [OutcomeFields; 2],
    /// Black's first drops, in the order of the circles.
    pub first_drops: Vec<DiffDropValues>,
    /// The positions with other best moves, in a sample of the slide phase.
    pub best_moves: DiffBestMoves,
}

/// The value of a first drop in points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffDropValues {
    /// The circle.
    #[serde(rename = "move", serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub played: Circle,
    /// The values for Black.
    pub values: [OutcomeFields; 2],
}

/// Positions of a shuffled sample of the slide phase that are open in both variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffBestMoves {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions in which no move is best in both variants.
    pub changed: u64,
    /// Some of the changed positions.
    pub examples: Vec<DiffBestMove>,
}

/// A position in which no move is best in both variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DiffBestMove {
    /// The position, with the pips of the pieces if one of the variants numbers them.
    pub position: RowsForm,
    /// The values for the side to move.
    pub values: [OutcomeFields; 2],
    /// The best moves.
    pub best: [Vec<Move>; 2],
}

/// Compares two rule sets on one board in points, at least one of them for points, and keeps up to
/// `examples` positions.
///
/// # Panics
/// If the boards differ.
pub fn score_difference(
    first: &dyn Oracle,
    second: &dyn Oracle,
    examples: usize,
) -> Answer<DiffPoints> {
    let rules = [first.rules(), second.rules()];
    let board = rules[0].board();
    assert_eq!(board, rules[1].board(), "the boards of the rule sets");
    let index = LayerIndex::new(board, &common_symmetries(rules), 2 * PIECES);
    let fields = |[one, other]: [Value; 2]| {
        let of = |rules: &Rules, value| OutcomeFields::of_value(rules.scoring(), Some(value));
        [of(rules[0], one), of(rules[1], other)]
    };
    let order = ShuffledOrder::new(index.slots(), SEED);
    let look = |place| {
        let slot = order.at(place);
        let Some(position) = index.unrank(slot, Side::Black) else { return Ok(None) };
        let positions = rules.map(|rules| number_pieces(rules, &position, SEED, slot));
        let (_, one) = best_moves(first, &positions[0])?;
        let (_, other) = best_moves(second, &positions[1])?;
        if one.is_empty() || other.is_empty() {
            return Ok(None);
        }
        let is_changed = !one.iter().any(|played| other.contains(played));
        let position = if positions[1].is_numbered() { positions[1] } else { positions[0] };
        // The distance of a position may be longer than that of its best moves.
        let values = [probe_value(first, &positions[0])?, probe_value(second, &positions[1])?];
        let changed = DiffBestMove {
            position: RowsForm { board, position },
            values: fields(values),
            best: [one, other],
        };
        Ok::<_, AnalysisError>(Some(is_changed.then_some(changed)))
    };
    let looked_at = parallel::try_map(0..index.slots().min(POSITIONS_LOOKED_AT), look)?;
    let looked_at: Vec<Option<DiffBestMove>> = looked_at.into_iter().flatten().collect();
    let changed = looked_at.iter().flatten();
    let values = [probe_value(first, &Position::EMPTY)?, probe_value(second, &Position::EMPTY)?];
    let drops = first_drops(first)?.into_iter().zip(first_drops(second)?);
    let drop = |(one, other): (FirstDropEntry, FirstDropEntry)| DiffDropValues {
        played: one.played,
        values: [one.worth, other.worth],
    };
    Ok(DiffPoints {
        values: fields(values),
        first_drops: drops.map(drop).collect(),
        best_moves: DiffBestMoves {
            positions: looked_at.len() as u64,
            changed: changed.clone().count() as u64,
            examples: changed.take(examples).cloned().collect(),
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use teeko_index::LayerIndex;
    use teeko_rules::work::to_the_end;
    use teeko_rules::{Goals, Side, Step};
    use teeko_solve::{Solution, solve};
    use teeko_testing::reference::{ReferenceDrop, ReferenceSlide};

    use super::*;
    use crate::testing::{circles, rules, solved};
    use crate::{Choice, analyse};

    /// Goal set 44 on 4 x 4 with one more goal, which no symmetry preserves, and steps that do not
    /// lead back.
    fn lopsided() -> Rules {
        let named = rules("44-pssp+4x4");
        let mut goals = named.goals().patterns().to_vec();
        goals.push(circles(&[1, 3, 7, 10]).into());
        let step = Step::new([(1, 0), (0, 1), (-1, -1), (2, -3)]);
        named.to_builder().goals(Goals::new(goals)).step(step).build().unwrap()
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
        let indices: Vec<LayerIndex> =
            (0..=2 * PIECES).map(|layer| LayerIndex::new(board, group, layer)).collect();
        let mut layers: Vec<DiffLayer> =
            (0..=2 * PIECES).map(|layer| DiffLayer { layer, ..DiffLayer::default() }).collect();
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
                differing[position.layer()]
                    .insert(index.rank(&position), (group.canonical(&position), [first, second]));
            }
        }
        for (layer, differing) in layers.iter_mut().zip(differing) {
            let lowest = differing.into_iter().take(examples);
            let example = |(slot, (position, outcomes)): (u64, (Position, [Outcome; 2]))| {
                let outcomes = outcomes.map(|outcome| OutcomeFields::new(Some(outcome)));
                DiffExample { slot, position: RowsForm { board, position }, outcomes }
            };
            layer.examples = lowest.map(example).collect();
        }
        layers
    }

    #[test]
    fn small_boards_are_compared_as_by_the_reference_solver() {
        let all =
            [rules("44-ssss+4x4"), rules("78-ppsp+4x4"), lopsided(), rules("44-ppss+4x4+knight")];
        let references: Vec<_> = all.iter().map(reference).collect();
        let solved: Vec<Solution> = all.iter().map(solve).collect();
        for (a, b, order) in [(0, 1, 8), (0, 2, 1), (2, 1, 1), (1, 3, 8)] {
            let found = difference(&solved[a], &solved[b], 4, &to_the_end).unwrap();
            let group = common_symmetries([&all[a], &all[b]]);
            assert_eq!(group.order(), order);
            assert_eq!(
                found.layers,
                count([&references[a], &references[b]], &group, 4),
                "{a} and {b}"
            );
            let differs = |layer: &DiffLayer| layer.other_result + layer.over_in_one > 0;
            assert!(!found.same_slide_phase && found.layers.iter().any(differs));
            let value = |of: usize, position| {
                references[of].iter().find(|entry| entry.0 == position).unwrap().1
            };
            let fields = |outcomes: [Option<Outcome>; 2]| outcomes.map(OutcomeFields::new);
            assert_eq!(found.outcomes, fields([a, b].map(|of| value(of, Position::EMPTY))));
            for DiffDrop { played, differs, outcomes } in found.first_drops {
                let after = Position::EMPTY.after(Move::Drop(played));
                let expected = [a, b].map(|of| value(of, after).map(Outcome::of_move));
                assert_eq!(outcomes, fields(expected), "{played}");
                assert_eq!(differs, expected[0] != expected[1], "{played}");
            }
        }
    }

    #[test]
    fn fewer_examples_are_the_first_of_more_on_any_number_of_threads() {
        let solved = ["44-ssss+4x4", "58-ssss+4x4"].map(solved);
        let on = |threads, examples| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| difference(&solved[0], &solved[1], examples, &to_the_end).unwrap())
        };
        let (many, mut few) = (on(1, 50), on(3, 50));
        assert_eq!(many, few);
        for layer in &mut few.layers {
            layer.examples.truncate(2);
        }
        assert_eq!(on(2, 2), few);
        assert_eq!(on(2, 0).layers[8].examples, []);
    }

    fn optimal(oracle: &dyn Oracle, position: &Position) -> Vec<Move> {
        let of_choice = |choice| match choice {
            Choice::Move(played) => Some(played),
            Choice::Pass => None,
        };
        let analysis = analyse(oracle, position).unwrap();
        let mut best: Vec<Move> = analysis
            .choices()
            .iter()
            .filter(|ranked| ranked.optimal)
            .filter_map(|ranked| of_choice(ranked.choice))
            .collect();
        best.sort_unstable();
        best
    }

    /// The best moves of the examples are those that an analysis of each rule set finds, and the
    /// two sets have no move in common.
    #[test]
    fn the_best_moves_are_those_of_each_game() {
        for variant in ["58-ssss+4x4+points", "58-ssss+4x4+pips"] {
            let (plain, scored) = (solved("58-ssss+4x4"), solve(&rules(variant)));
            let found = score_difference(&plain, &scored, 20).unwrap();
            let DiffBestMoves { positions, changed, examples } = &found.best_moves;
            assert_eq!(examples.len(), 20);
            assert!(*changed >= 20 && changed < positions && *positions <= POSITIONS_LOOKED_AT);
            for DiffBestMove { position, values, best } in examples {
                let values = values.map(|value| *value);
                let bare = position.without_pips();
                assert_eq!(best, &[optimal(&plain, &bare), optimal(&scored, position)]);
                assert!(!best[0].iter().any(|played| best[1].contains(played)));
                let outcomes = values.map(|value| value.outcome);
                assert_eq!(outcomes[0], plain.outcome(&bare).unwrap());
                assert_eq!(outcomes[0].wdl(), outcomes[1].wdl());
                assert!(values[0].score.abs() == 1 && values[1].score.abs() >= 1);
            }
            assert_eq!(
                found.values.map(|value| value.outcome.wdl()),
                [plain.game_value().wdl(); 2]
            );
            let fewer = score_difference(&plain, &scored, 3).unwrap().best_moves;
            assert_eq!((&fewer.examples[..], &fewer.changed), (&examples[..3], changed));
        }
    }
}

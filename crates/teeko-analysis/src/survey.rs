//! Counts of the positions of a layer by outcome, and its deepest positions. Each orbit is looked
//! up once, or the rows of a table whose values memory cannot hold are read.

use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use teeko_index::{Class, LayerCensus, LayerIndex, Orbit, binomial, orbit_count, parallel};
use teeko_rules::work::{Counter, Observer, Progress};
use teeko_rules::{
    Board, Oracle, OracleError, Outcome, PIECES, Position, Rules, Side, SymmetryGroup,
};
use teeko_table::{Table, VisitError, memory_to_visit};

use crate::error::{AnalysisError, Answer};

/// The results for the positions of one layer.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LayerSurvey {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The number of positions of each class.
    pub census: LayerCensus,
    /// The wins with the greatest distance, those in the lowest slots, ascending. Each stands for
    /// all its symmetric images.
    pub deepest_wins: Examples,
    /// The same for the losses of positions that are not finished.
    pub deepest_losses: Examples,
}

/// Positions with the same distance.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Examples {
    /// The distance in plies; 0 if there is no position.
    pub distance: u32,
    /// The positions with their slots in the public index. Black is to move in layer 8.
    pub positions: Vec<(u64, Position)>,
}

impl LayerSurvey {
    fn add(&mut self, rules: &Rules, examples: usize, orbit: &Orbit, outcome: Option<Outcome>) {
        let Orbit { slot, position, positions } = *orbit;
        let class = match outcome {
            None => Class::Impossible,
            Some(Outcome::Draw) if has_no_slide(rules, &position) => Class::NoMove,
            Some(outcome) => outcome.into(),
        };
        self.census.add(class, positions);
        let deepest = match class {
            Class::Win(_) => &mut self.deepest_wins,
            Class::Loss(_) => &mut self.deepest_losses,
            Class::Draw | Class::NoMove | Class::Impossible => return,
        };
        let least = deepest.distance.max(1);
        if let Some(distance) = class.distance().filter(|&distance| distance >= least) {
            deepest.merge(Examples { distance, positions: vec![(slot, position)] }, examples);
        }
    }

    fn merge(mut self, other: Self, examples: usize) -> Self {
        self.census.merge(&other.census);
        self.deepest_wins.merge(other.deepest_wins, examples);
        self.deepest_losses.merge(other.deepest_losses, examples);
        self
    }
}

impl Examples {
    /// Keeps the deeper positions of both; of equally deep ones those in the lowest slots.
    pub(crate) fn merge(&mut self, other: Self, limit: usize) {
        if other.distance > self.distance {
            *self = other;
        } else if other.distance == self.distance {
            self.positions.extend(other.positions);
            self.positions.sort_unstable();
        }
        self.positions.truncate(limit);
    }
}

/// Whether the side to move must slide and cannot.
fn has_no_slide(rules: &Rules, position: &Position) -> bool {
    position.layer() == 2 * PIECES && rules.slides(position).next().is_none()
}

/// Counts the positions of some layers, and keeps up to `examples` of the deepest wins and of the
/// deepest losses of each layer. Calls `observe` with the slots done and in total.
///
/// # Panics
/// If a layer is above 8.
pub fn survey(
    oracle: &dyn Oracle,
    layers: RangeInclusive<usize>,
    examples: usize,
    observe: Observer<'_>,
) -> Answer<Vec<LayerSurvey>> {
    let (rules, group) = (oracle.rules(), oracle.rules().symmetries());
    let start = |layer| LayerSurvey { layer, ..LayerSurvey::default() };
    let add = |survey: &mut LayerSurvey, orbits: &[Orbit]| {
        let outcomes = outcomes_of(oracle, orbits)?;
        for (orbit, outcome) in orbits.iter().zip(outcomes) {
            survey.add(rules, examples, orbit, outcome);
        }
        Ok(())
    };
    let merge = |a: LayerSurvey, b| a.merge(b, examples);
    fold_layers(rules.board(), &group, layers, observe, start, add, merge)
}

/// The occupied sets of the public index that take as long as a row.
const SETS_OF_A_ROW: u64 = 1 << 14;

/// Surveys all layers of a table like [`survey`](crate::survey): the headers have the census, and
/// the deepest positions are found row by row.
///
/// The slide file is decoded once for each `memory` bytes of its values; see
/// [`Table::visit_deepest`]. `observe` receives the share of the work done.
///
/// # Errors
/// If the table is damaged or has no drop file, memory does not suffice, or the observer stops the
/// survey.
pub fn survey_table(
    table: &Table,
    examples: usize,
    memory: u64,
    observe: Observer<'_>,
) -> Result<Vec<LayerSurvey>, VisitError> {
    let (board, group) = (table.rules().board(), table.rules().symmetries());
    let sets = |layers: usize| {
        (0..layers).map(|layer| binomial(board.circle_count(), layer)).sum::<u64>() / SETS_OF_A_ROW
    };
    let work_on_rows = table.work_to_visit(memory);
    let total = sets(2 * PIECES + 1) + work_on_rows;
    let index = |layer| {
        LayerIndex::observed(board, &group, layer, &|progress| {
            observe(Progress { done: sets(layer) + progress.done / SETS_OF_A_ROW, total })
        })
    };
    let indexes = (0..=2 * PIECES).map(index).collect::<Result<Vec<_>, _>>()?;
    let census = table.census();
    let layers = (0..=2 * PIECES).map(|layer| LayerSurvey {
        layer,
        census: census.layer(layer).clone(),
        ..LayerSurvey::default()
    });
    let layers = Mutex::new(layers.collect::<Vec<_>>());
    let add = |outcome: Outcome, found: &[Position]| {
        let Some(layer) = found.first().map(Position::layer) else { return };
        let index = &indexes[layer];
        let mut slots: Vec<u64> = found.iter().map(|position| index.rank(position)).collect();
        slots.sort_unstable();
        slots.dedup();
        slots.truncate(examples);
        let position = |slot| Some((slot, index.unrank(slot, Side::Black)?));
        let positions = slots.into_iter().filter_map(position).collect();
        let found = Examples { distance: outcome.distance().unwrap_or(0), positions };
        let layer = &mut layers.lock().unwrap_or_else(PoisonError::into_inner)[layer];
        match outcome {
            Outcome::Win(_) => layer.deepest_wins.merge(found, examples),
            _ => layer.deepest_losses.merge(found, examples),
        }
    };
    table.visit_deepest(memory, &add, &|progress| {
        observe(Progress { done: total - work_on_rows + progress.done, total })
    })?;
    Ok(layers.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Returns an upper bound on the memory in bytes that [`survey_table`] takes on the current rayon
/// thread pool.
pub fn memory_to_survey(table: &Table, memory: u64) -> u64 {
    let circles = table.rules().board().circle_count();
    let bits: u64 = (0..=2 * PIECES).map(|layer| binomial(circles, layer)).sum();
    memory_to_visit(table, memory, parallel::threads()) + bits / 7 + (1 << 20)
}

/// The canonical occupied sets that are visited between two calls of the observer.
const SETS: u64 = 64;

/// Folds the orbits of each of some layers under some symmetries. Runs on the current rayon thread
/// pool: `merge` must give the same result in whatever order it joins the parts. `start` receives
/// the layer, `add` the orbits of several sets at a time. `observe` receives the slots done.
pub(crate) fn fold_layers<T: Send>(
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

pub(crate) fn outcomes_of(
    oracle: &dyn Oracle,
    orbits: &[Orbit],
) -> Result<Vec<Option<Outcome>>, OracleError> {
    let positions: Vec<Position> = orbits.iter().map(|orbit| orbit.position).collect();
    oracle.outcomes(&positions)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use teeko_index::LayerIndex;
    use teeko_rules::Side;
    use teeko_rules::work::to_the_end;
    use teeko_testing::{SMALL_BLOCKS, table};

    use super::*;
    use crate::survey;
    use crate::testing::solved;

    #[test]
    fn the_deepest_are_the_first_of_their_distance_in_the_order_of_slots() {
        let oracle = solved("58-ssss+4x4");
        let found = survey(&oracle, 2 * PIECES..=2 * PIECES, 3, &to_the_end).unwrap().remove(0);
        let index =
            LayerIndex::new(oracle.rules().board(), &oracle.rules().symmetries(), 2 * PIECES);
        let all: Vec<(u64, Position, Outcome)> = (0..index.slots())
            .filter(|&slot| index.is_canonical(slot))
            .filter_map(|slot| index.unrank(slot, Side::Black).map(|position| (slot, position)))
            .filter_map(|(slot, position)| Some((slot, position, oracle.outcome(&position)?)))
            .collect();
        for (examples, won) in [(&found.deepest_wins, true), (&found.deepest_losses, false)] {
            let of_kind =
                || all.iter().filter(|(_, _, outcome)| matches!(outcome, Outcome::Win(_)) == won);
            let deepest = of_kind().filter_map(|(_, _, outcome)| outcome.distance()).max().unwrap();
            let first =
                of_kind().filter(|(_, _, outcome)| outcome.distance() == Some(deepest)).take(3);
            let expected: Vec<_> = first.map(|&(slot, position, _)| (slot, position)).collect();
            assert_eq!((examples.distance, &examples.positions), (deepest, &expected));
        }
        // Fewer examples are the first of more.
        let fewer = survey(&oracle, 2 * PIECES..=2 * PIECES, 1, &to_the_end).unwrap().remove(0);
        assert_eq!(fewer.deepest_wins.positions, found.deepest_wins.positions[..1]);
    }

    proptest! {
        /// The result does not depend on how slots are dealt to threads.
        #[test]
        fn merging_does_not_depend_on_the_order(
            distances in prop::collection::vec(1_u32..4, 0..20),
            cut in 0_usize..20,
        ) {
            let all: Vec<Examples> = (0..).zip(&distances)
                .map(|(slot, &distance)| {
                    Examples { distance, positions: vec![(slot, Position::EMPTY)] }
                })
                .collect();
            let merged = |examples: &[Examples]| {
                examples.iter().cloned().fold(Examples::default(), |mut sum, more| {
                    sum.merge(more, 3);
                    sum
                })
            };
            let (one, other) = all.split_at(cut.min(all.len()));
            let (mut forwards, mut backwards) = (merged(one), merged(other));
            let (first, second) = (forwards.clone(), backwards.clone());
            forwards.merge(second, 3);
            backwards.merge(first, 3);
            prop_assert_eq!(&forwards, &merged(&all));
            prop_assert_eq!(&forwards, &backwards);
        }
    }

    /// With goals that need empty circles, positions without a slide, every chooser of a drop, and
    /// few or all of Red's sets at a time.
    #[test]
    fn the_survey_row_by_row_is_the_survey_of_the_solution() {
        for (variant, memory) in [
            ("44-ssss+4x4", 0),
            ("58-sspp+4x4+knight", 1 << 20),
            ("37e-spsp+4x4", 0),
            ("78-pppp+4x4+pass", 1 << 30),
            ("44-psss+4x5", 1 << 22),
        ] {
            let solution = solved(variant);
            let table = table(&solution, SMALL_BLOCKS);
            let expected = survey(&solution, 0..=2 * PIECES, 3, &to_the_end).unwrap();
            let found = survey_table(&table, 3, memory, &to_the_end).unwrap();
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found, expected, "{variant}");
                // The solver counts rows of values, without slots and orbits.
                assert_eq!(&found.census, solution.layer_census(found.layer), "{variant}");
            }
            assert_eq!(found.len(), expected.len());
        }
    }
}

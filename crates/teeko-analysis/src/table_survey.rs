//! The survey of a table whose values memory cannot hold.

use std::sync::{Mutex, PoisonError};

use teeko_index::{LayerIndex, binomial, parallel};
use teeko_rules::work::{Observer, Progress};
use teeko_rules::{Outcome, PIECES, Position, Side};
use teeko_table::{Table, VisitError, memory_to_visit};

use crate::LayerSurvey;
use crate::survey::Examples;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey;
    use crate::testing::solved;
    use teeko_rules::work::to_the_end;
    use teeko_testing::{SMALL_BLOCKS, table};

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

//! One position of each orbit of some layers, in parallel.

use std::ops::RangeInclusive;

use teeko_index::{LayerIndex, Orbit, binomial, orbit_count, parallel};
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{Board, Oracle, OracleError, Outcome, Position, SymmetryGroup};

use crate::error::{AnalysisError, Answer};

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

//! One position of each orbit of a layer, in parallel.

use rayon::prelude::*;
use teeko_index::{LayerIndex, Orbit};
use teeko_rules::{Board, SymmetryGroup};

/// Folds the orbits of a layer under some symmetries. Work is spread over the current rayon thread pool; whatever the order in
/// which parts are merged, `merge` must give the same.
///
/// # Errors
/// The first that `add` gives.
///
/// # Panics
/// If `layer` is above 8.
pub(crate) fn fold_orbits<T: Send, E: Send>(
    board: Board,
    group: &SymmetryGroup,
    layer: usize,
    start: impl Fn() -> T + Sync + Send,
    add: impl Fn(&mut T, Orbit) -> Result<(), E> + Sync + Send,
    merge: impl Fn(T, T) -> T + Sync + Send,
) -> Result<T, E> {
    let index = LayerIndex::new(board, group, layer);
    let of_set = |sum: T, set: usize| {
        index.orbits(set..set + 1).try_fold(sum, |mut sum, orbit| {
            add(&mut sum, orbit)?;
            Ok(sum)
        })
    };
    let parts = (0..index.occupied_sets().len()).into_par_iter().try_fold(&start, of_set);
    parts.try_reduce(&start, |a, b| Ok(merge(a, b)))
}

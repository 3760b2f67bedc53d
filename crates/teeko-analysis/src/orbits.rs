//! One position of each orbit of a layer, in parallel.

use rayon::prelude::*;
use teeko_index::LayerIndex;
use teeko_rules::{Board, Position, Side, Squares, Symmetry, SymmetryGroup};

/// A position that stands for its symmetric images.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orbit {
    /// The slot of all of them in the public index.
    pub(crate) slot: u64,
    /// The position in that slot, with Black to move in layer 8.
    pub(crate) position: Position,
    /// How many positions there are of the kind, this one included.
    pub(crate) positions: u64,
}

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
    let splits = index.slots() / index.occupied_sets().len() as u64;
    let of_set = |mut sum: T, (number, &occupied): (usize, &Squares)| {
        let keeps_occupied = |symmetry: &&Symmetry| symmetry.apply(occupied) == occupied;
        let symmetries: Vec<&Symmetry> = group.elements().iter().filter(keeps_occupied).collect();
        let first = number as u64 * splits;
        for slot in first..first + splits {
            let Some(position) = index.unrank(slot, Side::Black) else { continue };
            // How many positions a slot stands for: the images of the occupied set, times those of the mover's set under the
            // symmetries that keep it. An image in a lower slot stands for this one too.
            let mover = position.mover();
            let images = symmetries.iter().map(|symmetry| symmetry.apply(mover));
            if images.clone().any(|image| image < mover) {
                continue;
            }
            let stabiliser = images.filter(|&image| image == mover).count();
            add(&mut sum, Orbit { slot, position, positions: (group.order() / stabiliser) as u64 })?;
        }
        Ok(sum)
    };
    let parts = index.occupied_sets().par_iter().enumerate().try_fold(&start, of_set);
    parts.try_reduce(&start, |a, b| Ok(merge(a, b)))
}

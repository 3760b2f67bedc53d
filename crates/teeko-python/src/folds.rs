//! The folds of positions, which split them into those to train and those to test with.

use std::sync::OnceLock;

use numpy::PyArrayDyn;
use pyo3::prelude::*;
use teeko::export::fold;
use teeko::index::LayerIndex;
use teeko::rules::PIECES;
use teeko::surfaces::check_memory;
use teeko::{Oracle, Position, Rules};

use crate::arrays::{Arrays, Batch, check_pips};
use crate::batches::rows;
use crate::failure::Failure;
use crate::game::Game;
use crate::work::uninterrupted;

/// The fold of what is no position.
const NO_FOLD: u8 = u8::MAX;

/// The index of each layer of a game that has been needed.
#[derive(Default)]
pub(crate) struct Indices([OnceLock<LayerIndex>; 2 * PIECES + 1]);

impl Indices {
    /// Builds the index of each layer that some of the positions are in.
    fn prepare(&self, rules: &Rules, batch: &Batch<'_>) -> Result<(), Failure> {
        let mut has_layer = [false; 2 * PIECES + 1];
        for place in 0..batch.len() {
            let position = batch.position(place);
            if position.fits(rules.board()) {
                has_layer[position.layer()] = true;
            }
        }
        for (layer, index) in self.0.iter().enumerate() {
            if has_layer[layer] && index.get().is_none() {
                let memory = LayerIndex::memory(rules.board(), layer);
                check_memory(&format!("the index of layer {layer}"), memory)?;
                index.get_or_init(|| LayerIndex::new(rules.board(), &rules.symmetries(), layer));
            }
        }
        Ok(())
    }

    /// Returns the fold of a position whose layer has its index.
    fn fold(&self, rules: &Rules, position: &Position) -> u8 {
        if !position.fits(rules.board()) {
            return NO_FOLD;
        }
        match self.0[position.layer()].get() {
            Some(index) => fold(position.layer() as u8, index.rank(position)),
            None => NO_FOLD,
        }
    }
}

/// Makes an array with the fold of each position: the column `fold` of exports.
#[pyfunction]
pub(crate) fn folds<'py>(
    py: Python<'py>,
    game: &Game,
    positions: Arrays<'py>,
) -> Result<Bound<'py, PyArrayDyn<u8>>, Failure> {
    let rules = game.source.rules();
    let batch = positions.batch()?;
    check_pips(&game.source)?;
    uninterrupted(py, || game.indices.prepare(rules, &batch))??;
    rows(py, &batch, &[], |places, folds| {
        for (place, found) in places.zip(folds) {
            *found = game.indices.fold(rules, &batch.position(place));
        }
        Ok(())
    })
}

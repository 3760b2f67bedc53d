//! The memory in which threads work on column tiles. It is used again: to request it anew for each
//! tile would take as long as to sweep the tile.

use std::sync::{Mutex, PoisonError};

use crate::lanes::Lanes;
use crate::line::BitLine;

/// What a thread works on.
pub(crate) struct Scratch {
    /// A column tile of a half-step, and one of a drop layer that needs a copy of its own.
    pub(crate) tile: Vec<BitLine>,
    pub(crate) drop_tile: Vec<BitLine>,
    /// Two blocks.
    pub(crate) fresh: Vec<BitLine>,
    pub(crate) transposed: Vec<BitLine>,
    /// What a journal has of a column tile, or receives.
    pub(crate) frame: Vec<BitLine>,
}

impl Scratch {
    pub(crate) fn new(lanes: &Lanes) -> Self {
        let block = || vec![BitLine::ZERO; lanes.sets()];
        Self {
            tile: Vec::new(),
            drop_tile: Vec::new(),
            fresh: block(),
            transposed: block(),
            frame: Vec::new(),
        }
    }
}

/// What is not in use, for any thread to take.
#[derive(Default)]
pub(crate) struct ScratchPool(Mutex<Vec<Scratch>>);

impl ScratchPool {
    /// Does some work in memory that is not in use, or new.
    pub(crate) fn with<R>(&self, lanes: &Lanes, work: impl FnOnce(&mut Scratch) -> R) -> R {
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let scratch = idle().pop();
        let mut scratch = scratch.unwrap_or_else(|| Scratch::new(lanes));
        let result = work(&mut scratch);
        idle().push(scratch);
        result
    }
}

//! The memory in which threads work on column tiles. It is used again: to request it anew for each
//! tile would take as long as to sweep the tile.

use std::sync::{Mutex, PoisonError};

use crate::lanes::Lanes;
use crate::line::BitLine;

/// What a thread works on.
pub(crate) struct Scratch {
    /// A column tile with images.
    pub(crate) gathered: Vec<BitLine>,
    /// Two blocks.
    pub(crate) fresh: Vec<BitLine>,
    pub(crate) turned: Vec<BitLine>,
    /// An empty block for [`each_row`].
    pub(crate) rows: Vec<BitLine>,
    /// What is decided in a column tile, for the journal.
    pub(crate) decided: Vec<BitLine>,
}

impl Scratch {
    pub(crate) fn new(lanes: &Lanes) -> Self {
        let block = || vec![BitLine::ZERO; lanes.sets()];
        Self {
            gathered: Vec::new(),
            fresh: block(),
            turned: block(),
            rows: block(),
            decided: Vec::new(),
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

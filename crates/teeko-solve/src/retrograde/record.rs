//! Half-steps in a journal: keeping what they decide, and reading it.

use crate::journal::{Journal, KeptHalfStep, decode, encode};
use crate::line::BitLine;
use crate::row_graph::RowGraph;

/// Whether there can be a journal. A web page has none; the code that keeps half-steps and resumes
/// would be a fiftieth of its size.
pub(super) const KEEPS: bool = !cfg!(target_family = "wasm");

/// Of the half-steps that a journal returns, one line in `SAMPLE` is computed again, but at least
/// `LEAST_SAMPLE` lines.
const SAMPLE: usize = 1000;
const LEAST_SAMPLE: usize = 100;

/// The place of a half-step in a journal.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) journal: &'a dyn Journal,
    pub(super) number: u32,
}

impl<'a> Record<'a> {
    /// Returns the half-step, if the journal has it.
    pub(super) fn saved(self) -> Option<Box<dyn KeptHalfStep + 'a>> {
        self.journal.half_step(self.number)
    }

    /// Keeps what the half-step decides in a column tile, if that is anything.
    pub(super) fn keep(self, column_tile: usize, decided: &[BitLine]) {
        if decided.iter().any(|line| !line.is_zero()) {
            let bytes = encode(decided);
            self.journal.keep(self.number, column_tile, &bytes);
        }
    }

    /// Keeps that the half-step is complete.
    pub(super) fn complete(self) {
        self.journal.complete(self.number);
    }

    /// Reports to the journal that what it has of the half-step is not of these rules.
    pub(super) fn refuse(self) {
        self.journal.refuse(self.number);
    }
}

/// A half-step that the journal has.
#[derive(Clone, Copy)]
pub(super) struct Replay<'a> {
    pub(super) record: Record<'a>,
    saved: &'a (dyn KeptHalfStep + 'a),
    /// The lines to compute again.
    pub(super) sample: Sample,
}

impl<'a> Replay<'a> {
    /// Prepares to replay a half-step from planes with these rows.
    pub(super) fn new(
        record: Record<'a>,
        saved: &'a (dyn KeptHalfStep + 'a),
        movers: &RowGraph,
    ) -> Self {
        if saved
            .last_tile()
            .is_some_and(|last| last >= movers.column_tiles)
        {
            record.refuse();
        }
        let seed = record.journal.seed();
        Self {
            record,
            saved,
            sample: Sample::new(seed, record.number, movers.lines()),
        }
    }

    /// Decodes what the journal has of a column tile. Returns whether it has anything; where that
    /// is not sound, it is refused.
    pub(super) fn decode(self, column_tile: usize, decided: &mut [BitLine]) -> bool {
        let Some(bytes) = self.saved.decided(column_tile) else {
            return false;
        };
        let is_sound = decode(bytes, decided).is_some();
        if !is_sound {
            self.record.refuse();
        }
        is_sound
    }
}

/// A random sample of the lines of a plane: one of `every`, from line `first` on.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    every: usize,
    first: usize,
}

impl Sample {
    fn new(seed: u64, number: u32, lines: usize) -> Self {
        // The last tile of either side may be almost empty.
        let every = (lines / 4 / LEAST_SAMPLE).clamp(1, SAMPLE);
        let mixed = (seed ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            every,
            first: (mixed >> 32) as usize % every,
        }
    }

    /// Returns the rows that are in the sample, of `rows` rows from line `before` on.
    pub(super) fn rows(self, before: usize, rows: usize) -> impl Iterator<Item = usize> {
        let next = (self.first + self.every - before % self.every) % self.every;
        (next..rows).step_by(self.every)
    }
}

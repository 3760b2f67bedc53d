//! Half-steps with a journal: one that the journal has is replayed, and any other is recorded.
//!
//! The search knows nothing of it. What a half-step decides in a column tile is what it adds to the
//! target.

use std::mem::take;

use teeko_rules::work::Stopped;

use super::half_step::{BlockOfStep, HalfStep, TileReaders, TileStep, read_all};
use super::plane::Changes;
use super::scratch::Scratch;
use super::settle::TileState;
use crate::journal::{Frames, Journal, decode, encode};
use crate::line::BitLine;

/// Whether there can be a journal. A web page has none; the code that keeps half-steps and resumes
/// would be a fiftieth of its size.
pub(super) const HAS_JOURNALS: bool = !cfg!(target_family = "wasm");

/// Of the half-steps that a journal returns, one line in `SAMPLE` is computed again, but at least
/// `LEAST_SAMPLE` lines.
const SAMPLE: usize = 1000;
const LEAST_SAMPLE: usize = 100;

/// Does the half-step with this number by `run`: as the journal has it, or by a search that the
/// journal receives.
pub(super) fn with_journal(
    journal: &dyn Journal,
    number: u32,
    step: &HalfStep<'_>,
    run: impl FnOnce(&dyn TileStep) -> Result<u64, Stopped>,
) -> Result<u64, Stopped> {
    if let Some(frames) = journal.get(number) {
        return run(&Replay::new(journal, number, step, &*frames));
    }
    let decided = run(&Recording {
        step,
        journal,
        number,
    })?;
    journal.complete(number);
    Ok(decided)
}

/// A half-step by a search, of which a journal receives each column tile.
struct Recording<'a> {
    step: &'a HalfStep<'a>,
    journal: &'a dyn Journal,
    number: u32,
}

impl TileStep for Recording<'_> {
    fn column_tile(
        &self,
        column_tile: usize,
        of_tile: &mut TileState<'_>,
        readers: TileReaders<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let mut frame = take(&mut scratch.frame);
        frame.clear();
        frame.extend_from_slice(of_tile.target());
        let decided = self
            .step
            .column_tile(column_tile, of_tile, readers, scratch);
        if decided > 0 {
            self.replace_by_added(of_tile, &mut frame, &mut scratch.transposed);
            self.journal.put(self.number, column_tile, &encode(&frame));
        }
        scratch.frame = frame;
        decided
    }
}

impl Recording<'_> {
    /// Replaces in a frame the lines that the target had before the half-step by the positions that
    /// were added to them, in rows by the mover's set.
    fn replace_by_added(
        &self,
        of_tile: &mut TileState<'_>,
        frame: &mut [BitLine],
        transposed: &mut [BitLine],
    ) {
        let lanes = &self.step.movers.lanes;
        for (row_tile, added) in frame.chunks_exact_mut(lanes.sets()).enumerate() {
            let (_, block) = of_tile.block(row_tile);
            if block.changes.are_none() {
                added.fill(BitLine::ZERO);
                continue;
            }
            for (line, target) in added.iter_mut().zip(&*block.target) {
                *line = target.and_not(*line);
            }
            lanes.transpose(self.step.settle.instructions, added, transposed);
            added.copy_from_slice(transposed);
        }
    }
}

/// A half-step that a journal has.
struct Replay<'a> {
    step: &'a HalfStep<'a>,
    journal: &'a dyn Journal,
    number: u32,
    frames: &'a (dyn Frames + 'a),
    /// The lines to compute again.
    sample: Sample,
}

impl TileStep for Replay<'_> {
    fn column_tile(
        &self,
        column_tile: usize,
        of_tile: &mut TileState<'_>,
        readers: TileReaders<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        read_all(readers, None, scratch);
        let mut frame = take(&mut scratch.frame);
        self.decode(column_tile, &mut frame);
        let movers = self.step.movers;
        let mut lines = frame.chunks_exact(movers.lanes.sets());
        let mut decided = 0;
        for row_tile in 0..movers.shape.row_tiles {
            let block = BlockOfStep::new((row_tile, column_tile), of_tile);
            decided += self.block(block, lines.next(), scratch);
        }
        scratch.frame = frame;
        decided
    }
}

impl<'a> Replay<'a> {
    /// Prepares to replay a half-step. Refuses frames of column tiles that there are not.
    fn new(
        journal: &'a dyn Journal,
        number: u32,
        step: &'a HalfStep<'a>,
        frames: &'a (dyn Frames + 'a),
    ) -> Self {
        let movers = step.movers;
        if frames
            .last_tile()
            .is_some_and(|last| last >= movers.shape.column_tiles)
        {
            journal.refuse(number);
        }
        Self {
            step,
            journal,
            number,
            frames,
            sample: Sample::new(journal.seed(), number, movers.shape.lines()),
        }
    }

    /// Decodes what the journal has of a column tile; leaves no lines if it has nothing. A frame
    /// that is not sound is refused.
    fn decode(&self, column_tile: usize, lines: &mut Vec<BitLine>) {
        lines.clear();
        let Some(frame) = self.frames.frame(column_tile) else {
            return;
        };
        lines.resize(self.step.movers.shape.tile_height(), BitLine::ZERO);
        if decode(frame, lines).is_none() {
            self.journal.refuse(self.number);
            lines.clear();
        }
    }

    /// Does the half-step in a block, given its lines if the journal has any of its column tile.
    /// Returns the number of newly decided positions, times the order of the group.
    ///
    /// Only positions that were undecided can be decided, and the lines of the sample are computed
    /// again. Otherwise the half-step is refused, and the block stays as it was.
    fn block(
        &self,
        mut block: BlockOfStep<'_, '_>,
        lines: Option<&[BitLine]>,
        scratch: &mut Scratch,
    ) -> u64 {
        *block.state.changes = Changes::default();
        let step = self.step;
        let place = block.place;
        let sets = step.movers.sets_of_tile(place.0);
        let sample = self.sample.rows(step.first_line(&block), sets.len());
        let mut sample = sample.peekable();
        if lines.is_none() && sample.peek().is_none() {
            return 0;
        }
        let Scratch {
            fresh, transposed, ..
        } = scratch;
        let undecided = step.undecided_of_block(&mut block, fresh, transposed);
        match lines {
            Some(lines) => fresh.copy_from_slice(lines),
            None => fresh.fill(BitLine::ZERO),
        }
        let is_sound = is_within(fresh, undecided)
            && sample.all(|row| {
                let set = sets.start + row;
                let found = step
                    .search
                    .found(set, undecided[row], |slid| step.line(slid, place.1));
                found == fresh[row]
            });
        if !is_sound {
            self.journal.refuse(self.number);
            return 0;
        }
        for (undecided, fresh) in undecided.iter_mut().zip(&*fresh) {
            *undecided = undecided.and_not(*fresh);
        }
        step.settle
            .block(place, fresh, transposed, &mut block.state)
    }
}

/// Whether all positions of some lines are among those of others.
fn is_within(lines: &[BitLine], others: &[BitLine]) -> bool {
    let mut pairs = lines.iter().zip(others);
    pairs.all(|(line, other)| line.and_not(*other).is_zero())
}

/// A random sample of the lines of a plane: one of `every`, from line `first` on.
#[derive(Clone, Copy)]
struct Sample {
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
    fn rows(self, before: usize, rows: usize) -> impl Iterator<Item = usize> {
        let next = (self.first + self.every - before % self.every) % self.every;
        (next..rows).step_by(self.every)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines 1, 4, 7, … of blocks of five.
    #[test]
    fn a_sample_has_the_same_lines_however_they_are_divided() {
        let sample = Sample { every: 3, first: 1 };
        let mut lines = Vec::new();
        for before in (0..20).step_by(5) {
            lines.extend(sample.rows(before, 5).map(|row| before + row));
        }
        assert_eq!(lines, [1, 4, 7, 10, 13, 16, 19]);
    }

    /// At least a hundred lines of a side's four, and one in a thousand.
    #[test]
    fn large_planes_have_sparse_samples() {
        for (lines, every) in [(399, 1), (799, 1), (800, 2), (4_000_000, 1000)] {
            let sample = Sample::new(5, 1, lines);
            assert_eq!(sample.every, every);
            assert!(sample.first < every);
        }
        let firsts = [1, 2, 3].map(|number| Sample::new(5, number, 4_000_000).first);
        assert_ne!(firsts[0], firsts[1]);
        assert_ne!(firsts[1], firsts[2]);
        assert_ne!(firsts[0], Sample::new(6, 1, 4_000_000).first);
    }
}

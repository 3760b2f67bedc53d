//! Replaying what a journal has of a half-step.

use super::half_step::{BlockOfStep, HalfStep};
use super::plane::Changes;
use super::record::Replay;
use super::scratch::Scratch;
use super::settle::TileState;
use crate::line::BitLine;

impl HalfStep<'_> {
    /// Does in a column tile what the journal has of the half-step. Returns the number of its newly
    /// decided positions, times the order of the group.
    pub(super) fn replay_tile<const ANY: bool>(
        &self,
        replay: Replay<'_>,
        column_tile: usize,
        mut of_tile: TileState<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let has_any = replay.decode(column_tile, &mut scratch.decided);
        let mut total = 0;
        for row_tile in 0..self.movers.tiles {
            let block = BlockOfStep::new((row_tile, column_tile), &mut of_tile);
            total += self.replay_block::<ANY>(replay, has_any, block, scratch);
        }
        total
    }

    /// The same in a block, if the journal `has_any` of the column tile.
    ///
    /// Only positions that were undecided can be decided, and the lines of the sample are computed
    /// again. Otherwise the half-step is refused, and the block stays as it was.
    fn replay_block<const ANY: bool>(
        &self,
        replay: Replay<'_>,
        has_any: bool,
        mut block: BlockOfStep<'_, '_>,
        scratch: &mut Scratch,
    ) -> u64 {
        *block.state.changes = Changes::default();
        let place = block.place;
        let sets = self.movers.sets_of_tile(place.0);
        let sample = replay.sample.rows(self.first_line(&block), sets.len());
        let mut sample = sample.peekable();
        if !has_any && sample.peek().is_none() {
            return 0;
        }
        let Scratch {
            fresh,
            transposed,
            decided,
            cells,
            ..
        } = scratch;
        let undecided = self.undecided_of_block(&mut block, fresh, transposed);
        if has_any {
            let height = fresh.len();
            fresh.copy_from_slice(&decided[place.0 * height..][..height]);
        } else {
            fresh.fill(BitLine::ZERO);
        }
        let is_sound = is_within(fresh, undecided)
            && sample.all(|row| {
                let line = |slid| self.line(slid, place.1);
                let set = sets.start + row;
                let found = self.search.found::<ANY, false>(set, undecided[row], line);
                found == fresh[row]
            });
        if !is_sound {
            replay.record.refuse();
            return 0;
        }
        for (undecided, fresh) in undecided.iter_mut().zip(&*fresh) {
            *undecided = undecided.and_not(*fresh);
        }
        self.settle
            .block(place, fresh, transposed, cells, &mut block.state)
    }
}

/// Whether all positions of some lines are among those of others.
fn is_within(lines: &[BitLine], others: &[BitLine]) -> bool {
    let mut pairs = lines.iter().zip(others);
    pairs.all(|(line, other)| line.and_not(*other).is_zero())
}

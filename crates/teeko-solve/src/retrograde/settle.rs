//! Adding newly decided positions to a plane, block by block, with their codes and numbers.

use crate::codes::BlockCodes;
use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;
use crate::retrograde::plane::{Cell, Changes, cells};
use crate::retrograde::weights::Weights;

/// A block is turned round bit by bit, and what a half-step adds to it is listed, if that is at
/// most three positions for each eight lines.
const fn few(lines: usize) -> u64 {
    lines as u64 * 3 / 8
}

/// The part of the planes that belongs to one block.
pub(crate) struct BlockState<'a> {
    pub(crate) target: &'a mut [BitLine],
    pub(crate) changes: &'a mut Changes,
    pub(crate) codes: Option<&'a mut BlockCodes>,
}

/// Adds newly decided positions to a plane and gives them their code.
#[derive(Clone, Copy)]
pub(crate) struct Settle<'a> {
    pub(crate) instructions: InstructionSet,
    pub(crate) lanes: &'a Lanes,
    pub(crate) weights: &'a Weights,
    pub(crate) code: u32,
}

impl Settle<'_> {
    /// Turns the newly decided positions of a block round and adds them. The block is that of a row
    /// tile and a column tile; `turned` is room for another.
    ///
    /// Returns their number, times the order of the group.
    pub(crate) fn block(
        self,
        (row_tile, column_tile): (usize, usize),
        fresh: &[BitLine],
        turned: &mut [BitLine],
        state: &mut BlockState<'_>,
    ) -> u64 {
        let Self { instructions, lanes, weights, code } = self;
        *state.changes = Changes::default();
        let first_set = row_tile * lanes.sets();
        let (weighted, count) = weights.count_block(instructions, fresh, first_set, column_tile);
        if count == 0 {
            return 0;
        }
        if count <= few(lanes.sets()) {
            return self.cells((row_tile, column_tile), cells(count as usize, fresh), state);
        }
        lanes.turn(instructions, fresh, turned);
        instructions.run_narrow(
            #[inline(always)]
            |_| {
                for (target, turned) in state.target.iter_mut().zip(&*turned) {
                    *target = target.or(*turned);
                }
                if let Some(codes) = &mut state.codes {
                    codes.set(code, turned);
                }
            },
        );
        *state.changes = Changes::Many;
        weighted
    }

    /// The same for a list of positions.
    pub(crate) fn cells(
        self,
        (row_tile, column_tile): (usize, usize),
        mut fresh: Vec<Cell>,
        state: &mut BlockState<'_>,
    ) -> u64 {
        let Self { lanes, weights, code, .. } = self;
        let mut weighted = 0;
        for cell in &mut fresh {
            let (row, bit) = lanes.turned(cell.row(), cell.bit());
            weighted += weights
                .count_one(row_tile * lanes.sets() + cell.row(), column_tile * lanes.sets() + row);
            state.target[row].set(bit);
            if let Some(codes) = &mut state.codes {
                codes.set_one(code, lanes.sets(), row, bit);
            }
            *cell = Cell::new(row, bit);
        }
        fresh.shrink_to_fit();
        let is_few = fresh.len() as u64 <= few(lanes.sets());
        *state.changes = if is_few { Changes::Listed(fresh) } else { Changes::Many };
        weighted
    }
}

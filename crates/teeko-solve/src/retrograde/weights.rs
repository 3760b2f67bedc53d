//! Counting the positions of planes.

use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;

/// Counts positions in planes that have one bit for a whole orbit.
pub(crate) struct Weights {
    pub(crate) order: u64,
    /// The canonical sets of a tile.
    tile: usize,
    /// By column tile: the bits of columns whose sets are their own images under one symmetry
    /// beside the identity, and under several.
    halved: Vec<BitLine>,
    others: Vec<BitLine>,
    /// By canonical set of a side: the number of sets that it stands for.
    row_sizes: Vec<u8>,
    column_sizes: Vec<u8>,
}

impl Weights {
    /// Creates the weights from the sizes of the orbits that rows and columns stand for.
    pub(crate) fn new(lanes: &Lanes, row_sizes: &[u8], column_sizes: &[u8]) -> Self {
        let order = lanes.order();
        let columns = |is_counted: &dyn Fn(usize) -> bool| {
            let tile = |sizes: &[u8]| {
                lanes.every((0..sizes.len()).filter(|&set| is_counted(usize::from(sizes[set]))))
            };
            column_sizes.chunks(lanes.sets()).map(tile).collect()
        };
        Self {
            order: order as u64,
            tile: lanes.sets(),
            halved: columns(&|size| 2 * size == order),
            others: columns(&|size| size < order && 2 * size != order),
            row_sizes: row_sizes.to_vec(),
            column_sizes: column_sizes.to_vec(),
        }
    }

    /// The positions that the bits of a block stand for, times the order of the group, and the
    /// number of bits.
    pub(crate) fn count_block(
        &self,
        instructions: InstructionSet,
        block: &[BitLine],
        first_set: usize,
        column_tile: usize,
    ) -> (u64, u64) {
        let sizes = &self.row_sizes[first_set..];
        let (bits, twice) = instructions.count(block, sizes, self.halved[column_tile]);
        let lacking = self.count_lacking(block, first_set, column_tile);
        (self.order * twice / 2 - lacking, bits)
    }

    /// What columns with several symmetries of their own take from the count.
    fn count_lacking(&self, block: &[BitLine], first_set: usize, column_tile: usize) -> u64 {
        let others = self.others[column_tile];
        if others.is_zero() {
            return 0;
        }
        let mut lacking = 0;
        for (line, &size) in block.iter().zip(&self.row_sizes[first_set..]) {
            line.and(others).for_each_one(|bit| {
                let column = column_tile * self.tile + bit % self.tile;
                lacking += (self.order - u64::from(self.column_sizes[column])) * u64::from(size);
            });
        }
        lacking
    }

    /// The positions that one bit stands for, times the order of the group.
    #[inline(always)]
    pub(crate) fn count_one(&self, row: usize, column: usize) -> u64 {
        u64::from(self.row_sizes[row]) * u64::from(self.column_sizes[column])
    }
}

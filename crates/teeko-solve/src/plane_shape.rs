//! The shape of a plane, which follows from the numbers of its sets.

use crate::line::LINE_BITS;

/// How many blocks and lines a plane has. It has a row for each canonical set of one side and each
/// symmetry, and a column for each canonical set of the other side (see [`crate::layout`]).
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneShape {
    /// The canonical sets of a tile, which are the lines of a block.
    sets: usize,
    /// The row tiles and the column tiles.
    pub(crate) row_tiles: usize,
    pub(crate) column_tiles: usize,
}

impl PlaneShape {
    /// Returns the shape for these numbers of symmetries, and of canonical sets of either side.
    pub(crate) fn new(order: usize, rows: usize, columns: usize) -> Self {
        let sets = sets_of_tile(order);
        Self {
            sets,
            row_tiles: rows.div_ceil(sets),
            column_tiles: columns.div_ceil(sets),
        }
    }

    pub(crate) fn blocks(&self) -> usize {
        self.row_tiles * self.column_tiles
    }

    /// Returns the lines of a column tile. The last block of each is filled up.
    pub(crate) fn tile_height(&self) -> usize {
        self.row_tiles * self.sets
    }

    pub(crate) fn lines(&self) -> usize {
        self.blocks() * self.sets
    }
}

/// Returns the canonical sets of a tile: the bits of a line that each of `order` symmetries has.
pub(crate) const fn sets_of_tile(order: usize) -> usize {
    LINE_BITS / order
}

//! Marked positions of a column tile.

use crate::line::BitLine;

/// A bitmap of a column tile, used by one half-step at a time and empty between them. Only the rows
/// with marks are visited and cleared: marks are few, and clearing the whole bitmap would take
/// longer than all other work.
#[derive(Default)]
pub(crate) struct Marks {
    /// By canonical set of the rows.
    lines: Vec<BitLine>,
    /// By row tile: the rows with marks.
    rows: Vec<BitLine>,
    /// The sets of a row tile.
    sets: usize,
}

impl Marks {
    /// Makes room for row tiles of `sets` sets, while no position is marked. Room that is left over
    /// stays: layers take turns.
    pub(crate) fn reserve(&mut self, row_tiles: usize, sets: usize) {
        let lines = self.lines.len().max(row_tiles * sets);
        self.lines.resize(lines, BitLine::ZERO);
        let tiles = self.rows.len().max(row_tiles);
        self.rows.resize(tiles, BitLine::ZERO);
        self.sets = sets;
    }

    /// Marks the position of a bit in the line of a set.
    #[inline(always)]
    pub(crate) fn mark(&mut self, set: usize, bit: usize) {
        self.lines[set].set(bit);
        self.rows[set / self.sets].set(set % self.sets);
    }

    /// Calls `visit` with each row of a row tile that has marks, and with its marked positions.
    /// Removes these marks.
    #[inline(always)]
    pub(crate) fn take_rows(&mut self, row_tile: usize, mut visit: impl FnMut(usize, BitLine)) {
        let lines = &mut self.lines[row_tile * self.sets..];
        let rows = std::mem::take(&mut self.rows[row_tile]);
        rows.for_each_one(
            #[inline(always)]
            |row| visit(row, std::mem::take(&mut lines[row])),
        );
    }
}

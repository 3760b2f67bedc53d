//! Which positions are undecided: a plane has them, or they are what is left.

use crate::line::{BitLine, Block};
use crate::retrograde::plane::Cell;
use crate::row_graph::{BlockPlace, RowGraph};

/// Lines of a block, of which most are zero.
#[derive(Clone, Default)]
pub(crate) struct SparseLines {
    kept: BitLine,
    lines: Vec<BitLine>,
}

impl SparseLines {
    pub(crate) fn new(lines: &Block) -> Self {
        let mut sparse = Self::default();
        for (row, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_zero()) {
            sparse.kept.set(row);
            sparse.lines.push(*line);
        }
        sparse
    }

    #[inline(always)]
    fn get(&self, row: usize) -> BitLine {
        if self.kept.bit(row) { self.lines[self.kept.ones_below(row)] } else { BitLine::ZERO }
    }
}

/// What is neither over, nor won, nor lost, and yet never decided; with the mover's set as the row.
pub(crate) struct NeverDecided {
    /// By row tile: the rows whose sets make a position possible.
    rows: Vec<BitLine>,
    /// By column tile: the columns that stand for a set.
    columns: Vec<BitLine>,
    /// In the place of each block those of the block that it turns into.
    blocks: Vec<SparseLines>,
}

impl NeverDecided {
    /// With the rows of each tile that make a position possible; of the rest nothing yet.
    pub(crate) fn new(graph: &RowGraph, rows: Vec<BitLine>) -> Self {
        let columns = (0..graph.tiles).map(|tile| graph.rows_of_tile(tile)).collect();
        Self { rows, columns, blocks: vec![SparseLines::default(); graph.blocks()] }
    }

    /// What is undecided in a block, from what is decided there, turned round.
    #[inline(always)]
    pub(crate) fn rest(&self, block: usize, source: BlockPlace, decided: &mut Block) {
        let (rows, columns) = (self.rows[source.row_tile], self.columns[source.column_tile]);
        for (row, line) in decided.iter_mut().enumerate() {
            *line = if rows.bit(row) { columns.and_not(*line) } else { BitLine::ZERO };
        }
        let never_decided = &self.blocks[block];
        never_decided
            .kept
            .for_each_one(|row| decided[row] = decided[row].and_not(never_decided.get(row)));
    }

    /// Whether a position of a block, as the block that it turns into has it, makes a position that
    /// can be decided.
    #[inline(always)]
    pub(crate) fn leaves(&self, block: usize, row_tile: usize, cell: Cell) -> bool {
        self.rows[row_tile].bit(cell.row())
            && !self.blocks[block].get(cell.row()).bit(cell.column())
    }

    /// What else is left out, in the place of each block.
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut SparseLines> {
        self.blocks.iter_mut()
    }
}

/// Where half-steps find which positions are undecided.
pub(crate) enum Undecided<'a> {
    /// In a plane with the mover's set as the row: in the place of each block of the target that
    /// which it turns into.
    Plane(&'a mut [BitLine]),
    /// They are the rest: what is in neither plane that the half-step leads from and to, nor in a
    /// third one, nor left out. These are turned round block by block.
    Rest { never_decided: &'a NeverDecided, also_decided: Option<&'a [BitLine]> },
}

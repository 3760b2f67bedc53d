//! Planes of positions, with what the last half-step has changed in them.

use teeko_index::parallel;

use crate::line::{BitLine, Block, LINE_BITS};
use crate::lines::{Lines, zeros};
use crate::row_graph::{Neighbours, RowGraph};

/// A plane of positions.
#[derive(Default)]
pub(crate) struct Plane {
    pub(crate) bits: Lines,
    /// By block: the positions that the last half-step has added.
    pub(crate) changes: Vec<Changes>,
}

/// The positions that a half-step has added to a block.
#[derive(Clone)]
pub(crate) enum Changes {
    /// Few: a list of them, in any order.
    Listed(Vec<Cell>),
    /// Too many for a list.
    Many,
}

impl Default for Changes {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

/// A position within a block.
#[derive(Clone, Copy)]
pub(crate) struct Cell(u32);

impl Cell {
    /// The position in a row and a column of the block.
    #[inline(always)]
    pub(crate) fn new(row: usize, column: usize) -> Self {
        Self((row * LINE_BITS + column) as u32)
    }

    #[inline(always)]
    pub(crate) fn row(self) -> usize {
        self.0 as usize / LINE_BITS
    }

    #[inline(always)]
    pub(crate) fn column(self) -> usize {
        self.0 as usize % LINE_BITS
    }
}

/// Lists the positions of a block, given their number.
pub(crate) fn cells(count: u32, block: &Block) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(count as usize);
    for (row, line) in block.iter().enumerate() {
        line.for_each_one(|column| cells.push(Cell::new(row, column)));
    }
    cells
}

/// Returns an empty block for [`each_row`].
pub(crate) fn scratch() -> Vec<BitLine> {
    vec![BitLine::ZERO; LINE_BITS]
}

/// Gathers `candidates` by row, and lists the positions that `decide` returns for each row.
///
/// `scratch` is empty before and after: where positions are few, emptying it for each block would
/// take longer than everything else.
#[inline(always)]
pub(crate) fn each_row<'a>(
    candidates: impl Iterator<Item = &'a Cell>,
    scratch: &mut [BitLine],
    mut decide: impl FnMut(usize, BitLine) -> BitLine,
) -> Vec<Cell> {
    let mut rows = BitLine::ZERO;
    for cell in candidates {
        scratch[cell.row()].set(cell.column());
        rows.set(cell.row());
    }
    let mut found = Vec::new();
    rows.for_each_one(|row| {
        let line = std::mem::take(&mut scratch[row]);
        decide(row, line).for_each_one(|column| found.push(Cell::new(row, column)));
    });
    found
}

impl Plane {
    pub(crate) fn new(blocks: usize) -> Self {
        Self { bits: zeros(blocks * LINE_BITS), changes: vec![Changes::default(); blocks] }
    }

    /// Frees the lists of what the last half-step has added.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.fill(Changes::default());
    }

    /// Removes the positions that the last half-step has added, which are all that it has.
    pub(crate) fn clear(&mut self) {
        let blocks = self.bits.chunks_exact_mut(LINE_BITS).zip(&self.changes);
        parallel::for_each(blocks, |(bits, changes)| match changes {
            Changes::Many => bits.fill(BitLine::ZERO),
            Changes::Listed(cells) => {
                for cell in cells {
                    bits[cell.row()] = BitLine::ZERO;
                }
            }
        });
    }

    /// Adds the positions that the last half-step has added to another plane.
    pub(crate) fn add(&mut self, other: &Self) {
        self.changes.clone_from_slice(&other.changes);
        let blocks = self.bits.chunks_exact_mut(LINE_BITS).zip(other.bits.chunks_exact(LINE_BITS));
        parallel::for_each(blocks.zip(&self.changes), |((bits, others), changes)| match changes {
            Changes::Many => {
                for (bits, other) in bits.iter_mut().zip(others) {
                    *bits = bits.or(*other);
                }
            }
            Changes::Listed(cells) => {
                for cell in cells {
                    bits[cell.row()].set(cell.column());
                }
            }
        });
    }

    /// Lists the positions of a column tile from which a move leads to one that the last half-step
    /// has added, by (row tile, element) of `movers`. A position may be listed several times.
    ///
    /// `rows` are those of this plane, and `origins` has the rows in `movers` that each of them can
    /// be reached from. `None` if more was added than one position for each `sparse` rows, or too
    /// many in a block: then all positions are worth looking at.
    pub(crate) fn candidates(
        &self,
        rows: &RowGraph,
        movers: &RowGraph,
        origins: &Neighbours,
        tile: usize,
        sparse: usize,
    ) -> Option<Vec<Vec<Cell>>> {
        let of_tile =
            || self.changes[tile * rows.row_blocks()..][..rows.row_blocks()].iter().enumerate();
        let mut count = 0;
        for (_, changes) in of_tile() {
            match changes {
                Changes::Many => return None,
                Changes::Listed(cells) => count += cells.len(),
            }
        }
        if count * sparse >= rows.rows() {
            return None;
        }
        let order = rows.group.order();
        let mut candidates = vec![Vec::new(); movers.row_blocks()];
        for (row_block, changes) in of_tile() {
            let Changes::Listed(cells) = changes else { continue };
            let first = rows.row(row_block % order, row_block / order * LINE_BITS);
            for cell in cells {
                for &origin in origins.of(first + cell.row()) {
                    let (row_block, row) =
                        (origin as usize / LINE_BITS, origin as usize % LINE_BITS);
                    candidates[row_block].push(Cell::new(row, cell.column()));
                }
            }
        }
        Some(candidates)
    }
}

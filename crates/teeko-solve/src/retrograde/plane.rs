//! Planes of positions, with what the last half-step has changed in them.

use teeko_index::{Place, parallel};
use teeko_rules::Circles;

use crate::lanes::{Lanes, with_any};
use crate::line::{BitLine, LINE_BITS};
use crate::lines::{Lines, zeros};
use crate::neighbours::Neighbours;
use crate::row_graph::RowGraph;

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
    /// Too many for a list: more than `most_listed` in `settle`.
    Many,
}

impl Default for Changes {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

impl Changes {
    /// Lists a position, if no more than `most` are listed then.
    pub(crate) fn add(&mut self, cell: Cell, most: usize) {
        match self {
            Self::Listed(cells) if cells.len() < most => cells.push(cell),
            _ => *self = Self::Many,
        }
    }

    pub(crate) fn are_none(&self) -> bool {
        matches!(self, Self::Listed(cells) if cells.is_empty())
    }
}

/// A position within a block.
#[derive(Clone, Copy)]
pub(crate) struct Cell(u32);

impl Cell {
    /// The position of a bit in a row of the block.
    #[inline(always)]
    pub(crate) fn new(row: usize, bit: usize) -> Self {
        Self((row * LINE_BITS + bit) as u32)
    }

    #[inline(always)]
    pub(crate) fn row(self) -> usize {
        self.0 as usize / LINE_BITS
    }

    #[inline(always)]
    pub(crate) fn bit(self) -> usize {
        self.0 as usize % LINE_BITS
    }
}

impl Plane {
    pub(crate) fn new(graph: &RowGraph) -> Self {
        Self {
            bits: zeros(graph.shape.lines()),
            changes: vec![Changes::default(); graph.shape.blocks()],
        }
    }

    /// Fills an empty plane with the places where the sets of row and column overlap. `sets` are
    /// the canonical sets of the rows, `with` has by column tile the columns with each circle.
    pub(crate) fn fill_overlaps(
        &mut self,
        graph: &RowGraph,
        sets: &[Circles],
        with: &[Vec<BitLine>],
    ) {
        let blocks = self.bits.chunks_exact_mut(graph.lanes.sets()).enumerate();
        parallel::for_each(blocks, |(block, lines)| {
            let row_tile = block / graph.shape.column_tiles;
            let column_tile = block % graph.shape.column_tiles;
            for (line, &set) in lines.iter_mut().zip(&sets[graph.sets_of_tile(row_tile)]) {
                *line = with_any(&with[column_tile], set);
            }
        });
    }

    /// Frees the lists of what the last half-step has added.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.fill(Changes::default());
    }

    /// Removes the positions that the last half-step has added, which are all that it has.
    pub(crate) fn clear(&mut self, lanes: &Lanes) {
        let blocks = self.bits.chunks_exact_mut(lanes.sets()).zip(&self.changes);
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
    pub(crate) fn add(&mut self, other: &Self, lanes: &Lanes) {
        self.changes.clone_from_slice(&other.changes);
        let others = other.bits.chunks_exact(lanes.sets());
        let blocks = self.bits.chunks_exact_mut(lanes.sets()).zip(others);
        parallel::for_each(
            blocks.zip(&self.changes),
            |((bits, others), changes)| match changes {
                Changes::Many => {
                    for (bits, other) in bits.iter_mut().zip(others) {
                        *bits = bits.or(*other);
                    }
                }
                Changes::Listed(cells) => {
                    for cell in cells {
                        bits[cell.row()].set(cell.bit());
                    }
                }
            },
        );
    }

    /// Whether the last half-step has added fewer than one position for each `sparse` canonical
    /// sets of the rows to a column tile, and few to each block.
    pub(crate) fn has_few_changes(&self, rows: &RowGraph, tile: usize, sparse: usize) -> bool {
        let mut count = 0;
        for changes in self.changes_of_tile(rows, tile) {
            match changes {
                Changes::Many => return false,
                Changes::Listed(cells) => count += cells.len(),
            }
        }
        count * sparse < rows.count()
    }

    fn changes_of_tile(&self, rows: &RowGraph, tile: usize) -> impl Iterator<Item = &Changes> {
        self.changes
            .iter()
            .skip(tile)
            .step_by(rows.shape.column_tiles)
    }

    /// Calls `visit` with each position of a column tile from which a move leads to one that the
    /// last half-step has added: its set and its bit. Only these can be decided by the next. A
    /// position comes again for each such move.
    ///
    /// `rows` are those of this plane, and `origins` has the sets from which a move leads to each
    /// of its canonical sets.
    #[inline(always)]
    pub(crate) fn for_each_origin(
        &self,
        rows: &RowGraph,
        origins: &Neighbours<Place>,
        tile: usize,
        mut visit: impl FnMut(usize, usize),
    ) {
        let lanes = &rows.lanes;
        for (row_tile, changes) in self.changes_of_tile(rows, tile).enumerate() {
            let Changes::Listed(cells) = changes else {
                continue;
            };
            for cell in cells {
                for origin in origins.of(row_tile * lanes.sets() + cell.row()) {
                    let bit = lanes.bit_before_image(cell.bit(), usize::from(origin.element));
                    visit(origin.canonical as usize, bit);
                }
            }
        }
    }
}

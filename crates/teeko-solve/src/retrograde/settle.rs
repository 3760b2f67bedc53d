//! Adding newly decided positions to a plane, block by block, with their codes and numbers.

use std::iter;

use teeko_index::parallel;

use crate::codes::{Codes, PlanesOfTile};
use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;
use crate::retrograde::plane::{Cell, Changes, Plane};
use crate::retrograde::scratch::Scratch;
use crate::retrograde::weights::Weights;
use crate::row_graph::RowGraph;

/// The most new positions of a block that are listed, and transposed one by one: three for each
/// eight lines.
const fn most_listed(lines: usize) -> u64 {
    lines as u64 * 3 / 8
}

/// The parts of the planes that belong to one column tile of the source: a row tile of the target
/// (see [`crate::retrograde`]).
pub(crate) struct TileState<'a> {
    target: &'a mut [BitLine],
    changes: &'a mut [Changes],
    /// If a plane has them.
    undecided: Option<&'a mut [BitLine]>,
    /// The planes of codes to which the newly decided positions are added.
    codes: PlanesOfTile<'a>,
}

impl<'a> TileState<'a> {
    /// Divides a plane among the column tiles of `graph`, with the plane of undecided positions and
    /// the codes, where those that are newly decided get `code`. Either is empty if it is not kept.
    pub(crate) fn of_plane(
        graph: &RowGraph,
        plane: &'a mut Plane,
        undecided: &'a mut [BitLine],
        codes: &'a mut Codes,
        code: u32,
    ) -> Vec<Self> {
        let height = graph.shape.tile_height();
        let mut undecided = undecided.chunks_exact_mut(height);
        let mut codes = codes.planes_of_code(code, height).into_iter();
        let lines = plane.bits.chunks_exact_mut(height);
        let mut tiles = Vec::new();
        for (target, changes) in lines.zip(plane.changes.chunks_exact_mut(graph.shape.row_tiles)) {
            tiles.push(Self {
                target,
                changes,
                undecided: undecided.next(),
                codes: codes.next().unwrap_or_default(),
            });
        }
        tiles
    }

    /// The lines of the target.
    pub(crate) fn target(&self) -> &[BitLine] {
        self.target
    }

    /// The undecided positions of a row tile, if a plane has them, and the rest of its block.
    pub(crate) fn block(
        &mut self,
        row_tile: usize,
    ) -> (Option<&mut [BitLine]>, BlockState<'_, 'a>) {
        let sets = self.target.len() / self.changes.len();
        let lines = row_tile * sets..(row_tile + 1) * sets;
        let undecided = self
            .undecided
            .as_mut()
            .map(|undecided| &mut undecided[lines.clone()]);
        let state = BlockState {
            first: lines.start,
            target: &mut self.target[lines],
            changes: &mut self.changes[row_tile],
            codes: &mut self.codes,
        };
        (undecided, state)
    }
}

/// The part of the planes that belongs to one block.
pub(crate) struct BlockState<'a, 'b> {
    pub(crate) target: &'a mut [BitLine],
    pub(crate) changes: &'a mut Changes,
    /// The planes of its column tile, and its first line in them.
    codes: &'a mut PlanesOfTile<'b>,
    first: usize,
}

impl BlockState<'_, '_> {
    /// Adds the positions of a block, which has been transposed, to the plane and to the codes.
    fn add(&mut self, instructions: InstructionSet, transposed: &[BitLine]) {
        instructions.run_narrow(
            #[inline(always)]
            |_| {
                let of_codes = self.codes.iter_mut();
                let of_codes = of_codes.map(|plane| &mut plane[self.first..]);
                for lines in iter::once(&mut *self.target).chain(of_codes) {
                    for (line, transposed) in lines.iter_mut().zip(transposed) {
                        *line = line.or(*transposed);
                    }
                }
            },
        );
    }
}

/// Adds newly decided positions to a plane and to the planes of their code.
#[derive(Clone, Copy)]
pub(crate) struct Settle<'a> {
    pub(crate) instructions: InstructionSet,
    pub(crate) lanes: &'a Lanes,
    pub(crate) weights: &'a Weights,
}

impl Settle<'_> {
    /// Adds the positions that `find` returns for each line, given its column tile, its canonical
    /// set and its undecided positions; these are zero if no plane has them.
    ///
    /// Returns their number.
    pub(crate) fn lines(
        self,
        graph: &RowGraph,
        tiles: Vec<TileState<'_>>,
        find: impl Fn(usize, usize, &mut BitLine) -> BitLine + Sync,
    ) -> u64 {
        let totals = parallel::fold(
            tiles.into_iter().enumerate(),
            || (0, Scratch::new(self.lanes)),
            |sum, (tile, mut of_tile)| {
                let (
                    total,
                    Scratch {
                        fresh,
                        transposed,
                        cells,
                        ..
                    },
                ) = sum;
                for row_tile in 0..graph.shape.row_tiles {
                    let (mut undecided, mut state) = of_tile.block(row_tile);
                    fresh.fill(BitLine::ZERO);
                    for (row, set) in graph.sets_of_tile(row_tile).enumerate() {
                        let mut none = BitLine::ZERO;
                        let undecided = undecided
                            .as_mut()
                            .map_or(&mut none, |lines| &mut lines[row]);
                        fresh[row] = find(tile, set, undecided);
                    }
                    *total += self.block((row_tile, tile), fresh, transposed, cells, &mut state);
                }
            },
        );
        totals.into_iter().map(|(total, _)| total).sum::<u64>() / self.weights.order
    }

    /// Transposes the newly decided positions of a block and adds them. The block is that of a row
    /// tile and a column tile; `transposed` is room for another.
    ///
    /// Returns their number, times the order of the group.
    pub(crate) fn block(
        self,
        (row_tile, column_tile): (usize, usize),
        fresh: &[BitLine],
        transposed: &mut [BitLine],
        cells: &mut Vec<Cell>,
        state: &mut BlockState<'_, '_>,
    ) -> u64 {
        let Self {
            instructions,
            lanes,
            weights,
        } = self;
        *state.changes = Changes::default();
        let (weighted, count) = weights.count_block(instructions, fresh, (row_tile, column_tile));
        if count == 0 {
            return 0;
        }
        if count <= most_listed(lanes.sets()) {
            cells.clear();
            for (row, line) in fresh.iter().enumerate() {
                line.for_each_one(|bit| cells.push(Cell::new(row, bit)));
            }
            return self.cells((row_tile, column_tile), cells, state);
        }
        lanes.transpose(instructions, fresh, transposed);
        state.add(instructions, transposed);
        *state.changes = Changes::Many;
        weighted
    }

    /// The same for a list of positions.
    pub(crate) fn cells(
        self,
        (row_tile, column_tile): (usize, usize),
        fresh: &[Cell],
        state: &mut BlockState<'_, '_>,
    ) -> u64 {
        let Self { lanes, weights, .. } = self;
        let mut weighted = 0;
        let mut added = Vec::with_capacity(fresh.len());
        for cell in fresh {
            let (row, bit) = lanes.transposed(cell.row(), cell.bit());
            weighted += weights.count_one(
                row_tile * lanes.sets() + cell.row(),
                column_tile * lanes.sets() + row,
            );
            state.target[row].set(bit);
            for plane in &mut *state.codes {
                plane[state.first + row].set(bit);
            }
            added.push(Cell::new(row, bit));
        }
        *state.changes = if added.len() as u64 <= most_listed(lanes.sets()) {
            Changes::Listed(added)
        } else {
            Changes::Many
        };
        weighted
    }
}

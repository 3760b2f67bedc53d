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
const fn most_listed(lines: usize) -> usize {
    lines * 3 / 8
}

/// The parts of the planes that belong to one column tile of the source: a row tile of the target
/// (see [`crate::retrograde`]).
pub(crate) struct TileState<'a> {
    /// The lines of a block.
    sets: usize,
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
                sets: graph.lanes.sets(),
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

    /// Whether a position of a set is undecided, if a plane has those that are.
    #[inline(always)]
    pub(crate) fn is_undecided(&self, set: usize, bit: usize) -> Option<bool> {
        let lines = self.undecided.as_ref()?;
        Some(lines[set].bit(bit))
    }

    /// Forgets what the last half-step for this target has added.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.fill(Changes::default());
    }

    /// The undecided positions of a row tile, if a plane has them, and the rest of its block.
    pub(crate) fn block(
        &mut self,
        row_tile: usize,
    ) -> (Option<&mut [BitLine]>, BlockState<'_, 'a>) {
        let lines = row_tile * self.sets..(row_tile + 1) * self.sets;
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

    /// Adds a position of a block, which has not been transposed, to the plane and to the codes.
    /// Returns where it is in them.
    #[inline(always)]
    fn add_one(&mut self, cell: Cell, lanes: &Lanes) -> Cell {
        let (row, bit) = lanes.transposed(cell.row(), cell.bit());
        self.target[row].set(bit);
        for plane in &mut *self.codes {
            plane[self.first + row].set(bit);
        }
        Cell::new(row, bit)
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
                        fresh, transposed, ..
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
                    *total += self.block((row_tile, tile), fresh, transposed, &mut state);
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
        if count <= most_listed(lanes.sets()) as u64 {
            let mut cells = Vec::with_capacity(count as usize);
            for (row, line) in fresh.iter().enumerate() {
                line.for_each_one(|bit| cells.push(Cell::new(row, bit)));
            }
            for cell in &mut cells {
                *cell = state.add_one(*cell, lanes);
            }
            *state.changes = Changes::Listed(cells);
            return weighted;
        }
        lanes.transpose(instructions, fresh, transposed);
        state.add(instructions, transposed);
        *state.changes = Changes::Many;
        weighted
    }

    /// Adds a newly decided position of a column tile, and removes it from the undecided ones.
    ///
    /// Returns what it counts, times the order of the group.
    #[inline(always)]
    pub(crate) fn position(
        self,
        column_tile: usize,
        set: usize,
        bit: usize,
        of_tile: &mut TileState<'_>,
    ) -> u64 {
        let sets = self.lanes.sets();
        let row_tile = set / sets;
        let cell = Cell::new(set % sets, bit);
        let (undecided, mut state) = of_tile.block(row_tile);
        if let Some(undecided) = undecided {
            undecided[cell.row()].clear(bit);
        }
        let added = state.add_one(cell, self.lanes);
        state.changes.add(added, most_listed(sets));
        let column = column_tile * sets + added.row();
        self.weights.count_one(set, column)
    }
}

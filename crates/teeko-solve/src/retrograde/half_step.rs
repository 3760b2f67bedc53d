//! One half-step: the undecided positions that a plane decides, column tile by column tile, with
//! their codes and numbers.

use std::mem::take;

use crate::line::BitLine;
use crate::retrograde::plane::Plane;
use crate::retrograde::scratch::Scratch;
use crate::retrograde::search::Search;
use crate::retrograde::settle::{BlockState, Settle, TileState};
use crate::retrograde::undecided::Derivation;
use crate::row_graph::RowGraph;

/// What else reads a column tile of a half-step's source, while a cache has it.
pub(crate) trait TileReader: Send {
    /// Reads the tile, given its lines if the half-step sweeps it.
    fn read(self: Box<Self>, tile: Option<&[BitLine]>, scratch: &mut Scratch);
}

/// The readers of one column tile.
pub(crate) type TileReaders<'a> = Vec<Box<dyn TileReader + 'a>>;

/// One half-step, as each column tile sees it.
pub(super) struct HalfStep<'a> {
    /// The rows by the mover's set; the source has rows like these.
    pub(super) movers: &'a RowGraph,
    /// The plane that the half-step reads: slides lead there.
    pub(super) source: &'a Plane,
    /// If there is no plane of undecided positions.
    pub(super) derivation: Option<Derivation<'a>>,
    pub(super) search: Search<'a>,
    pub(super) settle: Settle<'a>,
}

/// A way to do a half-step: by a search, or by what a journal has of it.
pub(super) trait TileStep: Sync {
    /// Does the half-step in a column tile of the source. Returns the number of its newly decided
    /// positions, times the order of the group.
    fn column_tile(
        &self,
        column_tile: usize,
        of_tile: &mut TileState<'_>,
        readers: TileReaders<'_>,
        scratch: &mut Scratch,
    ) -> u64;
}

impl TileStep for HalfStep<'_> {
    fn column_tile(
        &self,
        column_tile: usize,
        of_tile: &mut TileState<'_>,
        readers: TileReaders<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        if self.search.is_sparse(self.source, self.movers, column_tile) {
            read_all(readers, None, scratch);
            self.check_tile(column_tile, of_tile)
        } else {
            self.sweep_tile(column_tile, of_tile, readers, scratch)
        }
    }
}

/// A block of a half-step: which it is, and the parts of the planes that belong to it.
pub(super) struct BlockOfStep<'a, 'b> {
    /// The row tile and the column tile.
    pub(super) place: (usize, usize),
    /// If a plane has them.
    undecided: Option<&'a mut [BitLine]>,
    pub(super) state: BlockState<'a, 'b>,
}

impl<'a, 'b> BlockOfStep<'a, 'b> {
    /// Takes the block of a row tile and a column tile from what belongs to the latter.
    pub(super) fn new(place: (usize, usize), of_tile: &'a mut TileState<'b>) -> Self {
        let (undecided, state) = of_tile.block(place.0);
        Self {
            place,
            undecided,
            state,
        }
    }
}

impl HalfStep<'_> {
    /// Checks the positions of a column tile from which a slide leads to one that the last
    /// half-step has added. Returns as `HalfStep::column_tile` does.
    fn check_tile(&self, column_tile: usize, of_tile: &mut TileState<'_>) -> u64 {
        of_tile.forget_changes();
        let movers = self.movers;
        let mut total = 0;
        self.source.for_each_origin(
            movers,
            movers.predecessors(),
            column_tile,
            #[inline(always)]
            |set, bit| {
                let has = |slid, bit| self.source.bits[movers.line(slid, column_tile)].bit(bit);
                if self.is_undecided(column_tile, of_tile, set, bit)
                    && self.search.decides(set, bit, has)
                {
                    total += self.settle.position(column_tile, set, bit, of_tile);
                }
            },
        );
        total
    }

    /// Sweeps all lines of a column tile. Returns as `HalfStep::column_tile` does.
    fn sweep_tile(
        &self,
        column_tile: usize,
        of_tile: &mut TileState<'_>,
        readers: TileReaders<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let mut tile = take(&mut scratch.tile);
        self.movers
            .copy_tile(&self.source.bits, column_tile, &mut tile);
        read_all(readers, Some(&tile), scratch);
        let mut total = 0;
        for row_tile in 0..self.movers.shape.row_tiles {
            let block = BlockOfStep::new((row_tile, column_tile), of_tile);
            total += self.sweep(block, &tile, scratch);
        }
        scratch.tile = tile;
        total
    }

    /// The first line of a block in the target.
    pub(super) fn first_line(&self, block: &BlockOfStep<'_, '_>) -> usize {
        let (row_tile, column_tile) = block.place;
        (column_tile * self.movers.shape.row_tiles + row_tile) * self.movers.lanes.sets()
    }

    /// Returns the undecided positions of a block: those of its plane, or, if there is none,
    /// derived in `transposed`.
    #[inline(always)]
    pub(super) fn undecided_of_block<'a>(
        &self,
        block: &'a mut BlockOfStep<'_, '_>,
        decided: &mut [BitLine],
        transposed: &'a mut [BitLine],
    ) -> &'a mut [BitLine] {
        let first = self.first_line(block);
        if let Some(undecided) = &mut block.undecided {
            return undecided;
        }
        if let Some(derivation) = &self.derivation {
            let lines = first..first + decided.len();
            derivation.collect_decided(lines, &self.source.bits, block.state.target, decided);
            let Settle {
                instructions,
                lanes,
                ..
            } = self.settle;
            lanes.transpose(instructions, decided, transposed);
            let (row_tile, column_tile) = block.place;
            let first_set = row_tile * lanes.sets();
            derivation.replace_by_undecided(first_set, column_tile, transposed);
        }
        transposed
    }

    /// The line of a canonical set in a column tile, as the plane has it.
    #[inline(always)]
    pub(super) fn line(&self, set: usize, column_tile: usize) -> BitLine {
        self.source.bits[self.movers.line(set, column_tile)]
    }

    /// Whether a position of a column tile is undecided.
    #[inline(always)]
    fn is_undecided(
        &self,
        column_tile: usize,
        of_tile: &TileState<'_>,
        set: usize,
        bit: usize,
    ) -> bool {
        of_tile
            .is_undecided(set, bit)
            .unwrap_or_else(|| self.is_left(column_tile, of_tile, set, bit))
    }

    /// The same where no plane has the undecided positions.
    fn is_left(&self, column_tile: usize, of_tile: &TileState<'_>, set: usize, bit: usize) -> bool {
        let Some(derivation) = &self.derivation else {
            return false;
        };
        let sets = self.movers.lanes.sets();
        let (row, place) = self.movers.lanes.transposed(set % sets, bit);
        let line_of_tile = set / sets * sets + row;
        let line = column_tile * self.movers.shape.tile_height() + line_of_tile;
        let is_decided = self.source.bits[line].bit(place)
            || of_tile.target()[line_of_tile].bit(place)
            || derivation.is_also_decided(line, place);
        let never_decided = derivation.never_decided;
        let can_be_decided = never_decided.undecided_of_line(set, column_tile, BitLine::ZERO);
        !is_decided && can_be_decided.bit(bit)
    }

    /// Does the half-step in one block, given the lines of its column tile. Returns the number of
    /// newly decided positions, times the order of the group.
    fn sweep(
        &self,
        mut block: BlockOfStep<'_, '_>,
        tile: &[BitLine],
        scratch: &mut Scratch,
    ) -> u64 {
        let Scratch {
            fresh, transposed, ..
        } = scratch;
        let place = block.place;
        let undecided = self.undecided_of_block(&mut block, fresh, transposed);
        let first_set = self.movers.sets_of_tile(place.0).start;
        let next = self.block_after(place);
        self.search.sweep(first_set, undecided, fresh, tile, next);
        self.settle
            .block(place, fresh, transposed, &mut block.state)
    }

    /// Returns the block of the source in the same row tile of the next column tile, which the same
    /// thread copies soon: a part of it after each block of this tile. None after the last tile.
    ///
    /// Its lines lie apart from all others that are read, so a prefetch hides most of the copying:
    /// 6 x 6 takes 0.95 of the processor time.
    fn block_after(&self, (row_tile, column_tile): (usize, usize)) -> &[BitLine] {
        if column_tile + 1 == self.movers.shape.column_tiles {
            return &[];
        }
        let sets = self.movers.lanes.sets();
        let first = self.movers.block(row_tile, column_tile + 1) * sets;
        &self.source.bits[first..first + sets]
    }
}

/// Lets all readers read a column tile.
pub(super) fn read_all(readers: TileReaders<'_>, tile: Option<&[BitLine]>, scratch: &mut Scratch) {
    for reader in readers {
        reader.read(tile, scratch);
    }
}

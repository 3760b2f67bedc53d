//! One half-step: the undecided positions that a plane decides, column tile by column tile, with
//! their codes and numbers.

use std::mem::take;

use teeko_index::parallel;
use teeko_rules::work::Stopped;

use super::replay::{KEEPS, Record, Replay};
use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::journal::Journal;
use crate::line::BitLine;
use crate::retrograde::plane::{Cell, Plane};
use crate::retrograde::scratch::{Scratch, ScratchPool};
use crate::retrograde::search::Search;
use crate::retrograde::settle::{BlockState, Settle, TileState};
use crate::retrograde::undecided::Derivation;
use crate::retrograde::weights::Weights;
use crate::row_graph::RowGraph;

/// A column tile is updated position by position if the last half-step has added fewer than one
/// position to it for every so many canonical sets (lines), and has listed them all; any other tile
/// is swept whole.
/// `SPARSE_OR` is for half-steps in which one slide is enough: a marked position is decided if it
/// is undecided. `SPARSE_AND` is for those in which all slides count: the lines that a position's
/// slides lead to must be read too, about ten of them.
pub(crate) const SPARSE_OR: usize = 4;
pub(crate) const SPARSE_AND: usize = 24;

/// Between two questions whether to stop: the column tiles of each thread; or the lines of all
/// threads together, if these are more tiles, since threads wait for each other before each
/// question.
const TILES_AT_A_TIME: usize = 4;
const LINES_AT_A_TIME: usize = 1 << 15;

/// What else reads a column tile of a half-step's source, while a cache has it.
pub(crate) trait TileReader: Send {
    /// Reads the tile, given its lines if the half-step sweeps it.
    fn read(self: Box<Self>, tile: Option<&[BitLine]>, scratch: &mut Scratch);
}

/// The readers of one column tile.
pub(crate) type TileReaders<'a> = Vec<Box<dyn TileReader + 'a>>;

/// What half-steps need of the analysis. A half-step reads the plane `source` and adds to the plane
/// `target`; those come with each half-step.
pub(crate) struct HalfSteps<'a> {
    pub(crate) instructions: InstructionSet,
    /// The journal that keeps them, if any, and the number of half-steps before.
    pub(crate) journal: Option<&'a dyn Journal>,
    pub(crate) before: u32,
    /// The rows by the mover's set, from which slides lead to the rows of the source. The target's
    /// rows are the columns of these.
    pub(crate) movers: &'a RowGraph,
    pub(crate) weights: &'a Weights,
    /// A plane with the mover's set as the row: in the place of each block of the target its
    /// transpose. Empty if the undecided positions are derived.
    pub(crate) undecided: &'a mut [BitLine],
    pub(crate) derivation: Option<Derivation<'a>>,
    pub(crate) codes: &'a mut Codes,
    pub(crate) scratch: &'a ScratchPool,
    /// Whether to stop. Asked again and again within a half-step, which takes ten seconds on 8 x 8.
    pub(crate) is_stopped: &'a dyn Fn() -> bool,
}

impl<'a> HalfSteps<'a> {
    /// Finds the undecided positions that are won because `ANY` slide leads to one of `source`, or
    /// lost because all slides do, or takes them from the journal; adds them to the target plane,
    /// and gives them the code. Returns their number.
    ///
    /// Stopped half way, it leaves the planes unusable.
    ///
    /// The `readers` are by column tile, or there are none.
    pub(crate) fn run<const ANY: bool>(
        &mut self,
        source: &Plane,
        target: &mut Plane,
        code: u32,
        readers: Vec<TileReaders<'_>>,
    ) -> Result<u64, Stopped> {
        self.before += 1;
        let number = self.before;
        let journal = self.journal.filter(|_| KEEPS);
        let record = journal.map(|journal| Record { journal, number });
        let saved = record.and_then(Record::saved);
        let replay = record
            .zip(saved.as_deref())
            .map(|(record, saved)| Replay::new(record, saved, self.movers));
        let step = self.step(source, record, replay);
        let tiles = TileState::of_plane(self.movers, target, self.undecided, self.codes, code);
        let decided = step.run_tiles::<ANY>(tiles, readers, self.scratch, self.is_stopped)?;
        if let Some(record) = record
            && replay.is_none()
        {
            record.complete();
        }
        Ok(decided / self.weights.order)
    }

    /// Returns a half-step that reads `source`.
    fn step<'s>(
        &self,
        source: &'s Plane,
        record: Option<Record<'s>>,
        replay: Option<Replay<'s>>,
    ) -> HalfStep<'s>
    where
        'a: 's,
    {
        let instructions = self.instructions;
        let movers = self.movers;
        HalfStep {
            movers,
            source,
            derivation: self.derivation,
            search: Search {
                instructions,
                lanes: &movers.lanes,
                moves: &movers.slides,
            },
            settle: Settle {
                instructions,
                lanes: &movers.lanes,
                weights: self.weights,
            },
            record,
            replay,
        }
    }
}

/// One half-step, as each column tile sees it.
pub(super) struct HalfStep<'a> {
    /// The rows by the mover's set; the source has rows like these.
    pub(super) movers: &'a RowGraph,
    /// The plane that the half-step reads: slides lead there.
    source: &'a Plane,
    /// If there is no plane of undecided positions.
    derivation: Option<Derivation<'a>>,
    pub(super) search: Search<'a>,
    pub(super) settle: Settle<'a>,
    /// Its place in the journal, if there is one.
    record: Option<Record<'a>>,
    /// If the journal has it.
    replay: Option<Replay<'a>>,
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
    /// Does the half-step in all column tiles. Returns the number of newly decided positions, times
    /// the order of the group.
    fn run_tiles<const ANY: bool>(
        &self,
        tiles: Vec<TileState<'_>>,
        mut readers: Vec<TileReaders<'_>>,
        scratch: &ScratchPool,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<u64, Stopped> {
        readers.resize_with(self.movers.column_tiles, Vec::new);
        let mut tiles: Vec<_> = tiles.into_iter().zip(readers).enumerate().collect();
        // Few tiles at a time, to ask between them whether to stop.
        let at_a_time = TILES_AT_A_TIME * parallel::threads();
        let at_a_time = at_a_time.max(LINES_AT_A_TIME / self.movers.tile_height());
        let mut decided = 0;
        loop {
            let later = tiles.split_off(at_a_time.min(tiles.len()));
            let totals = parallel::map(tiles, |(tile, (state, readers))| {
                scratch.with(&self.movers.lanes, |scratch| {
                    self.column_tile::<ANY>(tile, state, readers, scratch)
                })
            });
            decided += totals.into_iter().sum::<u64>();
            tiles = later;
            if tiles.is_empty() {
                return Ok(decided);
            }
            if is_stopped() {
                return Err(Stopped);
            }
        }
    }

    /// Does the half-step in a column tile of the source. Returns the number of its newly decided
    /// positions, times the order of the group.
    fn column_tile<const ANY: bool>(
        &self,
        column_tile: usize,
        of_tile: TileState<'_>,
        readers: TileReaders<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        if KEEPS && self.record.is_some() {
            let height = self.movers.tile_height();
            scratch.decided.resize(height, BitLine::ZERO);
        }
        if KEEPS && let Some(replay) = self.replay {
            read_all(readers, None, scratch);
            return self.replay_tile::<ANY>(replay, column_tile, of_tile, scratch);
        }
        let sparse = if ANY { SPARSE_OR } else { SPARSE_AND };
        let is_sparse = self
            .source
            .has_few_changes(self.movers, column_tile, sparse);
        let total = if is_sparse {
            read_all(readers, None, scratch);
            self.check_tile::<ANY>(column_tile, of_tile, scratch)
        } else {
            self.sweep_tile::<ANY>(column_tile, of_tile, readers, scratch)
        };
        if KEEPS && let Some(record) = self.record {
            record.keep(column_tile, &scratch.decided);
        }
        total
    }

    /// Checks the positions of a column tile from which a slide leads to one that the last
    /// half-step has added. Returns as [`HalfStep::column_tile`] does.
    fn check_tile<const ANY: bool>(
        &self,
        column_tile: usize,
        mut of_tile: TileState<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let movers = self.movers;
        let origins = movers.predecessors();
        self.source
            .mark_origins(movers, movers, origins, column_tile, &mut scratch.marks);
        let mut total = 0;
        for row_tile in 0..movers.tiles {
            let block = BlockOfStep::new((row_tile, column_tile), &mut of_tile);
            total += self.check::<ANY>(block, scratch);
            if KEEPS && self.record.is_some() {
                scratch.fresh.fill(BitLine::ZERO);
                for cell in &scratch.cells {
                    scratch.fresh[cell.row()].set(cell.bit());
                }
                scratch.note_decided(row_tile);
            }
        }
        total
    }

    /// Sweeps all lines of a column tile. Returns as [`HalfStep::column_tile`] does.
    fn sweep_tile<const ANY: bool>(
        &self,
        column_tile: usize,
        mut of_tile: TileState<'_>,
        readers: TileReaders<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let mut tile = take(&mut scratch.tile);
        self.movers
            .copy_tile(&self.source.bits, column_tile, &mut tile);
        read_all(readers, Some(&tile), scratch);
        let mut total = 0;
        for row_tile in 0..self.movers.tiles {
            let block = BlockOfStep::new((row_tile, column_tile), &mut of_tile);
            total += self.sweep::<ANY>(block, &tile, scratch);
            if KEEPS && self.record.is_some() {
                scratch.note_decided(row_tile);
            }
        }
        scratch.tile = tile;
        total
    }

    /// The first line of a block in the target.
    pub(super) fn first_line(&self, block: &BlockOfStep<'_, '_>) -> usize {
        let (row_tile, column_tile) = block.place;
        (column_tile * self.movers.tiles + row_tile) * self.movers.lanes.sets()
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

    /// Does the half-step in one block, given its marked positions; lists what it decides in
    /// `cells`. Returns the number of newly decided positions, times the order of the group.
    fn check<const ANY: bool>(&self, mut block: BlockOfStep<'_, '_>, scratch: &mut Scratch) -> u64 {
        let (row_tile, column_tile) = block.place;
        let Scratch { marks, cells, .. } = scratch;
        self.search.check::<ANY>(
            row_tile,
            marks,
            |row, marked| self.open(&block, row, marked),
            |slid| self.line(slid, column_tile),
            cells,
        );
        if let Some(undecided) = &mut block.undecided {
            for cell in &*cells {
                undecided[cell.row()].clear(cell.bit());
            }
        }
        self.settle.cells(block.place, cells, &mut block.state)
    }

    /// Returns the undecided ones among some positions of a row.
    #[inline(always)]
    fn open(&self, block: &BlockOfStep<'_, '_>, row: usize, positions: BitLine) -> BitLine {
        if let Some(undecided) = &block.undecided {
            return positions.and(undecided[row]);
        }
        let mut open = BitLine::ZERO;
        positions.for_each_one(|bit| {
            if self.is_undecided(block, Cell::new(row, bit)) {
                open.set(bit);
            }
        });
        open
    }

    /// Whether a position is undecided, where no plane has those that are.
    fn is_undecided(&self, block: &BlockOfStep<'_, '_>, cell: Cell) -> bool {
        let Some(derivation) = &self.derivation else {
            return false;
        };
        let (row, bit) = self.movers.lanes.transposed(cell.row(), cell.bit());
        // `row` is a line of the block, and `line` the same line of the plane.
        let line = self.first_line(block) + row;
        let is_decided = self.source.bits[line].bit(bit)
            || block.state.target[row].bit(bit)
            || derivation.is_also_decided(line, bit);
        let set = self.movers.sets_of_tile(block.place.0).start + cell.row();
        let never_decided = derivation.never_decided;
        let can_be_decided = never_decided.undecided_of_line(set, block.place.1, BitLine::ZERO);
        !is_decided && can_be_decided.bit(cell.bit())
    }

    /// Does the half-step in one block, given the lines of its column tile. Leaves what it decides
    /// in `fresh`. Returns the number of newly decided positions, times the order of the group.
    fn sweep<const ANY: bool>(
        &self,
        mut block: BlockOfStep<'_, '_>,
        tile: &[BitLine],
        scratch: &mut Scratch,
    ) -> u64 {
        let Scratch {
            fresh,
            transposed,
            cells,
            ..
        } = scratch;
        let place = block.place;
        let undecided = self.undecided_of_block(&mut block, fresh, transposed);
        let first_set = self.movers.sets_of_tile(place.0).start;
        self.search.sweep::<ANY>(first_set, undecided, fresh, tile);
        self.settle
            .block(place, fresh, transposed, cells, &mut block.state)
    }
}

/// Lets all readers read a column tile.
fn read_all(readers: TileReaders<'_>, tile: Option<&[BitLine]>, scratch: &mut Scratch) {
    for reader in readers {
        reader.read(tile, scratch);
    }
}

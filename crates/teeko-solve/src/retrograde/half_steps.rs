//! Half-steps, one after the other: which column tiles are swept, which are checked position by
//! position, and which a journal has.

use teeko_index::parallel;
use teeko_rules::work::Stopped;

use super::half_step::{HalfStep, TileReaders, read_all};
use super::record::{KEEPS, Record, Replay};
use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::journal::Journal;
use crate::line::BitLine;
use crate::retrograde::plane::Plane;
use crate::retrograde::scratch::{Scratch, ScratchPool};
use crate::retrograde::search::Search;
use crate::retrograde::settle::{Settle, TileState};
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
}

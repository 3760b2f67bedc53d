//! Half-steps, one after the other, each in all column tiles.

use teeko_index::parallel;
use teeko_rules::work::Stopped;

use super::half_step::{HalfStep, TileReaders, TileStep};
use super::journaled::{HAS_JOURNALS, with_journal};
use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::journal::Journal;
use crate::line::BitLine;
use crate::retrograde::plane::Plane;
use crate::retrograde::scratch::ScratchPool;
use crate::retrograde::search::Search;
use crate::retrograde::settle::{Settle, TileState};
use crate::retrograde::undecided::Derivation;
use crate::retrograde::weights::Weights;
use crate::row_graph::RowGraph;

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
    /// Finds the undecided positions that are won because any slide leads to one of `source`, or,
    /// unless `any` is enough, lost because all slides do; or takes them from the journal. Adds
    /// them to the target plane, and gives them the code. Returns their number.
    ///
    /// Stopped half way, it leaves the planes unusable.
    ///
    /// The `readers` are by column tile, or there are none.
    pub(crate) fn run(
        &mut self,
        any: bool,
        source: &Plane,
        target: &mut Plane,
        code: u32,
        readers: Vec<TileReaders<'_>>,
    ) -> Result<u64, Stopped> {
        self.before += 1;
        let step = self.step(any, source);
        let journal = self.journal.filter(|_| HAS_JOURNALS);
        let tiles = TileState::of_plane(self.movers, target, self.undecided, self.codes, code);
        let run = TileRun {
            movers: self.movers,
            tiles,
            readers,
            scratch: self.scratch,
            is_stopped: self.is_stopped,
        };
        let decided = match journal {
            None => run.all_tiles(&step)?,
            Some(journal) => with_journal(journal, self.before, &step, |step| run.all_tiles(step))?,
        };
        Ok(decided / self.weights.order)
    }

    /// Returns a half-step that reads `source`.
    fn step<'s>(&self, any: bool, source: &'s Plane) -> HalfStep<'s>
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
                any,
            },
            settle: Settle {
                instructions,
                lanes: &movers.lanes,
                weights: self.weights,
            },
        }
    }
}

/// All column tiles of a half-step, with what reads them.
struct TileRun<'a, 'b> {
    movers: &'a RowGraph,
    tiles: Vec<TileState<'b>>,
    readers: Vec<TileReaders<'b>>,
    scratch: &'a ScratchPool,
    is_stopped: &'a dyn Fn() -> bool,
}

impl TileRun<'_, '_> {
    /// Does a half-step in all column tiles. Returns the number of newly decided positions, times
    /// the order of the group.
    fn all_tiles(mut self, step: &dyn TileStep) -> Result<u64, Stopped> {
        let movers = self.movers;
        self.readers
            .resize_with(movers.shape.column_tiles, Vec::new);
        let tiles = self.tiles.into_iter().zip(self.readers);
        let mut tiles: Vec<_> = tiles.enumerate().collect();
        // Few tiles at a time, to ask between them whether to stop.
        let at_a_time = TILES_AT_A_TIME * parallel::threads();
        let at_a_time = at_a_time.max(LINES_AT_A_TIME / movers.shape.tile_height());
        let mut decided = 0;
        loop {
            let later = tiles.split_off(at_a_time.min(tiles.len()));
            let totals = parallel::map(tiles, |(tile, (mut state, readers))| {
                self.scratch.with(&movers.lanes, |scratch| {
                    step.column_tile(tile, &mut state, readers, scratch)
                })
            });
            decided += totals.into_iter().sum::<u64>();
            tiles = later;
            if tiles.is_empty() {
                return Ok(decided);
            }
            if (self.is_stopped)() {
                return Err(Stopped);
            }
        }
    }
}

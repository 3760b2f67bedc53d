//! One half-step: the undecided positions that a plane decides, column tile by column tile, with
//! their codes and numbers.

use std::mem::take;

use teeko_index::parallel;
use teeko_rules::work::Stopped;

use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::journal::{Journal, KeptHalfStep, decode, encode};
use crate::line::BitLine;
use crate::retrograde::plane::{Cell, Changes, Plane};
use crate::retrograde::scratch::{Scratch, ScratchPool};
use crate::retrograde::search::Search;
use crate::retrograde::settle::{BlockState, Settle, TileState};
use crate::retrograde::undecided::Rest;
use crate::retrograde::weights::Weights;
use crate::row_graph::RowGraph;

/// A column tile in which a half-step has added fewer positions than one for each of this many rows
/// is updated position by position; any other is swept whole. Where one slide is enough, nothing
/// has to be looked up for a position but whether it is undecided; where all slides count, some ten
/// rows are.
pub(crate) const SPARSE_OR: usize = 4;
pub(crate) const SPARSE_AND: usize = 24;

/// The column tiles of each thread between two questions whether to stop; or their lines, if these
/// are more tiles, since threads wait for each other before each question.
const TILES_AT_A_TIME: usize = 4;
const LINES_AT_A_TIME: usize = 1 << 15;

/// Of the half-steps that a journal returns, one line in `SAMPLE` is computed again, but at least
/// `LEAST_SAMPLE` lines.
const SAMPLE: usize = 1000;
const LEAST_SAMPLE: usize = 100;

/// What else reads a column tile of the plane that a half-step leads from, while a cache has it:
/// given its lines, if the half-step sweeps it.
pub(crate) type TileReader<'a> = Box<dyn FnOnce(Option<&[BitLine]>, &mut Scratch) + Send + 'a>;

/// What half-steps need of the analysis apart from the planes that they lead from and to.
pub(crate) struct HalfSteps<'a> {
    pub(crate) instructions: InstructionSet,
    /// The journal that keeps them, if any, and the number of half-steps before.
    pub(crate) journal: Option<&'a dyn Journal>,
    pub(crate) before: u32,
    /// The rows of the planes that slides lead from. Those of the planes that the decided positions
    /// are added to are their columns.
    pub(crate) from: &'a RowGraph,
    pub(crate) weights: &'a Weights,
    /// A plane with the mover's set as the row: in the place of each block of the target its
    /// transpose. Empty if the undecided positions are the rest.
    pub(crate) undecided: &'a mut [BitLine],
    pub(crate) rest: Option<Rest<'a>>,
    pub(crate) codes: &'a mut Codes,
    pub(crate) scratch: &'a ScratchPool,
    /// Whether to stop. Asked again and again within a half-step, which takes ten seconds on 8 x 8.
    pub(crate) is_stopped: &'a dyn Fn() -> bool,
}

/// Whether there can be a journal. A page has none; the code that keeps half-steps and resumes
/// would be a fiftieth of it.
const KEEPS: bool = !cfg!(target_family = "wasm");

impl HalfSteps<'_> {
    /// Finds the undecided positions that are won because a slide leads to one of `source`, or lost
    /// because all slides do, or takes them from the journal; adds them to the target plane, and
    /// gives them the code. Returns their number.
    ///
    /// Stopped half way, it leaves the planes unusable.
    ///
    /// The `readers` are by column tile. `FROM_REST` says where the undecided positions are. It is
    /// a constant, so that a program holds only the code that it needs.
    pub(crate) fn run<const WINNING: bool, const FROM_REST: bool>(
        &mut self,
        source: &Plane,
        target: &mut Plane,
        code: u32,
        mut readers: Vec<Vec<TileReader<'_>>>,
    ) -> Result<u64, Stopped> {
        let from = self.from;
        self.before += 1;
        let number = self.before;
        let kept = self.journal.and_then(|journal| journal.half_step(number));
        if let (Some(journal), Some(last)) = (
            self.journal,
            kept.as_ref().and_then(|kept| kept.last_tile()),
        ) && last >= from.column_tiles
        {
            journal.refuse(number);
        }
        let sample = self.journal.map_or(Sample::NONE, |journal| {
            Sample::new(
                journal.seed(),
                number,
                target.changes.len() * from.lanes.sets(),
            )
        });
        let (instructions, weights, lanes) = (self.instructions, self.weights, &*from.lanes);
        let step = HalfStep {
            from,
            source,
            rest: self.rest,
            search: Search {
                instructions,
                lanes,
                moves: &from.slides,
            },
            settle: Settle {
                instructions,
                lanes,
                weights,
            },
            journal: self.journal.map(|journal| (journal, number)),
            kept: kept.as_deref(),
            sample,
        };
        readers.resize_with(from.column_tiles, Vec::new);
        let tiles = TileState::of_plane(from, target, self.undecided, self.codes, code);
        let mut of_target: Vec<_> = tiles.into_iter().zip(readers).enumerate().collect();
        // Few tiles at a time, to ask between them whether to stop.
        let tiles = TILES_AT_A_TIME * parallel::threads();
        let at_a_time = tiles.max(LINES_AT_A_TIME / from.tile_height());
        let mut decided = 0;
        loop {
            let rest = of_target.split_off(at_a_time.min(of_target.len()));
            let of_tiles = parallel::map(of_target, |(tile, (state, readers))| {
                self.scratch.with(&from.lanes, |scratch| {
                    step.column_tile::<WINNING, FROM_REST>(tile, state, readers, scratch)
                })
            });
            decided += of_tiles.into_iter().sum::<u64>();
            of_target = rest;
            if of_target.is_empty() {
                break;
            }
            if (self.is_stopped)() {
                return Err(Stopped);
            }
        }
        if let (Some(journal), None) = (self.journal, &kept) {
            journal.complete(number);
        }
        Ok(decided / self.weights.order)
    }
}

/// One half-step, as each column tile sees it.
#[derive(Clone, Copy)]
struct HalfStep<'a> {
    from: &'a RowGraph,
    /// The plane the slides lead to.
    source: &'a Plane,
    /// If there is no plane of undecided positions.
    rest: Option<Rest<'a>>,
    search: Search<'a>,
    settle: Settle<'a>,
    /// The journal that keeps it, if any, and its number.
    journal: Option<(&'a dyn Journal, u32)>,
    /// What the journal has of it.
    kept: Option<&'a (dyn KeptHalfStep + 'a)>,
    /// The lines to compute again if the journal has it.
    sample: Sample,
}

/// A random sample of the lines of a plane: one of `every`, from line `first` on.
#[derive(Clone, Copy)]
struct Sample {
    every: usize,
    first: usize,
}

impl Sample {
    const NONE: Self = Self {
        every: usize::MAX,
        first: 0,
    };

    fn new(seed: u64, number: u32, lines: usize) -> Self {
        // The last tile of either side may be almost empty.
        let every = (lines / 4 / LEAST_SAMPLE).clamp(1, SAMPLE);
        let mixed = (seed ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            every,
            first: (mixed >> 32) as usize % every,
        }
    }

    /// The rows that are in the sample, of `rows` rows from line `before` on.
    fn rows(self, before: usize, rows: usize) -> impl Iterator<Item = usize> {
        let next = (self.first + self.every - before % self.every) % self.every;
        (next..rows).step_by(self.every)
    }
}

/// A block of a half-step: which it is, and the parts of the planes that belong to it.
struct BlockOfStep<'a, 'b> {
    /// The row tile and the column tile.
    place: (usize, usize),
    /// If a plane has them.
    undecided: Option<&'a mut [BitLine]>,
    state: BlockState<'a, 'b>,
}

impl HalfStep<'_> {
    /// The positions of a column tile of the source. Returns the number of its newly decided
    /// positions, times the order of the group.
    fn column_tile<const WINNING: bool, const FROM_REST: bool>(
        &self,
        column_tile: usize,
        mut of_tile: TileState<'_>,
        readers: Vec<TileReader<'_>>,
        scratch: &mut Scratch,
    ) -> u64 {
        let from = self.from;
        let sets = from.lanes.sets();
        let is_again = KEEPS && self.kept.is_some();
        let is_kept = KEEPS && self.journal.is_some() && !is_again;
        if is_again || is_kept {
            scratch.decided.resize(from.tile_height(), BitLine::ZERO);
        }
        let found = is_again && self.decode(column_tile, &mut scratch.decided);
        let sparse = if WINNING { SPARSE_OR } else { SPARSE_AND };
        let is_sparse = !is_again && self.source.has_few_changes(from, column_tile, sparse);
        let is_swept = !is_again && !is_sparse;
        let mut tile = take(&mut scratch.tile);
        if is_swept {
            from.copy_tile(&self.source.bits, column_tile, &mut tile);
        }
        for read in readers {
            read(is_swept.then_some(&*tile), scratch);
        }
        if is_sparse {
            let (origins, marks) = (from.predecessors(), &mut scratch.marks);
            self.source
                .mark_origins(from, from, origins, column_tile, marks);
        }
        let mut total = 0;
        for row_tile in 0..from.tiles {
            let (undecided, state) = of_tile.block(row_tile);
            let block = BlockOfStep {
                place: (row_tile, column_tile),
                undecided,
                state,
            };
            total += if is_again {
                self.again::<WINNING, FROM_REST>(found, block, scratch)
            } else if is_sparse {
                self.check::<WINNING, FROM_REST>(block, scratch)
            } else {
                self.sweep::<WINNING, FROM_REST>(block, &tile, scratch)
            };
            if is_kept {
                scratch.decided[row_tile * sets..][..sets].copy_from_slice(&scratch.fresh);
            }
        }
        if is_kept
            && let Some((journal, number)) = self.journal
            && scratch.decided.iter().any(|line| !line.is_zero())
        {
            journal.keep(number, column_tile, &encode(&scratch.decided));
        }
        scratch.tile = tile;
        total
    }

    /// Decodes what the journal has of a column tile. Returns whether it has anything; where that
    /// is not sound, the journal hears of it.
    fn decode(&self, column_tile: usize, decided: &mut [BitLine]) -> bool {
        let Some(bytes) = self.kept.and_then(|kept| kept.decided(column_tile)) else {
            return false;
        };
        let is_sound = decode(bytes, decided).is_some();
        if !is_sound {
            self.refuse();
        }
        is_sound
    }

    /// Reports to the journal that what it has of this half-step is not of these rules.
    fn refuse(&self) {
        if let Some((journal, number)) = self.journal {
            journal.refuse(number);
        }
    }

    /// The first line of a block in the target.
    fn first_line(&self, block: &BlockOfStep<'_, '_>) -> usize {
        let (row_tile, column_tile) = block.place;
        (column_tile * self.from.tiles + row_tile) * self.from.lanes.sets()
    }

    /// Does again in a block what the half-step did that a journal has, if the journal has anything
    /// of the column tile. Returns the number of its newly decided positions, times the order of
    /// the group.
    ///
    /// Only positions that were undecided can be decided, and the lines of the sample are computed
    /// again. Otherwise the journal hears of it, and the block stays as it was.
    fn again<const WINNING: bool, const FROM_REST: bool>(
        &self,
        has_any: bool,
        mut block: BlockOfStep<'_, '_>,
        scratch: &mut Scratch,
    ) -> u64 {
        *block.state.changes = Changes::default();
        let place = block.place;
        let sets = self.from.sets_of_tile(place.0);
        let mut sample = self
            .sample
            .rows(self.first_line(&block), sets.len())
            .peekable();
        if !has_any && sample.peek().is_none() {
            return 0;
        }
        let Scratch {
            fresh,
            transposed,
            decided,
            cells,
            ..
        } = scratch;
        let undecided = self.undecided::<FROM_REST>(&mut block, fresh, transposed);
        if has_any {
            let first = place.0 * fresh.len();
            fresh.copy_from_slice(&decided[first..first + self.from.lanes.sets()]);
        } else {
            fresh.fill(BitLine::ZERO);
        }
        let is_sound = fresh
            .iter()
            .zip(&*undecided)
            .all(|(fresh, open)| fresh.and_not(*open).is_zero())
            && sample.all(|row| {
                let set = sets.start + row;
                let line = |slid| self.line(slid, place.1);
                self.search
                    .found::<WINNING, false>(set, undecided[row], line)
                    == fresh[row]
            });
        if !is_sound {
            self.refuse();
            return 0;
        }
        for (undecided, fresh) in undecided.iter_mut().zip(&*fresh) {
            *undecided = undecided.and_not(*fresh);
        }
        self.settle
            .block(place, fresh, transposed, cells, &mut block.state)
    }

    /// The undecided positions of a block: those of its plane, or the rest, found in `transposed`.
    #[inline(always)]
    fn undecided<'a, const FROM_REST: bool>(
        &self,
        block: &'a mut BlockOfStep<'_, '_>,
        decided: &mut [BitLine],
        transposed: &'a mut [BitLine],
    ) -> &'a mut [BitLine] {
        let (first, place) = (self.first_line(block), block.place);
        match (&mut block.undecided, self.rest) {
            (Some(undecided), _) if !FROM_REST => undecided,
            (
                None,
                Some(Rest {
                    never_decided,
                    also_decided,
                }),
            ) if FROM_REST => {
                let lines = first..first + decided.len();
                let source = &self.source.bits[lines.clone()];
                let target = &*block.state.target;
                for ((decided, source), target) in decided.iter_mut().zip(source).zip(target) {
                    *decided = source.or(*target);
                }
                if let Some(also_decided) = also_decided {
                    for (decided, also_decided) in decided.iter_mut().zip(&also_decided[lines]) {
                        *decided = decided.or(*also_decided);
                    }
                }
                self.from
                    .lanes
                    .transpose(self.settle.instructions, decided, transposed);
                for (row, line) in transposed.iter_mut().enumerate() {
                    let set = place.0 * self.from.lanes.sets() + row;
                    *line = never_decided.rest(set, place.1, *line);
                }
                transposed
            }
            _ => unreachable!("undecided positions are in a plane or the rest"),
        }
    }

    /// The line of a canonical set in a column tile, as the plane has it.
    #[inline(always)]
    fn line(&self, set: usize, column_tile: usize) -> BitLine {
        self.source.bits[self.from.line(set, column_tile)]
    }

    /// One block of a half-step, given the positions worth looking at. Returns the number of its
    /// newly decided positions, times the order of the group.
    fn check<const WINNING: bool, const FROM_REST: bool>(
        &self,
        mut block: BlockOfStep<'_, '_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let (row_tile, column_tile) = block.place;
        let Scratch {
            marks,
            cells,
            fresh,
            ..
        } = scratch;
        self.search.check::<WINNING>(
            row_tile,
            marks,
            |row, marked| self.open::<FROM_REST>(&block, row, marked),
            |slid| self.line(slid, column_tile),
            cells,
        );
        if let Some(undecided) = &mut block.undecided {
            for cell in &*cells {
                undecided[cell.row()].clear(cell.bit());
            }
        }
        if KEEPS && self.journal.is_some() {
            fresh.fill(BitLine::ZERO);
            for cell in &*cells {
                fresh[cell.row()].set(cell.bit());
            }
        }
        self.settle.cells(block.place, cells, &mut block.state)
    }

    /// The undecided ones among some positions of a row.
    #[inline(always)]
    fn open<const FROM_REST: bool>(
        &self,
        block: &BlockOfStep<'_, '_>,
        row: usize,
        positions: BitLine,
    ) -> BitLine {
        if let (Some(undecided), false) = (&block.undecided, FROM_REST) {
            return positions.and(undecided[row]);
        }
        let mut open = positions;
        positions.for_each_one(|bit| {
            if !self.is_undecided(block, Cell::new(row, bit)) {
                open.clear(bit);
            }
        });
        open
    }

    /// Whether a position is undecided, where no plane has those that are.
    #[inline(always)]
    fn is_undecided(&self, block: &BlockOfStep<'_, '_>, cell: Cell) -> bool {
        let Some(Rest {
            never_decided,
            also_decided,
        }) = self.rest
        else {
            return false;
        };
        let (row, bit) = self.from.lanes.transposed(cell.row(), cell.bit());
        let line = self.first_line(block) + row;
        let is_decided = self.source.bits[line].bit(bit)
            || block.state.target[row].bit(bit)
            || also_decided.is_some_and(|also_decided| also_decided[line].bit(bit));
        let set = self.from.sets_of_tile(block.place.0).start + cell.row();
        !is_decided
            && never_decided
                .rest(set, block.place.1, BitLine::ZERO)
                .bit(cell.bit())
    }

    /// One block of a half-step, given the lines of its column tile. Returns the number of its
    /// newly decided positions, times the order of the group.
    fn sweep<const WINNING: bool, const FROM_REST: bool>(
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
        let undecided = self.undecided::<FROM_REST>(&mut block, fresh, transposed);
        let first_set = self.from.sets_of_tile(place.0).start;
        self.search
            .sweep::<WINNING>(first_set, undecided, fresh, tile);
        self.settle
            .block(place, fresh, transposed, cells, &mut block.state)
    }
}

//! One half-step: the undecided positions that a plane decides, block by block, with their codes
//! and numbers.

use teeko_index::parallel;
use teeko_rules::work::Stopped;

use crate::codes::BlockCodes;
use crate::instruction_set::InstructionSet;
use crate::journal::{Journal, decode, encode};
use crate::line::{BitLine, Block, LINE_BITS, transpose};
use crate::retrograde::plane::{Cell, Changes, Plane, cells, each_row, scratch};
use crate::retrograde::undecided::{NeverDecided, Undecided};
use crate::row_graph::{BlockPlace, RowGraph};

/// A column tile in which a half-step has added fewer positions than one for each of this many rows
/// is updated position by position; any other is swept whole. Where one slide is enough, nothing
/// has to be looked up for a position but whether it is undecided; where all slides count, some ten
/// rows are.
pub(crate) const SPARSE_OR: usize = 4;
pub(crate) const SPARSE_AND: usize = 24;

/// A block to which a half-step adds at most this many positions is turned round bit by bit, and
/// they are listed.
const FEW: usize = 192;

/// Of the half-steps that a journal returns, one line in `SAMPLE` is computed again, but at least
/// `LEAST_SAMPLE` lines.
const SAMPLE: usize = 1000;
const LEAST_SAMPLE: usize = 100;

/// Counts positions in planes that have one bit for a whole orbit.
pub(crate) struct Weights {
    pub(crate) order: u64,
    /// By column tile: the columns whose sets have symmetries of their own.
    symmetric: Vec<BitLine>,
    /// By canonical set of a side: the number of sets that it stands for.
    row_sizes: Vec<u8>,
    column_sizes: Vec<u8>,
}

impl Weights {
    /// Creates the weights from the sizes of the orbits that rows and columns stand for.
    pub(crate) fn new(order: usize, row_sizes: &[u8], column_sizes: &[u8]) -> Self {
        let symmetric = |sizes: &[u8]| {
            let mut line = BitLine::ZERO;
            let fewer = sizes.iter().enumerate().filter(|&(_, &size)| usize::from(size) < order);
            fewer.for_each(|(column, _)| line.set(column));
            line
        };
        let symmetric = column_sizes.chunks(LINE_BITS).map(symmetric).collect();
        Self {
            order: order as u64,
            symmetric,
            row_sizes: row_sizes.to_vec(),
            column_sizes: column_sizes.to_vec(),
        }
    }

    /// The positions that the bits of a row stand for, times the order of the group.
    #[inline(always)]
    pub(crate) fn count(&self, line: BitLine, row: usize, column_tile: usize) -> u64 {
        let mut columns = self.order * u64::from(line.count_ones());
        line.and(self.symmetric[column_tile]).for_each_one(|bit| {
            columns -= self.order - u64::from(self.column_sizes[column_tile * LINE_BITS + bit]);
        });
        columns * u64::from(self.row_sizes[row])
    }

    /// The positions that one bit stands for, times the order of the group.
    #[inline(always)]
    fn count_one(&self, row: usize, column: usize) -> u64 {
        u64::from(self.row_sizes[row]) * u64::from(self.column_sizes[column])
    }
}

/// What half-steps need of the analysis apart from the planes that they lead from and to.
pub(crate) struct HalfSteps<'a> {
    pub(crate) instructions: InstructionSet,
    /// The journal that keeps them, if any, and the number of half-steps before.
    pub(crate) journal: Option<&'a dyn Journal>,
    pub(crate) before: u32,
    /// The rows of the planes that slides lead from and to, and of those that the decided positions
    /// are added to. They are the same where both sides are alike.
    pub(crate) from: &'a RowGraph,
    pub(crate) to: &'a RowGraph,
    /// The weights of the former.
    pub(crate) weights: &'a Weights,
    pub(crate) undecided: Undecided<'a>,
    /// The codes by block, if they are kept.
    pub(crate) codes: Option<&'a mut [BlockCodes]>,
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
    /// `FROM_REST` says where the undecided positions are. It is a constant, so that a program
    /// holds only the code that it needs.
    pub(crate) fn run<const WINNING: bool, const FROM_REST: bool>(
        &mut self,
        source: &Plane,
        target: &mut Plane,
        code: u32,
    ) -> Result<u64, Stopped> {
        let (from, to, instructions) = (self.from, self.to, self.instructions);
        self.before += 1;
        let number = self.before;
        let kept = self.journal.and_then(|journal| journal.half_step(number));
        let (undecided, rest) = match &mut self.undecided {
            Undecided::Plane(lines) if !FROM_REST => (Some(&mut **lines), None),
            Undecided::Rest { never_decided, also_decided } if FROM_REST => {
                (None, Some((*never_decided, *also_decided)))
            }
            _ => unreachable!("undecided positions are where the half-step looks for them"),
        };
        if let (Some(journal), Some(last)) =
            (self.journal, kept.as_ref().and_then(|kept| kept.last_block()))
            && last >= target.changes.len()
        {
            journal.refuse(number);
        }
        let sample = self
            .journal
            .map_or(Sample::NONE, |journal| Sample::new(journal.seed(), number, to.blocks()));
        let journal = self.journal.map(|journal| (journal, number));
        let mut step = HalfStep {
            instructions,
            from,
            to,
            weights: self.weights,
            source: &source.bits,
            candidates: Vec::new(),
            rest,
            code,
            journal,
            sample,
        };
        let sparse = if WINNING { SPARSE_OR } else { SPARSE_AND };
        // Memory holds the candidates of one column tile for each thread.
        let at_a_time = rayon::current_num_threads().min(from.column_tiles);
        let undecided = undecided.map(|lines| lines.chunks_exact_mut(LINE_BITS));
        let codes = self.codes.as_mut().map(|codes| codes.iter_mut());
        let of_target = target
            .bits
            .chunks_exact_mut(LINE_BITS)
            .zip(&mut target.changes)
            .zip(each_or_none(undecided, to.blocks()))
            .zip(each_or_none(codes, to.blocks()))
            .enumerate()
            .map(|(block, (((target, changes), undecided), codes))| {
                (block, undecided, BlockState { target, changes, codes })
            });
        let mut of_target = to.by_source(of_target);
        let mut decided = 0;
        for (number, of_target) in of_target.chunks_mut(at_a_time * from.row_blocks()).enumerate() {
            if number > 0 && (self.is_stopped)() {
                return Err(Stopped);
            }
            let first = number * at_a_time;
            if kept.is_none() {
                let tiles = first..(first + at_a_time).min(from.column_tiles);
                let candidates =
                    |tile| source.candidates(from, from, from.predecessors(), tile, sparse);
                step.candidates = parallel::map(tiles, candidates);
            }
            let step = &step;
            let add = |(total, scratch): &mut (u64, Vec<BitLine>),
                       (block, undecided, state): &mut OfTarget<'_>| {
                let (block, undecided) = (*block, undecided.as_deref_mut());
                let source = to.source_of(block);
                let row_block = source.row_tile * from.group.order() + source.element;
                *total += if KEEPS && let Some(kept) = &kept {
                    step.again::<WINNING, FROM_REST>(block, kept.decided(block), undecided, state)
                } else if let Some(candidates) = &step.candidates[source.column_tile - first] {
                    instructions.run(
                        #[inline(always)]
                        || {
                            step.advance_few::<WINNING, FROM_REST>(
                                block,
                                &candidates[row_block],
                                undecided,
                                scratch,
                                state,
                            )
                        },
                    )
                } else {
                    instructions.run(
                        #[inline(always)]
                        || advance::<WINNING, FROM_REST>(step, block, undecided, state),
                    )
                };
            };
            let totals = parallel::fold(of_target, || (0, scratch()), add);
            decided += totals.into_iter().map(|(total, _)| total).sum::<u64>();
        }
        if let (Some(journal), None) = (self.journal, kept) {
            journal.complete(number);
        }
        Ok(decided / self.weights.order)
    }
}

/// The number of a block, its undecided positions if a plane has them, and its part of the target.
type OfTarget<'a> = (usize, Option<&'a mut [BitLine]>, BlockState<'a>);

/// The items, or as often as there are blocks none.
pub(crate) fn each_or_none<T: Send>(
    items: Option<impl Iterator<Item = T>>,
    blocks: usize,
) -> Vec<Option<T>> {
    match items {
        Some(items) => items.map(Some).collect(),
        None => std::iter::repeat_with(|| None).take(blocks).collect(),
    }
}

/// One half-step, as each block sees it.
struct HalfStep<'a> {
    instructions: InstructionSet,
    from: &'a RowGraph,
    to: &'a RowGraph,
    weights: &'a Weights,
    /// The plane the slides lead to.
    source: &'a [BitLine],
    /// For each column tile at hand, then by (row tile, element): the positions worth looking at;
    /// `None` for all.
    candidates: Vec<Option<Vec<Vec<Cell>>>>,
    /// What [`Undecided::Rest`] has, if there is no plane of undecided positions.
    rest: Option<(&'a NeverDecided, Option<&'a [BitLine]>)>,
    code: u32,
    /// The journal that keeps it, if any, and its number.
    journal: Option<(&'a dyn Journal, u32)>,
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
    const NONE: Self = Self { every: usize::MAX, first: 0 };

    fn new(seed: u64, number: u32, blocks: usize) -> Self {
        // The last tile of either side may be almost empty.
        let every = (blocks * LINE_BITS / 4 / LEAST_SAMPLE).clamp(1, SAMPLE);
        let mixed = (seed ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { every, first: (mixed >> 32) as usize % every }
    }

    /// The rows of a block, of these `rows`, that are in the sample.
    fn rows(self, block: usize, rows: usize) -> impl Iterator<Item = usize> {
        let before = block.saturating_mul(LINE_BITS);
        let next = (self.first + self.every - before % self.every) % self.every;
        (next..rows).step_by(self.every)
    }
}

impl HalfStep<'_> {
    /// Does again in a block what the half-step did that a journal has. Returns the number of its
    /// newly decided positions, times the order of the group.
    ///
    /// Only positions that were undecided can be decided, and the lines of the sample are computed
    /// again. Otherwise the journal hears of it, and the block stays as it was.
    fn again<const WINNING: bool, const FROM_REST: bool>(
        &self,
        block: usize,
        decided: Option<Vec<u8>>,
        undecided: Option<&mut [BitLine]>,
        state: &mut BlockState<'_>,
    ) -> u64 {
        *state.changes = Changes::default();
        let source = self.to.source_of(block);
        let sample = self.sample.rows(block, self.from.tile_size(source.row_tile));
        let mut sample = sample.peekable();
        if decided.is_none() && sample.peek().is_none() {
            return 0;
        }
        let mut rest;
        let undecided = match (undecided, self.rest) {
            (Some(undecided), _) if !FROM_REST => undecided,
            (None, Some((never_decided, also_decided))) if FROM_REST => {
                rest = self.undecided(never_decided, also_decided, block, state.target);
                &mut rest[..]
            }
            _ => unreachable!("undecided positions are in a plane or the rest"),
        };
        let fresh = decided.map_or(Some([BitLine::ZERO; LINE_BITS]), |bytes| decode(&bytes));
        let fresh = fresh.filter(|fresh| {
            fresh.iter().zip(&*undecided).all(|(fresh, open)| fresh.and_not(*open).is_zero())
                && sample.all(|row| {
                    self.reached::<WINNING, false>(source, row, undecided[row]) == fresh[row]
                })
        });
        let Some(fresh) = fresh else {
            if let Some((journal, number)) = self.journal {
                journal.refuse(number);
            }
            return 0;
        };
        for (undecided, fresh) in undecided.iter_mut().zip(&fresh) {
            *undecided = undecided.and_not(*fresh);
        }
        settle(self.instructions, self.weights, self.code, source, &fresh, state)
    }

    /// The undecided positions of the block that a block of the target turns into, where no plane
    /// has them.
    #[inline(always)]
    fn undecided(
        &self,
        never_decided: &NeverDecided,
        also_decided: Option<&[BitLine]>,
        block: usize,
        target: &[BitLine],
    ) -> Block {
        let lines = block * LINE_BITS..(block + 1) * LINE_BITS;
        let source = &self.source[lines.clone()];
        let mut decided = [BitLine::ZERO; LINE_BITS];
        for ((decided, source), target) in decided.iter_mut().zip(source).zip(target) {
            *decided = source.or(*target);
        }
        if let Some(also_decided) = also_decided {
            decided
                .iter_mut()
                .zip(&also_decided[lines])
                .for_each(|(decided, also_decided)| *decided = decided.or(*also_decided));
        }
        let mut turned = [BitLine::ZERO; LINE_BITS];
        self.instructions.run_narrow(|| transpose(&decided, &mut turned));
        never_decided.rest(block, self.to.source_of(block), &mut turned);
        turned
    }

    /// The columns of a row in which a slide leads to the source, or all slides do. With `FEW` open
    /// columns the search ends when none is left, often after the first slides.
    #[inline(always)]
    fn reached<const WINNING: bool, const FEW: bool>(
        &self,
        source: BlockPlace,
        row: usize,
        open: BitLine,
    ) -> BitLine {
        let at_a_time = if FEW { 4 } else { usize::MAX };
        let offset = self.from.first_line(source.column_tile);
        let mut found = if WINNING { BitLine::ZERO } else { open };
        let successors = self.from.successors(source.element, source.row_tile * LINE_BITS + row);
        for successors in successors.chunks(at_a_time) {
            for &line in successors {
                let successor = self.source[line as usize + offset];
                found = if WINNING { found.or(successor) } else { found.and(successor) };
            }
            if FEW && !WINNING && found.is_zero() {
                break;
            }
        }
        found.and(open)
    }

    /// One block of a half-step, given the positions worth looking at; `scratch` is empty. Returns
    /// the number of its newly decided positions, times the order of the group.
    #[inline(always)]
    fn advance_few<const WINNING: bool, const FROM_REST: bool>(
        &self,
        block: usize,
        candidates: &[Cell],
        mut undecided: Option<&mut [BitLine]>,
        scratch: &mut [BitLine],
        state: &mut BlockState<'_>,
    ) -> u64 {
        let source = self.to.source_of(block);
        let open = |cell: &&Cell| match self.rest {
            Some((never_decided, also_decided)) if FROM_REST => {
                self.is_undecided(never_decided, also_decided, block, state.target, **cell)
            }
            _ => true,
        };
        let fresh = each_row(
            candidates.iter().filter(open),
            scratch,
            #[inline(always)]
            |row, worthwhile| {
                let open = undecided
                    .as_ref()
                    .map_or(worthwhile, |undecided| worthwhile.and(undecided[row]));
                // A win needs one slide to what has been added, and there is one.
                let found = if WINNING || open.is_zero() {
                    open
                } else {
                    self.reached::<false, true>(source, row, open)
                };
                if let Some(undecided) = &mut undecided {
                    undecided[row] = undecided[row].and_not(found);
                }
                found
            },
        );
        if KEEPS
            && let Some((journal, number)) = self.journal
            && !fresh.is_empty()
        {
            let mut lines = [BitLine::ZERO; LINE_BITS];
            for cell in &fresh {
                lines[cell.row()].set(cell.column());
            }
            journal.keep(number, block, &encode(&lines));
        }
        settle_few(self.weights, self.code, source, fresh, state)
    }

    /// Whether a position is undecided, where no plane has those that are.
    #[inline(always)]
    fn is_undecided(
        &self,
        never_decided: &NeverDecided,
        also_decided: Option<&[BitLine]>,
        block: usize,
        target: &[BitLine],
        cell: Cell,
    ) -> bool {
        let (row, column) = (cell.row(), cell.column());
        let line = block * LINE_BITS + column;
        let is_decided = self.source[line].bit(row)
            || target[column].bit(row)
            || also_decided.is_some_and(|also_decided| also_decided[line].bit(row));
        !is_decided && never_decided.leaves(block, self.to.source_of(block).row_tile, cell)
    }
}

/// The part of the planes that belongs to one block.
pub(crate) struct BlockState<'a> {
    pub(crate) target: &'a mut [BitLine],
    pub(crate) changes: &'a mut Changes,
    pub(crate) codes: Option<&'a mut BlockCodes>,
}

/// One block of a half-step. Returns the number of its newly decided positions, times the order of
/// the group.
#[inline(always)]
fn advance<const WINNING: bool, const FROM_REST: bool>(
    step: &HalfStep<'_>,
    block: usize,
    undecided: Option<&mut [BitLine]>,
    state: &mut BlockState<'_>,
) -> u64 {
    let source = step.to.source_of(block);
    let mut rest;
    let undecided = match (undecided, step.rest) {
        (Some(undecided), _) if !FROM_REST => undecided,
        (None, Some((never_decided, also_decided))) if FROM_REST => {
            rest = step.undecided(never_decided, also_decided, block, state.target);
            &mut rest[..]
        }
        _ => unreachable!("undecided positions are in a plane or the rest"),
    };
    let mut fresh = [BitLine::ZERO; LINE_BITS];
    for row in 0..step.from.tile_size(source.row_tile) {
        let open = undecided[row];
        if !open.is_zero() {
            fresh[row] = step.reached::<WINNING, false>(source, row, open);
            undecided[row] = open.and_not(fresh[row]);
        }
    }
    if KEEPS
        && let Some((journal, number)) = step.journal
        && fresh.iter().any(|line| !line.is_zero())
    {
        journal.keep(number, block, &encode(&fresh));
    }
    settle(step.instructions, step.weights, step.code, source, &fresh, state)
}

/// Turns the newly decided positions of a block round, adds them to the target plane and gives them
/// their code.
///
/// Returns their number, times the order of the group.
#[inline(always)]
pub(crate) fn settle(
    instructions: InstructionSet,
    weights: &Weights,
    code: u32,
    source: BlockPlace,
    fresh: &Block,
    state: &mut BlockState<'_>,
) -> u64 {
    *state.changes = Changes::default();
    let mut weighted = 0;
    let mut count = 0;
    for (row, line) in fresh.iter().enumerate() {
        if !line.is_zero() {
            count += line.count_ones();
            weighted += weights.count(*line, source.row_tile * LINE_BITS + row, source.column_tile);
        }
    }
    if count == 0 {
        return 0;
    }
    if count as usize <= FEW {
        return settle_few(weights, code, source, cells(count, fresh), state);
    }
    let mut turned = [BitLine::ZERO; LINE_BITS];
    instructions.run_narrow(|| transpose(fresh, &mut turned));
    let mut lines = BitLine::ZERO;
    for (row, line) in turned.iter().enumerate() {
        if !line.is_zero() {
            state.target[row] = state.target[row].or(*line);
            lines.set(row);
        }
    }
    if let Some(codes) = &mut state.codes {
        codes.set(code, &turned, lines);
    }
    *state.changes = Changes::Many;
    weighted
}

/// [`settle`] for a list of positions.
#[inline(always)]
pub(crate) fn settle_few(
    weights: &Weights,
    code: u32,
    source: BlockPlace,
    mut fresh: Vec<Cell>,
    state: &mut BlockState<'_>,
) -> u64 {
    let mut weighted = 0;
    for cell in &mut fresh {
        let (row, column) = (cell.row(), cell.column());
        weighted += weights
            .count_one(source.row_tile * LINE_BITS + row, source.column_tile * LINE_BITS + column);
        state.target[column].set(row);
        if let Some(codes) = &mut state.codes {
            codes.set_one(code, column, row);
        }
        *cell = Cell::new(column, row);
    }
    fresh.shrink_to_fit();
    *state.changes = if fresh.len() > FEW { Changes::Many } else { Changes::Listed(fresh) };
    weighted
}

//! One half-step: the undecided positions that a plane decides, block by block, with their codes and numbers.

use rayon::prelude::*;

use crate::codes::BlockCodes;
use crate::instruction_set::{InstructionSet, Kind};
use crate::line::{BitLine, Block, LINE_BITS, transpose};
use crate::row_graph::{BlockPlace, RowGraph};

/// A column tile in which less than one row in this many has changed is updated through the rows that lead there; any
/// other is swept whole. Each changed row makes some twenty others worth looking at, and marking these costs about as much
/// as looking at one.
const SPARSE: usize = 32;

/// A block with fewer fresh positions than this is turned round bit by bit.
const FEW: u32 = 192;

/// A plane of positions.
#[derive(Default)]
pub(crate) struct Plane {
    pub(crate) bits: Vec<BitLine>,
    /// By block: the lines that have changed.
    pub(crate) lines: Vec<BitLine>,
}

impl Plane {
    pub(crate) fn new(blocks: usize) -> Self {
        Self { bits: vec![BitLine::ZERO; blocks * LINE_BITS], lines: vec![BitLine::ZERO; blocks] }
    }
}

/// What it takes to count positions where the planes have one bit for a whole orbit.
pub(crate) struct Weights {
    pub(crate) order: u64,
    /// By column tile: the columns whose sets have symmetries of their own.
    symmetric: Vec<BitLine>,
    /// By canonical set of either side: how many sets it stands for.
    row_sizes: Vec<u8>,
    column_sizes: Vec<u8>,
}

impl Weights {
    /// The weights in planes with rows and columns for sets of which there are so many in an orbit.
    pub(crate) fn new(order: usize, row_sizes: &[u8], column_sizes: &[u8]) -> Self {
        let symmetric = |sizes: &[u8]| {
            let mut line = BitLine::ZERO;
            let fewer = sizes.iter().enumerate().filter(|&(_, &size)| usize::from(size) < order);
            fewer.for_each(|(column, _)| line.set(column));
            line
        };
        let symmetric = column_sizes.chunks(LINE_BITS).map(symmetric).collect();
        Self { order: order as u64, symmetric, row_sizes: row_sizes.to_vec(), column_sizes: column_sizes.to_vec() }
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
}

/// What half-steps need of the analysis apart from the planes that they lead from and to.
pub(crate) struct HalfSteps<'a> {
    pub(crate) instructions: InstructionSet,
    /// The rows of the planes that slides lead from and to, and of those that the decided positions are added to. They are the same
    /// where both sides are alike.
    pub(crate) from: &'a RowGraph,
    pub(crate) to: &'a RowGraph,
    /// The weights of the former.
    pub(crate) weights: &'a Weights,
    pub(crate) undecided: &'a mut [BitLine],
    pub(crate) codes: &'a mut [BlockCodes],
}

impl HalfSteps<'_> {
    /// Finds the undecided positions that are won because a slide leads to one of `source`, or lost because all slides do; adds
    /// them to the target plane, which has only these if they are lost, and gives them the code. Returns their number.
    pub(crate) fn run<const WINNING: bool>(&mut self, source: &Plane, target: &mut Plane, code: u32) -> u64 {
        let (from, to, instructions) = (self.from, self.to, self.instructions);
        let dirty = (0..from.column_tiles).into_par_iter().map(|tile| dirty_rows(from, &source.lines, tile)).collect();
        let step = HalfStep { from, to, weights: self.weights, source: &source.bits, dirty, code };
        let total: u64 = self
            .undecided
            .par_chunks_exact_mut(LINE_BITS)
            .zip(target.bits.par_chunks_exact_mut(LINE_BITS))
            .zip(target.lines.par_iter_mut().zip(self.codes.par_iter_mut()))
            .enumerate()
            .map(|(block, ((undecided, target), (lines, codes)))| {
                let mut state = BlockState { undecided, target, lines, codes };
                if !WINNING {
                    state.lines.for_each_one(|line| state.target[line] = BitLine::ZERO);
                }
                run::<WINNING>(instructions, &step, block, &mut state)
            })
            .sum();
        total / self.weights.order
    }
}

/// One half-step, as each block sees it.
struct HalfStep<'a> {
    from: &'a RowGraph,
    to: &'a RowGraph,
    weights: &'a Weights,
    /// The plane the slides lead to.
    source: &'a [BitLine],
    /// By column tile, then by (row tile, element): the rows worth looking at; `None` for all.
    dirty: Vec<Option<Vec<BitLine>>>,
    code: u32,
}

/// The part of the planes that belongs to one block.
pub(crate) struct BlockState<'a> {
    pub(crate) undecided: &'a mut [BitLine],
    pub(crate) target: &'a mut [BitLine],
    pub(crate) lines: &'a mut BitLine,
    pub(crate) codes: &'a mut BlockCodes,
}

/// The rows of a column tile that a slide connects to a changed one: a mask for each (row tile, element), or `None` where
/// so many have changed that all are worth looking at.
fn dirty_rows(graph: &RowGraph, changed: &[BitLine], tile: usize) -> Option<Vec<BitLine>> {
    let of_tile = || changed.iter().skip(tile).step_by(graph.column_tiles).enumerate();
    let count: usize = of_tile().map(|(_, lines)| lines.count_ones() as usize).sum();
    if count * SPARSE >= graph.rows() {
        return None;
    }
    let mut dirty = vec![BitLine::ZERO; graph.tiles * graph.group.order()];
    for (row_block, lines) in of_tile() {
        let (row_tile, element) = (row_block / graph.group.order(), row_block % graph.group.order());
        lines.for_each_one(|row| {
            for &line in graph.predecessors(element, row_tile * LINE_BITS + row) {
                let (row_block, row) = graph.row_of_line(line);
                dirty[row_block].set(row);
            }
        });
    }
    Some(dirty)
}

/// Runs one block of a half-step with the chosen instructions.
fn run<const WINNING: bool>(
    instructions: InstructionSet,
    step: &HalfStep<'_>,
    block: usize,
    state: &mut BlockState<'_>,
) -> u64 {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,bmi1")]
    fn run_avx512<const WINNING: bool>(step: &HalfStep<'_>, block: usize, state: &mut BlockState<'_>) -> u64 {
        advance::<WINNING>(step, block, state)
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn run_avx2<const WINNING: bool>(step: &HalfStep<'_>, block: usize, state: &mut BlockState<'_>) -> u64 {
        advance::<WINNING>(step, block, state)
    }
    match instructions.0 {
        Kind::Baseline => advance::<WINNING>(step, block, state),
        // SAFETY: a value of this kind exists only on machines that were found to have these instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { run_avx2::<WINNING>(step, block, state) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { run_avx512::<WINNING>(step, block, state) },
    }
}

/// One block of a half-step. Returns the number of its newly decided positions, times the order of the group.
#[inline(always)]
fn advance<const WINNING: bool>(step: &HalfStep<'_>, block: usize, state: &mut BlockState<'_>) -> u64 {
    let source = step.to.source_of(block);
    let offset = source.column_tile * LINE_BITS;
    let mut fresh = [BitLine::ZERO; LINE_BITS];
    let rows = match &step.dirty[source.column_tile] {
        None => step.from.rows_of_tile(source.row_tile),
        Some(dirty) => dirty[source.row_tile * step.from.group.order() + source.element],
    };
    rows.for_each_one(
        #[inline(always)]
        |row| {
            let undecided = state.undecided[row];
            if undecided.is_zero() {
                return;
            }
            let mut found = if WINNING { BitLine::ZERO } else { undecided };
            for &line in step.from.successors(source.element, source.row_tile * LINE_BITS + row) {
                let successor = step.source[line as usize + offset];
                found = if WINNING { found.or(successor) } else { found.and(successor) };
            }
            found = found.and(undecided);
            fresh[row] = found;
            state.undecided[row] = undecided.and_not(found);
        },
    );
    settle(step.weights, step.code, source, &fresh, state)
}

/// Turns the newly decided positions of a block round, adds them to the target plane and gives them their code.
///
/// Returns their number, times the order of the group.
#[inline(always)]
pub(crate) fn settle(
    weights: &Weights,
    code: u32,
    source: BlockPlace,
    fresh: &Block,
    state: &mut BlockState<'_>,
) -> u64 {
    *state.lines = BitLine::ZERO;
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
    if count < FEW {
        for (row, line) in fresh.iter().enumerate() {
            line.for_each_one(|column| {
                state.target[column].set(row);
                state.lines.set(column);
                state.codes.set_one(code, column, row);
            });
        }
    } else {
        let mut turned = [BitLine::ZERO; LINE_BITS];
        transpose(fresh, &mut turned);
        for (row, line) in turned.iter().enumerate() {
            if !line.is_zero() {
                state.target[row] = state.target[row].or(*line);
                state.lines.set(row);
            }
        }
        state.codes.set(code, &turned, *state.lines);
    }
    weighted
}

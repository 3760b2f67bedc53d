//! One half-step: the undecided positions that a plane decides, block by block, with their codes and numbers.

use rayon::prelude::*;

use crate::codes::BlockCodes;
use crate::instruction_set::{InstructionSet, Kind};
use crate::layout::{BlockPlace, Layout};
use crate::line::{BitLine, Block, LINE_BITS, transpose};

/// A column tile in which less than one row in this many has changed is updated through the rows that lead there; any
/// other is swept whole. Each changed row makes some twenty others worth looking at, and marking these costs about as much
/// as looking at one.
const SPARSE: usize = 32;

/// A block with fewer fresh positions than this is turned round bit by bit.
const FEW: u32 = 192;

/// A plane of positions.
#[derive(Default)]
pub(super) struct Plane {
    pub(super) bits: Vec<BitLine>,
    /// By block: the lines that have changed.
    pub(super) lines: Vec<BitLine>,
}

impl Plane {
    pub(super) fn new(blocks: usize) -> Self {
        Self { bits: vec![BitLine::ZERO; blocks * LINE_BITS], lines: vec![BitLine::ZERO; blocks] }
    }
}

/// What it takes to count positions where the planes have one bit for a whole orbit.
pub(super) struct Weights {
    pub(super) order: u64,
    /// By column tile: the columns whose sets have symmetries of their own.
    symmetric: Vec<BitLine>,
    orbit_sizes: Vec<u8>,
}

impl Weights {
    pub(super) fn new(layout: &Layout) -> Self {
        let order = layout.group.order() as u64;
        let orbit_sizes = layout.orbits.orbit_sizes().to_vec();
        let symmetric =
            layout.columns(|set| u64::from(orbit_sizes[layout.orbits.place(set).canonical as usize]) < order);
        Self { order, symmetric, orbit_sizes }
    }

    /// The positions that the bits of a row stand for, times the order of the group.
    #[inline(always)]
    pub(super) fn count(&self, line: BitLine, row: usize, column_tile: usize) -> u64 {
        let mut columns = self.order * u64::from(line.count_ones());
        line.and(self.symmetric[column_tile]).for_each_one(|bit| {
            columns -= self.order - u64::from(self.orbit_sizes[column_tile * LINE_BITS + bit]);
        });
        columns * u64::from(self.orbit_sizes[row])
    }
}

/// What half-steps need of the analysis apart from the planes that they lead from and to.
pub(super) struct HalfSteps<'a> {
    pub(super) instructions: InstructionSet,
    pub(super) layout: &'a Layout,
    pub(super) weights: &'a Weights,
    pub(super) undecided: &'a mut [BitLine],
    pub(super) codes: &'a mut [BlockCodes],
}

impl HalfSteps<'_> {
    /// Finds the undecided positions that are won because a slide leads to one of `source`, or lost because all slides do; adds
    /// them to the target plane, which has only these if they are lost, and gives them the code. Returns their number.
    pub(super) fn run<const WINNING: bool>(&mut self, source: &Plane, target: &mut Plane, code: u32) -> u64 {
        let (layout, instructions) = (self.layout, self.instructions);
        let dirty = (0..layout.tiles).into_par_iter().map(|tile| dirty_rows(layout, &source.lines, tile)).collect();
        let step = HalfStep { layout, weights: self.weights, source: &source.bits, dirty, code };
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
    layout: &'a Layout,
    weights: &'a Weights,
    /// The plane the slides lead to.
    source: &'a [BitLine],
    /// By column tile, then by (row tile, element): the rows worth looking at; `None` for all.
    dirty: Vec<Option<Vec<BitLine>>>,
    code: u32,
}

/// The part of the planes that belongs to one block.
pub(super) struct BlockState<'a> {
    pub(super) undecided: &'a mut [BitLine],
    pub(super) target: &'a mut [BitLine],
    pub(super) lines: &'a mut BitLine,
    pub(super) codes: &'a mut BlockCodes,
}

/// The block that turns into this one when the sides are exchanged.
pub(super) fn source_of(layout: &Layout, block: usize) -> BlockPlace {
    let BlockPlace { row_tile, element, column_tile } = layout.place_of_block(block);
    BlockPlace { row_tile: column_tile, element: layout.group.inverse(element), column_tile: row_tile }
}

/// The rows of a column tile that a slide connects to a changed one: a mask for each (row tile, element), or `None` where
/// so many have changed that all are worth looking at.
fn dirty_rows(layout: &Layout, changed: &[BitLine], tile: usize) -> Option<Vec<BitLine>> {
    let of_tile = || changed.iter().skip(tile).step_by(layout.tiles).enumerate();
    let count: usize = of_tile().map(|(_, lines)| lines.count_ones() as usize).sum();
    if count * SPARSE >= layout.rows() {
        return None;
    }
    let mut dirty = vec![BitLine::ZERO; layout.tiles * layout.group.order()];
    for (row_block, lines) in of_tile() {
        let (row_tile, element) = (row_block / layout.group.order(), row_block % layout.group.order());
        lines.for_each_one(|row| {
            for &line in layout.predecessors(element, row_tile * LINE_BITS + row) {
                let (row_block, row) = layout.row_of_line(line);
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
    let source = source_of(step.layout, block);
    let offset = source.column_tile * LINE_BITS;
    let mut fresh = [BitLine::ZERO; LINE_BITS];
    let rows = match &step.dirty[source.column_tile] {
        None => step.layout.rows_of_tile(source.row_tile),
        Some(dirty) => dirty[source.row_tile * step.layout.group.order() + source.element],
    };
    rows.for_each_one(
        #[inline(always)]
        |row| {
            let undecided = state.undecided[row];
            if undecided.is_zero() {
                return;
            }
            let mut found = if WINNING { BitLine::ZERO } else { undecided };
            for &line in step.layout.successors(source.element, source.row_tile * LINE_BITS + row) {
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
pub(super) fn settle(
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

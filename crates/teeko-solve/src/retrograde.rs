//! The bit-parallel retrograde analysis of the slide phase.
//!
//! Two planes of bits (see [`Layout`]), in which a row is the set of the side that has *just moved* and a column the set
//! of the side to move: `lost`, the positions found lost in the last half-step, and `won_or_blocked`, all those found won
//! so far together with the places where the two sets overlap. A slide changes the row and keeps the column, so a
//! half-step is whole lines of 512 positions at a time:
//!
//! ```text
//! newly won  (row M) = undecided(M) AND  OR over slides M -> M' of lost(M')
//! newly lost (row M) = undecided(M) AND AND over slides M -> M' of won_or_blocked(M')
//! ```
//! `undecided` and what is newly decided have the *mover's* set as their row. Transposing each block of newly decided
//! positions turns them round (see [`Layout`]), and there they are added to the plane and get their distance.
//!
//! Wins take odd numbers of plies and losses even ones, so that the two half-steps take turns. Not so where goals have circles
//! that must be empty: whoever leaves the last of them loses by his own ply. Then there are positions won in 0 plies, and both
//! half-steps run at every ply; the one for losses, which comes first, writes to a plane of its own, which then takes the place
//! of `lost`.
//!
//! On one Zen 5 core the slide phase of goal set 44 takes 0.11 s and that of 58 0.25 s, preparation and distances included. Half
//! of that goes into combining rows, which waits for the level 3 cache. Tried without gain: leaving an AND early once nothing
//! is left of it, and skipping rows that have not changed one by one (both cost more in mispredicted branches than they
//! save), and sweeping sparsely from one changed row in twelve on.

use std::ops::ControlFlow;

use rayon::prelude::*;
use teeko_index::{Class, LayerCensus, binomial, code_of_outcome, positions_of_layer};
use teeko_rules::work::Stopped;
use teeko_rules::{Circles, Outcome, PIECES, Parity, Rules};

use crate::codes::BlockCodes;
use crate::instruction_set::{InstructionSet, Kind};
use crate::layout::{BlockPlace, Layout};
use crate::line::{BitLine, Block, LINE_BITS, transpose};
use crate::slide::SlideSolution;

/// How far an analysis has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlideProgress {
    /// The distance, in plies, of the positions decided last.
    pub ply: u32,
    /// The positions decided so far, with the side to move given.
    pub decided: u64,
    /// All positions of the slide phase.
    pub positions: u64,
}

/// A column tile in which less than one row in this many has changed is updated through the rows that lead there; any
/// other is swept whole. Each changed row makes some twenty others worth looking at, and marking these costs about as much
/// as looking at one.
const SPARSE: usize = 32;

/// A block with fewer fresh positions than this is turned round bit by bit.
const FEW: u32 = 192;

/// Solves the slide phase of a rule set; its drop rules do not matter.
///
/// Uses the current rayon thread pool. The result is the same for any number of threads and any instruction set.
/// `observe` is told after each half-step, and says whether to go on.
///
/// # Errors
/// [`Stopped`] if it says no.
pub fn solve_slide(
    rules: &Rules,
    instructions: InstructionSet,
    observe: impl Fn(SlideProgress) -> ControlFlow<()> + Sync,
) -> Result<SlideSolution, Stopped> {
    let mut analysis = Analysis::new(rules, instructions);
    let (mut fresh, no_move) = analysis.start();
    let others = binomial(rules.board().circle_count() - PIECES, PIECES);
    let impossible = rules.goals().patterns().iter().filter(|goal| goal.empty().is_empty()).count() as u64;
    let mut census = LayerCensus::new();
    census.add(Class::NoMove, no_move);
    census.add(Class::Impossible, impossible * others);
    let positions = positions_of_layer(rules.board(), 2 * PIECES);
    let (mut ply, mut decided) = (0, 0);
    while fresh.won + fresh.lost > 0 {
        census.add(Class::Win(ply), fresh.won);
        census.add(Class::Loss(ply), fresh.lost);
        decided += fresh.won + fresh.lost;
        if observe(SlideProgress { ply, decided, positions }).is_break() {
            return Err(Stopped);
        }
        ply += 1;
        fresh = analysis.ply(ply);
    }
    census.add(Class::Draw, positions - census.total());
    Ok(SlideSolution::new(rules.clone(), analysis.layout, analysis.codes, census))
}

/// The planes while the analysis runs. All are indexed by the blocks of the layout.
struct Analysis<'a> {
    rules: &'a Rules,
    instructions: InstructionSet,
    layout: Layout,
    weights: Weights,
    /// In the place of each block the undecided positions of the block it turns into: rows are movers.
    undecided: Vec<BitLine>,
    /// Lines: those that the last half-step for losses has set.
    lost: Plane,
    /// Where both half-steps run at every ply: where the next losses go. Else empty.
    next_lost: Plane,
    /// Lines: those that the last half-step for wins has changed.
    won_or_blocked: Plane,
    codes: Vec<BlockCodes>,
}

/// A plane of positions.
#[derive(Default)]
struct Plane {
    bits: Vec<BitLine>,
    /// By block: the lines that have changed.
    lines: Vec<BitLine>,
}

impl Plane {
    fn new(blocks: usize) -> Self {
        Self { bits: vec![BitLine::ZERO; blocks * LINE_BITS], lines: vec![BitLine::ZERO; blocks] }
    }
}

/// The numbers of positions that are decided at one ply.
#[derive(Clone, Copy)]
struct Decided {
    won: u64,
    lost: u64,
}

/// What it takes to count positions where the planes have one bit for a whole orbit.
struct Weights {
    order: u64,
    /// By column tile: the columns whose sets have symmetries of their own.
    symmetric: Vec<BitLine>,
    orbit_sizes: Vec<u8>,
}

impl Weights {
    fn new(layout: &Layout) -> Self {
        let order = layout.group.order() as u64;
        let orbit_sizes = layout.orbits.orbit_sizes().to_vec();
        let symmetric =
            layout.columns(|set| u64::from(orbit_sizes[layout.orbits.place(set).canonical as usize]) < order);
        Self { order, symmetric, orbit_sizes }
    }

    /// The positions that the bits of a row stand for, times the order of the group.
    #[inline(always)]
    fn count(&self, line: BitLine, row: usize, column_tile: usize) -> u64 {
        let mut columns = self.order * u64::from(line.count_ones());
        line.and(self.symmetric[column_tile]).for_each_one(|bit| {
            columns -= self.order - u64::from(self.orbit_sizes[column_tile * LINE_BITS + bit]);
        });
        columns * u64::from(self.orbit_sizes[row])
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
struct BlockState<'a> {
    undecided: &'a mut [BitLine],
    target: &'a mut [BitLine],
    lines: &'a mut BitLine,
    codes: &'a mut BlockCodes,
}

impl<'a> Analysis<'a> {
    fn new(rules: &'a Rules, instructions: InstructionSet) -> Self {
        let layout = Layout::new(rules);
        let blocks = layout.blocks();
        Self {
            rules,
            instructions,
            weights: Weights::new(&layout),
            undecided: vec![BitLine::ZERO; blocks * LINE_BITS],
            lost: Plane::new(blocks),
            next_lost: if rules.parity() == Parity::Free { Plane::new(blocks) } else { Plane::default() },
            won_or_blocked: Plane::new(blocks),
            codes: vec![BlockCodes::default(); blocks],
            layout,
        }
    }

    /// Fills the planes with what holds before any half-step. Returns the numbers of positions that are over and of those
    /// without a move.
    fn start(&mut self) -> (Decided, u64) {
        let Self { rules, layout, weights, undecided, lost, won_or_blocked, codes, .. } = self;
        let (rules, layout, weights) = (*rules, &*layout, &*weights);
        let endings = Endings::new(rules, layout);

        won_or_blocked.bits.par_chunks_exact_mut(LINE_BITS).enumerate().for_each(|(block, lines)| {
            let BlockPlace { row_tile, element, column_tile } = layout.place_of_block(block);
            for (row, line) in lines.iter_mut().enumerate().take(layout.tile_size(row_tile)) {
                *line = endings.with_any(layout.set(element, row_tile * LINE_BITS + row), column_tile);
            }
        });

        let blocked = &won_or_blocked.bits;
        let totals = undecided
            .par_chunks_exact_mut(LINE_BITS)
            .zip(lost.bits.par_chunks_exact_mut(LINE_BITS))
            .zip(lost.lines.par_iter_mut().zip(codes.par_iter_mut()))
            .enumerate()
            .map(|(block, ((undecided, target), (lines, codes)))| {
                let source = source_of(layout, block);
                let (element, tile) = (source.element, source.column_tile);
                let mut fresh = [BitLine::ZERO; LINE_BITS];
                let mut state = BlockState { undecided, target, lines, codes };
                let mut no_move = 0;
                for (row, fresh) in fresh.iter_mut().enumerate().take(layout.tile_size(source.row_tile)) {
                    let canonical = source.row_tile * LINE_BITS + row;
                    let Ended { apart, lost, won } = endings.of_row(layout.set(element, canonical), tile);
                    *fresh = lost;
                    let open = apart.and_not(lost).and_not(won);
                    let successors = layout.successors(element, canonical);
                    let stuck = successors
                        .iter()
                        .fold(open, |stuck, &line| stuck.and(blocked[line as usize + tile * LINE_BITS]));
                    no_move += weights.count(stuck, canonical, tile);
                    state.undecided[row] = open.and_not(stuck);
                }
                let code = code_of_outcome(Outcome::Loss(0), rules.parity());
                (settle(weights, code, source, &fresh, &mut state), no_move)
            });
        let (lost, no_move) = totals.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        let lost = lost / weights.order;
        let won = if rules.parity() == Parity::Free { self.start_won(&endings) } else { 0 };
        (Decided { won, lost }, no_move / self.weights.order)
    }

    /// Adds the positions that are won before any half-step. Returns their number.
    fn start_won(&mut self, endings: &Endings<'_>) -> u64 {
        let Self { rules, layout, weights, undecided, won_or_blocked, codes, .. } = self;
        let (layout, weights) = (&*layout, &*weights);
        let code = code_of_outcome(Outcome::Win(0), rules.parity());
        let total: u64 = undecided
            .par_chunks_exact_mut(LINE_BITS)
            .zip(won_or_blocked.bits.par_chunks_exact_mut(LINE_BITS))
            .zip(won_or_blocked.lines.par_iter_mut().zip(codes.par_iter_mut()))
            .enumerate()
            .map(|(block, ((undecided, target), (lines, codes)))| {
                let source = source_of(layout, block);
                let mut fresh = [BitLine::ZERO; LINE_BITS];
                let mut state = BlockState { undecided, target, lines, codes };
                for (row, fresh) in fresh.iter_mut().enumerate().take(layout.tile_size(source.row_tile)) {
                    let set = layout.set(source.element, source.row_tile * LINE_BITS + row);
                    *fresh = endings.of_row(set, source.column_tile).won;
                }
                settle(weights, code, source, &fresh, &mut state)
            })
            .sum();
        total / weights.order
    }

    /// Finds the positions with this distance.
    fn ply(&mut self, ply: u32) -> Decided {
        let Self { rules, instructions, layout, weights, undecided, lost, next_lost, won_or_blocked, codes } = self;
        let code = |outcome| code_of_outcome(outcome, rules.parity());
        let mut step = Step { instructions: *instructions, layout, weights, undecided, codes };
        match rules.parity() {
            Parity::Fixed if ply % 2 == 1 => {
                Decided { won: step.run::<true>(lost, won_or_blocked, code(Outcome::Win(ply))), lost: 0 }
            }
            Parity::Fixed => {
                Decided { won: 0, lost: step.run::<false>(won_or_blocked, lost, code(Outcome::Loss(ply))) }
            }
            Parity::Free => {
                let newly_lost = step.run::<false>(won_or_blocked, next_lost, code(Outcome::Loss(ply)));
                let won = step.run::<true>(lost, won_or_blocked, code(Outcome::Win(ply)));
                std::mem::swap(lost, next_lost);
                Decided { won, lost: newly_lost }
            }
        }
    }
}

/// Which positions are over before any ply.
struct Endings<'a> {
    rules: &'a Rules,
    /// By column tile: all columns, and those whose set is a goal that needs no empty circles.
    all: Vec<BitLine>,
    unconditional: Vec<BitLine>,
    /// By column tile: the columns whose sets are goals that need empty circles, with these sets.
    conditional: Vec<Vec<(usize, Circles)>>,
    /// By column tile, then circle: the columns whose sets have it.
    with: Vec<Vec<BitLine>>,
}

/// The columns of a row, that of a mover's set, by what they are before any ply.
struct Ended {
    /// The sets do not overlap, and the position is not impossible.
    apart: BitLine,
    /// Of these: the mover has lost.
    lost: BitLine,
    /// Of these: he has won.
    won: BitLine,
}

impl<'a> Endings<'a> {
    fn new(rules: &'a Rules, layout: &Layout) -> Self {
        let goals = rules.goals();
        let conditional = |sets: &[Circles]| {
            let sets = sets.iter().copied().enumerate();
            sets.filter(|&(_, set)| !goals.with_circles(set).is_empty() && !goals.is_unconditional(set)).collect()
        };
        Self {
            rules,
            all: layout.columns(|_| true),
            unconditional: layout.columns(|set| goals.is_unconditional(set)),
            conditional: layout.orbits.canonical().chunks(LINE_BITS).map(conditional).collect(),
            with: (0..layout.tiles).map(|tile| layout.columns_with_each_square(tile)).collect(),
        }
    }

    /// The columns of a tile whose sets have any of these circles.
    fn with_any(&self, circles: Circles, tile: usize) -> BitLine {
        circles.iter().fold(BitLine::ZERO, |line, circle| line.or(self.with[tile][circle.index()]))
    }

    fn of_row(&self, mover: Circles, tile: usize) -> Ended {
        let goals = self.rules.goals();
        if goals.is_unconditional(mover) {
            return Ended { apart: BitLine::ZERO, lost: BitLine::ZERO, won: BitLine::ZERO };
        }
        let apart = self.all[tile].and_not(self.with_any(mover, tile));
        let mut lost = self.unconditional[tile];
        for &(column, opponent) in &self.conditional[tile] {
            if goals.is_goal(opponent, mover) {
                lost.set(column);
            }
        }
        let lost = lost.and(apart);
        let mut won = BitLine::ZERO;
        for goal in goals.with_circles(mover) {
            won = won.or(apart.and_not(self.with_any(goal.empty(), tile)));
        }
        Ended { apart, lost, won: won.and_not(lost) }
    }
}

/// What half-steps need of the analysis apart from the planes that they lead from and to.
struct Step<'a> {
    instructions: InstructionSet,
    layout: &'a Layout,
    weights: &'a Weights,
    undecided: &'a mut [BitLine],
    codes: &'a mut [BlockCodes],
}

impl Step<'_> {
    /// Finds the undecided positions that are won because a slide leads to one of `source`, or lost because all slides do; adds
    /// them to the target plane, which has only these if they are lost, and gives them the code. Returns their number.
    fn run<const WINNING: bool>(&mut self, source: &Plane, target: &mut Plane, code: u32) -> u64 {
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

/// The block that turns into this one when the sides are exchanged.
fn source_of(layout: &Layout, block: usize) -> BlockPlace {
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
fn settle(weights: &Weights, code: u32, source: BlockPlace, fresh: &Block, state: &mut BlockState<'_>) -> u64 {
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

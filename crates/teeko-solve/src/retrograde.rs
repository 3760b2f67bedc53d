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

pub(crate) mod endings;
pub(crate) mod half_step;

use std::ops::ControlFlow;

use rayon::prelude::*;
use teeko_index::{Class, LayerCensus, binomial, code_of_outcome, positions_of_layer};
use teeko_rules::work::Stopped;
use teeko_rules::{Outcome, PIECES, Parity, Rules};

use self::endings::{Ended, Endings};
use self::half_step::{BlockState, HalfSteps, Plane, Weights, settle};
use crate::codes::BlockCodes;
use crate::instruction_set::InstructionSet;
use crate::layout::Layout;
use crate::line::{BitLine, LINE_BITS};
use crate::row_graph::BlockPlace;
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

/// The numbers of positions that are decided at one ply.
#[derive(Clone, Copy)]
struct Decided {
    won: u64,
    lost: u64,
}

impl<'a> Analysis<'a> {
    fn new(rules: &'a Rules, instructions: InstructionSet) -> Self {
        let layout = Layout::new(rules);
        let blocks = layout.rows.blocks();
        Self {
            rules,
            instructions,
            weights: Weights::new(layout.group.order(), layout.orbits.orbit_sizes(), layout.orbits.orbit_sizes()),
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
        let endings = Endings::new(rules, layout.orbits.canonical());

        won_or_blocked.bits.par_chunks_exact_mut(LINE_BITS).enumerate().for_each(|(block, lines)| {
            let BlockPlace { row_tile, element, column_tile } = layout.rows.place_of_block(block);
            for (row, line) in lines.iter_mut().enumerate().take(layout.rows.tile_size(row_tile)) {
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
                let source = layout.rows.source_of(block);
                let (element, tile) = (source.element, source.column_tile);
                let mut fresh = [BitLine::ZERO; LINE_BITS];
                let mut state = BlockState { undecided, target, lines, codes };
                let mut no_move = 0;
                for (row, fresh) in fresh.iter_mut().enumerate().take(layout.rows.tile_size(source.row_tile)) {
                    let canonical = source.row_tile * LINE_BITS + row;
                    let Ended { apart, lost, won, void } = endings.of_row(layout.set(element, canonical), tile);
                    *fresh = lost;
                    let open = apart.and_not(lost).and_not(won).and_not(void);
                    let successors = layout.rows.successors(element, canonical);
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
                let source = layout.rows.source_of(block);
                let mut fresh = [BitLine::ZERO; LINE_BITS];
                let mut state = BlockState { undecided, target, lines, codes };
                for (row, fresh) in fresh.iter_mut().enumerate().take(layout.rows.tile_size(source.row_tile)) {
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
        let mut step =
            HalfSteps { instructions: *instructions, from: &layout.rows, to: &layout.rows, weights, undecided, codes };
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

//! One half-step: the undecided positions that a plane decides, block by block, with their codes
//! and numbers.

use rayon::prelude::*;

use crate::codes::BlockCodes;
use crate::instruction_set::InstructionSet;
use crate::journal::{Journal, decode, encode};
use crate::line::{BitLine, Block, LINE_BITS, transpose, zeros};
use crate::retrograde::undecided::{Never, Undecided};
use crate::row_graph::{BlockPlace, Neighbours, RowGraph};

/// A column tile in which less than one row in this many has changed is updated through the rows
/// that lead there; any other is swept whole. Each changed row makes some twenty others worth
/// looking at, and marking these costs about as much as looking at one.
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
        Self { bits: zeros(blocks * LINE_BITS), lines: vec![BitLine::ZERO; blocks] }
    }

    /// Empties the lines that have changed, which are all that has anything.
    pub(crate) fn clear(&mut self) {
        self.bits.par_chunks_exact_mut(LINE_BITS).zip(&self.lines).for_each(|(bits, lines)| {
            lines.for_each_one(|line| bits[line] = BitLine::ZERO);
        });
    }

    /// Adds the changed lines of another plane; they are what has changed in this one.
    pub(crate) fn add(&mut self, other: &Self) {
        self.lines.copy_from_slice(&other.lines);
        let blocks =
            self.bits.par_chunks_exact_mut(LINE_BITS).zip(other.bits.par_chunks_exact(LINE_BITS));
        blocks.zip(&self.lines).for_each(|((bits, others), lines)| {
            lines.for_each_one(|line| bits[line] = bits[line].or(others[line]));
        });
    }
}

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
}

/// Whether there can be a journal. A page has none; the code that keeps half-steps and resumes
/// would be a fiftieth of it.
const KEEPS: bool = !cfg!(target_family = "wasm");

impl HalfSteps<'_> {
    /// Finds the undecided positions that are won because a slide leads to one of `source`, or lost
    /// because all slides do, or takes them from the journal; adds them to the target plane, and
    /// gives them the code. Returns their number.
    ///
    /// `REST` says where the undecided positions are; known to the compiler, it leaves out of a
    /// program what that does not need.
    pub(crate) fn run<const WINNING: bool, const REST: bool>(
        &mut self,
        source: &Plane,
        target: &mut Plane,
        code: u32,
    ) -> u64 {
        let (from, to, instructions) = (self.from, self.to, self.instructions);
        self.before += 1;
        let number = self.before;
        let kept = self.journal.and_then(|journal| journal.half_step(number));
        let origins = from.predecessors();
        let dirty = |tile| dirty_rows(from, from, origins, &source.lines, tile);
        let swept = if kept.is_none() { from.column_tiles } else { 0 };
        let dirty = (0..swept).into_par_iter().map(dirty).collect();
        let (undecided, rest) = match &mut self.undecided {
            Undecided::Plane(lines) if !REST => (Some(&mut **lines), None),
            Undecided::Rest { never, also_decided } if REST => {
                (None, Some((*never, *also_decided)))
            }
            _ => unreachable!("undecided positions are where the half-step looks for them"),
        };
        let journal = self.journal.map(|journal| (journal, number));
        let step = HalfStep {
            from,
            to,
            weights: self.weights,
            source: &source.bits,
            dirty,
            rest,
            code,
            journal,
        };
        let total: u64 = target
            .bits
            .par_chunks_exact_mut(LINE_BITS)
            .zip(target.lines.par_iter_mut())
            .zip(each_or_none(
                undecided.map(|lines| lines.chunks_exact_mut(LINE_BITS)),
                to.blocks(),
            ))
            .zip(each_or_none(self.codes.as_mut().map(|codes| codes.iter_mut()), to.blocks()))
            .enumerate()
            .map(|(block, (((target, lines), undecided), codes))| {
                let mut state = BlockState { target, lines, codes };
                if KEEPS && let Some(kept) = &kept {
                    return step.again(block, kept.decided(block), undecided, &mut state);
                }
                instructions.run(
                    #[inline(always)]
                    || advance::<WINNING, REST>(&step, block, undecided, &mut state),
                )
            })
            .sum();
        if let (Some(journal), None) = (self.journal, kept) {
            journal.complete(number);
        }
        total / self.weights.order
    }
}

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
    from: &'a RowGraph,
    to: &'a RowGraph,
    weights: &'a Weights,
    /// The plane the slides lead to.
    source: &'a [BitLine],
    /// By column tile, then by (row tile, element): the rows worth looking at; `None` for all.
    dirty: Vec<Option<Vec<BitLine>>>,
    /// What [`Undecided::Rest`] has, if there is no plane of undecided positions.
    rest: Option<(&'a Never, Option<&'a [BitLine]>)>,
    code: u32,
    /// The journal that keeps it, if any, and its number.
    journal: Option<(&'a dyn Journal, u32)>,
}

impl HalfStep<'_> {
    /// Does again in a block what the half-step did that a journal has. Returns the number of its
    /// newly decided positions, times the order of the group.
    fn again(
        &self,
        block: usize,
        decided: Option<Vec<u8>>,
        undecided: Option<&mut [BitLine]>,
        state: &mut BlockState<'_>,
    ) -> u64 {
        *state.lines = BitLine::ZERO;
        let Some(decided) = decided else { return 0 };
        let Some(fresh) = decode(&decided) else {
            if let Some((journal, number)) = self.journal {
                journal.refuse(number);
            }
            return 0;
        };
        if let Some(undecided) = undecided {
            undecided
                .iter_mut()
                .zip(&fresh)
                .for_each(|(undecided, fresh)| *undecided = undecided.and_not(*fresh));
        }
        settle(self.weights, self.code, self.to.source_of(block), &fresh, state)
    }

    /// The undecided positions of the block that a block of the target turns into, where no plane
    /// has them.
    #[inline(always)]
    fn undecided(
        &self,
        never: &Never,
        third: Option<&[BitLine]>,
        block: usize,
        target: &[BitLine],
    ) -> Block {
        let lines = block * LINE_BITS..(block + 1) * LINE_BITS;
        let source = &self.source[lines.clone()];
        let mut decided = [BitLine::ZERO; LINE_BITS];
        for ((decided, source), target) in decided.iter_mut().zip(source).zip(target) {
            *decided = source.or(*target);
        }
        if let Some(third) = third {
            decided
                .iter_mut()
                .zip(&third[lines])
                .for_each(|(decided, third)| *decided = decided.or(*third));
        }
        let mut turned = [BitLine::ZERO; LINE_BITS];
        transpose(&decided, &mut turned);
        never.rest(block, self.to.source_of(block).column_tile, &mut turned);
        turned
    }
}

/// The part of the planes that belongs to one block.
pub(crate) struct BlockState<'a> {
    pub(crate) target: &'a mut [BitLine],
    pub(crate) lines: &'a mut BitLine,
    pub(crate) codes: Option<&'a mut BlockCodes>,
}

/// Returns the rows of a column tile from which a move leads to a changed row, as a mask for each
/// (row tile, element) of `from`; `None` if most rows would be dirty.
/// `changed` are the lines of the plane that moves lead to, with the rows of `to`; `origins` are
/// those of each of its rows in `from`.
pub(crate) fn dirty_rows(
    from: &RowGraph,
    to: &RowGraph,
    origins: &Neighbours,
    changed: &[BitLine],
    tile: usize,
) -> Option<Vec<BitLine>> {
    let of_tile = || changed.iter().skip(tile).step_by(to.column_tiles).enumerate();
    let count: usize = of_tile().map(|(_, lines)| lines.count_ones() as usize).sum();
    if count * SPARSE >= to.rows() {
        return None;
    }
    let order = to.group.order();
    let mut dirty = vec![BitLine::ZERO; from.tiles * order];
    for (row_block, lines) in of_tile() {
        let (row_tile, element) = (row_block / order, row_block % order);
        lines.for_each_one(|row| {
            for &line in origins.of(to.row(element, row_tile * LINE_BITS + row)) {
                let (row_block, row) = from.row_of_line(line);
                dirty[row_block].set(row);
            }
        });
    }
    Some(dirty)
}

/// One block of a half-step. Returns the number of its newly decided positions, times the order of
/// the group.
#[inline(always)]
fn advance<const WINNING: bool, const REST: bool>(
    step: &HalfStep<'_>,
    block: usize,
    undecided: Option<&mut [BitLine]>,
    state: &mut BlockState<'_>,
) -> u64 {
    let source = step.to.source_of(block);
    let rows = match &step.dirty[source.column_tile] {
        None => step.from.rows_of_tile(source.row_tile),
        Some(dirty) => dirty[source.row_tile * step.from.group.order() + source.element],
    };
    if rows.is_zero() {
        *state.lines = BitLine::ZERO;
        return 0;
    }
    let mut rest;
    let (undecided, rows) = match (undecided, step.rest) {
        (Some(undecided), _) if !REST => (undecided, rows),
        (None, Some((never, third))) if REST => {
            rest = step.undecided(never, third, block, state.target);
            (&mut rest[..], rows.and(never.rows_of_tile(source.row_tile)))
        }
        _ => unreachable!("undecided positions are in a plane or the rest"),
    };
    let offset = source.column_tile * LINE_BITS;
    let mut fresh = [BitLine::ZERO; LINE_BITS];
    rows.for_each_one(
        #[inline(always)]
        |row| {
            let open = undecided[row];
            if open.is_zero() {
                return;
            }
            let mut found = if WINNING { BitLine::ZERO } else { open };
            for &line in step.from.successors(source.element, source.row_tile * LINE_BITS + row) {
                let successor = step.source[line as usize + offset];
                found = if WINNING { found.or(successor) } else { found.and(successor) };
            }
            found = found.and(open);
            fresh[row] = found;
            undecided[row] = open.and_not(found);
        },
    );
    if KEEPS
        && let Some((journal, number)) = step.journal
        && fresh.iter().any(|line| !line.is_zero())
    {
        journal.keep(number, block, &encode(&fresh));
    }
    settle(step.weights, step.code, source, &fresh, state)
}

/// Turns the newly decided positions of a block round, adds them to the target plane and gives them
/// their code.
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
                if let Some(codes) = &mut state.codes {
                    codes.set_one(code, column, row);
                }
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
        if let Some(codes) = &mut state.codes {
            codes.set(code, &turned, *state.lines);
        }
    }
    weighted
}

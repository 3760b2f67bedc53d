//! Which undecided positions have any move to a plane, or all their moves: what the slides of a
//! half-step and the drops of a layer share.

use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;
use crate::moves::Moves;
use crate::retrograde::marks::Marks;
use crate::retrograde::plane::{Cell, Plane};
use crate::row_graph::RowGraph;

/// A column tile is checked position by position if the last half-step has added fewer than one
/// position to it for every so many canonical sets (lines), and has listed them all; any other tile
/// is swept whole.
/// `SPARSE_ANY` is for searches in which one move is enough: a marked position is decided if it is
/// undecided. `SPARSE_ALL` is for those in which all moves count: the lines that a position's moves
/// lead to must be read too, about ten of them.
const SPARSE_ANY: usize = 4;
const SPARSE_ALL: usize = 24;

/// A search by these moves.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub(crate) instructions: InstructionSet,
    pub(crate) lanes: &'a Lanes,
    pub(crate) moves: &'a Moves,
    /// Whether any move to the plane is enough, or all moves must lead there.
    pub(crate) any: bool,
}

impl Search<'_> {
    /// Returns whether the last half-step has added so few positions to a column tile of `source`,
    /// which has these rows, that single positions are checked.
    pub(crate) fn is_sparse(self, source: &Plane, rows: &RowGraph, column_tile: usize) -> bool {
        let sparse = if self.any { SPARSE_ANY } else { SPARSE_ALL };
        source.has_few_changes(rows, column_tile, sparse)
    }

    /// Moves what is found in a block from `undecided` to `fresh`, given the lines of its column
    /// tile. The block begins with set `first`. Meanwhile a cache fetches `next`: lines that are
    /// read soon, at most as many as those of the block.
    pub(crate) fn sweep(
        self,
        first: usize,
        undecided: &mut [BitLine],
        fresh: &mut [BitLine],
        tile: &[BitLine],
        next: &[BitLine],
    ) {
        if self.any {
            self.sweep_for::<true>(first, undecided, fresh, tile, next);
        } else {
            self.sweep_for::<false>(first, undecided, fresh, tile, next);
        }
    }

    /// Sweeps a block for positions with `ANY` move to the plane, or with all their moves.
    #[inline(always)]
    fn sweep_for<const ANY: bool>(
        self,
        first: usize,
        undecided: &mut [BitLine],
        fresh: &mut [BitLine],
        tile: &[BitLine],
        next: &[BitLine],
    ) {
        self.run(
            #[inline(always)]
            |search| {
                let rows = undecided.iter_mut().zip(fresh).enumerate();
                for (row, (undecided, fresh)) in rows {
                    if let Some(line) = next.get(row) {
                        line.prefetch();
                    }
                    let set = first + row;
                    *fresh = search.found_for::<ANY, false>(set, *undecided, |moved| tile[moved]);
                    *undecided = undecided.and_not(*fresh);
                }
            },
        );
    }

    /// Lists what is found among the marked positions of a row tile, and removes the marks. `open`
    /// returns the undecided ones among the marked positions of a row, `line` the line of a
    /// canonical set that moves lead to.
    ///
    /// The positions from which a move leads to what the last half-step has added to the plane are
    /// marked, so that nothing has to be looked up where any move is enough.
    #[inline(always)]
    pub(crate) fn check(
        self,
        row_tile: usize,
        marks: &mut Marks,
        open: impl Fn(usize, BitLine) -> BitLine,
        line: impl Fn(usize) -> BitLine,
        found: &mut Vec<Cell>,
    ) {
        found.clear();
        self.run(
            #[inline(always)]
            |search| {
                let first = row_tile * self.lanes.sets();
                marks.take_rows(
                    row_tile,
                    #[inline(always)]
                    |row, marked| {
                        let mut open = open(row, marked);
                        if !self.any {
                            open = search.found_for::<false, true>(first + row, open, &line);
                        }
                        open.for_each_one(|bit| found.push(Cell::new(row, bit)));
                    },
                );
            },
        );
    }

    /// Does some work of the search, which has its instructions as a constant there.
    #[inline(always)]
    fn run(self, work: impl FnOnce(Self)) {
        self.instructions.run(
            #[inline(always)]
            |instructions| {
                work(Self {
                    instructions,
                    ..self
                });
            },
        );
    }

    /// Returns the positions of `open` that the moves of a set decide, given the line of each
    /// canonical set that moves lead to.
    pub(crate) fn found(
        self,
        set: usize,
        open: BitLine,
        line: impl Fn(usize) -> BitLine,
    ) -> BitLine {
        if self.any {
            self.found_for::<true, false>(set, open, line)
        } else {
            self.found_for::<false, false>(set, open, line)
        }
    }

    /// Returns the positions of `open` with `ANY` move to the plane, or with all their moves.
    /// Whether the search `STOPS_EARLY` makes a difference to the time only.
    #[inline(always)]
    fn found_for<const ANY: bool, const STOPS_EARLY: bool>(
        self,
        set: usize,
        open: BitLine,
        line: impl Fn(usize) -> BitLine,
    ) -> BitLine {
        if open.is_zero() {
            return open;
        }
        self.moves
            .leading_to::<ANY, STOPS_EARLY>(self.instructions, self.lanes, set, open, line)
    }
}

//! Which undecided positions have any move to a plane, or all their moves: what the slides of a
//! half-step and the drops of a layer share.

use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;
use crate::moves::Moves;
use crate::retrograde::plane::Plane;
use crate::row_graph::RowGraph;

/// A column tile is checked position by position if the last half-step has added fewer than one
/// position to it for every so many canonical sets (lines), and has listed them all; any other tile
/// is swept whole.
/// `SPARSE_ANY` is for searches in which one move is enough: a position with a move to one of those
/// is decided if it is undecided. `SPARSE_ALL` is for those in which all moves count: the lines that
/// they lead to must be read too.
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
                    *fresh = search.found_for::<ANY>(set, *undecided, |moved| tile[moved]);
                    *undecided = undecided.and_not(*fresh);
                }
            },
        );
    }

    /// Whether the plane decides an undecided position, given that a move of it leads there. `has`
    /// returns whether the plane has a bit in the line of a canonical set.
    #[inline(always)]
    pub(crate) fn decides(
        self,
        set: usize,
        bit: usize,
        has: impl Fn(usize, usize) -> bool,
    ) -> bool {
        self.any || self.moves.all_lead_to(self.lanes, set, bit, has)
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
            self.found_for::<true>(set, open, line)
        } else {
            self.found_for::<false>(set, open, line)
        }
    }

    /// Returns the positions of `open` with `ANY` move to the plane, or with all their moves.
    #[inline(always)]
    fn found_for<const ANY: bool>(
        self,
        set: usize,
        open: BitLine,
        line: impl Fn(usize) -> BitLine,
    ) -> BitLine {
        if open.is_zero() {
            return open;
        }
        self.moves
            .leading_to::<ANY>(self.instructions, self.lanes, set, open, line)
    }
}

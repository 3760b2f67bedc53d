//! Which undecided positions have any move to a plane, or all their moves: what the slides of a
//! half-step and the drops of a layer share.

use crate::instruction_set::InstructionSet;
use crate::lanes::Lanes;
use crate::line::BitLine;
use crate::moves::Moves;
use crate::retrograde::marks::Marks;
use crate::retrograde::plane::Cell;

/// A search by these moves.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub(crate) instructions: InstructionSet,
    pub(crate) lanes: &'a Lanes,
    pub(crate) moves: &'a Moves,
}

impl Search<'_> {
    /// Moves what is found in a block from `undecided` to `fresh`, given the lines of its column
    /// tile. The block begins with set `first`. Meanwhile a cache fetches `next`: lines that are
    /// read soon, at most as many as those of the block.
    #[inline(always)]
    pub(crate) fn sweep<const ANY: bool>(
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
                    *fresh = search.found::<ANY, false>(set, *undecided, |moved| tile[moved]);
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
    pub(crate) fn check<const ANY: bool>(
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
                        if !ANY {
                            open = search.found::<false, true>(first + row, open, &line);
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

    /// Returns the positions of `open` that the moves of a set decide. Whether the search
    /// `STOPS_EARLY` makes a difference to the time only.
    #[inline(always)]
    pub(crate) fn found<const ANY: bool, const STOPS_EARLY: bool>(
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

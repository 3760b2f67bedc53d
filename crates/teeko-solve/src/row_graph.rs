//! The rows of a plane: how they are cut into blocks, and which of them a slide leads to.
//!
//! A plane has a line for each pair of a canonical set of the side that has just moved and a tile
//! of canonical sets of the other side; [`Lanes`] says what its words are. If the two sides differ,
//! there are two kinds of planes, and each is the transpose of the other.

use std::iter::{Empty, empty};
use std::ops::Range;
use std::sync::Arc;

use teeko_index::{PairTable, Place, Scale};
use teeko_rules::{Circles, SymmetryGroup};

use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::lanes::{Lanes, with_any};
use crate::line::BitLine;
use crate::moves::Moves;
use crate::neighbours::Neighbours;
use crate::plane_shape::PlaneShape;

/// The rows of one kind of planes, each with its neighbours.
#[derive(Debug)]
pub(crate) struct RowGraph {
    pub(crate) lanes: Arc<Lanes>,
    /// Canonical sets of the side that has the rows.
    count: usize,
    pub(crate) shape: PlaneShape,
    /// The slides from each canonical set, the other side ignored.
    pub(crate) slides: Moves,
    /// The sets from which one slide leads to a canonical set, all places of a set included.
    predecessors: Neighbours<Place>,
}

impl RowGraph {
    /// Makes the rows of `count` canonical sets against `columns` of the other side. `slid` and
    /// `unslid` give, for each canonical set, the places of the sets that a slide leads to and of
    /// those that it comes from; of the latter all places of each set.
    pub(crate) fn new(
        lanes: &Arc<Lanes>,
        count: usize,
        columns: usize,
        slid: impl Iterator<Item = impl Iterator<Item = Place>>,
        unslid: impl Iterator<Item = impl Iterator<Item = Place>>,
    ) -> Self {
        Self {
            lanes: Arc::clone(lanes),
            count,
            shape: PlaneShape::new(lanes.order(), count, columns),
            slides: Moves::new(slid),
            predecessors: Neighbours::new(unslid),
        }
    }

    /// Makes rows without slides.
    pub(crate) fn without_slides(lanes: &Arc<Lanes>, count: usize, columns: usize) -> Self {
        let no_slides = || empty::<Empty<Place>>();
        Self::new(lanes, count, columns, no_slides(), no_slides())
    }

    pub(crate) fn group(&self) -> &Arc<SymmetryGroup> {
        self.lanes.group()
    }

    /// Makes codes for the positions of a plane, none of which has one yet.
    pub(crate) fn codes(&self) -> Codes {
        Codes::new(self.lanes.sets(), self.shape.lines())
    }

    /// The canonical sets of a row tile.
    pub(crate) fn sets_of_tile(&self, tile: usize) -> Range<usize> {
        tile * self.lanes.sets()..((tile + 1) * self.lanes.sets()).min(self.count)
    }

    /// The number of canonical sets of the side that has the rows.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of the block of a row tile and a column tile. Those of a row tile are one after
    /// the other.
    #[inline(always)]
    pub(crate) fn block(&self, row_tile: usize, column_tile: usize) -> usize {
        row_tile * self.shape.column_tiles + column_tile
    }

    /// The line of a canonical set in a column tile.
    #[inline(always)]
    pub(crate) fn line(&self, set: usize, column_tile: usize) -> usize {
        let sets = self.lanes.sets();
        self.block(set / sets, column_tile) * sets + set % sets
    }

    /// The code of a position, given the place of its row and its canonical column.
    pub(crate) fn code(&self, codes: &Codes, row: Place, column: usize) -> u32 {
        let sets = self.lanes.sets();
        let line = self.line(row.canonical as usize, column / sets);
        codes.get(
            line,
            self.lanes.bit(usize::from(row.element), column % sets),
        )
    }

    /// Fills in the values of some columns, given the codes of all positions: what `value` makes of
    /// the two bytes of each code. A row is an image of one of `sets`, the canonical sets of the
    /// rows. The columns begin with number `first`, where a tile begins; `overlaps` has those with
    /// each circle.
    pub(crate) fn expand<T: Scale>(
        &self,
        codes: &Codes,
        sets: &[Circles],
        first: usize,
        overlaps: &[Vec<BitLine>],
        value: impl Fn(u8, u8) -> T + Sync,
        values: &mut PairTable<T>,
    ) {
        let instructions = InstructionSet::best();
        values.for_each_set(|canonical, rows| {
            for (tile, overlaps) in overlaps.iter().enumerate() {
                let overlap = with_any(overlaps, sets[canonical]);
                let column_tile = first / self.lanes.sets() + tile;
                let line = self.line(canonical, column_tile);
                let place = tile * self.lanes.sets();
                codes.expand_rows(instructions, line, overlap, place, rows, &value);
            }
        });
    }

    /// Copies a column tile of a plane: a line for each canonical set.
    #[inline(always)]
    pub(crate) fn copy_tile(
        &self,
        plane: &[BitLine],
        column_tile: usize,
        copied: &mut Vec<BitLine>,
    ) {
        copied.clear();
        let blocks = plane.chunks_exact(self.lanes.sets());
        for block in blocks.skip(column_tile).step_by(self.shape.column_tiles) {
            copied.extend_from_slice(block);
        }
    }

    /// The sets from which one slide leads to each canonical set, all places of a set included.
    pub(crate) fn predecessors(&self) -> &Neighbours<Place> {
        &self.predecessors
    }
}

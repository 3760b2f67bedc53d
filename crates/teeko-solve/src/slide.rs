//! The solved slide phase, and looking things up in it.

use std::sync::Arc;

use teeko_index::{
    Layer, LayerCensus, PairTable, Scale, SetOrbits, WeighedSet, largest_code, outcome_of_code,
};
use teeko_rules::work::Stopped;
use teeko_rules::{Circles, Outcome, PIECES, Position, Rules, Side};

use crate::codes::Codes;
use crate::lanes::{columns, columns_with_each_circle};
use crate::layout::Layout;
use crate::line::{BitLine, LINE_BITS};
use crate::row_graph::RowGraph;

/// The columns of a slide phase that are expanded at a time, or those of a tile, if these are more.
/// On 5 x 5 their values take 3 MB. With twice as many the drop phase takes 1.15 times as long,
/// since fewer of them stay in a cache; with half as many, 1.1 times, since each row is found more
/// often.
const COLUMNS_AT_A_TIME: usize = LINE_BITS / 2;

/// The outcome and exact distance of every slide position of a rule set. The drop rules do not
/// matter to it.
#[derive(Debug)]
pub struct SlideSolution {
    rules: Rules,
    pub(crate) layout: Layout,
    /// Rows are the side that has just moved, columns the canonical sets of the side to move.
    pub(crate) codes: Codes,
    census: LayerCensus,
}

impl SlideSolution {
    pub(crate) fn new(rules: Rules, layout: Layout, codes: Codes, census: LayerCensus) -> Self {
        Self {
            rules,
            layout,
            codes,
            census,
        }
    }

    /// The rules whose slide phase this is.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many positions have which outcome and distance.
    pub fn census(&self) -> &LayerCensus {
        &self.census
    }

    /// The outcome for the side to move, with its pieces `mover` against `opponent`.
    ///
    /// `None` if there is no such position: the sets overlap, leave the board or are not of four,
    /// or the mover has a goal that needs no empty circles.
    pub fn outcome(&self, mover: Circles, opponent: Circles) -> Option<Outcome> {
        let position = Position::of_turn(Side::Black, mover, opponent);
        let is_slide = position.layer() == 2 * PIECES && position.fits(self.rules.board());
        if !is_slide || self.rules.goals().is_unconditional(mover) {
            return None;
        }
        let code = self.turn().code(mover.into(), opponent.into());
        Some(outcome_of_code(code, self.rules.parity()))
    }

    /// The positions, all of which have the same kind of side to move.
    pub(crate) fn turn(&self) -> SolvedTurn<'_> {
        SolvedTurn {
            mover: &self.layout.orbits,
            opponent: &self.layout.orbits,
            rows: &self.layout.rows,
            codes: &self.codes,
        }
    }

    /// The values of the slide phase as a layer like those of the drop phase: one to two bytes for
    /// each pair of sets, quick to look up and to compare.
    ///
    /// # Panics
    /// If a distance is beyond 65,000 plies, or half of that where distances have no parity, which
    /// no known rules come near.
    pub fn layer(&self) -> Layer {
        if self.largest_code() <= u8::LARGEST_CODE {
            self.layer_of::<u8>()
        } else {
            self.layer_of::<u16>()
        }
    }

    /// The largest code, by which the width of values is chosen.
    ///
    /// # Panics
    /// If no width suffices.
    pub(crate) fn largest_code(&self) -> u32 {
        let deepest = self.census.deepest();
        let largest = largest_code(deepest, self.rules.parity());
        assert!(
            largest <= u16::LARGEST_CODE,
            "a distance of {deepest} plies"
        );
        largest
    }

    fn layer_of<T: Scale>(&self) -> Layer {
        let Layout {
            group,
            orbits,
            rows,
        } = &self.layout;
        let sets = orbits.canonical();
        let mut values = PairTable::<T>::new(group.order(), sets.len(), sets.len());
        let no_positions = self.overlapping_or_impossible();
        rows.expand(&self.codes, sets, 0, &no_positions, T::of_code, &mut values);
        Layer::new(
            2 * PIECES,
            self.rules.parity(),
            group,
            [orbits, orbits],
            values,
        )
    }

    /// Returns, by column tile and circle, the columns whose sets have the circle or a goal: no
    /// position has such sets.
    fn overlapping_or_impossible(&self) -> Vec<Vec<BitLine>> {
        let lanes = &self.layout.rows.lanes;
        let sets = self.layout.orbits.canonical();
        let mut tiles = columns_with_each_circle(lanes, sets);
        let impossible = columns(lanes, sets, |set| self.rules.goals().is_unconditional(set));
        for (tile, impossible) in tiles.iter_mut().zip(impossible) {
            for line in tile {
                *line = line.or(impossible);
            }
        }
        tiles
    }
}

/// The solved positions of a slide phase with one kind of side to move.
pub(crate) struct SolvedTurn<'a> {
    /// The orbits of the sets of the side to move, whose canonical sets are the columns, and of the
    /// other side, whose sets are the rows.
    pub(crate) mover: &'a Arc<SetOrbits>,
    pub(crate) opponent: &'a Arc<SetOrbits>,
    pub(crate) rows: &'a RowGraph,
    pub(crate) codes: &'a Codes,
}

impl SolvedTurn<'_> {
    pub(crate) fn code(&self, mover: WeighedSet, opponent: WeighedSet) -> u32 {
        let group = self.rows.group();
        let column = self.mover.place(mover);
        let row = self.opponent.place(opponent).seen_from(column, group);
        self.rows.code(self.codes, row, column.canonical as usize)
    }

    /// Calls `visit` with the values of some columns at a time: the number of the first, the sets
    /// of all of them, and a table that begins with them. A value is what `value` makes of the two
    /// bytes of a code, all bits of which are set if the sets overlap. An impossible position, in
    /// which the mover has a goal, has the code of a draw.
    pub(crate) fn expand<T: Scale>(
        &self,
        value: impl Fn(u8, u8) -> T + Sync,
        mut visit: impl FnMut(usize, &[Circles], &PairTable<T>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let rows = self.rows;
        let sets = self.opponent.canonical();
        let at_a_time = rows.lanes.sets().max(COLUMNS_AT_A_TIME);
        let mut values = PairTable::new(rows.lanes.order(), sets.len(), at_a_time);
        for (number, columns) in self.mover.canonical().chunks(at_a_time).enumerate() {
            let overlaps = columns_with_each_circle(&rows.lanes, columns);
            let first = number * at_a_time;
            rows.expand(self.codes, sets, first, &overlaps, &value, &mut values);
            visit(first, columns, &values)?;
        }
        Ok(())
    }
}

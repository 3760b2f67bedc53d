//! The solved slide phase, and looking things up in it.

use std::sync::Arc;

use teeko_index::{
    LayerCensus, LayerValues, PairTable, Scale, SolvedLayer, largest_code, outcome_of_code,
};
use teeko_rules::{Circles, Outcome, PIECES, Rules};

use crate::codes::BlockCodes;
use crate::columns::{columns_with_each_circle, with_any};
use crate::layout::Layout;
use crate::line::{BitLine, LINE_BITS};
use crate::row_graph::BlockPlace;

/// The outcome and exact distance of every slide position of a rule set. The drop rules do not
/// matter to it.
#[derive(Debug)]
pub struct SlideSolution {
    rules: Rules,
    pub(crate) layout: Layout,
    /// By block of the layout; rows are the side that has just moved, columns the canonical sets of
    /// the side to move.
    pub(crate) codes: Vec<BlockCodes>,
    census: LayerCensus,
}

impl SlideSolution {
    pub(crate) fn new(
        rules: Rules,
        layout: Layout,
        codes: Vec<BlockCodes>,
        census: LayerCensus,
    ) -> Self {
        Self { rules, layout, codes, census }
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
        let (board, orbits, group) = (self.rules.board(), &self.layout.orbits, &self.layout.group);
        let fits = |set: Circles| set.len() == orbits.size() && board.circles().contains_all(set);
        if !fits(mover)
            || !fits(opponent)
            || mover.meets(opponent)
            || self.rules.goals().is_unconditional(mover)
        {
            return None;
        }
        let column = orbits.place(mover);
        let row = orbits.place(group.apply(group.inverse(column.element as usize), opponent));
        let (row_canonical, column_canonical) = (row.canonical as usize, column.canonical as usize);
        let block = self.layout.rows.block(BlockPlace {
            row_tile: row_canonical / LINE_BITS,
            element: row.element as usize,
            column_tile: column_canonical / LINE_BITS,
        });
        let code = self.codes[block].get(row_canonical % LINE_BITS, column_canonical % LINE_BITS);
        Some(outcome_of_code(code, self.rules.parity()))
    }

    /// The values of the slide phase as a layer like those of the drop phase: one to two bytes for
    /// each pair of sets, quick to look up and to compare.
    ///
    /// # Panics
    /// If a distance is beyond 65,000 plies, or half of that where distances have no parity, which
    /// no known rules come near.
    pub fn layer(&self) -> SolvedLayer {
        let group = &self.layout.group;
        if self.largest_code() <= u8::LARGEST_CODE {
            SolvedLayer::new(group, Arc::new(self.values::<u8>()))
        } else {
            SolvedLayer::new(group, Arc::new(self.values::<u16>()))
        }
    }

    /// The largest code, by which the width of values is chosen.
    ///
    /// # Panics
    /// If no width suffices.
    pub(crate) fn largest_code(&self) -> u32 {
        let deepest = self.census.deepest();
        let largest = largest_code(deepest, self.rules.parity());
        assert!(largest <= u16::LARGEST_CODE, "a distance of {deepest} plies");
        largest
    }

    fn values<T: Scale>(&self) -> LayerValues<T> {
        let layout = &self.layout;
        let sets = layout.orbits.canonical();
        let impossible: Vec<usize> = (0..sets.len())
            .filter(|&column| self.rules.goals().is_unconditional(sets[column]))
            .collect();
        let overlaps: Vec<Vec<BitLine>> =
            sets.chunks(LINE_BITS).map(columns_with_each_circle).collect();
        let mut values = PairTable::<T>::new(layout.group.order(), sets.len(), sets.len());
        values.for_each_row(|element, canonical, row| {
            for (tile, (overlaps, row)) in
                overlaps.iter().zip(row.chunks_mut(LINE_BITS)).enumerate()
            {
                self.expand(tile, overlaps, element, canonical, row);
            }
            for &column in &impossible {
                row[column] = T::NONE;
            }
        });
        let parity = self.rules.parity();
        LayerValues::new(
            2 * PIECES,
            parity,
            Arc::clone(&layout.orbits),
            Arc::clone(&layout.orbits),
            values,
        )
    }

    /// Fills a row of values with those of one column tile. `overlaps` has for each circle the
    /// columns whose set has it. Where the mover has a goal that makes the position impossible the
    /// value is a draw.
    pub(crate) fn expand<T: Scale>(
        &self,
        tile: usize,
        overlaps: &[BitLine],
        element: usize,
        canonical: usize,
        row: &mut [T],
    ) {
        let layout = &self.layout;
        let overlap = with_any(overlaps, layout.set(element, canonical));
        let place = BlockPlace { row_tile: canonical / LINE_BITS, element, column_tile: tile };
        let codes = &self.codes[layout.rows.block(place)];
        let (mut low, mut high) = ([0; LINE_BITS], [0; LINE_BITS]);
        codes.expand(canonical % LINE_BITS, 0, overlap, &mut low);
        if size_of::<T>() > 1 {
            codes.expand(canonical % LINE_BITS, 1, overlap, &mut high);
        }
        for ((value, low), high) in row.iter_mut().zip(low).zip(high) {
            *value = T::of_code(low, high);
        }
    }
}

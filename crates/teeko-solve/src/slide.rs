//! The solved slide phase, and looking things up in it.

use std::sync::Arc;

use teeko_index::{
    LayerCensus, LayerValues, PairTable, Scale, SolvedLayer, largest_code, outcome_of_code,
};
use teeko_rules::{Circles, Outcome, PIECES, Rules};

use crate::codes::BlockCodes;
use crate::columns::{columns, columns_with_each_circle};
use crate::layout::Layout;

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
        let code = self.layout.rows.code(&self.codes, row, column.canonical as usize);
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
        let (sets, lanes) = (layout.orbits.canonical(), &layout.rows.lanes);
        let mut overlaps = columns_with_each_circle(lanes, sets);
        // Impossible positions have no value, like those whose sets overlap.
        let impossible = columns(lanes, sets, |set| self.rules.goals().is_unconditional(set));
        for (overlaps, impossible) in overlaps.iter_mut().zip(impossible) {
            for line in overlaps {
                *line = line.or(impossible);
            }
        }
        let mut values = PairTable::new(layout.group.order(), sets.len(), sets.len());
        layout.rows.expand(&self.codes, sets, 0, &overlaps, T::of_code, &mut values);
        let parity = self.rules.parity();
        LayerValues::new(
            2 * PIECES,
            parity,
            Arc::clone(&layout.orbits),
            Arc::clone(&layout.orbits),
            values,
        )
    }
}

//! A solved rule set: the outcome of every position of every layer.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use teeko_index::{PairTable, Scale, SetOrbits, outcome_of_value};
use teeko_rules::{Move, Outcome, PIECES, Position, Rules, Square};

use crate::slide::SlideSolution;

/// The strong solution of a rule set: outcome and exact distance of every position.
#[derive(Clone, Debug)]
pub struct Solution {
    rules: Rules,
    slide: Arc<SlideSolution>,
    drops: DropLayers,
}

/// The drop layers 0 to 7, with values as wide as the distances need.
#[derive(Clone, Debug)]
pub(crate) enum DropLayers {
    Narrow(Vec<Arc<DropLayer<u8>>>),
    Wide(Vec<Arc<DropLayer<u16>>>),
}

/// One drop layer. Rows are the sets of the side not to move, columns the canonical sets of the side to move.
#[derive(Debug)]
pub(crate) struct DropLayer<T> {
    layer: usize,
    mover: Arc<SetOrbits>,
    opponent: Arc<SetOrbits>,
    pub(crate) values: PairTable<T>,
    census: OnceLock<DropCensus>,
}

/// The positions of one drop layer by outcome. Losses in 0 plies are the positions that are over.
pub type DropCensus = BTreeMap<Outcome, u64>;

impl<T: Scale> DropLayer<T> {
    pub(crate) fn new(layer: usize, mover: Arc<SetOrbits>, opponent: Arc<SetOrbits>, values: PairTable<T>) -> Self {
        Self { layer, mover, opponent, values, census: OnceLock::new() }
    }

    fn outcome(&self, solution: &SlideSolution, position: &Position) -> Option<Outcome> {
        let group = &solution.layout.group;
        let column = self.mover.place(position.mover());
        let row = self.opponent.place(group.apply(group.inverse(column.element as usize), position.opponent()));
        let row = self.values.row(row.element as usize, row.canonical as usize);
        outcome_of_value(row[column.canonical as usize], self.layer)
    }

    fn census(&self, order: usize) -> &DropCensus {
        self.census.get_or_init(|| {
            let (rows, columns) = (self.opponent.orbit_sizes(), self.mover.orbit_sizes());
            let counts = self.values.rows().fold(BTreeMap::new, |mut counts, (row, values)| {
                let mut of_row = vec![0_u64; T::MAX.to_u32() as usize + 1];
                for (value, &columns) in values.iter().zip(columns) {
                    of_row[value.to_u32() as usize] += u64::from(columns);
                }
                for (value, count) in of_row.into_iter().enumerate().filter(|&(_, count)| count > 0) {
                    *counts.entry(value).or_insert(0) += count * u64::from(rows[row]);
                }
                counts
            });
            let counts = counts.reduce(BTreeMap::new, |mut counts, more| {
                for (value, count) in more {
                    *counts.entry(value).or_insert(0) += count;
                }
                counts
            });
            // Each row and column stands for an orbit, and a pair of them for as many pairs of sets as the product of the orbit
            // sizes, spread over as many rows as the group has elements.
            let of_value =
                |(value, count)| Some((outcome_of_value(T::from_index(value), self.layer)?, count / order as u64));
            counts.into_iter().filter_map(of_value).collect()
        })
    }
}

impl Solution {
    pub(crate) fn new(rules: Rules, slide: Arc<SlideSolution>, drops: DropLayers) -> Self {
        Self { rules, slide, drops }
    }

    /// The rules solved.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The slide phase.
    pub fn slide(&self) -> &Arc<SlideSolution> {
        &self.slide
    }

    /// The outcome of a position for the side to move; a finished game is lost in 0 plies.
    ///
    /// `None` if there is no such position: sets that overlap or leave the board, piece counts or a turn that alternate
    /// drops do not lead to, a side to move that has a goal already.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let layer = position.layer();
        let counts_fit = position.mover().len() == layer / 2 && layer <= 2 * PIECES;
        let turn_fits = Position::turn_in_layer(layer).is_none_or(|turn| turn == position.turn);
        let on_board = self.rules.board().squares().contains_all(position.occupied());
        if !counts_fit || !turn_fits || !on_board || position.black.meets(position.red) {
            return None;
        }
        if layer == 2 * PIECES {
            return self.slide.outcome(position.mover(), position.opponent());
        }
        match &self.drops {
            DropLayers::Narrow(layers) => layers[layer].outcome(&self.slide, position),
            DropLayers::Wide(layers) => layers[layer].outcome(&self.slide, position),
        }
    }

    /// The outcome of the game from the empty board, for Black.
    ///
    /// # Panics
    /// Never: the empty board is a position of every rule set.
    pub fn value(&self) -> Outcome {
        self.outcome(&Position::EMPTY).expect("the empty board is a position")
    }

    /// What each first drop is worth to Black, in the order of the circles, the drop included; `None` where it is banned.
    pub fn first_drops(&self) -> Vec<(Square, Option<Outcome>)> {
        let allowed = self.rules.drops(&Position::EMPTY);
        let worth = |square| self.outcome(&Position::EMPTY.after(Move::Drop(square))).map(Outcome::of_move);
        let squares = self.rules.board().squares().into_iter();
        squares.map(|square| (square, worth(square).filter(|_| allowed.contains(square)))).collect()
    }

    /// How many positions of a drop layer have which outcome for the side to move.
    ///
    /// # Panics
    /// If `layer` is above 7.
    pub fn drop_census(&self, layer: usize) -> &DropCensus {
        let order = self.slide.layout.group.order();
        match &self.drops {
            DropLayers::Narrow(layers) => layers[layer].census(order),
            DropLayers::Wide(layers) => layers[layer].census(order),
        }
    }

    /// The largest distance of any position, in plies, over all layers.
    pub fn deepest(&self) -> u32 {
        let drops =
            (0..2 * PIECES).flat_map(|layer| self.drop_census(layer).keys().filter_map(|outcome| outcome.distance()));
        drops.chain([self.slide.census().deepest()]).max().unwrap_or(0)
    }
}

//! The values of a whole layer, ready to be looked up and to be the source of the layer before it.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use teeko_rules::{Circles, Goals, Outcome, Parity, Position, Rules, Side, SymmetryGroup};

use crate::{DropChoice, LayerCensus, PairTable, Place, Scale, SetOrbits, outcome_of_value};

/// One layer, as [`Scale`] values. Rows are the sets of the side not to move, columns the canonical
/// sets of the side to move.
#[derive(Debug)]
pub struct LayerValues<T> {
    layer: usize,
    parity: Parity,
    mover: Arc<SetOrbits>,
    opponent: Arc<SetOrbits>,
    values: PairTable<T>,
    census: OnceLock<LayerCensus>,
}

impl<T: Scale> LayerValues<T> {
    /// The values of a layer of rules with distances of this parity, with the orbits of the mover's
    /// and of the opponent's sets there.
    pub fn new(
        layer: usize,
        parity: Parity,
        mover: Arc<SetOrbits>,
        opponent: Arc<SetOrbits>,
        values: PairTable<T>,
    ) -> Self {
        Self { layer, parity, mover, opponent, values, census: OnceLock::new() }
    }

    /// The number of pieces on the board.
    pub fn layer(&self) -> usize {
        self.layer
    }

    /// Which distances there are.
    pub(crate) fn parity(&self) -> Parity {
        self.parity
    }

    /// The orbits of the sets of the side to move.
    pub(crate) fn mover(&self) -> &SetOrbits {
        &self.mover
    }

    /// The orbits of the sets of the side not to move.
    pub(crate) fn opponent(&self) -> &SetOrbits {
        &self.opponent
    }

    /// The values by row and column.
    pub(crate) fn values(&self) -> &PairTable<T> {
        &self.values
    }

    /// The layer one drop earlier.
    ///
    /// `mover` are the orbits of the sets of the side that drops.
    ///
    /// # Panics
    /// If this is layer 0.
    #[must_use]
    pub fn before(
        &self,
        choice: DropChoice,
        rules: &Rules,
        mover: &Arc<SetOrbits>,
        group: &SymmetryGroup,
    ) -> Self {
        let layer = self.layer - 1;
        let (opponent, grown) = (&self.mover, &self.opponent);
        let mut values = PairTable::new(group.order(), mover.count(), opponent.count());
        let goals = goal_columns(rules.goals(), opponent);
        values.rows_mut().for_each(|(element, canonical, row)| {
            let set = group.apply(element, mover.canonical()[canonical]);
            let free = rules.board().circles() - set - rules.banned(layer);
            let rows = grown_places(grown, set, free).map(|place| self.row(place));
            choice.fill(layer, row, rows);
            end_finished_games(row, rules.goals(), set, &goals);
        });
        Self::new(layer, self.parity, Arc::clone(mover), Arc::clone(opponent), values.turned(group))
    }

    /// The row of a set of the side not to move.
    pub fn row(&self, opponent: Place) -> &[T] {
        self.values.row(opponent.element as usize, opponent.canonical as usize)
    }

    /// The outcome of a position of this layer for the side to move; `None` where the sets overlap.
    ///
    /// # Panics
    /// If the position is of another layer, or stands partly off the board.
    #[inline]
    pub fn outcome(&self, position: &Position, group: &SymmetryGroup) -> Option<Outcome> {
        self.decoded(self.value_at(self.place(position, group)))
    }

    /// Where in the table the value of a position of this layer is.
    ///
    /// # Panics
    /// As for [`LayerValues::outcome`].
    #[inline]
    pub(crate) fn place(&self, position: &Position, group: &SymmetryGroup) -> usize {
        let column = self.mover.place(position.mover());
        let opponent = group.apply(group.inverse(column.element as usize), position.opponent());
        let row = self.opponent.place(opponent);
        self.values.place(row.element as usize, row.canonical as usize, column.canonical as usize)
    }

    /// The value at a place.
    #[inline]
    pub(crate) fn value_at(&self, place: usize) -> T {
        self.values.get(place)
    }

    /// What a value of this layer means to the side to move; `None` where there is no such
    /// position.
    #[inline]
    pub(crate) fn decoded(&self, value: T) -> Option<Outcome> {
        let value = outcome_of_value(value, self.layer, self.parity)?;
        // Values are as Black sees them, which in layer 8 stands for the side to move.
        Some(if Position::turn_in_layer(self.layer) == Some(Side::Red) {
            value.reversed()
        } else {
            value
        })
    }

    /// How many positions of the layer have which outcome for the side to move; counted once, on
    /// the first call.
    pub fn census(&self, group: &SymmetryGroup) -> &LayerCensus {
        self.census.get_or_init(|| {
            let (rows, columns) = (self.opponent.orbit_sizes(), self.mover.orbit_sizes());
            let counts = self.values.rows().fold(BTreeMap::new, |mut counts, (row, values)| {
                let mut of_row = vec![0_u64; T::MAX.to_u32() as usize + 1];
                for (value, &columns) in values.iter().zip(columns) {
                    of_row[value.to_u32() as usize] += u64::from(columns);
                }
                for (value, count) in of_row.into_iter().enumerate().filter(|&(_, count)| count > 0)
                {
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
            // Each row and column stands for an orbit, and a pair of them for as many pairs of sets
            // as the product of the orbit sizes, spread over as many rows as the group has
            // elements.
            let reversed = Position::turn_in_layer(self.layer) == Some(Side::Red);
            let of_value = |(value, count): (usize, u64)| {
                let outcome = outcome_of_value(T::from_index(value), self.layer, self.parity)?;
                Some((
                    if reversed { outcome.reversed() } else { outcome },
                    count / group.order() as u64,
                ))
            };
            counts.into_iter().filter_map(of_value).collect()
        })
    }
}

/// The places of the sets that one drop on a free circle makes of a set.
pub fn grown_places(
    grown: &SetOrbits,
    set: Circles,
    free: Circles,
) -> impl Iterator<Item = Place> + Clone {
    free.into_iter().map(move |circle| grown.place(set.with(circle)))
}

/// The columns whose canonical sets are the circles of a goal, with these circles.
pub fn goal_columns(goals: &Goals, sets: &SetOrbits) -> Vec<(usize, Circles)> {
    let columns = sets.canonical().iter().copied().enumerate();
    columns.filter(|&(_, set)| !goals.with_circles(set).is_empty()).collect()
}

/// Corrects a row of a drop layer, that of the mover's set: in the columns in which the side not to
/// move has a goal, it has won already, or nobody has if the goal is worth nothing. `columns` are
/// those of the row that may be such.
///
/// Only Black can have a goal in a drop layer, by his last drop.
pub fn end_finished_games<T: Scale>(
    row: &mut [T],
    goals: &Goals,
    mover: Circles,
    columns: &[(usize, Circles)],
) {
    for &(column, opponent) in columns {
        if row[column] != T::NONE
            && let Some(points) = goals.worth(opponent, mover)
        {
            row[column] = if points > 0 { T::MAX } else { T::DRAW };
        }
    }
}

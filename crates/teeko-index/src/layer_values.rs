//! The values of a whole layer: look-ups, and the layer one drop earlier.

use std::sync::{Arc, OnceLock};

use teeko_rules::{Circles, Goals, Outcome, Parity, Position, Rules, SymmetryGroup};

use crate::{DropChoice, LayerCensus, PairTable, Place, Scale, SetOrbits, mover_outcome};

/// The values of one layer, as [`Scale`] values.
///
/// Rows are the sets of the side not to move, columns the canonical sets of the side to move.
#[derive(Debug)]
pub struct LayerValues<T> {
    layer: usize,
    pub(crate) parity: Parity,
    /// The orbits of the sets of the side to move.
    pub(crate) mover: Arc<SetOrbits>,
    /// The orbits of the sets of the side not to move.
    pub(crate) opponent: Arc<SetOrbits>,
    /// The values by row and column.
    pub(crate) values: PairTable<T>,
    census: OnceLock<LayerCensus>,
}

impl<T: Scale> LayerValues<T> {
    /// Makes a layer of `values`. `parity` is that of the rules' distances; `mover` and `opponent`
    /// are the orbits of the two sides' sets in this layer.
    pub fn new(
        layer: usize,
        parity: Parity,
        mover: Arc<SetOrbits>,
        opponent: Arc<SetOrbits>,
        values: PairTable<T>,
    ) -> Self {
        Self { layer, parity, mover, opponent, values, census: OnceLock::new() }
    }

    /// Returns the number of pieces on the board.
    pub fn layer(&self) -> usize {
        self.layer
    }

    /// Computes the layer one drop earlier.
    ///
    /// `mover` has the orbits of the sets of the side that drops.
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
        let goals = goal_columns(rules.goals(), opponent.canonical().iter().copied());
        values.for_each_row(|element, canonical, row| {
            let set = group.apply(element, mover.canonical()[canonical]);
            let free = rules.board().circles() - set - rules.banned(layer);
            let rows = grown_places(grown, set, free).map(|place| self.values.row_of(place));
            choice.fill(layer, row, rows);
            end_finished_games(row, rules.goals(), set, &goals);
        });
        Self::new(layer, self.parity, Arc::clone(mover), Arc::clone(opponent), values.turned(group))
    }

    /// Returns the outcome of a position of this layer for the side to move, or `None` if the sets
    /// overlap.
    ///
    /// # Panics
    /// If the position is of another layer, or stands partly off the board.
    #[inline]
    pub fn outcome(&self, position: &Position, group: &SymmetryGroup) -> Option<Outcome> {
        self.decoded(self.value_at(self.place(position, group)))
    }

    /// Returns the place in the table of the value of a position of this layer.
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

    /// Returns the value at a place.
    #[inline]
    pub(crate) fn value_at(&self, place: usize) -> T {
        self.values.get(place)
    }

    /// Returns the outcome for the side to move that a value of this layer stands for, or `None` if
    /// there is no such position.
    #[inline]
    pub(crate) fn decoded(&self, value: T) -> Option<Outcome> {
        mover_outcome(value, self.layer, self.parity)
    }

    /// Counts the positions of the layer by their outcome for the side to move. They are counted on
    /// the first call only.
    pub fn census(&self, group: &SymmetryGroup) -> &LayerCensus {
        self.census.get_or_init(|| {
            let (rows, columns) = (self.opponent.orbit_sizes(), self.mover.orbit_sizes());
            let add = |counts: &mut Vec<u64>, _, row: usize, values: &[T]| {
                counts.resize(T::MAX.to_u32() as usize + 1, 0);
                for (value, &columns) in values.iter().zip(columns) {
                    counts[value.to_u32() as usize] += u64::from(columns) * u64::from(rows[row]);
                }
            };
            let mut counts = vec![0; T::MAX.to_u32() as usize + 1];
            for more in self.values.fold_rows(add) {
                counts.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
            }
            // A row and a column each stand for an orbit. A pair of them stands for as many pairs
            // of sets as the product of the orbit sizes, spread over `group.order()` rows.
            let of_value = |(value, count): (usize, u64)| {
                Some((self.decoded(T::from_index(value))?, count / group.order() as u64))
            };
            counts.into_iter().enumerate().filter_map(of_value).collect()
        })
    }
}

/// Lists the places of the sets that one drop on a circle of `free` makes of `set`.
pub fn grown_places(
    grown: &SetOrbits,
    set: Circles,
    free: Circles,
) -> impl Iterator<Item = Place> + Clone {
    free.into_iter().map(move |circle| grown.place(set.with(circle)))
}

/// Lists the columns whose sets are the circles of a goal, with these circles. `sets` are those of
/// all columns.
pub fn goal_columns(
    goals: &Goals,
    sets: impl IntoIterator<Item = Circles>,
) -> Vec<(usize, Circles)> {
    let columns = sets.into_iter().enumerate();
    columns.filter(|&(_, set)| !goals.with_circles(set).is_empty()).collect()
}

/// Corrects the values of finished games in a row of a drop layer, that of the mover's set.
///
/// In such a column the side not to move has a goal: it has won, or the game is drawn if the goal
/// is worth nothing. `columns` are the candidates, from [`goal_columns`].
///
/// Only Black's last drop can complete a goal in a drop layer.
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

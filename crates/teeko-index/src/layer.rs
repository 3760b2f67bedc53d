//! The values of a whole layer: look-ups, counts, and the layer one drop earlier.

use std::sync::{Arc, OnceLock};

use teeko_rules::{Circles, MoveValues, Outcome, Parity, Position, Rules, SymmetryGroup};

use crate::drop_rows::{DropRows, grown_places};
use crate::either_width::{EitherWidth, of_either_width};
use crate::{LayerCensus, PairTable, Place, Scale, SetOrbits, WeighedSet, mover_outcome};

/// The values of one layer: one or two bytes for each pair of sets, as the distances need.
///
/// Rows are the sets of the side not to move, columns the canonical sets of the side to move.
#[derive(Debug)]
pub struct Layer {
    /// On the board.
    pieces: usize,
    pub(crate) parity: Parity,
    pub(crate) group: Arc<SymmetryGroup>,
    /// The orbits of the sets of the side to move.
    pub(crate) mover: Arc<SetOrbits>,
    /// The orbits of the sets of the side not to move.
    pub(crate) opponent: Arc<SetOrbits>,
    pub(crate) values: EitherWidth,
    census: OnceLock<LayerCensus>,
    /// By value, the value of a move to a position that has it; [`NO_VALUE`] if there is none.
    move_values: OnceLock<Vec<i16>>,
}

/// In place of the value of a move.
const NO_VALUE: i16 = i16::MIN;

impl Layer {
    /// Makes the layer of `pieces` pieces, with these `values`. `parity` is that of the rules'
    /// distances and `group` their symmetries; `mover` and `opponent` are the orbits of the two
    /// sides' sets in this layer.
    pub fn new<T: Scale>(
        pieces: usize,
        parity: Parity,
        group: &Arc<SymmetryGroup>,
        [mover, opponent]: [&Arc<SetOrbits>; 2],
        values: PairTable<T>,
    ) -> Self {
        Self {
            pieces,
            parity,
            group: Arc::clone(group),
            mover: Arc::clone(mover),
            opponent: Arc::clone(opponent),
            values: T::wrap(values),
            census: OnceLock::new(),
            move_values: OnceLock::new(),
        }
    }

    /// Returns the number of pieces on the board.
    pub fn layer(&self) -> usize {
        self.pieces
    }

    /// Returns the values if they are of type `T`.
    pub fn values<T: Scale>(&self) -> Option<&PairTable<T>> {
        T::unwrap(&self.values)
    }

    /// Computes the layer one drop earlier.
    ///
    /// `mover` has the orbits of the sets of the side that drops.
    ///
    /// # Panics
    /// If this is layer 0.
    #[must_use]
    pub fn before(&self, rules: &Rules, mover: &Arc<SetOrbits>) -> Self {
        let layer = self.pieces - 1;
        let group = &self.group;
        // After the drop the other side is to move.
        let opponent = &self.mover;
        let rows = DropRows {
            rules,
            group,
            layer,
            mover,
            first: 0,
            columns: opponent.canonical(),
        };
        of_either_width!(&self.values, after => {
            let mut values = PairTable::new(group.order(), mover.count(), opponent.count());
            rows.fill(&mut values, Scale::MAX, |set, free| {
                grown_places(&self.opponent, set.all(), free).map(|place| after.row(place))
            });
            Self::new(layer, self.parity, group, [mover, opponent], values.transposed(group))
        })
    }

    /// Returns the outcome of a position of this layer for the side to move. A finished game is
    /// lost in 0 plies.
    ///
    /// Returns `None` if the sets overlap or the side to move has a goal already.
    ///
    /// # Panics
    /// If the position is of another layer, or stands partly off the board.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcome_of(position.mover().into(), position.opponent().into())
    }

    /// Returns the outcome of a position like [`Layer::outcome`], given the sets of both sides.
    ///
    /// # Panics
    /// If the sets are not those of a position of this layer.
    #[inline]
    pub fn outcome_of(&self, mover: WeighedSet, opponent: WeighedSet) -> Option<Outcome> {
        self.decoded(self.value_at(self.place(self.mover.place(mover), opponent)))
    }

    /// Returns the place in the table of the value of a position of this layer, given the place of
    /// the set of the side to move.
    pub(crate) fn place(&self, mover: Place, opponent: WeighedSet) -> usize {
        let row = self.opponent.place(opponent).seen_from(mover, &self.group);
        of_either_width!(&self.values, values => values.place(row, mover.canonical as usize))
    }

    /// Returns the places of the values of positions in which this set is to move.
    pub(crate) fn column(&self, mover: Circles) -> Column<'_> {
        let mover = self.mover.place(mover);
        let mut starts = [0; MOST_SYMMETRIES];
        for (element, start) in starts.iter_mut().enumerate().take(self.group.order()) {
            let first = Place {
                canonical: 0,
                element: element as u8,
            };
            let row = first.seen_from(mover, &self.group);
            let column = mover.canonical as usize;
            *start = of_either_width!(&self.values, values => values.place(row, column));
        }
        Column {
            opponent: &self.opponent,
            starts,
            columns: self.mover.count(),
        }
    }

    /// Appends the values of the moves in some positions, which lead to positions whose values are
    /// at these places. `ends` has for each position where its places end. Returns whether all moves
    /// have a value.
    ///
    /// The reads do not depend on each other, so the processor overlaps them.
    pub(crate) fn push_move_values(
        &self,
        places: &[usize],
        ends: &[usize],
        found: &mut MoveValues,
    ) -> bool {
        let of_value = self.move_values.get_or_init(|| self.list_move_values());
        let pushed = of_either_width!(&self.values, values => {
            let values = places.iter().map(|&place| of_value[usize::from(values.get(place))]);
            found.push(values, ends)
        });
        !pushed.contains(&NO_VALUE)
    }

    /// Returns the value of a move to a position of each value.
    fn list_move_values(&self) -> Vec<i16> {
        let greatest: u32 = match self.values {
            EitherWidth::Narrow(_) => u8::MAX.into(),
            EitherWidth::Wide(_) => u16::MAX.into(),
        };
        let mut listed = Vec::new();
        for value in 0..=greatest {
            listed.push(MoveValues::value_of(self.decoded(value)).unwrap_or(NO_VALUE));
        }
        listed
    }

    /// Returns the value at a place as a number.
    #[inline]
    pub(crate) fn value_at(&self, place: usize) -> u32 {
        of_either_width!(&self.values, values => values.get(place).into())
    }

    /// Returns the outcome for the side to move that a number from [`Layer::value_at`] stands for,
    /// or `None` if there is no such position.
    pub(crate) fn decoded(&self, value: u32) -> Option<Outcome> {
        match self.values {
            EitherWidth::Narrow(_) => mover_outcome(value as u8, self.pieces, self.parity),
            EitherWidth::Wide(_) => mover_outcome(value as u16, self.pieces, self.parity),
        }
    }

    /// Counts the positions of the layer by their outcome for the side to move. They are counted on
    /// the first call only.
    ///
    /// Uses the current rayon thread pool.
    pub fn census(&self) -> &LayerCensus {
        self.census.get_or_init(|| {
            let counts = of_either_width!(&self.values, values => self.counts(values));
            let mut census = LayerCensus::default();
            for (value, count) in (0..).zip(counts) {
                if let Some(outcome) = self.decoded(value) {
                    // A row and a column each stand for an orbit. The number of pairs of sets that
                    // they stand for is the product of the orbit sizes, spread over
                    // `group.order()` rows.
                    census.add(outcome, count / self.group.order() as u64);
                }
            }
            census
        })
    }

    /// Counts the values, each as often as the product of the sizes of the orbits of its row and
    /// column.
    fn counts<T: Scale>(&self, values: &PairTable<T>) -> Vec<u64> {
        let rows = self.opponent.orbit_sizes();
        let columns = self.mover.orbit_sizes();
        let all = T::MAX.into() as usize + 1;
        let parts = values.fold_rows(|counts: &mut Vec<u64>, row: Place, values: &[T]| {
            counts.resize(all, 0);
            let rows = u64::from(rows[row.canonical as usize]);
            for (&value, &columns) in values.iter().zip(columns) {
                counts[value.into() as usize] += u64::from(columns) * rows;
            }
        });
        let mut counts = vec![0; all];
        for part in parts {
            for (sum, count) in counts.iter_mut().zip(part) {
                *sum += count;
            }
        }
        counts
    }
}

/// The most symmetries of a board, those of a square.
const MOST_SYMMETRIES: usize = 8;

/// The places of the values of positions of a layer in which one set is to move.
pub(crate) struct Column<'a> {
    opponent: &'a SetOrbits,
    /// By element of the opponent's set: the place for the first canonical set.
    starts: [usize; MOST_SYMMETRIES],
    /// The places from one canonical set to the next.
    columns: usize,
}

impl Column<'_> {
    /// Returns the place for a set of the opponent's, of the size that its sets have.
    #[inline]
    pub(crate) fn place(&self, opponent: Circles) -> usize {
        let set = self.opponent.place_of_size(opponent);
        self.starts[set.element as usize] + set.canonical as usize * self.columns
    }
}

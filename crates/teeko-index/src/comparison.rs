//! Comparing the values of a layer under two rule sets, and finding positions by outcome, a row at
//! a time.

use std::collections::BTreeSet;

use teeko_rules::{Circles, Outcome, Position, Side, Wdl};

use crate::layer::of_either_width;
use crate::layer_index::least_image;
use crate::{Layer, PairTable, Place, Scale, value_of_outcome};

/// The number of positions with each pair of results under two rule sets, for the side to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct OutcomeMatrix {
    /// Indexed by the result under the first rule set, then under the second.
    positions: [[u64; 3]; 3],
}

impl OutcomeMatrix {
    /// Adds positions with these results.
    pub fn add(&mut self, one: Wdl, other: Wdl, positions: u64) {
        self.positions[one as usize][other as usize] += positions;
    }

    /// Adds the counts of other positions.
    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in self
            .positions
            .iter_mut()
            .flatten()
            .zip(other.positions.iter().flatten())
        {
            *sum += more;
        }
    }

    /// Returns the number of positions with result `one` under the first rule set and `other` under
    /// the second.
    pub fn positions(&self, one: Wdl, other: Wdl) -> u64 {
        self.positions[one as usize][other as usize]
    }

    /// Returns the number of all positions counted.
    pub fn total(&self) -> u64 {
        self.positions.iter().flatten().sum()
    }

    /// Returns the number of positions whose results differ. Distances do not matter.
    pub fn flips(&self) -> u64 {
        self.total()
            - Wdl::ALL
                .into_iter()
                .map(|result| self.positions(result, result))
                .sum::<u64>()
    }
}

/// The classes of values from Black's view: none, then lost, drawn and won, in the order of
/// [`Wdl`].
const CLASSES: usize = 4;

type Counts = [u64; CLASSES * CLASSES];

/// Returns the class of a value.
#[inline(always)]
fn class_of<T: Scale>(value: T) -> usize {
    usize::from(value != T::NONE) + usize::from(value >= T::DRAW) + usize::from(value > T::DRAW)
}

impl Layer {
    /// Compares the outcomes of this layer, position by position, with those of the same layer
    /// under other rules.
    ///
    /// Positions that one of the two does not have are left out. A finished game is a loss.
    ///
    /// Uses the current rayon thread pool.
    ///
    /// # Panics
    /// If the other layer has another number of pieces, another board or another group of
    /// symmetries.
    pub fn compare(&self, other: &Self) -> OutcomeMatrix {
        assert_eq!(self.layer(), other.layer(), "layers compared");
        let same_sets = self.mover.canonical() == other.mover.canonical()
            && self.opponent.canonical() == other.opponent.canonical();
        assert!(
            same_sets,
            "layers compared have one board and one group of symmetries"
        );
        let counts = of_either_width!(&self.values, ours => {
            of_either_width!(&other.values, theirs => self.counts_of_classes(ours, theirs))
        });
        let reversed = Position::turn_in_layer(self.layer()) == Some(Side::Red);
        // Each position was counted once for each element of the group: see `census`.
        let mut matrix = OutcomeMatrix::default();
        for (one, other) in Wdl::ALL
            .into_iter()
            .flat_map(|one| Wdl::ALL.map(|other| (one, other)))
        {
            let class = |wdl: Wdl| 1 + if reversed { wdl.reversed() } else { wdl } as usize;
            let count = counts[class(one) * CLASSES + class(other)];
            matrix.add(one, other, count / self.group.order() as u64);
        }
        matrix
    }

    /// Counts the pairs of classes of our values and theirs.
    fn counts_of_classes<T: Scale, U: Scale>(
        &self,
        ours: &PairTable<T>,
        theirs: &PairTable<U>,
    ) -> Counts {
        let (row_weights, column_weights) = (self.opponent.orbit_sizes(), self.mover.orbit_sizes());
        let add = |counts: &mut Counts, row: Place, ours: &[T]| {
            let theirs = theirs.row(row);
            let mut of_row = [0_u32; CLASSES * CLASSES];
            for ((&ours, &theirs), &weight) in ours.iter().zip(theirs).zip(column_weights) {
                of_row[class_of(ours) * CLASSES + class_of(theirs)] += u32::from(weight);
            }
            for (sum, positions) in counts.iter_mut().zip(of_row) {
                *sum += u64::from(positions) * u64::from(row_weights[row.canonical as usize]);
            }
        };
        let mut counts = Counts::default();
        for more in ours.fold_rows(add) {
            counts
                .iter_mut()
                .zip(more)
                .for_each(|(sum, positions)| *sum += positions);
        }
        counts
    }

    /// Returns the first positions with this outcome for the side to move, one of each symmetric
    /// set: `limit` of them, or all if there are fewer.
    ///
    /// "First" is by slot of the public index ([`LayerIndex`](crate::LayerIndex)). In layer 8 Black
    /// is to move.
    ///
    /// Uses the current rayon thread pool.
    pub fn first_with(&self, outcome: Outcome, limit: usize) -> Vec<Position> {
        of_either_width!(&self.values, values => self.first_in(values, outcome, limit))
    }

    fn first_in<T: Scale>(
        &self,
        values: &PairTable<T>,
        outcome: Outcome,
        limit: usize,
    ) -> Vec<Position> {
        let group = &self.group;
        let turn = Position::turn_in_layer(self.layer()).unwrap_or(Side::Black);
        let for_black = if turn == Side::Red {
            outcome.reversed()
        } else {
            outcome
        };
        let Some(wanted) = value_of_outcome::<T>(for_black, self.layer(), self.parity) else {
            return Vec::new();
        };
        let add = |least: &mut BTreeSet<(Circles, Circles)>, row: Place, values: &[T]| {
            let opponent = self.opponent.set(row, group).all();
            let found = values
                .iter()
                .zip(self.mover.canonical())
                .filter(|&(&value, _)| value == wanted);
            for (_, &mover) in found {
                least.insert(least_image(group, mover | opponent, mover));
                if least.len() > limit {
                    least.pop_last();
                }
            }
        };
        let first: BTreeSet<_> = values.fold_rows(add).into_iter().flatten().collect();
        let position = |(occupied, mover)| Position::of_turn(turn, mover, occupied - mover);
        first.into_iter().take(limit).map(position).collect()
    }
}

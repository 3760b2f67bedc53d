//! Comparing the values of a layer under two rule sets, and finding positions by outcome, a row at
//! a time.

use std::collections::BTreeSet;

use teeko_rules::{Circles, Outcome, Position, Side, Wdl};

use crate::either_width::of_either_width;
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
        let sums = self.positions.iter_mut().flatten();
        for (sum, more) in sums.zip(other.positions.iter().flatten()) {
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
        let mut flips = self.total();
        for result in Wdl::ALL {
            flips -= self.positions(result, result);
        }
        flips
    }
}

/// The classes of values from Black's view: none, then lost, drawn and won, in the order of
/// [`Wdl`].
const CLASSES: usize = 4;

type Counts = [u64; CLASSES * CLASSES];

/// Positions as (occupied set, mover's set), of which the least come first.
type Least = BTreeSet<(Circles, Circles)>;

/// Returns the class of a value.
#[inline(always)]
fn class_of<T: Scale>(value: T) -> usize {
    usize::from(value != T::NONE) + usize::from(value >= T::DRAW) + usize::from(value > T::DRAW)
}

/// Returns the class of the values that are a result for the side to move.
fn class_of_result(result: Wdl, red_moves: bool) -> usize {
    let for_black = if red_moves { result.reversed() } else { result };
    1 + for_black as usize
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
        let red_moves = Position::turn_in_layer(self.layer()) == Some(Side::Red);
        let mut matrix = OutcomeMatrix::default();
        for one in Wdl::ALL {
            for other in Wdl::ALL {
                let pair =
                    class_of_result(one, red_moves) * CLASSES + class_of_result(other, red_moves);
                // Each position was counted once for each element of the group: see
                // `Layer::census`.
                matrix.add(one, other, counts[pair] / self.group.order() as u64);
            }
        }
        matrix
    }

    /// Counts the pairs of classes of our values and theirs.
    fn counts_of_classes<T: Scale, U: Scale>(
        &self,
        ours: &PairTable<T>,
        theirs: &PairTable<U>,
    ) -> Counts {
        let row_weights = self.opponent.orbit_sizes();
        let column_weights = self.mover.orbit_sizes();
        let parts = ours.fold_rows(|counts: &mut Counts, row: Place, ours: &[T]| {
            let mut of_row = [0_u32; CLASSES * CLASSES];
            let columns = ours.iter().zip(theirs.row(row)).zip(column_weights);
            for ((&ours, &theirs), &weight) in columns {
                of_row[class_of(ours) * CLASSES + class_of(theirs)] += u32::from(weight);
            }
            let row_weight = u64::from(row_weights[row.canonical as usize]);
            for (sum, positions) in counts.iter_mut().zip(of_row) {
                *sum += u64::from(positions) * row_weight;
            }
        });
        let mut counts = Counts::default();
        for part in parts {
            for (sum, positions) in counts.iter_mut().zip(part) {
                *sum += positions;
            }
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

    /// [`Layer::first_with`] for values of one width.
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
        let parts = values.fold_rows(|least: &mut Least, row: Place, values: &[T]| {
            let opponent = self.opponent.set(row, group).all();
            for (&value, &mover) in values.iter().zip(self.mover.canonical()) {
                if value != wanted {
                    continue;
                }
                least.insert(least_image(group, mover | opponent, mover));
                if least.len() > limit {
                    least.pop_last();
                }
            }
        });
        let first: Least = parts.into_iter().flatten().collect();
        let mut positions = Vec::new();
        for (occupied, mover) in first.into_iter().take(limit) {
            positions.push(Position::of_turn(turn, mover, occupied - mover));
        }
        positions
    }
}

//! The values of one layer, of either width.

use std::any::Any;
use std::sync::Arc;

use teeko_rules::{Outcome, Position, SymmetryGroup};

use crate::{LayerCensus, LayerValues, OutcomeMatrix, Scale};

/// The values of one layer: one or two bytes for each pair of sets, as the distances need.
///
/// Clones share the values.
#[derive(Clone, Debug)]
pub struct SolvedLayer {
    group: Arc<SymmetryGroup>,
    values: Width,
}

/// The values of a layer by their width.
#[derive(Clone, Debug)]
enum Width {
    Narrow(Arc<LayerValues<u8>>),
    Wide(Arc<LayerValues<u16>>),
}

/// Evaluates an expression with the values of either width.
macro_rules! of_either_width {
    ($width:expr, $values:ident => $result:expr) => {
        match $width {
            Width::Narrow($values) => $result,
            Width::Wide($values) => $result,
        }
    };
}

impl SolvedLayer {
    /// Wraps the values of a layer. `group` is the symmetry group of the rules.
    ///
    /// # Panics
    /// Never: a scale is one of two types.
    pub fn new<T: Scale>(group: &Arc<SymmetryGroup>, values: Arc<LayerValues<T>>) -> Self {
        let values: Arc<dyn Any + Send + Sync> = values;
        let values = match values.downcast() {
            Ok(narrow) => Width::Narrow(narrow),
            Err(values) => Width::Wide(values.downcast().expect("one of two types")),
        };
        Self { group: Arc::clone(group), values }
    }

    /// Returns the number of pieces on the board.
    pub fn layer(&self) -> usize {
        of_either_width!(&self.values, values => values.layer())
    }

    /// Returns the values if they are of type `T`.
    pub fn values<T: Scale>(&self) -> Option<&Arc<LayerValues<T>>> {
        of_either_width!(&self.values, values => (values as &dyn Any).downcast_ref())
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
        of_either_width!(&self.values, values => values.outcome(position, &self.group))
    }

    /// Returns the place in the table of the value of a position of this layer.
    #[inline]
    pub(crate) fn place(&self, position: &Position) -> usize {
        of_either_width!(&self.values, values => values.place(position, &self.group))
    }

    /// Returns the value at a place as a number.
    #[inline]
    pub(crate) fn value_at(&self, place: usize) -> u32 {
        of_either_width!(&self.values, values => values.value_at(place).to_u32())
    }

    /// Returns the outcome for the side to move that a number from [`SolvedLayer::value_at`] stands
    /// for.
    #[inline]
    pub(crate) fn decoded(&self, value: u32) -> Option<Outcome> {
        of_either_width!(&self.values, values => values.decoded(Scale::from_index(value as usize)))
    }

    /// Counts the positions of the layer by their outcome for the side to move. They are counted on
    /// the first call only.
    ///
    /// Uses the current rayon thread pool.
    pub fn census(&self) -> &LayerCensus {
        of_either_width!(&self.values, values => values.census(&self.group))
    }

    /// Compares the outcomes of this layer, position by position, with those of the same layer
    /// under other rules.
    ///
    /// Uses the current rayon thread pool.
    ///
    /// # Panics
    /// If the other layer has another number of pieces, another board or another group of
    /// symmetries.
    pub fn compare(&self, other: &Self) -> OutcomeMatrix {
        of_either_width!(&self.values, ours => {
            of_either_width!(&other.values, theirs => ours.compare(theirs, &self.group))
        })
    }

    /// Returns the first position with this outcome for the side to move, or `None` if there is
    /// none.
    ///
    /// "First" is by slot of the public index ([`LayerIndex`](crate::LayerIndex)). In layer 8 Black
    /// is to move.
    ///
    /// Uses the current rayon thread pool.
    pub fn first_with(&self, outcome: Outcome) -> Option<Position> {
        of_either_width!(&self.values, values => values.first_with(outcome, &self.group))
    }
}

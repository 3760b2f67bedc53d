//! The values of one layer on their own, whatever their width.

use std::sync::Arc;

use teeko_index::{LayerCensus, LayerValues, OutcomeMatrix};
use teeko_rules::{Outcome, Position, SymmetryGroup};

/// The values of one layer of a solution, one to two bytes for each pair of sets. Cloning shares them.
#[derive(Clone, Debug)]
pub struct SolvedLayer {
    group: Arc<SymmetryGroup>,
    values: Width,
}

/// The values of a layer, as wide as the distances need.
#[derive(Clone, Debug)]
pub(crate) enum Width {
    Narrow(Arc<LayerValues<u8>>),
    Wide(Arc<LayerValues<u16>>),
}

impl SolvedLayer {
    pub(crate) fn new(group: Arc<SymmetryGroup>, values: Width) -> Self {
        Self { group, values }
    }

    /// The outcome of a position of this layer for the side to move; a finished game is lost in 0 plies. `None` where the sets
    /// overlap or the side to move has a goal already.
    ///
    /// # Panics
    /// If the position is of another layer, or stands partly off the board.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.values.outcome(position, &self.group)
    }

    /// Compares the outcomes of this layer, position by position, with those of the same layer under other rules.
    ///
    /// Uses the current rayon thread pool.
    ///
    /// # Panics
    /// If the other layer has another number of pieces, another board or another group of symmetries.
    pub fn compare(&self, other: &Self) -> OutcomeMatrix {
        match (&self.values, &other.values) {
            (Width::Narrow(ours), Width::Narrow(theirs)) => ours.compare(theirs, &self.group),
            (Width::Narrow(ours), Width::Wide(theirs)) => ours.compare(theirs, &self.group),
            (Width::Wide(ours), Width::Narrow(theirs)) => ours.compare(theirs, &self.group),
            (Width::Wide(ours), Width::Wide(theirs)) => ours.compare(theirs, &self.group),
        }
    }

    /// The first position with this outcome for the side to move, in the order of the slots of the public index
    /// ([`LayerIndex`](teeko_index::LayerIndex)); Black is to move in layer 8. `None` if there is none.
    ///
    /// Uses the current rayon thread pool.
    pub fn first_with(&self, outcome: Outcome) -> Option<Position> {
        match &self.values {
            Width::Narrow(values) => values.first_with(outcome, &self.group),
            Width::Wide(values) => values.first_with(outcome, &self.group),
        }
    }
}

impl Width {
    #[inline]
    pub(crate) fn outcome(&self, position: &Position, group: &SymmetryGroup) -> Option<Outcome> {
        match self {
            Self::Narrow(values) => values.outcome(position, group),
            Self::Wide(values) => values.outcome(position, group),
        }
    }

    pub(crate) fn census(&self, group: &SymmetryGroup) -> &LayerCensus {
        match self {
            Self::Narrow(values) => values.census(group),
            Self::Wide(values) => values.census(group),
        }
    }
}

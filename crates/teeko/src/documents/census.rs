//! Counts of positions, shared by several documents.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::{Census, LayerCensus};
use teeko_rules::Parity;

/// The positions of the slide phase, in disjoint classes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SlideCensus {
    /// Won by the side to move.
    pub win: u64,
    /// Lost by the side to move, not over.
    pub loss: u64,
    /// Drawn because neither side can force a goal.
    pub draw: u64,
    /// Drawn because the side to move has no legal slide.
    pub no_move: u64,
    /// The other side has a goal.
    pub over: u64,
    /// The side to move has a goal that the other side's last slide may have completed; left out
    /// where goals have no empty circles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift: Option<u64>,
    /// The side to move has a goal that the other side's last slide cannot have completed.
    pub impossible: u64,
    /// The won and lost positions by distance.
    pub by_dtw: Vec<ByDistance>,
}

/// The positions won or lost in a number of plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ByDistance {
    /// The plies.
    pub dtw: Option<u32>,
    /// `win` or `loss`.
    pub outcome: &'static str,
    /// The number of positions.
    pub positions: u64,
}

/// The positions of a layer of the drop phase, in disjoint classes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DropCensus {
    /// The number of pieces on the board.
    pub layer: usize,
    /// Won by the side to move.
    pub win: u64,
    /// Lost by the side to move, not over.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// The other side has a goal.
    pub over: u64,
}

/// The positions of both phases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct VariantCensus {
    /// The slide phase.
    pub slide: SlideCensus,
    /// The drop phase by layer.
    pub drop: Vec<DropCensus>,
}

impl SlideCensus {
    /// Returns the counts under rules with distances of this parity.
    pub(crate) fn new(census: &LayerCensus, parity: Parity) -> Self {
        Self {
            win: census.win(),
            loss: census.loss(),
            draw: census.draw(),
            no_move: census.no_move(),
            over: census.over(),
            gift: (parity == Parity::Free).then(|| census.gift()),
            impossible: census.impossible(),
            by_dtw: ByDistance::all(census),
        }
    }
}

impl ByDistance {
    pub(crate) fn all(census: &LayerCensus) -> Vec<Self> {
        let entry = |(outcome, positions): (teeko_rules::Outcome, u64)| Self {
            dtw: outcome.distance(),
            outcome: outcome.name(),
            positions,
        };
        census.decided_by_distance().map(entry).collect()
    }
}

impl DropCensus {
    /// Returns the counts of a layer.
    pub fn new(layer: usize, census: &LayerCensus) -> Self {
        Self {
            layer,
            win: census.win(),
            loss: census.loss(),
            draw: census.draw(),
            over: census.over(),
        }
    }

    pub(crate) fn all(census: &Census) -> Vec<Self> {
        census.drops().iter().enumerate().map(|(layer, census)| Self::new(layer, census)).collect()
    }
}

impl VariantCensus {
    pub(crate) fn new(census: &Census, parity: Parity) -> Self {
        Self { slide: SlideCensus::new(census.slide(), parity), drop: DropCensus::all(census) }
    }
}

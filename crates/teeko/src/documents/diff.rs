//! `teeko.diff/1`: what two variants make of the same positions.

use serde::Serialize;
use teeko_analysis::{Difference, FirstDropDifference, LayerDifference};
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, Wdl};

use super::OutcomeFields;

/// Two variants and how they differ. Pairs are in the order of the variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Diff {
    /// `teeko.diff/1`.
    pub schema: &'static str,
    /// Their names.
    pub variants: [String; 2],
    /// Of the game, for Black.
    pub outcomes: [OutcomeFields; 2],
    /// Black's first drops, in the order of the circles.
    pub first_drops: Vec<DiffDrop>,
    /// Whether both have the same slide phase, so that nothing differs in layer 8.
    pub same_slide_phase: bool,
    /// The layers that were compared.
    pub layers: Vec<DiffLayer>,
}

/// A first drop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct DiffDrop {
    /// The circle.
    #[serde(rename = "move")]
    pub played: String,
    /// Whether the outcome is another, be it by the distance alone.
    pub differs: bool,
    /// What it is worth to Black.
    pub outcomes: [OutcomeFields; 2],
}

/// The positions of a layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct DiffLayer {
    /// The number of pieces on the board.
    pub layer: usize,
    /// All positions.
    pub positions: u64,
    /// Open in both, with another result.
    pub other_result: u64,
    /// Open in both, with the same result in another number of plies.
    pub other_distance: u64,
    /// Over or impossible in both, be it over in one and impossible in the other.
    pub over_in_both: u64,
    /// Over or impossible in one, and not so in the other.
    pub over_in_one: u64,
    /// By result in the first variant, then in the second.
    pub results: ByResult<ByResult<u64>>,
    /// Some of those with another result.
    pub examples: Vec<DiffExample>,
}

/// Something for each result of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ByResult<T> {
    /// Won.
    pub win: T,
    /// Drawn.
    pub draw: T,
    /// Lost.
    pub loss: T,
}

impl<T> ByResult<T> {
    pub(super) fn new(of: impl Fn(Wdl) -> T) -> Self {
        Self { win: of(Wdl::Win), draw: of(Wdl::Draw), loss: of(Wdl::Loss) }
    }
}

/// A position with another result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct DiffExample {
    /// The position.
    pub position: String,
    /// What it is worth to the side to move.
    pub outcomes: [OutcomeFields; 2],
}

impl Diff {
    /// The document on two variants.
    pub fn new(variants: [&str; 2], board: Board, difference: &Difference) -> Self {
        let layer = |layer: &LayerDifference| DiffLayer {
            layer: layer.layer,
            positions: layer.positions(),
            other_result: layer.other_result(),
            other_distance: layer.other_distance,
            over_in_both: layer.both_finished,
            over_in_one: layer.finished_otherwise,
            results: ByResult::new(|before| ByResult::new(|after| layer.results.positions(before, after))),
            examples: layer
                .examples
                .iter()
                .map(|example| DiffExample {
                    position: rows_form(board, &example.position),
                    outcomes: example.outcomes.map(|outcome| OutcomeFields::new(Some(outcome))),
                })
                .collect(),
        };
        let first_drop = |drop: &FirstDropDifference| DiffDrop {
            played: drop.circle.number().to_string(),
            differs: drop.differs(),
            outcomes: drop.outcomes.map(OutcomeFields::new),
        };
        Self {
            schema: "teeko.diff/1",
            variants: variants.map(str::to_owned),
            outcomes: difference.values.map(OutcomeFields::new),
            first_drops: difference.first_drops.iter().map(first_drop).collect(),
            same_slide_phase: difference.same_slide_phase,
            layers: difference.layers.iter().map(layer).collect(),
        }
    }
}

//! The report on a family of rule sets.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::OutcomeMatrix;
use teeko_rules::notation::RowsForm;
use teeko_rules::{Board, DropPlan, GoalSet, NamedStep, Value, Variant};

use crate::answers::{
    ByResult, FirstDropEntry, LayerCounts, OutcomeFields, by_result, in_drop, in_drop_schema,
    in_slide, in_slide_schema,
};

/// The whole atlas.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Atlas {
    /// `teeko.atlas/1`.
    pub schema: &'static str,
    /// The board.
    pub board: Board,
    /// The slide phases by step, then goal set.
    pub slide_phases: Vec<AtlasPhase>,
    /// The variants in the order of their slide phases.
    pub variants: Vec<AtlasVariant>,
    /// The effects of additional goals.
    pub comparisons: Vec<AtlasComparison>,
}

/// A slide phase: everything that its variants share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasPhase {
    /// Its name.
    pub slide_phase: String,
    /// The goal set.
    pub goal_set: GoalSet,
    /// The number of goals on the board.
    pub goal_count: usize,
    /// The steps of a slide.
    pub steps: NamedStep,
    /// How many positions there are of each kind.
    #[serde(rename = "census", serialize_with = "in_slide")]
    #[schemars(schema_with = "in_slide_schema")]
    pub slide: LayerCounts,
    /// The largest distance in plies.
    pub deepest: u32,
    /// The deepest win; null if neither side can force one.
    pub deepest_win: Option<AtlasWin>,
    /// The content hash of its table.
    pub content_hash: String,
}

/// A variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasVariant {
    /// Its name.
    pub variant: Variant,
    /// The name of its slide phase.
    pub slide_phase: String,
    /// The value of the game for Black.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The value for Black when the game is played for points; left out unless it was requested and
    /// all goals have prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_points: Option<OutcomeFields>,
    /// The value of each first drop for Black, in the order of the circles.
    pub first_drops: Vec<FirstDropEntry>,
    /// How many positions there are of each kind.
    #[serde(rename = "census", serialize_with = "in_drop")]
    #[schemars(schema_with = "in_drop_schema")]
    pub drop: Vec<LayerCounts>,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The deepest win; null if neither side can force one.
    pub deepest_win: Option<AtlasWin>,
    /// The content hash of its table.
    pub content_hash: String,
}

/// A win that takes the most plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasWin {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The value for the side to move.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The position where it begins.
    pub position: RowsForm,
}

/// Two slide phases, one with all goals of the other and some more, and the variants that differ in
/// nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasComparison {
    /// The names; the one with fewer goals is first.
    pub slide_phases: [String; 2],
    /// The positions.
    pub slide: AtlasMatrix,
    /// The variants.
    pub drop: Vec<AtlasDropComparison>,
}

/// Positions by outcome under the first rule set, then by outcome under the second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasMatrix {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions with another outcome.
    pub flips: u64,
    /// The numbers by both outcomes.
    #[serde(flatten, serialize_with = "by_result")]
    #[schemars(with = "ByResult<ByResult<u64>>")]
    pub by_outcome: OutcomeMatrix,
}

/// Two variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasDropComparison {
    /// The names; the one with fewer goals is first.
    pub variants: [Variant; 2],
    /// The layers.
    pub layers: Vec<AtlasLayer>,
}

/// A layer of the drop phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasLayer {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions with another outcome.
    pub flips: u64,
}

impl Atlas {
    /// Creates an atlas of nothing yet.
    pub(super) fn new(board: Board) -> Self {
        Self {
            schema: "teeko.atlas/1",
            board,
            slide_phases: Vec::new(),
            variants: Vec::new(),
            comparisons: Vec::new(),
        }
    }

    /// Returns the steps, in the order of the slide phases.
    pub fn steps(&self) -> Vec<NamedStep> {
        distinct(self.slide_phases.iter().map(|phase| phase.steps))
    }

    /// Returns the drop plans, in the order of the variants.
    pub fn plans(&self) -> Vec<DropPlan> {
        distinct(self.variants.iter().map(|entry| entry.variant.plan))
    }

    /// Returns whether Black is banned from opening in the centre, in the order of the variants.
    pub fn no_centre(&self) -> Vec<bool> {
        distinct(self.variants.iter().map(|entry| entry.variant.no_centre))
    }

    /// Returns the slide phases with a step.
    pub fn phases_with(&self, step: NamedStep) -> impl Iterator<Item = &AtlasPhase> {
        self.slide_phases
            .iter()
            .filter(move |phase| phase.steps == step)
    }

    /// Returns the variants of a slide phase.
    pub fn variants_of(&self, phase: &AtlasPhase) -> impl Iterator<Item = &AtlasVariant> {
        self.variants
            .iter()
            .filter(move |entry| entry.slide_phase == phase.slide_phase)
    }

    /// Returns the variants of a slide phase with the centre ban, or those without.
    pub fn variants_with(
        &self,
        phase: &AtlasPhase,
        no_centre: bool,
    ) -> impl Iterator<Item = &AtlasVariant> {
        self.variants_of(phase)
            .filter(move |entry| entry.variant.no_centre == no_centre)
    }

    /// Returns whether the variants of a slide phase have values in points.
    pub fn has_points(&self, phase: &AtlasPhase) -> bool {
        self.variants_of(phase)
            .any(|entry| entry.in_points.is_some())
    }
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

impl AtlasVariant {
    /// Returns the value when played for points, if it is known.
    pub fn value_in_points(&self) -> Option<Value> {
        self.in_points.as_deref().copied()
    }
}

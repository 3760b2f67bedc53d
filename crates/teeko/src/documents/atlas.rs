//! `teeko.atlas/1`: a family of rule sets. Fields are named with the same words as those of `solve`
//! and `stats`.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::atlas::{Comparison, Entry, SlidePhase};
use teeko_index::OutcomeMatrix;
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, Outcome, Scoring};

use super::diff::ByResult;
use super::{DropCensus, FirstDropEntry, OutcomeFields, SlideCensus};

/// The whole atlas.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Atlas {
    /// `teeko.atlas/1`.
    pub schema: &'static str,
    /// The board.
    pub board: String,
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
    pub goals: &'static str,
    /// The number of goals on the board.
    pub goal_count: usize,
    /// The name of the step: `king`, `knight`, …
    pub step: &'static str,
    /// How many positions there are of each kind.
    pub census: AtlasSlideCensus,
    /// The largest distance in plies.
    pub deepest: u32,
    /// The deepest win; null if neither side can force one.
    pub deepest_win: Option<AtlasWin>,
    /// The content hash of its table.
    pub content_hash: String,
}

/// The positions of a slide phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasSlideCensus {
    /// The counts in disjoint classes.
    pub slide: SlideCensus,
}

/// A variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasVariant {
    /// Its name.
    pub variant: String,
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
    pub census: AtlasDropCensus,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The deepest win; null if neither side can force one.
    pub deepest_win: Option<AtlasWin>,
    /// The content hash of its table.
    pub content_hash: String,
}

/// The positions of a drop phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasDropCensus {
    /// The counts by layer.
    pub drop: Vec<DropCensus>,
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
    pub position: String,
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
    #[serde(flatten)]
    pub by_outcome: ByResult<ByResult<u64>>,
}

/// Two variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasDropComparison {
    /// The names; the one with fewer goals is first.
    pub variants: [String; 2],
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
    /// Returns the document on an atlas.
    pub fn new(atlas: &teeko_analysis::atlas::Atlas) -> Self {
        let board = atlas.family.board;
        let variants = atlas.phases.iter().flat_map(|phase| phase.variants.iter());
        let comparisons = atlas.phases.iter().flat_map(|phase| {
            phase.comparisons.iter().map(move |comparison| AtlasComparison::new(phase, comparison))
        });
        Self {
            schema: "teeko.atlas/1",
            board: board.to_string(),
            slide_phases: atlas.phases.iter().map(|phase| AtlasPhase::new(board, phase)).collect(),
            variants: variants.map(|entry| AtlasVariant::new(board, entry)).collect(),
            comparisons: comparisons.collect(),
        }
    }
}

impl AtlasPhase {
    fn new(board: Board, phase: &SlidePhase) -> Self {
        Self {
            slide_phase: phase.name.clone(),
            goals: phase.goals.name(),
            goal_count: phase.goals.on(board).patterns().len(),
            step: phase.step.name(),
            census: AtlasSlideCensus {
                slide: SlideCensus::new(&phase.census, phase.goals.on(board).parity()),
            },
            deepest: phase.census.deepest(),
            deepest_win: AtlasWin::new(board, phase.deepest_win),
            content_hash: phase.content_hash.to_string(),
        }
    }
}

impl AtlasVariant {
    fn new(board: Board, entry: &Entry) -> Self {
        let summary = &entry.summary;
        Self {
            variant: entry.variant.to_string(),
            slide_phase: entry.variant.slide_phase_name(),
            value: OutcomeFields::of_value(Scoring::Goals, Some(summary.value)),
            in_points: entry
                .in_points
                .map(|value| OutcomeFields::of_value(Scoring::Points, Some(value))),
            first_drops: FirstDropEntry::all(Scoring::Goals, &summary.first_drops),
            census: AtlasDropCensus { drop: DropCensus::all(&summary.census) },
            deepest: summary.deepest(),
            deepest_win: AtlasWin::new(board, entry.deepest_win),
            content_hash: entry.content_hash.to_string(),
        }
    }
}

impl AtlasWin {
    fn new(board: Board, win: Option<teeko_analysis::atlas::DeepestWin>) -> Option<Self> {
        win.map(|win| Self {
            layer: win.position.layer(),
            value: OutcomeFields::new(Some(Outcome::Win(win.distance))),
            position: rows_form(board, &win.position),
        })
    }
}

impl AtlasComparison {
    fn new(phase: &SlidePhase, comparison: &Comparison) -> Self {
        let drop = phase.variants.iter().zip(&comparison.drops).map(|(entry, layers)| {
            let larger = entry.variant;
            let layer = |(layer, matrix): (usize, &OutcomeMatrix)| AtlasLayer {
                layer,
                positions: matrix.total(),
                flips: matrix.flips(),
            };
            AtlasDropComparison {
                variants: [comparison.smaller_variant(larger), larger]
                    .map(|variant| variant.to_string()),
                layers: layers.iter().enumerate().map(layer).collect(),
            }
        });
        let smaller = comparison.smaller_variant(phase.variants[0].variant).slide_phase_name();
        Self {
            slide_phases: [smaller, phase.name.clone()],
            slide: AtlasMatrix::new(&comparison.slide),
            drop: drop.collect(),
        }
    }
}

impl AtlasMatrix {
    fn new(matrix: &OutcomeMatrix) -> Self {
        let by_outcome =
            ByResult::new(|before| ByResult::new(|after| matrix.positions(before, after)));
        Self { positions: matrix.total(), flips: matrix.flips(), by_outcome }
    }
}

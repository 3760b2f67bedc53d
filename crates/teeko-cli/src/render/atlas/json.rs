//! The atlas as JSON. Fields are named with the same words as those of `solve` and `stats`.

use serde::Serialize;
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, Outcome};
use teeko_solve::OutcomeMatrix;
use teeko_table::slide_phase_name;

use crate::atlas::{Atlas, Comparison, DeepestWin, Entry, SlidePhase};
use crate::render::census::{DropEntry, SlideEntry};
use crate::render::{MoveEntry, OutcomeFields, json_line};

/// The whole atlas.
pub(crate) fn json(atlas: &Atlas) -> String {
    let board = atlas.family.board;
    let variants = atlas.phases.iter().flat_map(|phase| phase.variants.iter());
    let comparisons = atlas
        .phases
        .iter()
        .flat_map(|phase| phase.comparisons.iter().map(|comparison| ComparisonEntry::new(phase, comparison)));
    json_line(&Document {
        schema: "teeko.atlas/1",
        board: board.to_string(),
        slide_phases: atlas.phases.iter().map(|phase| PhaseEntry::new(board, phase)).collect(),
        variants: variants.map(|entry| VariantEntry::new(board, entry)).collect(),
        comparisons: comparisons.collect(),
    })
}

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    board: String,
    slide_phases: Vec<PhaseEntry>,
    variants: Vec<VariantEntry>,
    comparisons: Vec<ComparisonEntry>,
}

/// A slide phase: everything that its variants share.
#[derive(Serialize)]
struct PhaseEntry {
    slide_phase: String,
    goals: &'static str,
    /// The number of goals on the board.
    goal_count: usize,
    step: &'static str,
    census: SlideCensusEntry,
    deepest: u32,
    deepest_win: Option<WinEntry>,
    content_hash: String,
}

#[derive(Serialize)]
struct SlideCensusEntry {
    slide: SlideEntry,
}

#[derive(Serialize)]
struct VariantEntry {
    variant: String,
    slide_phase: String,
    #[serde(flatten)]
    value: OutcomeFields,
    first_drops: Vec<MoveEntry>,
    census: DropCensusEntry,
    deepest: u32,
    deepest_win: Option<WinEntry>,
    content_hash: String,
}

#[derive(Serialize)]
struct DropCensusEntry {
    drop: Vec<DropEntry>,
}

#[derive(Serialize)]
struct WinEntry {
    layer: usize,
    #[serde(flatten)]
    value: OutcomeFields,
    position: String,
}

/// Two slide phases, one with all goals of the other and some more, and the variants that differ in nothing else.
#[derive(Serialize)]
struct ComparisonEntry {
    slide_phases: [String; 2],
    slide: MatrixEntry,
    drop: Vec<DropComparisonEntry>,
}

/// Positions by outcome under the first rule set, then by outcome under the second.
#[derive(Serialize)]
struct MatrixEntry {
    positions: u64,
    flips: u64,
    win: ByOutcome,
    draw: ByOutcome,
    loss: ByOutcome,
}

#[derive(Serialize)]
struct ByOutcome {
    win: u64,
    draw: u64,
    loss: u64,
}

#[derive(Serialize)]
struct DropComparisonEntry {
    variants: [String; 2],
    layers: Vec<LayerFlips>,
}

#[derive(Serialize)]
struct LayerFlips {
    layer: usize,
    positions: u64,
    flips: u64,
}

impl PhaseEntry {
    fn new(board: Board, phase: &SlidePhase) -> Self {
        Self {
            slide_phase: phase.name.clone(),
            goals: phase.goals.name(),
            goal_count: phase.goals.on(board).patterns().len(),
            step: super::step_name(phase.knight),
            census: SlideCensusEntry { slide: SlideEntry::new(&phase.census) },
            deepest: phase.census.deepest(),
            deepest_win: WinEntry::new(board, phase.deepest_win),
            content_hash: phase.content_hash.to_string(),
        }
    }
}

impl VariantEntry {
    fn new(board: Board, entry: &Entry) -> Self {
        let report = &entry.report;
        let drop = report.drop_censuses.iter().enumerate().map(|(layer, census)| DropEntry::new(layer, census));
        Self {
            variant: entry.variant.to_string(),
            slide_phase: slide_phase_name(&entry.variant),
            value: OutcomeFields::new(Some(report.value)),
            first_drops: MoveEntry::all(&report.first_drops),
            census: DropCensusEntry { drop: drop.collect() },
            deepest: report.deepest,
            deepest_win: WinEntry::new(board, entry.deepest_win),
            content_hash: entry.content_hash.to_string(),
        }
    }
}

impl WinEntry {
    fn new(board: Board, win: Option<DeepestWin>) -> Option<Self> {
        win.map(|DeepestWin { distance, position }| Self {
            layer: position.layer(),
            value: OutcomeFields::new(Some(Outcome::Win(distance))),
            position: rows_form(board, &position),
        })
    }
}

impl ComparisonEntry {
    fn new(phase: &SlidePhase, comparison: &Comparison) -> Self {
        let drop = phase.variants.iter().zip(&comparison.drops).map(|(entry, layers)| {
            let larger = entry.variant;
            let layers = layers.iter().enumerate();
            DropComparisonEntry {
                variants: [comparison.smaller_variant(larger), larger].map(|variant| variant.to_string()),
                layers: layers
                    .map(|(layer, matrix)| LayerFlips { layer, positions: matrix.total(), flips: matrix.flips() })
                    .collect(),
            }
        });
        let smaller = slide_phase_name(&comparison.smaller_variant(phase.variants[0].variant));
        Self {
            slide_phases: [smaller, phase.name.clone()],
            slide: MatrixEntry::new(&comparison.slide),
            drop: drop.collect(),
        }
    }
}

impl MatrixEntry {
    fn new(matrix: &OutcomeMatrix) -> Self {
        let [win, draw, loss] = matrix.positions.map(|[win, draw, loss]| ByOutcome { win, draw, loss });
        Self { positions: matrix.total(), flips: matrix.flips(), win, draw, loss }
    }
}

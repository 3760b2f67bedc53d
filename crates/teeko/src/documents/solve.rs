//! `teeko.solve/1`: solved variants.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::ThresholdCounts;

use super::{FirstDropEntry, OutcomeFields, VariantCensus};
use crate::Report;

/// Solved variants.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Solve {
    /// `teeko.solve/1`.
    pub schema: &'static str,
    /// True if the run resumed from half-steps that an interrupted run has saved. Left out
    /// otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resumed: bool,
    /// The variants in the order requested.
    pub variants: Vec<SolvedVariant>,
}

/// A solved variant.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SolvedVariant {
    /// Its name.
    pub variant: String,
    /// The value of the game for Black.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The value of each first drop for Black, in the order of the circles.
    pub first_drops: Vec<FirstDropEntry>,
    /// The number of positions of each kind.
    pub census: VariantCensus,
    /// In games for points: the number of positions that each number of points can be forced from.
    /// Left out in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<Vec<ThresholdEntry>>,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The seconds that all variants with its slide phase took together.
    pub seconds: f64,
    /// The slide file and the drop file; empty if none were to be written.
    pub files: Vec<TableFileEntry>,
}

/// The number of positions of the slide phase from which a number of points can be forced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ThresholdEntry {
    /// The points.
    pub points: u8,
    /// Positions with the attacker to move.
    pub attacker: AttackerWins,
    /// Positions with the defender to move.
    pub defender: DefenderLosses,
    /// The longest distance, in plies.
    pub deepest: u32,
}

/// Positions in which the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AttackerWins {
    /// The positions from which the attacker forces the points.
    pub win: u64,
}

/// Positions in which the defender is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DefenderLosses {
    /// The positions in which the defender cannot stop the attacker.
    pub loss: u64,
}

impl ThresholdEntry {
    /// Returns the entries of a game for points; `None` for other games.
    pub(super) fn all(thresholds: &[ThresholdCounts]) -> Option<Vec<Self>> {
        let entry = |&ThresholdCounts { points, won, lost, deepest }: &ThresholdCounts| Self {
            points,
            attacker: AttackerWins { win: won },
            defender: DefenderLosses { loss: lost },
            deepest,
        };
        (!thresholds.is_empty()).then(|| thresholds.iter().map(entry).collect())
    }
}

/// A table file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TableFileEntry {
    /// The path, with characters that cannot be displayed replaced.
    pub path: String,
    /// The length in bytes.
    pub bytes: u64,
}

impl Solve {
    /// Returns the document on some variants.
    pub fn new(reports: &[Report]) -> Self {
        let variants = reports.iter().map(SolvedVariant::new).collect();
        Self { schema: "teeko.solve/1", resumed: false, variants }
    }
}

impl SolvedVariant {
    /// Returns the entry of a variant.
    pub fn new(report: &Report) -> Self {
        let summary = &report.summary;
        let files = report.files.iter().flat_map(|files| files.slides.iter().chain(&files.drops));
        Self {
            variant: report.name.to_string(),
            value: OutcomeFields::of_value(report.scoring, Some(summary.value)),
            first_drops: FirstDropEntry::all(report.scoring, &summary.first_drops),
            census: VariantCensus::new(&summary.census, report.parity),
            thresholds: ThresholdEntry::all(&summary.thresholds),
            deepest: summary.deepest(),
            seconds: report.seconds,
            files: files.cloned().collect(),
        }
    }
}

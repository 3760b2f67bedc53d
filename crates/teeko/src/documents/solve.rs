//! `teeko.solve/1`: solved variants.

use serde::Serialize;

use super::{FirstDropEntry, OutcomeFields, VariantCensus};
use crate::Report;

/// Solved variants.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Solve {
    /// `teeko.solve/1`.
    pub schema: &'static str,
    /// In the order in which they were asked for.
    pub variants: Vec<SolvedVariant>,
}

/// A solved variant.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct SolvedVariant {
    /// Its name.
    pub variant: String,
    /// What the game is worth to Black.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// What each first drop is worth to Black, in the order of the circles.
    pub first_drops: Vec<FirstDropEntry>,
    /// How many positions there are of each kind.
    pub census: VariantCensus,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The time that all variants with its slide phase took together.
    pub seconds: f64,
    /// The slide file and the drop file, unless none were to be written.
    pub files: Vec<TableFileEntry>,
}

/// A table file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct TableFileEntry {
    /// Its path.
    pub path: String,
    /// Its length.
    pub bytes: u64,
}

impl Solve {
    /// The document on some variants.
    pub fn new(reports: &[Report]) -> Self {
        Self { schema: "teeko.solve/1", variants: reports.iter().map(SolvedVariant::new).collect() }
    }
}

impl SolvedVariant {
    /// The entry of a variant.
    pub fn new(report: &Report) -> Self {
        let summary = &report.summary;
        let files = report.files.iter().flat_map(|files| [&files.slide, &files.drop]);
        Self {
            variant: report.name.to_string(),
            value: OutcomeFields::new(Some(summary.value)),
            first_drops: FirstDropEntry::all(&summary.first_drops),
            census: VariantCensus::new(&summary.census, report.parity),
            deepest: summary.deepest(),
            seconds: report.seconds,
            files: files.map(|file| TableFileEntry { path: file.path.clone(), bytes: file.bytes }).collect(),
        }
    }
}

//! The documents: what is answered, as data with a fixed form in JSON.
//!
//! Every answer has one type, and every front end hands out the same: the program with `--json`, a
//! service, a page, a package for another language. A document names its form and its version in
//! the field `schema`, such as `teeko.query/1`; within a version fields may be added, none is
//! renamed or taken away.
//!
//! Distances are in plies. An outcome is spread over the two fields `outcome`, `win`, `draw` or
//! `loss`, and `dtw`, the distance to win, null in a draw. Positions are in rows form, moves as
//! circle numbers, `13` or `14-8`.

mod atlas;
mod census;
mod certificate;
mod choice;
mod diff;
mod export;
mod info;
mod line;
mod plays;
mod puzzles;
mod query;
mod questions;
mod refusal;
mod review;
mod rules;
mod solve;
mod stats;
mod variants;
#[cfg(feature = "file")]
mod verify;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::FirstDrop;
use teeko_rules::{Outcome, Scoring, Value};

pub use self::atlas::{
    Atlas, AtlasComparison, AtlasDropCensus, AtlasDropComparison, AtlasLayer, AtlasMatrix,
    AtlasPhase, AtlasSlideCensus, AtlasVariant, AtlasWin,
};
pub use self::census::{ByDistance, DropCensus, SlideCensus, VariantCensus};
pub use self::certificate::{Check, WrittenCertificate};
pub use self::choice::Choice;
pub use self::diff::{
    ByResult, Diff, DiffBestMove, DiffBestMoves, DiffDrop, DiffDropValues, DiffExample, DiffLayer,
    DiffPoints,
};
pub use self::export::Export;
pub use self::info::{Info, InfoCensus, step_text};
pub use self::line::Line;
pub use self::plays::{Play, Plays};
pub use self::puzzles::{Puzzle, Puzzles};
pub use self::query::{BadLine, Queries, Query, QueryMove, Replies, VariantQuery};
pub use self::questions::{QuestionEntry, Questions};
pub use self::refusal::Refusal;
pub use self::review::{Review, ReviewChoice, ReviewEnd};
pub use self::rules::{Rules, RulesGoal, Steps};
pub use self::solve::{
    AttackerWins, DefenderLosses, Solve, SolvedVariant, TableFileEntry, ThresholdEntry,
};
pub use self::stats::{
    ByScore, CutOff, Deepest, Limit, SlotPosition, Stats, StatsCensus, StatsLayer,
};
pub use self::variants::{Variant, Variants};
#[cfg(feature = "file")]
pub use self::verify::{VerifiedClaim, VerifiedValue, Verify};

/// An outcome; null and null for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct OutcomeFields {
    /// `win`, `draw` or `loss`.
    pub outcome: Option<&'static str>,
    /// The distance to win in plies; null in a draw.
    pub dtw: Option<u32>,
    /// The points that come with it; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
}

impl OutcomeFields {
    /// The fields of an outcome, or of none.
    pub fn new(outcome: Option<Outcome>) -> Self {
        Self {
            outcome: outcome.map(Outcome::name),
            dtw: outcome.and_then(Outcome::distance),
            score: None,
        }
    }

    /// The fields of a value where goals are worth this, or of none.
    pub fn of_value(scoring: Scoring, value: Option<Value>) -> Self {
        let score = value.filter(|_| scoring.is_for_points()).map(|value| value.score);
        Self { score, ..Self::new(value.map(|value| value.outcome)) }
    }
}

/// What a first drop is worth to Black.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FirstDropEntry {
    /// The circle.
    #[serde(rename = "move")]
    pub played: String,
    /// What the drop is worth, the drop included; nulls where it is banned.
    #[serde(flatten)]
    pub worth: OutcomeFields,
}

impl FirstDropEntry {
    /// All first drops, in the order given.
    fn all(scoring: Scoring, first_drops: &[FirstDrop]) -> Vec<Self> {
        let entry = |&(circle, worth): &FirstDrop| Self {
            played: circle.to_string(),
            worth: OutcomeFields::of_value(scoring, worth),
        };
        first_drops.iter().map(entry).collect()
    }
}

/// Adds a document to a text as JSON, without a line end.
///
/// # Panics
/// Never: documents have text keys only and no way to fail.
pub fn write_json(out: &mut Vec<u8>, document: &impl Serialize) {
    serde_json::to_writer(out, document).expect("a document that can be written");
}

/// A document as JSON, without a line end.
///
/// # Panics
/// Never: documents have text keys only and no way to fail.
pub fn json_text(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("a document that can be written")
}

/// A document as one line of JSON, with its line end.
///
/// # Panics
/// As [`json_text`]: never.
pub fn json_line(document: &impl Serialize) -> String {
    json_text(document) + "\n"
}

//! The documents: answers as data with a fixed form in JSON.
//!
//! Every answer has one type, which all front ends use: the program with `--json`, a service, a
//! page, a package for another language. A document names its form and its version in the field
//! `schema`, such as `teeko.query/1`. Within a version fields may be added; none is renamed or
//! removed.
//!
//! Distances are in plies. An outcome has two fields: `outcome` is `win`, `draw` or `loss`, and
//! `dtw` is the distance to win, null in a draw. In games for points `dtw` is a bound: the plies
//! within which the side that scores can force at least the points of `score`. Positions are in
//! rows form, moves as circle numbers, `13` or `14-8`.

mod census;
mod certificate;
mod export;
mod info;
mod query;
mod refusal;
mod solve;
#[cfg(feature = "file")]
mod verify;

use std::io::{BufWriter, Write};

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::FirstDrop;
use teeko_rules::{Outcome, Scoring, Value};

pub use self::census::*;
pub use self::certificate::*;
pub use self::export::*;
pub use self::info::*;
pub use self::query::*;
pub use self::refusal::*;
pub use self::solve::*;
#[cfg(feature = "file")]
pub use self::verify::*;
pub use crate::questions::atlas::{
    Atlas, AtlasComparison, AtlasDropCensus, AtlasDropComparison, AtlasLayer, AtlasMatrix,
    AtlasPhase, AtlasSlideCensus, AtlasVariant, AtlasWin,
};
pub use crate::questions::diff::{
    ByResult, Diff, DiffBestMove, DiffBestMoves, DiffDrop, DiffDropValues, DiffExample, DiffLayer,
    DiffPoints,
};
pub use crate::questions::line::Line;
pub use crate::questions::position::Choice;
pub use crate::questions::puzzles::{Puzzle, Puzzles};
pub use crate::questions::review::{Review, ReviewChoice, ReviewEnd};
pub use crate::questions::rule_sets::{
    Play, Plays, QuestionEntry, Questions, Rules, RulesGoal, Steps, Variant, Variants,
};
pub use crate::questions::stats::{
    ByScore, CutOff, Deepest, Limit, SlotPosition, Stats, StatsCensus, StatsLayer,
};

/// An outcome; all fields are null if there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct OutcomeFields {
    /// `win`, `draw` or `loss`.
    pub outcome: Option<&'static str>,
    /// The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    /// which the side that scores can force at least these points.
    pub dtw: Option<u32>,
    /// The points of the outcome; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
}

impl OutcomeFields {
    /// Returns the fields of an outcome, or of none.
    pub fn new(outcome: Option<Outcome>) -> Self {
        Self {
            outcome: outcome.map(Outcome::name),
            dtw: outcome.and_then(Outcome::distance),
            score: None,
        }
    }

    /// Returns the fields of a value under `scoring`, or of none.
    pub fn of_value(scoring: Scoring, value: Option<Value>) -> Self {
        let score = value.filter(|_| scoring.is_for_points()).map(|value| value.score);
        Self { score, ..Self::new(value.map(|value| value.outcome)) }
    }
}

/// The value of a first drop for Black.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FirstDropEntry {
    /// The circle.
    #[serde(rename = "move")]
    pub played: String,
    /// The value after the drop; nulls if the drop is banned.
    #[serde(flatten)]
    pub worth: OutcomeFields,
}

impl FirstDropEntry {
    /// Returns the entries of all first drops, in the order given.
    pub(crate) fn all(scoring: Scoring, first_drops: &[FirstDrop]) -> Vec<Self> {
        let entry = |&(circle, worth): &FirstDrop| Self {
            played: circle.to_string(),
            worth: OutcomeFields::of_value(scoring, worth),
        };
        first_drops.iter().map(entry).collect()
    }
}

/// Appends a document to `out` as JSON, without a line end.
///
/// # Panics
/// Never panics: documents have text keys only and cannot fail.
pub fn write_json(out: &mut Vec<u8>, document: &impl Serialize) {
    // Many short pieces. A buffer takes each without a call, also in code compiled for size.
    let mut buffer = BufWriter::new(out);
    serde_json::to_writer(&mut buffer, document).expect("a document that can be written");
    buffer.flush().expect("room in memory");
}

/// Returns a document as JSON, without a line end.
///
/// # Panics
/// Never panics: documents have text keys only and cannot fail.
pub fn json_text(document: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    write_json(&mut bytes, document);
    String::from_utf8(bytes).expect("JSON in UTF-8")
}

/// Returns a document as one line of JSON, with its line end.
///
/// # Panics
/// Never panics, like [`json_text`].
pub fn json_line(document: &impl Serialize) -> String {
    json_text(document) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    #[test]
    fn the_json_has_its_fields() {
        let rules = |name: &str| json_line(&Rules::new(&variant(name).unwrap()));
        // The end of a line is the end of the text.
        for (json, start, part) in [
            (
                json_line(&Variants::sixteen()),
                concat!(
                    r#"{"schema":"teeko.variants/1","variants":["#,
                    r#"{"id":"44-ssss","name":"standard","goals":"44","plan":"ssss","#,
                    r#""published":{"outcome":"draw","dtw":null}},"#,
                ),
                concat!(
                    r#"{"id":"58-sppp","name":"one-move standard, 58 positions","#,
                    r#""goals":"58","plan":"sppp","published":{"outcome":"win","dtw":25}}"#,
                ),
            ),
            (
                json_line(&Plays::seventeen()),
                concat!(
                    r#"{"schema":"teeko.plays/1","variant":"44-ssss","#,
                    r#""source":"John Scarne, rules of Teeko"#,
                ),
                concat!(
                    r#"{"number":3,"position":"5/rbbr1/2bb1/2rr1/5 b","moves":2,"#,
                    r#""line":["8-12","6-11","14-8"],"instead":[["8-12","9-8","7-11"]]}"#,
                ),
            ),
            (
                rules("44-ssss"),
                concat!(
                    r#"{"schema":"teeko.rules/1","variant":"44-ssss","#,
                    r#""scarne_name":"standard","board":[5,5],"goals":[{"circles":[1,2,3,4]},"#,
                ),
                concat!(
                    r#"],"steps":"king","plan":"ssss","centre_banned":false,"pass":false,"#,
                    r#""scoring":"goals"}"#,
                    "\n",
                ),
            ),
            (
                rules("44-pppp+6x5+knight+pass"),
                r#"{"schema":"teeko.rules/1","variant":"44-pppp+6x5+knight+pass","board":[6,5]"#,
                concat!(
                    r#"],"steps":"knight","plan":"pppp","centre_banned":false,"pass":true,"#,
                    r#""scoring":"goals"}"#,
                    "\n",
                ),
            ),
            (rules("37e-ssss"), "{", r#"{"circles":[1,3,11,13],"empty":[7]}"#),
            (
                rules("58-ssss+no-centre+points"),
                concat!(
                    r#"{"schema":"teeko.rules/1","variant":"58-ssss+no-centre+points","#,
                    r#""board":[5,5],"#,
                ),
                r#"{"circles":[1,5,21,25],"points":5}"#,
            ),
        ] {
            assert!(json.starts_with(start) && json.contains(part), "{json}");
        }
        assert!(!rules("58-ssss+no-centre+points").contains("scarne_name"));
        assert_eq!(Plays::seventeen().plays.len(), 17);
        assert_eq!(rules("44-ssss").matches("circles").count(), 44);
        assert!(!rules("44-ssss+pips").contains(r#""points":"#));
    }
}

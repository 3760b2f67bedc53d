//! What the answers of several questions share: outcomes, first drops and counts of positions in
//! JSON.
//!
//! Every answer is one struct, which all front ends use: the program with `--json`, a service, a
//! page, a package for another language. An answer names its form and its version in the field
//! `schema`, such as `teeko.query/1`. Within a version fields may be added; none is renamed or
//! removed. Positions are in rows form, moves as circle numbers, `13` or `14-8`.

use std::io::{BufWriter, Write};

use schemars::JsonSchema;
use serde::Serialize;
pub use teeko_analysis::answers::*;
use teeko_rules::{Circle, Circles, Goal, Rules, Scoring};

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RulesGoal {
    /// The circles of its pieces.
    pub circles: Vec<usize>,
    /// The circles that must be empty for it to count; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<usize>,
    /// The points of the goal; left out in games in which goals have no prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
}

impl RulesGoal {
    pub(crate) fn all(rules: &Rules) -> Vec<Self> {
        let numbers = |circles: Circles| circles.iter().map(Circle::number).collect();
        let goal = |goal: &Goal| Self {
            circles: numbers(goal.circles()),
            empty: numbers(goal.empty()),
            points: (rules.scoring() == Scoring::Points).then(|| goal.points()),
        };
        rules.goals().patterns().iter().map(goal).collect()
    }
}

/// Appends a document to `out` as JSON, without a line end.
pub(crate) fn write_json(out: &mut Vec<u8>, document: &impl Serialize) {
    // Many short pieces. A buffer takes each without a call, also in code compiled for size.
    let mut buffer = BufWriter::new(out);
    serde_json::to_writer(&mut buffer, document).expect("a document that can be written");
    buffer.flush().expect("room in memory");
}

pub(crate) fn json(document: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_json(&mut bytes, document);
    bytes
}

/// Returns a document as JSON, without a line end.
pub fn json_text(document: &impl Serialize) -> String {
    String::from_utf8(json(document)).expect("JSON in UTF-8")
}

/// Returns a document as one line of JSON, with its line end.
pub fn json_line<T: Serialize>(document: &T) -> String {
    json_text(document) + "\n"
}

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
use teeko_rules::{Board, Circle, Circles, DropPlan, Goal, NamedStep, Outcome, Rules, Scoring};

/// A rule set: everything that play depends on. Each answer that describes rules has these fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RuleSet {
    /// The board, such as `5x5`: columns and rows.
    pub board: Board,
    /// The goals.
    pub goals: Vec<RulesGoal>,
    /// The steps of a slide.
    pub steps: Steps,
    /// The drop plan.
    pub plan: DropPlan,
    /// Whether Black's first drop may not be the centre.
    pub no_centre: bool,
    /// Whether the opponent may pass instead of pointing.
    pub pass: bool,
    /// What both sides play for.
    pub scoring: Scoring,
}

impl RuleSet {
    /// Returns the description of a rule set.
    pub fn new(rules: &Rules) -> Self {
        let step = rules.step();
        let offsets = || Steps::Offsets(step.offsets().to_vec());
        Self {
            board: rules.board(),
            goals: RulesGoal::all(rules),
            steps: step.named().map_or_else(offsets, Steps::Named),
            plan: rules.plan(),
            no_centre: rules.centre_ban(),
            pass: rules.pass_rule(),
            scoring: rules.scoring(),
        }
    }
}

/// The name of a step, or the columns to the right and the rows down that a piece may move by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Steps {
    /// `king`, `knight`, …
    Named(NamedStep),
    /// Any other step, as columns and rows.
    Offsets(Vec<(isize, isize)>),
}

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
    fn all(rules: &Rules) -> Vec<Self> {
        let are_priced = rules.scoring() == Scoring::Points || rules.goals().have_void_goals();
        let numbers = |circles: Circles| circles.iter().map(Circle::number).collect();
        let goal = |goal: &Goal| Self {
            circles: numbers(goal.circles()),
            empty: numbers(goal.empty()),
            points: are_priced.then(|| goal.points()),
        };
        rules.goals().patterns().iter().map(goal).collect()
    }
}

/// Appends a document to `out` as JSON, without a line end.
pub(crate) fn write_json(out: &mut Vec<u8>, document: &impl Serialize) {
    // Many short pieces. A buffer takes each without a call, also in code compiled for size. One of
    // this size is allocated fast.
    let mut buffer = BufWriter::with_capacity(1 << 10, out);
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

/// The value of a finished game that the side to move has lost: below that of every other loss. If
/// the side to move has won, the value is `-OVER`.
pub const OVER: i16 = -i16::MAX;

/// The value of an invalid position.
pub const IMPOSSIBLE: i16 = i16::MIN;

/// Returns an outcome as arrays hold it, in plies: positive for a win of the side to move, negative
/// for a loss, 0 for a draw, [`OVER`] and [`IMPOSSIBLE`].
///
/// # Errors
/// If the distance does not fit, in words.
pub fn array_value(outcome: Option<Outcome>) -> Result<i16, String> {
    match outcome {
        None => Ok(IMPOSSIBLE),
        Some(Outcome::Loss(0)) => Ok(OVER),
        Some(Outcome::Win(0)) => Ok(-OVER),
        Some(outcome) => {
            let plies = outcome.signed_plies();
            let value = i16::try_from(plies).ok().filter(|value| (OVER + 1..-OVER).contains(value));
            value.ok_or_else(|| {
                format!("distance: expected less than {} plies, found {}", -OVER, plies.abs())
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_order_and_those_of_finished_games_at_the_ends() {
        let outcomes = [Outcome::Loss(0), Outcome::Loss(2), Outcome::Draw, Outcome::Win(13)];
        let values = outcomes.map(|outcome| array_value(Some(outcome)).unwrap());
        assert_eq!(values, [-32_767, -2, 0, 13]);
        assert_eq!(
            (array_value(Some(Outcome::Win(0))), array_value(None)),
            (Ok(32_767), Ok(-32_768))
        );
        for plies in [32_767, 40_000] {
            let message = array_value(Some(Outcome::Loss(plies))).unwrap_err();
            assert!(message.contains("expected less than 32767 plies, found"), "{message}");
        }
    }
}

//! `teeko.review/1`: a game, judged choice by choice.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{Decision, Judgement};
use teeko_rules::notation::{Ply, rows_form};
use teeko_rules::{Oracle, Position, Side};

use super::OutcomeFields;
use crate::questions::ReviewAnswer;
use crate::words::{by_number, mark, phase, verdict, winner};

/// A game, judged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Review {
    /// `teeko.review/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The position where the game starts.
    pub position: String,
    /// The choices in order; a ply after a pass has two.
    pub choices: Vec<ReviewChoice>,
    /// The position after the last ply.
    pub end: ReviewEnd,
    /// The number of the ply that decided the result; null if none changed it.
    pub turning_point: Option<usize>,
    /// The number of the ply with the worst choice: the last that turned a win into a loss,
    /// otherwise the last that changed the result. Null if none did.
    pub worst: Option<usize>,
    /// How the game stands and why, as text.
    pub verdict: String,
    /// Why the record ends early, if a ply cannot be read or played. The choices are those before
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReviewEnd {
    /// The position.
    pub position: String,
    /// `drop`, `slide` or `over`.
    pub phase: &'static str,
    /// The side to move.
    pub turn: &'static str,
    /// The value for the side to move.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The side that wins or has won.
    pub winner: Option<&'static str>,
}

/// One choice of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReviewChoice {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The position before it.
    pub position: String,
    /// The side to move.
    pub turn: &'static str,
    /// The side that chose.
    pub chooser: &'static str,
    /// The choice.
    #[serde(rename = "move")]
    pub choice: String,
    /// The outcome before the choice, for the side to move.
    pub before: OutcomeFields,
    /// The outcome after the choice, for the side to move.
    pub after: OutcomeFields,
    /// The points that the chooser gave away; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_given_away: Option<i16>,
    /// Whether nothing was better.
    pub optimal: bool,
    /// Whether the result stayed what it was.
    pub keeps_outcome: bool,
    /// `??` if the result changed or points were given away, `?` if the result came later or sooner
    /// than necessary, null if nothing was better.
    pub mark: Option<&'static str>,
    /// All best choices, if this was not one.
    pub better: Vec<String>,
    /// If the choice changed the result: best play from then on, to the end of the game or, in a
    /// draw, for a few plies. It begins with the next ply; after a pass, with the drop of the same
    /// ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<String>>,
}

impl ReviewAnswer<'_> {
    /// Returns the answer as a document.
    pub fn document(&self) -> Review {
        let Self { game, record, review, error } = self;
        let rules = game.rules();
        let position = |position: &Position| rows_form(rules.board(), position);
        let choice = |decision: &Decision| ReviewChoice {
            ply: decision.ply,
            position: position(&decision.position),
            turn: decision.position.turn.name(),
            chooser: decision.chooser.name(),
            choice: decision.choice.to_string(),
            before: OutcomeFields::of_value(rules.scoring(), Some(decision.before)),
            after: OutcomeFields::of_value(rules.scoring(), Some(decision.after)),
            points_given_away: rules
                .scoring()
                .is_for_points()
                .then(|| decision.points_given_away()),
            optimal: decision.judgement == Judgement::Best,
            keeps_outcome: decision.judgement != Judgement::WorseResult,
            mark: mark(decision.judgement),
            better: decision.better.iter().map(ToString::to_string).collect(),
            refutation: decision
                .refutation
                .as_ref()
                .map(|line| line.plies.iter().map(Ply::to_string).collect()),
        };
        Review {
            schema: "teeko.review/1",
            variant: game.name().to_owned(),
            position: position(&record.start),
            choices: review.decisions.iter().map(choice).collect(),
            end: ReviewEnd {
                position: position(&review.end),
                phase: phase(rules, &review.end).name(),
                turn: review.end.turn.name(),
                value: OutcomeFields::of_value(rules.scoring(), Some(review.value)),
                winner: winner(&review.end, review.value.outcome).map(Side::name),
            },
            turning_point: review.turning_point().map(|decision| decision.ply),
            worst: review.worst().map(|decision| decision.ply),
            verdict: verdict(rules, review, &by_number),
            error: error.as_ref().map(ToString::to_string),
        }
    }
}

//! `teeko.query/1`: the value of a position, and every move. The question is
//! [`PositionQuestion`](super::PositionQuestion).

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{Analysis, Choice, RankedChoice, Replies};
use teeko_rules::notation::RowsForm;
use teeko_rules::{Oracle, Position, Scoring, Side, Value, Wdl};

use crate::answers::value_of;
use crate::words::{Phase, phase, winner};
use crate::{Error, Game};

const SCHEMA: &str = "teeko.query/1";

/// The value of a position, and its choices.
///
/// `outcome` and `dtw` are for the side to move in this position, also those of the moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Query<'a> {
    /// `teeko.query/1`; left out where the document is part of another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<&'static str>,
    /// The name of the rules.
    pub variant: &'a str,
    /// The position in rows form.
    pub position: RowsForm,
    /// The phase of the game.
    pub phase: Phase,
    /// The side to move.
    pub turn: Side,
    /// The side that chooses: the side to move, or its opponent if that points.
    pub chooser: Side,
    /// The result for the side to move.
    pub outcome: Wdl,
    /// The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    /// which the side that scores can force at least these points. Its best moves may have smaller
    /// bounds.
    pub dtw: Option<u32>,
    /// In games for points: the points that the side to move scores. Null if the game is over and
    /// pieces have numbers, since the points then depend on the last move. Left out in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-nullable" = true))]
    pub score: Option<Option<i16>>,
    /// The side that wins or has won; null in a draw.
    pub winner: Option<Side>,
    /// The choices, best for the chooser first; draws and equal losses by `replies`. Left out if
    /// not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<QueryMove>>,
}

/// A choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct QueryMove {
    /// The move, or `pass`.
    #[serde(rename = "move")]
    #[schemars(with = "String")]
    pub choice: Choice,
    /// The result for the side to move.
    pub outcome: Wdl,
    /// The distance to win in plies from the position, the move included; null in a draw. In games
    /// for points, a bound, as for the position.
    pub dtw: Option<u32>,
    /// In games for points: the points that the side to move scores with it. Left out in other
    /// games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// Where the chooser points and pieces have numbers: the pips of the best piece to drop there.
    /// Left out elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<u8>,
    /// Whether nothing is better for the chooser: by points in games for points, then by distance.
    pub optimal: bool,
    /// Whether the choice keeps the result.
    pub keeps_outcome: bool,
    /// Whether the choice keeps the points; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keeps_score: Option<bool>,
    /// The choices at the next ply.
    pub replies: Replies,
    /// The position after the choice, in rows form. A pass leaves it unchanged: the side to move
    /// then chooses.
    pub position: RowsForm,
}

/// The value of a position in several variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Queries<'a> {
    /// `teeko.query/1`.
    pub schema: &'static str,
    /// The answers in the order of the variants.
    pub variants: Vec<VariantQuery<'a>>,
}

/// The value of a position in one of several variants, or why it is not a position there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum VariantQuery<'a> {
    /// The value.
    Answer(Query<'a>),
    /// The reason why there is no value.
    Error {
        /// The name of the rules.
        variant: &'a str,
        /// The fault.
        error: String,
    },
}

/// The answer to a line, or to an item of an array, that is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BadLine<'a> {
    /// The fault.
    pub error: &'a str,
    /// The number of the line or item, from 1.
    pub line: u64,
}

impl<'a> Query<'a> {
    fn brief(game: &'a Game, position: &Position, value: Value) -> Self {
        let (rules, outcome) = (game.rules(), value.outcome);
        let phase = phase(rules, position);
        // There is nothing to choose once the game is over.
        let chooser = if phase == Phase::Drop { rules.chooser(position) } else { position.turn };
        Self {
            schema: Some(SCHEMA),
            variant: game.name(),
            position: game.on_board(*position),
            phase,
            turn: position.turn,
            chooser,
            outcome: outcome.wdl(),
            dtw: outcome.distance(),
            score: match rules.scoring() {
                Scoring::Goals => None,
                Scoring::Pips if phase == Phase::Over => Some(None),
                Scoring::Points | Scoring::Pips => Some(Some(value.score)),
            },
            winner: winner(position, outcome),
            moves: None,
        }
    }

    /// Returns the document with all moves.
    pub fn new(game: &'a Game, analysis: &Analysis) -> Self {
        let brief = Self::brief(game, &analysis.position, analysis.value);
        let of_choice = |ranked| QueryMove::new(game, &analysis.position, ranked);
        let moves: Vec<QueryMove> = analysis.choices.iter().map(of_choice).collect();
        // Where there are choices, the opponent may already have passed or pointed at a circle.
        let chooser = if moves.is_empty() { brief.chooser } else { analysis.chooser };
        Self { chooser, moves: Some(moves), ..brief }
    }

    /// Returns the value for the side to move.
    pub fn value(&self) -> Value {
        value_of(self.outcome, self.dtw, self.score.flatten())
    }

    /// Removes the field `schema`, for a document within another.
    #[must_use]
    pub fn as_part(self) -> Self {
        Self { schema: None, ..self }
    }
}

impl QueryMove {
    /// Returns the value for the side to move.
    pub fn value(&self) -> Value {
        value_of(self.outcome, self.dtw, self.score)
    }

    fn new(game: &Game, position: &Position, ranked: &RankedChoice) -> Self {
        let next = ranked.best_move().map_or(*position, |played| position.after(played));
        let scored = game.rules().scoring().is_for_points();
        Self {
            choice: ranked.choice,
            outcome: ranked.value.outcome.wdl(),
            dtw: ranked.value.outcome.distance(),
            score: scored.then_some(ranked.value.score),
            piece: ranked.piece,
            optimal: ranked.optimal,
            keeps_outcome: ranked.keeps_outcome,
            keeps_score: scored.then_some(ranked.keeps_score),
            replies: ranked.replies,
            position: game.on_board(next),
        }
    }
}

impl Game {
    /// Returns [`Game::analyse`] as an answer.
    pub fn query(&self, position: &Position) -> Result<Query<'_>, Error> {
        Ok(Query::new(self, &self.analyse(position)?))
    }

    /// Returns [`Game::value`] as an answer without moves.
    pub fn query_brief(&self, position: &Position) -> Result<Query<'_>, Error> {
        Ok(Query::brief(self, position, self.value(position)?))
    }
}

impl<'a> Queries<'a> {
    /// Returns the document on some variants.
    pub fn new(variants: Vec<VariantQuery<'a>>) -> Self {
        Self { schema: SCHEMA, variants }
    }
}

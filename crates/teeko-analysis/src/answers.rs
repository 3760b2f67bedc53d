//! What several answers share: outcomes, first drops and counts of positions in JSON.
//!
//! Distances are in plies. An outcome has two fields: `outcome` is `win`, `draw` or `loss`, and
//! `dtw` is the distance to win, null in a draw. In games for points `dtw` is a bound: the plies
//! within which the side that scores can force at least the points of `score`.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use teeko_index::{Census, LayerCensus, OutcomeMatrix};
use teeko_rules::{Circle, Outcome, Parity, Scoring, Value, Wdl};

/// A value as answers write it, in the fields `outcome`, `dtw` and `score`; all are null if there
/// is none. It derefs to the value, or to that of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OutcomeFields {
    /// The value.
    pub value: Option<Value>,
    /// Whether `score` is written.
    score: ScoreField,
}

/// What is written as the score of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum ScoreField {
    /// Nothing: the game is not for points.
    Missing,
    /// Null: the points depend on the last move.
    Null,
    Points,
}

impl Deref for OutcomeFields {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.value.as_ref().unwrap_or(&Value::DRAW)
    }
}

impl OutcomeFields {
    /// Returns the fields of an outcome, or of none.
    pub fn new(outcome: Option<Outcome>) -> Self {
        Self { value: outcome.map(Value::from), score: ScoreField::Missing }
    }

    /// Returns the fields of a value under `scoring`, or of none.
    pub fn of_value(scoring: Scoring, value: Option<Value>) -> Self {
        let is_for_points = scoring.is_for_points() && value.is_some();
        let score = if is_for_points { ScoreField::Points } else { ScoreField::Missing };
        Self { value, score }
    }

    /// Returns the fields of the value of a finished game, whose points may depend on its last
    /// move.
    pub fn of_finished(scoring: Scoring, value: Value) -> Self {
        let fields = Self::of_value(scoring, Some(value));
        if scoring == Scoring::Pips { Self { score: ScoreField::Null, ..fields } } else { fields }
    }

    /// Returns the distance to win in plies; `None` in a draw.
    pub fn dtw(&self) -> Option<u32> {
        self.outcome.distance()
    }

    /// Returns the points, if the game is for points.
    pub fn points(&self) -> Option<i16> {
        self.value.filter(|_| self.score == ScoreField::Points).map(|value| value.score)
    }
}

impl Serialize for OutcomeFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outcome = self.value.map(|value| value.outcome);
        let mut fields = serializer.serialize_struct("OutcomeFields", 3)?;
        fields.serialize_field("outcome", &outcome.map(Outcome::wdl))?;
        fields.serialize_field("dtw", &outcome.and_then(Outcome::distance))?;
        match self.score {
            ScoreField::Missing => fields.skip_field("score")?,
            ScoreField::Null => fields.serialize_field("score", &None::<i16>)?,
            ScoreField::Points => {
                fields.serialize_field("score", &self.value.map(|it| it.score))?;
            }
        }
        fields.end()
    }
}

/// An outcome; all fields are null if there is none.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "describes fields")]
struct Fields {
    /// The result.
    outcome: Option<Wdl>,
    /// The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    /// which the side that scores can force at least these points.
    dtw: Option<u32>,
    /// The points of the outcome; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
}

impl JsonSchema for OutcomeFields {
    fn schema_name() -> Cow<'static, str> {
        "OutcomeFields".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Fields::json_schema(generator)
    }
}

/// The value of a first drop for Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FirstDropEntry {
    /// The circle.
    #[serde(rename = "move", serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub played: Circle,
    /// The value after the drop; nulls if the drop is banned.
    #[serde(flatten)]
    pub worth: OutcomeFields,
}

/// The positions of the slide phase, in disjoint classes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SlideCensus {
    /// Won by the side to move.
    pub win: u64,
    /// Lost by the side to move, not over.
    pub loss: u64,
    /// Drawn because neither side can force a goal.
    pub draw: u64,
    /// Drawn because the side to move has no legal slide.
    pub no_move: u64,
    /// The other side has a goal.
    pub over: u64,
    /// The side to move has a goal that the other side's last slide may have completed; left out
    /// where goals have no empty circles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift: Option<u64>,
    /// The side to move has a goal that the other side's last slide cannot have completed.
    pub impossible: u64,
    /// The won and lost positions by distance.
    pub by_dtw: Vec<ByDistance>,
}

/// The positions won or lost in a number of plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ByDistance {
    /// The plies.
    pub dtw: Option<u32>,
    /// A win or a loss.
    pub outcome: Wdl,
    /// The number of positions.
    pub positions: u64,
}

/// The positions of a layer of the drop phase, in disjoint classes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DropCensus {
    /// The number of pieces on the board.
    pub layer: usize,
    /// Won by the side to move.
    pub win: u64,
    /// Lost by the side to move, not over.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// The other side has a goal.
    pub over: u64,
    /// The won and lost positions by distance; only `stats` has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_dtw: Option<Vec<ByDistance>>,
}

/// The positions of both phases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct VariantCensus {
    /// The slide phase.
    pub slide: SlideCensus,
    /// The drop phase by layer.
    pub drop: Vec<DropCensus>,
}

impl SlideCensus {
    /// Returns the counts under rules with distances of this parity.
    pub fn new(census: &LayerCensus, parity: Parity) -> Self {
        Self {
            win: census.win(),
            loss: census.loss(),
            draw: census.draw(),
            no_move: census.no_move(),
            over: census.over(),
            gift: (parity == Parity::Free).then(|| census.gift()),
            impossible: census.impossible(),
            by_dtw: ByDistance::all(census),
        }
    }

    /// Returns the number of positions drawn for either reason.
    pub fn drawn(&self) -> u64 {
        self.draw + self.no_move
    }

    /// Returns the largest distance in plies, or 0 if no position is decided.
    pub fn deepest(&self) -> u32 {
        self.by_dtw.last().and_then(|last| last.dtw).unwrap_or(0)
    }

    /// Returns whether positions are won at an even distance, 0 among them, or lost at an odd one.
    pub fn has_any_parity(&self) -> bool {
        let is_unusual = |at: &ByDistance| {
            at.dtw.is_some_and(|plies| plies.is_multiple_of(2)) == (at.outcome == Wdl::Win)
        };
        self.gift.is_some_and(|positions| positions > 0) || self.by_dtw.iter().any(is_unusual)
    }
}

impl ByDistance {
    /// Returns the counts of the decided positions, by distance.
    pub fn all(census: &LayerCensus) -> Vec<Self> {
        let entry = |(outcome, positions): (Outcome, u64)| Self {
            dtw: outcome.distance(),
            outcome: outcome.wdl(),
            positions,
        };
        census.decided_by_distance().map(entry).collect()
    }
}

impl DropCensus {
    /// Returns the counts of all layers, without distances.
    pub fn all(census: &Census) -> Vec<Self> {
        let of_layer = |(layer, census): (usize, &LayerCensus)| Self {
            layer,
            win: census.win(),
            loss: census.loss(),
            draw: census.draw(),
            over: census.over(),
            by_dtw: None,
        };
        census.drops().iter().enumerate().map(of_layer).collect()
    }
}

impl VariantCensus {
    /// Returns the counts under rules with distances of this parity.
    pub fn new(census: &Census, parity: Parity) -> Self {
        Self { slide: SlideCensus::new(census.slide(), parity), drop: DropCensus::all(census) }
    }

    /// Adds the distances of the drop phase.
    #[must_use]
    pub fn with_distances(mut self, census: &Census) -> Self {
        for (layer, census) in self.drop.iter_mut().zip(census.drops()) {
            layer.by_dtw = Some(ByDistance::all(census));
        }
        self
    }
}

/// Something for each result of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ByResult<T> {
    /// Won.
    pub win: T,
    /// Drawn.
    pub draw: T,
    /// Lost.
    pub loss: T,
}

impl<T> ByResult<T> {
    fn new(of: impl Fn(Wdl) -> T) -> Self {
        Self { win: of(Wdl::Win), draw: of(Wdl::Draw), loss: of(Wdl::Loss) }
    }
}

/// Writes the counts of a matrix by both results.
pub fn by_result<S: Serializer>(matrix: &OutcomeMatrix, serializer: S) -> Result<S::Ok, S::Error> {
    let counts = ByResult::new(|before| ByResult::new(|after| matrix.positions(before, after)));
    counts.serialize(serializer)
}

/// Writes a value in its own notation.
pub fn as_text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

#[cfg(test)]
mod tests {
    use teeko_index::Class;

    use super::*;

    #[test]
    fn any_parity_is_that_of_even_wins_or_odd_losses() {
        for (class, unusual) in [
            (Class::Win(0), true),
            (Class::Win(2), true),
            (Class::Loss(3), true),
            (Class::Win(3), false),
            (Class::Loss(0), false),
            (Class::Draw, false),
        ] {
            let census = [(class, 1), (Class::Loss(2), 1)].into_iter().collect();
            let counts = SlideCensus::new(&census, Parity::Free);
            assert_eq!(counts.has_any_parity(), unusual, "{class:?}");
        }
    }
}

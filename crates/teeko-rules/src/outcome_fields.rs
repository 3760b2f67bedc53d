//! Outcomes and values as fields in JSON.
//!
//! Distances are in plies. An outcome has two fields: `outcome` is `win`, `draw` or `loss`, and
//! `dtw` is the distance to win, null in a draw. In games for points `dtw` is a bound: the plies
//! within which the side that scores can force at least the points of `score`.

use std::ops::Deref;

use ::serde::de::Error as _;
use ::serde::ser::SerializeStruct as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
#[cfg(feature = "schema")]
use schemars::JsonSchema;

use crate::{Outcome, Scoring, Value, Wdl};

/// A value as answers write it, in the fields `outcome`, `dtw` and `score`; all are null if there
/// is none. It derefs to the value, or to that of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OutcomeFields {
    /// The value.
    pub value: Option<Value>,
    /// Whether `score` is written.
    score: ScoreField,
}

/// The `score` that is written for a value.
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
        Self {
            value: outcome.map(Value::from),
            score: ScoreField::Missing,
        }
    }

    /// Returns the fields of a value under `scoring`, or of none.
    pub fn of_value(scoring: Scoring, value: Option<Value>) -> Self {
        let is_for_points = scoring.is_for_points() && value.is_some();
        let score = if is_for_points {
            ScoreField::Points
        } else {
            ScoreField::Missing
        };
        Self { value, score }
    }

    /// Returns the fields of the value of a finished game, whose points may depend on its last
    /// move.
    pub fn of_finished(scoring: Scoring, value: Value) -> Self {
        let fields = Self::of_value(scoring, Some(value));
        if scoring == Scoring::Pips {
            Self {
                score: ScoreField::Null,
                ..fields
            }
        } else {
            fields
        }
    }

    /// Returns the distance to win in plies; `None` in a draw.
    pub fn dtw(&self) -> Option<u32> {
        self.outcome.distance()
    }

    /// Returns the points, if the game is for points.
    pub fn points(&self) -> Option<i16> {
        self.value
            .filter(|_| self.score == ScoreField::Points)
            .map(|value| value.score)
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
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
struct Fields {
    /// The result.
    outcome: Option<Wdl>,
    /// The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    /// which the side that scores can force at least these points.
    dtw: Option<u32>,
    /// The points of the outcome; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[allow(dead_code, reason = "an outcome has no score")]
    score: Option<i16>,
}

#[cfg(feature = "schema")]
impl JsonSchema for OutcomeFields {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "OutcomeFields".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Fields::json_schema(generator)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        OutcomeFields::new(Some(*self)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Fields::deserialize(deserializer)? {
            Fields {
                outcome: Some(Wdl::Win),
                dtw: Some(plies),
                ..
            } => Ok(Self::Win(plies)),
            Fields {
                outcome: Some(Wdl::Loss),
                dtw: Some(plies),
                ..
            } => Ok(Self::Loss(plies)),
            Fields {
                outcome: Some(Wdl::Draw),
                dtw: None,
                ..
            } => Ok(Self::Draw),
            Fields { outcome, dtw, .. } => Err(D::Error::custom(format!(
                "dtw {dtw:?} of {outcome:?}: expected plies for a win or a loss, null for a draw"
            ))),
        }
    }
}

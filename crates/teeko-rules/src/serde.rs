//! Serialisation of the plain types, with the optional feature `serde`.
//!
//! Types with a notation are written as text: a board is `"5x5"`, a move `"14-8"`, a variant
//! `"58-ssss"`, a side `"black"`, a position on its board `"5/1b1b1/r1r2/5/5 b"`. A set of circles
//! is a list of their numbers, an outcome `{"outcome":"win","dtw":13}` (see `OutcomeFields`).

use ::serde::de::Error;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::{GameError, Ply, RowsForm};
use crate::{
    Board, Circles, DropPlan, GoalSet, Message, Move, NamedStep, RulesName, Scoring, Side, Variant,
    Wdl,
};

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "schema")]
        impl ::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                ::schemars::json_schema!({"type": "string"})
            }
        }
    )*};
}

as_text!(
    Board, DropPlan, GameError, Message, Move, Ply, RowsForm, RulesName, Variant
);

macro_rules! as_name {
    ($($type:ident: $all:expr, $about:literal);*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        #[cfg(feature = "schema")]
        impl ::schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                ::schemars::json_schema!({
                    "description": $about,
                    "type": "string",
                    "enum": $all.iter().map(|value| value.name()).collect::<Vec<_>>(),
                })
            }
        }
    )*};
}

as_name!(
    GoalSet: Self::ALL, "The name of a goal set.";
    NamedStep: Self::ALL, "The name of a step.";
    Scoring: Self::ALL, "What both sides play for.";
    Side: [Self::Black, Self::Red], "A side.";
    Wdl: Self::ALL, "A result for the side to move."
);

macro_rules! from_text {
    ($($type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

from_text!(
    Board, DropPlan, GoalSet, Move, NamedStep, RulesName, Variant, Wdl
);

impl Serialize for Circles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;
    use crate::testing::circles;
    use std::fmt::Debug;

    fn round_trip<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(
        value: &T,
        json: &str,
    ) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn values_are_written_as_documented_and_read_back() {
        round_trip(
            &"58-ssss+4x4".parse::<Variant>().unwrap(),
            r#""58-ssss+4x4""#,
        );
        round_trip(
            &"@my/r.toml-psss".parse::<RulesName>().unwrap(),
            r#""@my/r.toml-psss""#,
        );
        round_trip(&"14-8".parse::<Move>().unwrap(), r#""14-8""#);
        round_trip(&Board::STANDARD, r#""5x5""#);
        round_trip(&GoalSet::Goals58, r#""58""#);
        round_trip(&Wdl::Loss, r#""loss""#);
        round_trip(&Outcome::Win(13), r#"{"outcome":"win","dtw":13}"#);
        round_trip(&Outcome::Draw, r#"{"outcome":"draw","dtw":null}"#);
        assert_eq!(serde_json::to_string(&circles(&[7, 25])).unwrap(), "[7,25]");
    }

    #[test]
    fn other_values_are_refused() {
        assert!(serde_json::from_str::<Outcome>(r#"{"outcome":"draw","dtw":1}"#).is_err());
        assert!(serde_json::from_str::<Outcome>(r#"{"outcome":"win","dtw":null}"#).is_err());
        assert!(serde_json::from_str::<Board>(r#""3x3""#).is_err());
    }
}

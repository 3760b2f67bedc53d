//! Requests on standard input: a line is a position, a game or a JSON object.

use serde::Deserialize;
use serde_json::value::RawValue;
use teeko::RulesName;
use teeko::questions::AskedPosition;
use teeko::rules::{NameError, quoted};

use crate::typed::position_or_game;

/// A request: a position, perhaps with a variant and an id.
#[derive(Debug)]
pub(super) struct Request<'a> {
    /// The id, any JSON value. The answer repeats it as it was written.
    pub(super) id: Option<&'a RawValue>,
    /// The variant, if the line names one.
    pub(super) variant: Option<RulesName>,
    pub(super) at: AskedPosition,
}

/// A line that is not a valid request.
#[derive(Debug)]
pub(super) struct BadRequest<'a> {
    pub(super) id: Option<&'a RawValue>,
    pub(super) error: String,
}

/// A JSON object with a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    variant: Option<String>,
    position: Option<String>,
    moves: Option<String>,
}

/// The one field that is read from an invalid object.
#[derive(Deserialize)]
struct Identified<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

impl<'a> Request<'a> {
    /// Returns whether a line looks like a JSON object.
    pub(super) fn is_object(text: &[u8]) -> bool {
        text.trim_ascii_start().first() == Some(&b'{')
    }

    /// Parses a line that is not blank.
    pub(super) fn read(text: &'a str) -> Result<Self, BadRequest<'a>> {
        if !Self::is_object(text.as_bytes()) {
            return Ok(Self { id: None, variant: None, at: position_or_game(text) });
        }
        let bad = |id, error| BadRequest { id, error };
        let written: Written<'a> = serde_json::from_str(text).map_err(|fault| {
            let identified = serde_json::from_str::<Identified<'a>>(text).ok();
            bad(identified.and_then(|object| object.id), message(&fault))
        })?;
        let id = written.id;
        let variant = written.variant.map(|name| name.parse()).transpose();
        let variant = variant.map_err(|fault: NameError| bad(id, fault.to_string()))?;
        let at = match (written.position, written.moves) {
            (Some(position), None) => AskedPosition::of(&position),
            (None, Some(moves)) => AskedPosition::after(&moves),
            (position, _) => {
                let found = if position.is_some() { "both" } else { "neither" };
                return Err(bad(
                    id,
                    format!("object: expected a field `position` or `moves`, found {found}"),
                ));
            }
        };
        Ok(Self { id, variant, at })
    }
}

/// Returns the message for an invalid object. The object is on one line, whose number is printed
/// beside the message.
fn message(fault: &serde_json::Error) -> String {
    let text = fault.to_string();
    let fault_alone = text.rsplit_once(" at line ").map_or(text.as_str(), |(fault, _)| fault);
    let shown: String =
        fault_alone.chars().map(|character| quoted(character.encode_utf8(&mut [0; 4]))).collect();
    format!("object: column {}: {shown}", fault.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_position_a_game_or_an_object_that_says_more() {
        let game = Request::read("13 12 18").unwrap();
        assert_eq!(game.at, AskedPosition::after("13 12 18"));
        let plain = Request::read("b:13 r: r").unwrap();
        assert!(plain.id.is_none() && plain.variant.is_none());
        assert_eq!(plain.at, AskedPosition::of("b:13 r: r"));
        let object =
            Request::read(r#" {"moves": "13 1\u0032", "variant": "58-ssss", "id": [1.50, "a"]}"#)
                .unwrap();
        assert_eq!(
            (object.id.map(RawValue::get), object.variant),
            (Some("[1.50, \"a\"]"), "58-ssss".parse().ok())
        );
        assert_eq!(object.at, AskedPosition::after("13 12"));
    }

    #[test]
    fn a_bad_object_keeps_its_id_where_it_has_one() {
        for (text, id, part) in [
            (r#"{"id": 7}"#, Some("7"), "expected a field `position` or `moves`, found neither"),
            (r#"{"position": "", "moves": "", "id": "x"}"#, Some("\"x\""), "found both"),
            (r#"{"id": 7, "pos": ""}"#, Some("7"), "unknown field `pos`"),
            (r#"{"id": 7, "moves": 13}"#, Some("7"), "invalid type: integer `13`"),
            (r#"{"id": 7, "moves": "", "variant": "45-ssss"}"#, Some("7"), "goal set `45`"),
            (r#"{"id": 7, "moves""#, None, "column 17: EOF"),
            ("{\"\u{9b}31m\": 1}", None, "`\\u{9b}31m`"),
        ] {
            let bad = Request::read(text).unwrap_err();
            assert!(bad.error.contains(part), "{}", bad.error);
            assert_eq!(bad.id.map(RawValue::get), id, "{text}");
        }
    }
}

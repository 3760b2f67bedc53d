//! Lines of JSON, and the items of an array as such lines.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;
use teeko_rules::{quoted, without_byte_order_mark};

use super::{AskedLine, AskedLineError, LineFault, NO_QUESTION};
use crate::error::Error;
use crate::questions::asked_position::AskedPosition;
use crate::questions::asked_rules::AskedRules;

/// A JSON object that asks. Other fields are ignored, so that lines of answers and of exports ask,
/// too.
#[derive(Deserialize)]
struct LineObject<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    variant: Option<String>,
    position: Option<String>,
    /// A game; next to a position, the moves of an answer.
    #[serde(borrow)]
    moves: Option<&'a RawValue>,
    from: Option<String>,
}

/// A move of an answer of `teeko query --json`.
#[derive(Deserialize)]
struct Answered {
    #[serde(rename = "move")]
    _move: IgnoredAny,
}

/// The one field that is read from an invalid object.
#[derive(Deserialize)]
struct Identified<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

fn bad(id: Option<&str>, error: String) -> AskedLineError<'_> {
    AskedLineError {
        id,
        fault: LineFault::of_form(error),
    }
}

pub(super) fn string(text: &str) -> Result<AskedLine<'_>, AskedLineError<'_>> {
    let text = serde_json::from_str::<String>(text);
    let text = text.map_err(|fault| bad(None, message("string", &fault)))?;
    Ok(AskedLine::of(AskedPosition::of_text(&text)))
}

pub(super) fn object(text: &str) -> Result<AskedLine<'_>, AskedLineError<'_>> {
    let object: LineObject<'_> = serde_json::from_str(text).map_err(|fault| {
        let identified = serde_json::from_str::<Identified<'_>>(text).ok();
        bad(
            identified.and_then(|object| object.id).map(RawValue::get),
            message("object", &fault),
        )
    })?;
    let id = object.id.map(RawValue::get);
    let variant = object.variant.map(|name| AskedRules::name(&name));
    let variant = variant
        .transpose()
        .map_err(|fault| bad(id, fault.to_string()))?;
    let is_answer = |moves: &&RawValue| serde_json::from_str::<Vec<Answered>>(moves.get()).is_ok();
    let asked = object
        .moves
        .filter(|moves| object.position.is_none() || !is_answer(moves));
    // The reader of games reads lists, too.
    let text_of = |moves: &RawValue| match moves.get() {
        list if list.starts_with('[') => Ok(list.to_owned()),
        text => serde_json::from_str::<String>(text),
    };
    let moves = asked.map(text_of).transpose();
    let moves = moves.map_err(|fault| bad(id, message("field `moves`", &fault)))?;
    let at = match (object.position, moves) {
        (Some(position), None) => AskedPosition::of(&position),
        (None, Some(moves)) => AskedPosition::after(&moves),
        (position, _) => {
            let found = if position.is_some() {
                "both"
            } else {
                "neither"
            };
            return Err(bad(
                id,
                format!("object: expected a field `position` or `moves`, found {found}"),
            ));
        }
    };
    Ok(AskedLine {
        id,
        variant,
        at: AskedPosition {
            from: object.from,
            ..at
        },
    })
}

/// Returns the items of a JSON array as lines for `answer_positions`, each with its end. Strings,
/// objects and lists of moves ask; the answer to any other item is an error.
///
/// # Errors
/// Returns an error if the text is not such an array.
pub fn lines_of_array(text: &[u8]) -> Result<Vec<u8>, Error> {
    const EXAMPLE: &str = r#"send one such as ["13 12 18", {"position": "5/5/2b2/5/5 r"}]"#;
    let text = without_byte_order_mark(text)?;
    // The parser would put a whole string into its message.
    if !text.trim_ascii_start().starts_with(b"[") {
        let found = quoted(&String::from_utf8_lossy(text.get(..100).unwrap_or(text)));
        let error = format!("body: expected a JSON array, found `{found}`");
        return Err(Error::wrong(error, EXAMPLE));
    }
    let mut array = serde_json::Deserializer::from_slice(text);
    let lines = array
        .deserialize_seq(ArrayLines)
        .and_then(|lines| array.end().map(|()| lines));
    lines.map_err(|error| Error::wrong(format!("body: {error}"), EXAMPLE))
}

/// Makes lines of an array without another copy of it.
struct ArrayLines;

impl<'de> Visitor<'de> for ArrayLines {
    type Value = Vec<u8>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON array of strings, objects and lists")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<u8>, A::Error> {
        let mut lines = Vec::new();
        while let Some(item) = items.next_element::<&RawValue>()? {
            let item = item.get();
            if !item.starts_with(['"', '{', '[']) {
                lines.push(NO_QUESTION as u8);
            }
            // JSON has no line ends within strings.
            lines.extend(
                item.bytes()
                    .map(|byte| if byte == b'\n' { b' ' } else { byte }),
            );
            lines.push(b'\n');
        }
        Ok(lines)
    }
}

/// Returns the message for JSON that is not valid. It is on one line, whose number is printed next
/// to the message.
fn message(what: &str, fault: &serde_json::Error) -> String {
    let text = fault.to_string();
    let fault_alone = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(fault, _)| fault);
    format!("{what}: column {}: {fault_alone}", fault.column())
}

//! Lines of JSON, and the items of an array as such lines.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;
use teeko_rules::{RulesName, quoted, without_byte_order_mark};

use super::asked_line::{AskedLine, AskedLineError, LineFault, NO_QUESTION};
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

/// Reads a line that is a JSON string.
pub(super) fn string(text: &str) -> Result<AskedLine<'_>, AskedLineError<'_>> {
    match serde_json::from_str::<String>(text) {
        Ok(text) => Ok(AskedLine::of(AskedPosition::of_text(&text))),
        Err(fault) => Err(bad(None, message("string", &fault))),
    }
}

/// Reads a line that is a JSON object.
pub(super) fn object(text: &str) -> Result<AskedLine<'_>, AskedLineError<'_>> {
    let object: LineObject<'_> =
        serde_json::from_str(text).map_err(|fault| bad(id_of(text), message("object", &fault)))?;
    let id = object.id.map(RawValue::get);
    let variant = object.variant().map_err(|fault| bad(id, fault))?;
    let at = object.at().map_err(|fault| bad(id, fault))?;
    Ok(AskedLine { id, variant, at })
}

/// Returns the id of an object with an invalid field.
fn id_of(text: &str) -> Option<&str> {
    let object: Identified<'_> = serde_json::from_str(text).ok()?;
    object.id.map(RawValue::get)
}

impl LineObject<'_> {
    fn variant(&self) -> Result<Option<RulesName>, String> {
        let Some(name) = &self.variant else {
            return Ok(None);
        };
        let name = AskedRules::name(name).map_err(|fault| fault.to_string())?;
        Ok(Some(name))
    }

    fn at(&self) -> Result<AskedPosition, String> {
        let at = match (&self.position, self.game()?) {
            (Some(position), None) => AskedPosition::of(position),
            (None, Some(moves)) => AskedPosition::after(&moves),
            (Some(_), Some(_)) => return Err(no_place("both")),
            (None, None) => return Err(no_place("neither")),
        };
        Ok(AskedPosition {
            from: self.from.clone(),
            ..at
        })
    }

    /// Returns the moves if they are those of a game.
    fn game(&self) -> Result<Option<String>, String> {
        let Some(moves) = self.moves else {
            return Ok(None);
        };
        if self.position.is_some() && is_answer(moves) {
            return Ok(None);
        }
        // The reader of games reads lists, too.
        if moves.get().starts_with('[') {
            return Ok(Some(moves.get().to_owned()));
        }
        let text =
            serde_json::from_str(moves.get()).map_err(|fault| message("field `moves`", &fault))?;
        Ok(Some(text))
    }
}

/// Returns whether moves are those of an answer, each with its value.
fn is_answer(moves: &RawValue) -> bool {
    serde_json::from_str::<Vec<Answered>>(moves.get()).is_ok()
}

fn no_place(found: &str) -> String {
    format!("object: expected a field `position` or `moves`, found {found}")
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

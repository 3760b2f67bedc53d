//! Error messages: quotations of texts, and what was expected in their place.

use std::fmt::{self, Display};

use thiserror::Error;

use crate::Board;
use crate::notation::Notation;

/// The most characters of a wrong word that an error message shows.
const QUOTED: usize = 40;

/// Returns whether a character cannot be seen, or changes how its neighbours are shown: a control
/// character, or one that Unicode calls default ignorable, such as spaces of no width, tags, marks
/// of direction and fillers.
pub fn is_invisible(character: char) -> bool {
    let is_ignorable = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    character.is_control() || is_ignorable
}

/// Returns the start of a text, shortened and escaped for an error message: about 40 characters,
/// all of them visible. `…` stands for the rest.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    let mut length = 0;
    for character in text.chars() {
        if length >= QUOTED {
            quoted.push('…');
            break;
        }
        let shown = match character {
            '\'' | '"' => character.to_string(),
            _ if is_invisible(character) => character.escape_default().to_string(),
            _ => character.escape_debug().to_string(),
        };
        length += shown.chars().count();
        quoted += &shown;
    }
    quoted
}

/// The text of an error. Names of circles are kept apart from the words, so that a text can be
/// written in any [`Notation`]. `Display` writes circles as numbers.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Message(Vec<Part>);

#[derive(Clone, PartialEq, Eq)]
enum Part {
    Words(String),
    /// Circles of a board, by their numbers.
    Circles(Board, String),
}

impl Message {
    /// Returns circles, a move or a position as a part of a message: what [`Notation::write`]
    /// takes.
    pub fn circles(board: Board, circles: impl Display) -> Self {
        Self(vec![Part::Circles(board, circles.to_string())])
    }

    /// Joins parts of a message; see [`message!`](crate::message).
    pub fn concat(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }

    /// Returns the text with the names of circles in a notation.
    pub fn text(&self, notation: Notation) -> String {
        let text = |part: &Part| match part {
            Part::Words(words) => words.clone(),
            Part::Circles(board, circles) => notation.write(*board, circles),
        };
        self.0.iter().map(text).collect()
    }
}

impl From<String> for Message {
    fn from(words: String) -> Self {
        Self(vec![Part::Words(words)])
    }
}

impl From<&str> for Message {
    fn from(words: &str) -> Self {
        words.to_owned().into()
    }
}

impl From<&Self> for Message {
    fn from(message: &Self) -> Self {
        message.clone()
    }
}

impl Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text(Notation::Numbers))
    }
}

/// As a quoted text, so that the `Debug` of an error that has a message can be read.
impl fmt::Debug for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.to_string())
    }
}

/// Joins words and results of [`Message::circles`] into a [`Message`].
#[macro_export]
macro_rules! message {
    ($($part:expr),+ $(,)?) => {
        $crate::Message::concat([$($crate::Message::from($part)),+])
    };
}

/// A text that does not name or describe a `kind` of thing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.message())]
pub struct TextError {
    pub(crate) kind: &'static str,
    found: String,
    expected: Message,
}

impl TextError {
    /// Creates the error for `text`, which is [`quoted`] in the message.
    pub fn new(kind: &'static str, text: &str, expected: impl Into<Message>) -> Self {
        Self {
            kind,
            found: quoted(text),
            expected: expected.into(),
        }
    }

    /// Creates the error for `text`, which is the name of none of these values.
    pub(crate) fn no_name(kind: &'static str, text: &str, all: &[impl Display]) -> Self {
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        Self::new(kind, text, alternatives(&names))
    }

    /// Returns the text of the error.
    pub fn message(&self) -> Message {
        message![
            format!("{} `{}`: expected ", self.kind, self.found),
            &self.expected
        ]
    }
}

/// Returns names as alternatives in a sentence: `csv, jsonl or npy`.
pub fn alternatives(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        names => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_circles_and_nothing_else() {
        let played = Message::circles(Board::STANDARD, "14-8");
        let message = message!["ply 14, ", played, format!(": expected {} of 8", 3)];
        assert_eq!(message.to_string(), "ply 14, 14-8: expected 3 of 8");
        assert_eq!(format!("{message:?}"), "\"ply 14, 14-8: expected 3 of 8\"");
        assert_eq!(
            message.text(Notation::Letters),
            "ply 14, d3-c4: expected 3 of 8"
        );
        assert_eq!(
            message.text(Notation::Course),
            "ply 14, D2-C1: expected 3 of 8"
        );
    }

    #[test]
    fn quotations_are_short_and_printable() {
        assert_eq!(quoted("14-8 \"c3's\" é→"), "14-8 \"c3's\" é→");
        assert_eq!(
            quoted("a\tb\u{1b}[31m\u{202e}"),
            "a\\tb\\u{1b}[31m\\u{202e}"
        );
        assert_eq!(
            quoted("\u{200b}\u{feff}\u{3164}"),
            "\\u{200b}\\u{feff}\\u{3164}"
        );
        assert_eq!(
            quoted("\u{e0041}\u{fe0f}\u{ad}"),
            "\\u{e0041}\\u{fe0f}\\u{ad}"
        );
        assert_eq!(quoted(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(
            quoted(&"x".repeat(1_000_000)),
            format!("{}…", "x".repeat(40))
        );
        assert!(quoted(&"\0".repeat(1_000)).len() < 60);
    }
}

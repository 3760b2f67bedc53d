//! Error messages: words, and circles by the names that the reader of the message uses.

use std::fmt::{self, Display};

use thiserror::Error;

use crate::notation::Notation;
use crate::quoted::{alternatives, quoted};

/// The text of an error, in every [`Notation`]. `Display` writes circles as numbers.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Message(Vec<Part>);

#[derive(Clone, PartialEq, Eq)]
enum Part {
    Words(String),
    /// Circles, a move or a position, in each notation.
    Circles([String; Notation::ALL.len()]),
}

impl Message {
    /// Creates a part of a message from its text in each notation.
    pub(crate) fn in_each_notation(text: impl FnMut(Notation) -> String) -> Self {
        Self(vec![Part::Circles(Notation::ALL.map(text))])
    }

    /// Joins parts of a message; see [`message!`](crate::message).
    pub fn concat(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }

    /// Returns the text with the names of circles in a notation.
    pub fn text(&self, notation: Notation) -> String {
        let mut text = String::new();
        for part in &self.0 {
            text += match part {
                Part::Words(words) => words,
                Part::Circles(names) => &names[notation as usize],
            };
        }
        text
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

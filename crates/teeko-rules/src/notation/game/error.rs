//! What is wrong with the text of a game.

use thiserror::Error;

use crate::notation::{HeadingError, Notation};
use crate::{Illegal, Message, TextError, message};

/// Why a ply cannot be parsed or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum PlyError {
    /// Not a move in this notation.
    Unreadable(TextError, Notation),
    /// A ply that is not legal, or a number or a pass out of place, with the reason.
    Refused(Message),
}

impl PlyError {
    /// Returns the text of the error.
    pub fn message(&self) -> Message {
        match self {
            Self::Unreadable(fault, notation) => {
                let [drop, slide] = notation.examples();
                let write = format!("; write a drop as 13 or {drop}, a slide as 14-8 or {slide}");
                message![fault.message(), write]
            }
            Self::Refused(message) => message.clone(),
        }
    }

    /// Returns the error for a word that is read as the number of a move.
    pub(super) fn number(expected: &str) -> Self {
        let found = "this is read as the number of a move: expected ";
        Self::Refused(message![
            found,
            expected,
            "; moves are written without a dot"
        ])
    }
}

impl From<Illegal> for PlyError {
    fn from(reason: Illegal) -> Self {
        Self::Refused(reason.message().clone())
    }
}

/// A text that is not a game under the rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.message())]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum GameError {
    Start(Illegal),
    /// A heading that cannot be read, or contradicts the rules or the start.
    Heading(#[from] HeadingError),
    /// A text, shortened, that has no move: nothing but comments, for example.
    NoMoves(String),
    /// A ply that cannot be parsed or played.
    Ply {
        /// The ply's number, counted from 1 at the start of the record.
        ply: usize,
        /// The word or words of the ply, shortened.
        word: String,
        reason: PlyError,
    },
}

impl GameError {
    /// Returns the text of the error.
    pub fn message(&self) -> Message {
        match self {
            Self::Start(fault) => message!["start: ", fault.message()],
            Self::Heading(fault) => fault.message().clone(),
            Self::NoMoves(text) => format!(
                "game `{text}`: expected a move such as 13, found none; for a game without moves \
                 leave the text empty"
            )
            .into(),
            Self::Ply { ply, word, reason } => {
                message![format!("ply {ply}, `{word}`: "), reason.message()]
            }
        }
    }
}

//! Why a request has no answer.

use teeko_rules::NameError;
use thiserror::Error;

use super::QUESTIONS;
use crate::documents::Refusal;
use crate::{Error, ErrorKind, PuzzleError};

/// Why a request has no answer. Messages are one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The path does not exist.
    #[error("`{0}`: expected a path such as /v1/44-ssss/position, found none that there is")]
    NoSuchPath(String),
    /// The question to a game does not exist.
    #[error("question `{0}`: expected one of {names}, with parameters as in \
        position?moves=13+12", names = names())]
    NoSuchQuestion(String),
    /// The question needs another number of games.
    #[error("question {name}: expected {expected} games, found {found}")]
    Games {
        /// The question.
        name: &'static str,
        /// The number of games needed.
        expected: usize,
        /// The number of games given.
        found: usize,
    },
    /// The answer takes more work than a service allows.
    #[error("{0}")]
    TooMuch(String),
    /// A search has looked at as many positions as a service allows.
    #[error(
        "expected to find {wanted} puzzles among {positions} positions, found {number}, which are \
         in `found`"
    )]
    Spent {
        /// The positions it has looked at.
        positions: u64,
        /// The number of puzzles wanted.
        wanted: usize,
        /// The number of puzzles found.
        number: usize,
        /// The answer, with the puzzles that were found.
        found: Box<serde_json::Value>,
    },
    /// A part of the path does not decode to text.
    #[error("`{0}`: expected UTF-8 text, found other bytes")]
    Encoding(String),
    /// The name of a rule file.
    #[error(
        "`{0}`: expected a variant such as 44-ssss, found a rule file, and these are not read here"
    )]
    RuleFile(String),
    /// The path does not have this parameter.
    #[error("parameter `{found}`: expected {known}, found another")]
    UnknownParameter {
        /// The parameter.
        found: String,
        /// The known parameters.
        known: String,
    },
    /// The parameter is there twice.
    #[error("parameter `{0}`: expected once, found twice")]
    Repeated(String),
    /// A required parameter is missing.
    #[error("expected a parameter `{0}`, found none")]
    Missing(&'static str),
    /// The parameters exclude each other.
    #[error("expected one of the parameters {0}, found several")]
    Together(&'static str),
    /// `from` is there without `moves`.
    #[error("parameter `from`: expected `moves` to start from there, found `position`")]
    FromWithoutMoves,
    /// The value of a parameter is not valid.
    #[error("{name} `{found}`: expected {expected}")]
    Unfit {
        /// The parameter.
        name: &'static str,
        /// The expected value.
        expected: String,
        /// The value found.
        found: String,
    },
    /// A goal cannot be read or is not valid on the board, or there are too many.
    #[error("{0}")]
    Goals(String),
    /// The opponent cannot point at this circle, or cannot pass.
    #[error("{0}")]
    Choices(String),
    /// No such puzzles can exist.
    #[error(transparent)]
    Puzzles(#[from] PuzzleError),
    /// The error of the game.
    #[error(transparent)]
    Teeko(Error),
}

fn names() -> String {
    QUESTIONS.iter().map(|question| question.name).collect::<Vec<_>>().join(", ")
}

impl<E: Into<Error>> From<E> for RequestError {
    fn from(error: E) -> Self {
        Self::Teeko(error.into())
    }
}

impl RequestError {
    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Teeko(error) => error.kind(),
            _ => ErrorKind::Request,
        }
    }

    /// Returns the HTTP status: 404 if the path does not exist, 400 if a name, a position or a
    /// parameter is wrong, 422 if limits refuse a valid request or these rules have no such answer,
    /// 503 if the work was stopped, 500 otherwise.
    pub fn status(&self) -> u16 {
        match self {
            Self::NoSuchPath(_) | Self::NoSuchQuestion(_) => 404,
            Self::TooMuch(_) | Self::Spent { .. } => 422,
            Self::Teeko(error) => status_of(error),
            _ => 400,
        }
    }

    /// Returns what to try next, if there is a hint.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoSuchQuestion(_) | Self::Games { .. } => None,
            Self::TooMuch(_) => {
                Some("ask for less, or ask the program: it has a command of the same name")
            }
            Self::Spent { .. } => {
                Some("ask for fewer, for a shorter distance, or with another seed")
            }
            Self::NoSuchPath(_) => Some("the paths are those that /openapi.json lists"),
            Self::RuleFile(_) => {
                Some("draw the goals instead: /v1/own-ssss/position?goals=1.2.6.7_2.3.7.8&moves=13")
            }
            Self::Encoding(_) => Some("encode paths and queries as UTF-8, by percent signs"),
            Self::UnknownParameter { .. } => Some("leave it out, or correct its name"),
            Self::Repeated(_) | Self::Together(_) => Some("leave out all but one"),
            Self::Missing("goals") => Some("add goals such as goals=1.2.6.7_2.3.7.8"),
            Self::Missing("variants") => Some("add two variants such as variants=44-ssss,advanced"),
            Self::Missing("game") => Some("add a game such as game=13,12,18,8"),
            Self::Missing(_) => Some(
                "add a position such as position=b:7,9,12,14%20r:10,13,17,19%20b, or moves such \
                 as moves=13,12,18,8",
            ),
            Self::FromWithoutMoves => {
                Some("write moves=14-8 instead of position, or leave out from")
            }
            Self::Unfit { .. } | Self::Puzzles(_) => Some("change its value, or leave it out"),
            Self::Goals(_) => {
                Some("join circles by dots and goals by underscores, as in goals=1.2.6.7_2.3.7.8")
            }
            Self::Choices(_) => Some("leave it out: the choices of a position say who chooses"),
            Self::Teeko(error) => hint_for(error),
        }
    }

    /// Returns the error as a document.
    pub fn document(&self) -> Refusal {
        let mut document = Refusal::new(self.to_string(), self.hint().map(str::to_owned));
        if let Self::Spent { found, .. } = self {
            document.found = Some(found.clone());
        }
        document
    }
}

fn status_of(error: &Error) -> u16 {
    match (error, error.kind()) {
        #[cfg(feature = "file")]
        (Error::Memory(_), _) => 422,
        (Error::Drawn(_) | Error::NoCertificate { .. }, _) => 422,
        (_, ErrorKind::Request | ErrorKind::Position) => 400,
        (_, ErrorKind::Stopped) => 503,
        _ => 500,
    }
}

fn hint_for(error: &Error) -> Option<&'static str> {
    match error {
        Error::Name(NameError::NoPrice { .. }) => {
            Some("add its price to the goal, as in goals=1.2.6.7=3")
        }
        Error::Name(_) | Error::NoVariant(_) => Some(
            "/v1/variants lists the sixteen; any name is GOALS-PLAN[+OPTION…], as in \
             58-sppp+no-centre or 44-ssss+4x4",
        ),
        Error::Rules(_) => Some("leave out one of the options"),
        Error::DifferentBoards { .. } => Some("name two variants of the same board"),
        Error::Drawn(_) => Some("leave out `points` to get a proof of the draw"),
        Error::NoCertificate { .. } => {
            Some("ask for another number of points, or for another variant")
        }
        Error::Position(_) | Error::Slot(_) => Some(
            "write b:7,9,12,14 r:10,13,17,19 b with circles 1 to 25 or a5 to e1, or rows such as \
             5/1b1b1/5/1r1r1/5 b",
        ),
        Error::Game(_) => {
            Some("write drops as 13 and slides as 14-8, with spaces or commas between them")
        }
        #[cfg(feature = "file")]
        Error::Memory(_) => Some("try a smaller board, or a game that is not for points"),
        _ => None,
    }
}

//! For programs that ask: the questions about a game, as values.
//!
//! A question is a struct with its parameters, such as [`PositionQuestion`]. [`Game::answer`]
//! answers it with a struct of [`answers`](crate::answers), which serialises to JSON.
//!
//! ```
//! use teeko::Game;
//! use teeko::questions::{PositionQuestion, PuzzlesQuestion};
//!
//! let game = Game::solve("44-ssss+4x4")?;
//! let answer = game.answer(&PositionQuestion::of(game.after_moves("6 11 7")?))?;
//! let puzzles = game.answer(&PuzzlesQuestion::default())?;
//! println!("{} moves, {} puzzles", answer.choices().len(), puzzles.puzzles.len());
//! # Ok::<(), teeko::Error>(())
//! ```

pub(crate) mod all;
pub(crate) mod asked_position;
pub(crate) mod asked_rules;
#[cfg(feature = "atlas")]
pub(crate) mod atlas;
pub(crate) mod certificate;
pub(crate) mod choice;
pub(crate) mod claims;
pub(crate) mod definition;
pub(crate) mod diff;
pub(crate) mod line;
pub(crate) mod parameters;
mod plays;
pub(crate) mod position;
pub(crate) mod positions;
pub(crate) mod puzzles;
mod random;
pub(crate) mod record;
pub(crate) mod request;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod schemas;
mod solution;
pub(crate) mod stats;
pub(crate) mod table;
#[cfg(test)]
mod tests;
pub(crate) mod variants;

use std::fmt;
use std::slice;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use teeko_rules::Board;
use teeko_rules::work::{Observer, to_the_end};
use teeko_solve::memory_of_layers;

use self::asked_position::Place;
#[cfg(feature = "atlas")]
pub use self::atlas::{AtlasQuestion, CentreBans};
pub use self::certificate::CertificateQuestion;
pub use self::choice::{Strength, StrengthError, chosen_by};
pub use self::diff::DiffQuestion;
pub use self::line::LineQuestion;
pub use self::position::PositionQuestion;
pub use self::puzzles::{PuzzlePhase, PuzzlesQuestion};
pub use self::random::{RandomOutcome, RandomQuestion};
pub use self::review::ReviewQuestion;
pub use self::stats::StatsQuestion;
use self::table::{AnyQuestion, QUESTIONS};
use crate::error::{Error, ErrorDocument, ErrorKind};
use crate::game::Game;
use crate::json::json;
use crate::position_reader::PositionReader;

/// A question: its fields are its parameters.
///
/// Positions, games and circles are texts until [`Ask::read`] adds the values that they mean. A
/// question made of values, such as [`PositionQuestion::of`], needs no reading.
pub trait Ask: DeserializeOwned + JsonSchema + fmt::Debug + Send + Sync + 'static {
    /// The answer.
    type Answer<'a>: Serialize + JsonSchema + Send;

    /// Reads the question, once, about these rules: parses its texts, and checks what needs no
    /// solution.
    ///
    /// # Errors
    /// Returns an error if parameters exclude each other, a position or a game is invalid, or
    /// nothing like what is asked for can exist.
    fn read(&mut self, _rules: &[&PositionReader]) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the answer.
    ///
    /// # Errors
    /// Returns an error if the source of the games fails, the observer stops the work, there is
    /// more to do than the subject allows, or the question has texts that were not read.
    fn answer<'a>(&self, subject: &Subject<'a, '_>) -> Result<Self::Answer<'a>, Error>;

    /// Sets the position or the game that the question is about, whose text is not there then.
    ///
    /// # Errors
    /// Returns an error if the question is about neither, or a ply of the game is illegal.
    fn set_place(&mut self, _place: Place) -> Result<(), Error> {
        let error = "place: expected none, found a position or a game";
        Err(Error::wrong(error, "leave it out"))
    }

    /// Writes the answer as a document, in most cases as JSON without a line end.
    fn document(answer: &Self::Answer<'_>) -> Vec<u8> {
        json(answer)
    }

    /// Returns the first layer, by the number of pieces on the board, whose positions the answer
    /// needs.
    fn first_layer(&self) -> usize {
        0
    }

    /// Returns whether the answer looks up all positions of its games.
    fn reads_all_positions(&self) -> bool {
        false
    }

    /// Checks that the answer takes seconds, not minutes, for services that strangers use.
    ///
    /// # Errors
    /// Returns an error if it takes longer.
    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error> {
        let counted = if self.reads_all_positions() {
            rules
        } else {
            &[]
        };
        counted
            .iter()
            .try_for_each(|rules| check_circles(rules.named().board()))
    }

    /// Returns an upper bound on the memory, in bytes, that the answer takes besides its games.
    fn memory(&self, rules: &[&PositionReader]) -> u64 {
        let counted = if self.reads_all_positions() {
            rules
        } else {
            &[]
        };
        counted
            .iter()
            .map(|rules| memory_of_layers(rules.rules()))
            .sum()
    }
}

/// Returns the error for a question whose texts were not read before it is answered.
fn unread() -> Error {
    Error::wrong(
        "question: expected values, found unread texts",
        "call `read` before `answer`",
    )
}

/// The games that a question is about, and how long an answer may take.
#[derive(Clone, Copy)]
pub struct Subject<'a, 'o> {
    /// The games that the question is about.
    pub games: &'a [Game],
    /// The time that solving or opening the game took.
    pub time: Duration,
    /// The most positions that a search looks at, for services that strangers use. A line then has
    /// at most the plies of the longest win.
    pub positions: Option<u64>,
    /// Receives the progress of a search, and can stop it.
    pub observe: Observer<'o>,
}

impl<'a> Subject<'a, '_> {
    /// Returns these games as a subject without limits, whose searches nothing observes.
    pub fn of(games: &'a [Game]) -> Self {
        Self {
            games,
            time: Duration::ZERO,
            positions: None,
            observe: &to_the_end,
        }
    }

    /// # Panics
    /// Panics if there is no game.
    fn game(&self) -> &'a Game {
        &self.games[0]
    }
}

impl Game {
    /// Answers a question about this game, such as [`PositionQuestion::of`] a position.
    ///
    /// # Errors
    /// As [`Ask::answer`].
    pub fn answer<'a, Q: Ask>(&'a self, question: &Q) -> Result<Q::Answer<'a>, Error> {
        question.answer(&Subject::of(slice::from_ref(self)))
    }
}

/// The most circles of a board whose positions a service counts.
const MOST_CIRCLES: usize = 25;

/// Checks that a board is small enough for a service to count all its positions.
fn check_circles(board: Board) -> Result<(), Error> {
    let circles = board.circles().len();
    if circles <= MOST_CIRCLES {
        return Ok(());
    }
    Err(Error::too_much(format!(
        "board {board}: expected at most {MOST_CIRCLES} circles, whose positions are counted in \
         seconds, found {circles}"
    )))
}

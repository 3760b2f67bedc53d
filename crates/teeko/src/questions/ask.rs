//! What every question is and does, and what it is about.

use std::fmt;
use std::slice;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use teeko_rules::Board;
use teeko_rules::work::{Observer, to_the_end};
use teeko_solve::memory_of_layers;

use super::place::Place;
use crate::error::Error;
use crate::game::Game;
use crate::json::json;
use crate::position_reader::PositionReader;

/// A question: its fields are its parameters.
///
/// Positions, games and circles are texts until [`Ask::read`] adds the values that they mean. A
/// question made of values, such as
/// [`PositionQuestion::of`](super::PositionQuestion::of), needs no reading.
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
        check_boards(looked_up(self, rules))
    }

    /// Returns an upper bound on the memory, in bytes, that the answer takes besides its games.
    fn memory(&self, rules: &[&PositionReader]) -> u64 {
        let looked_up = looked_up(self, rules);
        looked_up
            .iter()
            .map(|rules| memory_of_layers(rules.rules()))
            .sum()
    }
}

/// Returns the rules whose positions an answer looks up one and all.
fn looked_up<'a, 'b>(
    question: &impl Ask,
    rules: &'a [&'b PositionReader],
) -> &'a [&'b PositionReader] {
    if question.reads_all_positions() {
        rules
    } else {
        &[]
    }
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
            time: games.first().map_or(Duration::ZERO, Game::time),
            positions: None,
            observe: &to_the_end,
        }
    }

    /// # Panics
    /// Panics if there is no game.
    pub(super) fn game(&self) -> &'a Game {
        &self.games[0]
    }
}

impl Game {
    /// Answers a question about this game, such as
    /// [`PositionQuestion::of`](super::PositionQuestion::of) a position.
    ///
    /// # Errors
    /// As [`Ask::answer`].
    pub fn answer<'a, Q: Ask>(&'a self, question: &Q) -> Result<Q::Answer<'a>, Error> {
        question.answer(&Subject::of(slice::from_ref(self)))
    }
}

/// A question of any type that was read, whose answer is a document.
pub trait AnyQuestion: fmt::Debug + Send + Sync {
    /// Returns the document of [`Ask::answer`].
    fn document(&self, subject: &Subject<'_, '_>) -> Result<Vec<u8>, Error>;

    /// See [`Ask::check_bounds`].
    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error>;

    /// See [`Ask::memory`].
    fn memory(&self, rules: &[&PositionReader]) -> u64;
}

impl<Q: Ask> AnyQuestion for Q {
    fn document(&self, subject: &Subject<'_, '_>) -> Result<Vec<u8>, Error> {
        Ok(<Q as Ask>::document(&self.answer(subject)?))
    }

    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error> {
        Ask::check_bounds(self, rules)
    }

    fn memory(&self, rules: &[&PositionReader]) -> u64 {
        Ask::memory(self, rules)
    }
}

/// Returns the error for a question whose texts were not read before it is answered.
pub(super) fn unread() -> Error {
    Error::wrong(
        "question: expected values, found unread texts",
        "call `read` before `answer`",
    )
}

/// The most circles of a board whose positions a service counts.
const MOST_CIRCLES: usize = 25;

/// Checks that the boards of rules are small enough for a service to count all their positions.
pub(super) fn check_boards(rules: &[&PositionReader]) -> Result<(), Error> {
    for rules in rules {
        check_circles(rules.named().board())?;
    }
    Ok(())
}

/// Checks that a board is small enough for a service to count all its positions.
pub(super) fn check_circles(board: Board) -> Result<(), Error> {
    let circles = board.circles().len();
    if circles <= MOST_CIRCLES {
        return Ok(());
    }
    Err(Error::too_much(format!(
        "board {board}: expected at most {MOST_CIRCLES} circles, whose positions are counted in \
         seconds, found {circles}"
    )))
}

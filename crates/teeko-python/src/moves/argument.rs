//! Moves as arguments of functions.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use teeko::Board;
use teeko::rules::notation::{GameError, GameReader, GameRecord, Notation, Ply, parse_game};
use teeko::rules::{Circle, quoted};

use super::Move;
use super::cells::pairs_of_move;
use crate::failure::{Failure, unfit};

/// The expected form of an argument that is a move.
const MOVE: &str = "move: expected a teeko.Move, a text, a circle or (row, column)";

/// A move as an argument: a value, or a text, which may have several moves.
pub(crate) enum MoveArgument {
    Move(teeko::Move),
    Text(String),
}

impl MoveArgument {
    /// Reads an object, cells, a text, or the number of a circle, which is a drop as in text.
    pub(crate) fn of(given: &Bound<'_, PyAny>, board: Board) -> Result<Self, Failure> {
        if let Ok(played) = given.cast::<Move>() {
            return Ok(Self::Move(played.get().played));
        }
        if given.is_instance_of::<PyString>() {
            return match given.extract() {
                Ok(text) => Ok(Self::Text(text)),
                Err(_) => Err(unfit(MOVE, given)),
            };
        }
        // The types of NumPy's numbers are ints, too; those of truth values are not meant.
        if !given.is_instance_of::<PyBool>()
            && let Ok(number) = given.extract::<i64>()
        {
            return Ok(Self::of_number(number, board));
        }
        match pairs_of_move(given) {
            Some(pairs) => Ok(Self::Move(Move::of_cells(&pairs, board)?.played)),
            None => Err(unfit(MOVE, given)),
        }
    }

    /// Returns the drop on a circle. A number of no circle stays a text, which is refused as any
    /// other.
    fn of_number(number: i64, board: Board) -> Self {
        let circle = usize::try_from(number).ok().and_then(Circle::from_number);
        match circle {
            Some(circle) if board.circles().contains(circle) => {
                Self::Move(teeko::Move::Drop(circle))
            }
            _ => Self::Text(number.to_string()),
        }
    }

    /// Returns the position after the move, or after the moves of the text.
    pub(crate) fn end(
        &self,
        rules: &teeko::Rules,
        start: teeko::Position,
    ) -> Result<teeko::Position, Failure> {
        match self {
            Self::Move(played) => play(rules, start, *played),
            Self::Text(text) => Ok(parse(rules, start, text)?.end()),
        }
    }

    /// Returns the plies of the move, or of the text.
    pub(crate) fn plies(
        &self,
        rules: &teeko::Rules,
        start: teeko::Position,
    ) -> Result<Vec<Ply>, Failure> {
        match self {
            Self::Move(played) => {
                play(rules, start, *played)?;
                Ok(vec![Ply {
                    played: *played,
                    passed: false,
                }])
            }
            Self::Text(text) => Ok(parse(rules, start, text)?.plies),
        }
    }
}

/// Returns the position after a move.
fn play(
    rules: &teeko::Rules,
    position: teeko::Position,
    played: teeko::Move,
) -> Result<teeko::Position, Failure> {
    let next = rules.play(&position, played);
    next.map_err(|reason| Failure::position(format!("move `{played}`: {reason}")))
}

/// Parses a text of moves. The error of a single move has no number of a ply, which would count
/// from the position that it is played in.
fn parse(rules: &teeko::Rules, start: teeko::Position, text: &str) -> Result<GameRecord, Failure> {
    match parse_game(rules, start, text) {
        Ok(game) => Ok(game),
        Err(GameError::Ply { word, reason, .. }) if word == quoted(text.trim()) => Err(
            Failure::position(format!("move `{word}`: {}", reason.message())),
        ),
        Err(error) => Err(error.into()),
    }
}

/// The expected form of an argument that has several moves.
const MOVES: &str = "moves: expected a text or a list of moves";

/// Moves as an argument: a text, or a list.
pub(crate) enum MovesArgument {
    Text(String),
    List(MoveList),
}

/// A list of moves, in which each text is one move.
#[derive(Default)]
pub(crate) struct MoveList(Vec<MoveArgument>);

impl MovesArgument {
    /// Reads a text or a list of moves as of [`MoveArgument`].
    pub(crate) fn of(given: &Bound<'_, PyAny>, board: Board) -> Result<Self, Failure> {
        if given.is_instance_of::<PyString>() {
            return match given.extract() {
                Ok(text) => Ok(Self::Text(text)),
                Err(_) => Err(unfit(MOVES, given)),
            };
        }
        let Ok(items) = given.try_iter() else {
            return Err(unfit(MOVES, given));
        };
        let mut moves = Vec::new();
        for played in items {
            let played = played.map_err(Failure::of_python)?;
            moves.push(MoveArgument::of(&played, board)?);
        }
        Ok(Self::List(MoveList(moves)))
    }

    /// Plays the moves.
    pub(crate) fn game(
        &self,
        rules: &teeko::Rules,
        start: teeko::Position,
    ) -> Result<GameRecord, Failure> {
        let moves = match self {
            Self::Text(text) => return Ok(parse_game(rules, start, text)?),
            Self::List(moves) => moves,
        };
        match moves.playable_part(rules, start) {
            (game, None) => Ok(game),
            (_, Some(error)) => Err(error.into()),
        }
    }
}

impl MoveList {
    /// Plays the moves up to the first wrong one, and returns the error in that one.
    pub(crate) fn playable_part(
        &self,
        rules: &teeko::Rules,
        start: teeko::Position,
    ) -> (GameRecord, Option<GameError>) {
        let mut game = GameReader::new(rules, Notation::default(), start);
        for played in &self.0 {
            let read = match played {
                MoveArgument::Move(played) => game.play(*played),
                MoveArgument::Text(text) => game.read_item(text),
            };
            if let Err(error) = read {
                return (game.into_game(), Some(error));
            }
        }
        (game.into_game(), None)
    }
}

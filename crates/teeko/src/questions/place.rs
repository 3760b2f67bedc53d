//! What a question is about, as a value.

use teeko_rules::Position;
use teeko_rules::notation::{GameError, GameRecord};

/// What a question is about, from a program that has it as a value and not as a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A position.
    Position(Position),
    /// A game by the rules: its plies up to the first wrong one, and the error in that one.
    Game(GameRecord, Option<GameError>),
}

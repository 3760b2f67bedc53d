//! Games as values.

use std::fmt;

use crate::notation::Heading;
use crate::{CircleNames, Move, NamedRules, NamesCircles, Position};

/// One ply of a game: a move, and whether a pass came before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// The drop or slide.
    pub played: Move,
    /// Whether the opponent passed instead of pointing, so that the mover chose.
    pub passed: bool,
}

impl NamesCircles for Ply {
    fn write(&self, names: CircleNames, text: &mut dyn fmt::Write) -> fmt::Result {
        if self.passed {
            text.write_str("pass ")?;
        }
        self.played.write(names, text)
    }
}

impl fmt::Display for Ply {
    /// Writes the move as `13` or `14-8`, after a pass as `pass 13`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(CircleNames::NUMBERS, formatter)
    }
}

impl NamesCircles for Vec<Ply> {
    /// Writes the plies in a line: `13 12 pass 18`.
    fn write(&self, names: CircleNames, text: &mut dyn fmt::Write) -> fmt::Result {
        for (place, ply) in self.iter().enumerate() {
            if place > 0 {
                text.write_char(' ')?;
            }
            ply.write(names, text)?;
        }
        Ok(())
    }
}

/// A game or a part of one: a starting position and the plies from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The position before the first ply.
    pub start: Position,
    /// The plies in order.
    pub plies: Vec<Ply>,
}

impl GameRecord {
    /// Returns the position before each ply.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.plies.iter().scan(self.start, |position, ply| {
            let next = position.after(ply.played);
            Some(std::mem::replace(position, next))
        })
    }

    /// Returns the position after the last ply.
    pub fn end(&self) -> Position {
        self.plies
            .iter()
            .fold(self.start, |position, ply| position.after(ply.played))
    }

    /// Returns the plies in a line: `13 12 pass 18`. [`parse_game`](super::parse_game) reads it.
    pub fn plies_text(&self) -> String {
        self.plies.text(CircleNames::NUMBERS)
    }

    /// Returns the file that has the game: its heading, then its plies in a line.
    /// [`parse_game`](super::parse_game) reads it.
    pub fn text(&self, named: &NamedRules) -> String {
        format!(
            "{}{}\n",
            Heading::text(named, &self.start),
            self.plies_text()
        )
    }

    /// Returns whether the last position has occurred three times, with the same side to move.
    ///
    /// Programs that play games end them as draws then. The rules themselves do not: repetition
    /// does not change the value of a position.
    pub fn is_repeated(&self) -> bool {
        let end = self.end();
        self.positions().filter(|position| *position == end).count() >= 2
    }
}

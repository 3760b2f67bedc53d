//! Positions: whose pieces stand where, and whose turn it is.

use std::fmt;

use crate::{Board, Circles, PIECES, Pips};

/// A side. Black makes the first drop and the first slide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The side that starts.
    Black,
    /// The other side.
    Red,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::Red,
            Self::Red => Self::Black,
        }
    }

    /// The name in lower case: `black` or `red`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Red => "red",
        }
    }

    /// The letter for it in notation: `b` or `r`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::Red => 'r',
        }
    }
}

impl fmt::Display for Side {
    /// The name with a capital: `Black` or `Red`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Black => "Black",
            Self::Red => "Red",
        })
    }
}

/// Whose pieces stand where, and whose turn it is.
///
/// Plain data: [`Rules::status`](crate::Rules::status) says whether it is a position of the game at
/// all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The circles of Black's pieces.
    pub black: Circles,
    /// The circles of Red's pieces.
    pub red: Circles,
    /// The side to move.
    pub turn: Side,
    /// Which piece stands where, in games with numbered pieces; [`Pips::NONE`] in all others.
    pub pips: Pips,
}

impl Position {
    /// The empty board, Black to drop.
    pub const EMPTY: Self =
        Self { black: Circles::EMPTY, red: Circles::EMPTY, turn: Side::Black, pips: Pips::NONE };

    /// The position in which `turn` has the pieces `mover` and its opponent the pieces `opponent`,
    /// without numbers.
    pub const fn of_turn(turn: Side, mover: Circles, opponent: Circles) -> Self {
        match turn {
            Side::Black => Self { black: mover, red: opponent, turn, pips: Pips::NONE },
            Side::Red => Self { black: opponent, red: mover, turn, pips: Pips::NONE },
        }
    }

    /// The same position without numbers on the pieces.
    #[must_use]
    pub const fn without_pips(&self) -> Self {
        Self { pips: Pips::NONE, ..*self }
    }

    /// Whether each piece has its number, as in games with numbered pieces, or none has.
    pub fn is_numbered(&self) -> bool {
        !self.pips.is_none()
    }

    /// The side to move after `layer` drops of both sides together; `None` when all are down and
    /// either may be.
    pub const fn turn_in_layer(layer: usize) -> Option<Side> {
        match layer {
            _ if layer >= 2 * PIECES => None,
            _ if layer.is_multiple_of(2) => Some(Side::Black),
            _ => Some(Side::Red),
        }
    }

    /// Whether the pieces stand on the circles of a board, each on its own, as many of either side
    /// and with the turn that alternate drops lead to. Goals do not matter.
    #[inline]
    pub fn fits(&self, board: Board) -> bool {
        let layer = self.layer();
        layer <= 2 * PIECES
            && self.mover().len() == layer / 2
            && Self::turn_in_layer(layer).is_none_or(|turn| turn == self.turn)
            && board.circles().contains_all(self.occupied())
            && !self.black.meets(self.red)
    }

    /// The pieces of a side.
    pub const fn pieces(&self, side: Side) -> Circles {
        match side {
            Side::Black => self.black,
            Side::Red => self.red,
        }
    }

    /// The pieces of the side to move.
    pub const fn mover(&self) -> Circles {
        self.pieces(self.turn)
    }

    /// The pieces of the side not to move.
    pub const fn opponent(&self) -> Circles {
        self.pieces(self.turn.other())
    }

    /// All pieces.
    pub fn occupied(&self) -> Circles {
        self.black | self.red
    }

    /// The number of pieces on the board, 0 to 8: the layer of the position. In layers 0 to 7 the
    /// next move is a drop, in layer 8 a slide.
    pub const fn layer(&self) -> usize {
        self.black.len() + self.red.len()
    }
}

//! Positions: whose pieces stand where, and whose turn it is.

use crate::{Board, Circle, Circles, PIECES, Pips, Side, Symmetry, SymmetryGroup};

/// A position: whose pieces stand where, and whose turn it is.
///
/// Any values are allowed here. [`check_position`](crate::notation::check_position) says whether a
/// position is one of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The circles of Black's pieces.
    pub black: Circles,
    /// The circles of Red's pieces.
    pub red: Circles,
    /// The side to move.
    pub turn: Side,
    /// The circles of the numbered pieces, in games that have them; [`Pips::NONE`] in all others.
    pub pips: Pips,
}

impl Position {
    /// The empty board, Black to move.
    pub const EMPTY: Self = Self {
        black: Circles::EMPTY,
        red: Circles::EMPTY,
        turn: Side::Black,
        pips: Pips::NONE,
    };

    /// Creates the position in which `turn` is to move, has the pieces `mover`, and its opponent
    /// the pieces `opponent`. No piece has a number.
    pub const fn of_turn(turn: Side, mover: Circles, opponent: Circles) -> Self {
        match turn {
            Side::Black => Self {
                black: mover,
                red: opponent,
                turn,
                pips: Pips::NONE,
            },
            Side::Red => Self {
                black: opponent,
                red: mover,
                turn,
                pips: Pips::NONE,
            },
        }
    }

    /// Returns the same position without numbers on the pieces.
    #[must_use]
    pub const fn without_pips(&self) -> Self {
        Self {
            pips: Pips::NONE,
            ..*self
        }
    }

    /// Returns the image under a symmetry of the board. The side to move stays.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry) -> Self {
        let [black, red] = [self.black, self.red].map(|circles| symmetry.apply(circles));
        Self {
            black,
            red,
            turn: self.turn,
            pips: self.pips.image(symmetry),
        }
    }

    /// Returns whether any piece has a number.
    pub fn is_numbered(&self) -> bool {
        self.pips != Pips::NONE
    }

    /// Returns the side to move after `layer` drops of both sides together; `None` when all pieces
    /// are down, since then it may be either.
    pub const fn turn_in_layer(layer: usize) -> Option<Side> {
        match layer {
            _ if layer >= 2 * PIECES => None,
            _ if layer.is_multiple_of(2) => Some(Side::Black),
            _ => Some(Side::Red),
        }
    }

    /// Returns whether each piece stands on its own circle of `board`, and alternate drops lead to
    /// these piece counts and this turn. Goals do not matter.
    #[inline]
    pub fn fits(&self, board: Board) -> bool {
        let layer = self.layer();
        layer <= 2 * PIECES
            && self.mover().len() == layer / 2
            && Self::turn_in_layer(layer).is_none_or(|turn| turn == self.turn)
            && board.circles().contains_all(self.occupied())
            && !self.black.meets(self.red)
    }

    /// Returns the pieces of a side.
    pub const fn pieces(&self, side: Side) -> Circles {
        match side {
            Side::Black => self.black,
            Side::Red => self.red,
        }
    }

    /// Returns the side that has a piece on a circle.
    pub fn owner(&self, circle: Circle) -> Option<Side> {
        [Side::Black, Side::Red]
            .into_iter()
            .find(|&side| self.pieces(side).contains(circle))
    }

    /// Returns the pieces of the side to move.
    pub const fn mover(&self) -> Circles {
        self.pieces(self.turn)
    }

    /// Returns the pieces of the side not to move.
    pub const fn opponent(&self) -> Circles {
        self.pieces(self.turn.other())
    }

    /// Returns all pieces.
    pub fn occupied(&self) -> Circles {
        self.black | self.red
    }

    /// Returns the number of pieces on the board, 0 to 8: the layer of the position. In layers 0 to
    /// 7 the next move is a drop, in layer 8 a slide.
    pub const fn layer(&self) -> usize {
        self.black.len() + self.red.len()
    }
}

impl SymmetryGroup {
    /// Returns the image that stands for a position and all its images: that with the least
    /// occupied set, then the least set of the side to move, then the least numbers. Exports and
    /// the public index have the same one.
    #[must_use]
    pub fn canonical(&self, position: &Position) -> Position {
        let images = self
            .elements()
            .iter()
            .map(|symmetry| position.image(symmetry));
        let least = images.min_by_key(|image| (image.occupied(), image.mover(), image.pips));
        least.unwrap_or(*position)
    }
}

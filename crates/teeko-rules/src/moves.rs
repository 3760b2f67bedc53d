//! Moves: drops and slides, and playing them.

use std::fmt;

use crate::{Board, Circle, CircleNames, Circles, NamesCircles, Position, Symmetry};

/// A move of one side: one ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A piece dropped on an empty circle. In games with numbered pieces it leaves the piece open.
    Drop(Circle),
    /// A numbered piece dropped on an empty circle.
    DropPiece {
        /// The circle.
        to: Circle,
        /// Its pips.
        pips: u8,
    },
    /// A piece slid from one circle to another.
    Slide {
        /// The circle that the piece leaves.
        from: Circle,
        /// The circle that it reaches.
        to: Circle,
    },
}

impl Move {
    /// A drop, a numbered one and a slide for messages, with circles that every board has.
    pub(crate) const EXAMPLE_DROP: Self = Self::Drop(numbered(13));
    pub(crate) const EXAMPLE_PIECE: Self = Self::DropPiece {
        to: numbered(7),
        pips: 2,
    };
    pub(crate) const EXAMPLE_SLIDE: Self = Self::Slide {
        from: numbered(14),
        to: numbered(8),
    };

    /// Returns the circle that the moved piece ends on.
    pub const fn to(self) -> Circle {
        match self {
            Self::Drop(to) | Self::DropPiece { to, .. } | Self::Slide { to, .. } => to,
        }
    }

    /// Returns the number of the move in learning environments: of a drop that of its circle, from
    /// 0, of a slide the number of circles of the board, plus this number times the circle it
    /// leaves, plus the circle it reaches.
    pub const fn action(self, board: Board) -> usize {
        let to = self.to().index();
        match self {
            Self::Drop(_) | Self::DropPiece { .. } => to,
            Self::Slide { from, .. } => board.circle_count() * (1 + from.index()) + to,
        }
    }

    /// Returns the move with a number, as of [`Move::action`], if there is one.
    pub fn of_action(action: usize, board: Board) -> Option<Self> {
        let circles = board.circle_count();
        let to = Circle::new(action % circles)?;
        match action / circles {
            0 => Some(Self::Drop(to)),
            from if from <= circles => Circle::new(from - 1).map(|from| Self::Slide { from, to }),
            _ => None,
        }
    }

    /// Returns the circles of the side that makes the move, given those before it.
    #[must_use]
    pub fn set_after(self, set: Circles) -> Circles {
        match self {
            Self::Drop(to) | Self::DropPiece { to, .. } => set.with(to),
            Self::Slide { from, to } => set.without(from).with(to),
        }
    }

    /// Returns the image under a symmetry of the board.
    #[must_use]
    pub fn image(self, symmetry: &Symmetry) -> Self {
        let to = symmetry.image(self.to());
        match self {
            Self::Drop(_) => Self::Drop(to),
            Self::DropPiece { pips, .. } => Self::DropPiece { to, pips },
            Self::Slide { from, .. } => Self::Slide {
                from: symmetry.image(from),
                to,
            },
        }
    }
}

/// Returns the circle with a number, for constants.
const fn numbered(number: usize) -> Circle {
    Circle::from_number(number).expect("the number of a circle")
}

impl NamesCircles for Move {
    fn write(&self, names: CircleNames, text: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Self::Drop(to) => to.write(names, text),
            Self::DropPiece { to, pips } => {
                to.write(names, text)?;
                write!(text, "={pips}")
            }
            Self::Slide { from, to } => {
                from.write(names, text)?;
                text.write_char('-')?;
                to.write(names, text)
            }
        }
    }
}

impl fmt::Display for Move {
    /// Writes `13` for a drop, `13=4` for a drop of a numbered piece, `14-8` for a slide.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(CircleNames::NUMBERS, formatter)
    }
}

impl Position {
    /// Returns the position after the side to move has made a move.
    ///
    /// The move is not checked. [`Rules::drops`](crate::Rules::drops) and
    /// [`Rules::slides`](crate::Rules::slides) return the legal moves.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        let mover = played.set_after(self.mover());
        let pips = match played {
            Move::Drop(_) => self.pips,
            Move::DropPiece { to, pips } => self.pips.with(self.turn, pips, to),
            Move::Slide { from, to } => self.pips.slid(self.turn, from, to),
        };
        Self {
            pips,
            ..Self::of_turn(self.turn.other(), self.opponent(), mover)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_is_one_move() {
        let board = Board::new(4, 5).unwrap();
        for action in 0..420 {
            let played = Move::of_action(action, board).unwrap();
            assert_eq!(played.action(board), action);
        }
        assert_eq!(Move::of_action(12, board), "13".parse().ok());
        assert_eq!(
            Move::of_action(20 + 20 * 13 + 7, board),
            "14-8".parse().ok()
        );
        assert_eq!(Move::of_action(420, board), None);
    }

    #[test]
    fn moves_round_trip() {
        for text in ["1", "13", "64", "14-8", "1-64", "13=4", "64=1"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for text in [
            "", "0", "65", "-", "1-", "-1", "+1", "1-2-3", "a5", "13=", "13=0", "13=5", "=4",
            "1=+4", "1-2=4",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}

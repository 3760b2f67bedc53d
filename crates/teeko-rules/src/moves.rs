//! Moves: drops and slides, and playing them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::quoted::quoted;
use crate::{Circle, Position};

/// A move of one side: one ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A piece dropped on an empty circle.
    Drop(Circle),
    /// A piece slid from one circle to another.
    Slide {
        /// Where the piece stood.
        from: Circle,
        /// Where it stands now.
        to: Circle,
    },
}

/// A text that is no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move `{found}`: expected a drop such as 13 or a slide such as 14-8")]
pub struct MoveError {
    found: String,
}

impl Move {
    /// The circle the moved piece ends on.
    pub const fn to(self) -> Circle {
        match self {
            Self::Drop(to) | Self::Slide { to, .. } => to,
        }
    }
}

impl fmt::Display for Move {
    /// `13` for a drop, `14-8` for a slide.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drop(to) => write!(formatter, "{to}"),
            Self::Slide { from, to } => write!(formatter, "{from}-{to}"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let circle = |number: &str| {
            let plain = number.bytes().all(|byte| byte.is_ascii_digit());
            let number = number.parse().ok().filter(|_| plain);
            number.and_then(Circle::from_number).ok_or_else(|| MoveError { found: quoted(text) })
        };
        match text.split_once('-') {
            None => Ok(Self::Drop(circle(text)?)),
            Some((from, to)) => Ok(Self::Slide { from: circle(from)?, to: circle(to)? }),
        }
    }
}

impl Position {
    /// The position after the side to move has made a move.
    ///
    /// The move is not checked; [`Rules::drops`](crate::Rules::drops) and [`Rules::slides`](crate::Rules::slides) give
    /// those that are legal.
    #[must_use]
    pub fn after(&self, played: Move) -> Self {
        let mover = match played {
            Move::Drop(to) => self.mover().with(to),
            Move::Slide { from, to } => self.mover().without(from).with(to),
        };
        let opponent = self.opponent();
        Self::of_turn(self.turn.other(), opponent, mover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_round_trip() {
        for text in ["1", "13", "64", "14-8", "1-64"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for text in ["", "0", "65", "-", "1-", "-1", "+1", "1-2-3", "a5"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}

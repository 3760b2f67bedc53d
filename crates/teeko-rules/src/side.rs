//! The two sides.

use std::fmt;

/// A side. Black makes the first drop and the first slide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The side that starts.
    Black,
    /// The opponent of Black.
    Red,
}

impl Side {
    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::Red,
            Self::Red => Self::Black,
        }
    }

    /// Returns the name in lower case: `black` or `red`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Red => "red",
        }
    }

    /// Returns the letter used in notation: `b` or `r`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::Red => 'r',
        }
    }
}

impl fmt::Display for Side {
    /// Writes the name with a capital: `Black` or `Red`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Black => "Black",
            Self::Red => "Red",
        })
    }
}

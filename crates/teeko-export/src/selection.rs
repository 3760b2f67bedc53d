//! Which positions are exported.

use std::ops::Range;
use std::str::FromStr;

use teeko_rules::{PIECES, SymmetryGroup};
use thiserror::Error;

use crate::Condition;

/// Which of the symmetric images of a position have rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Positions {
    /// One row for each orbit: the position of its slot.
    Orbits,
    /// All of them.
    All,
}

impl Positions {
    /// Returns the most rows that an orbit has.
    pub(crate) fn most_rows(self, group: &SymmetryGroup) -> usize {
        match self {
            Self::Orbits => 1,
            Self::All => group.order(),
        }
    }
}

/// The selected positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The layers, by their numbers of pieces.
    pub layers: Range<usize>,
    /// The selected symmetric images.
    pub positions: Positions,
    /// The condition that they must satisfy.
    pub condition: Condition,
}

/// Layers, by their numbers of pieces.
///
/// ```
/// use teeko_export::Layers;
/// assert_eq!("drop".parse(), Ok(Layers(0..8)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers(pub Range<usize>);

impl Layers {
    /// All layers.
    pub const ALL: Self = Self(0..2 * PIECES + 1);
}

impl FromStr for Layers {
    type Err = LayersError;

    /// Parses a number of pieces, `slide`, `drop` or `all`.
    fn from_str(text: &str) -> Result<Self, LayersError> {
        let slide = 2 * PIECES;
        match text {
            "all" => Ok(Self::ALL),
            "drop" => Ok(Self(0..slide)),
            "slide" => Ok(Self(slide..slide + 1)),
            _ => match text.parse() {
                Ok(layer) if layer <= slide => Ok(Self(layer..layer + 1)),
                _ => Err(LayersError),
            },
        }
    }
}

/// A text that does not name layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a number from 0 to 8, slide, drop or all")]
pub struct LayersError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_a_number_or_a_phase() {
        for (text, layers) in [
            ("all", 0..9),
            ("drop", 0..8),
            ("slide", 8..9),
            ("0", 0..1),
            ("8", 8..9),
        ] {
            assert_eq!(text.parse(), Ok(Layers(layers)), "{text}");
        }
        for text in ["9", "-1", "", "Slide", "1-3"] {
            assert!(text.parse::<Layers>().is_err(), "{text}");
        }
    }
}

//! The kinds of table files.

use std::ops::RangeInclusive;

use teeko_rules::PIECES;

/// The kinds of table file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The slide phase of a board, goals and step, shared by all drop plans.
    Slide = 1,
    /// The drop phase of one variant.
    Drop = 2,
    /// The slide phase of a threshold game of numbered pieces, with the defender to move, shared by
    /// all drop plans.
    AttackSlide = 3,
    /// The drop phase of a threshold game of numbered pieces.
    AttackDrop = 4,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Self; 4] =
        [Self::Slide, Self::Drop, Self::AttackSlide, Self::AttackDrop];

    /// Whether the file is of a threshold game of numbered pieces.
    pub const fn is_attack(self) -> bool {
        matches!(self, Self::AttackSlide | Self::AttackDrop)
    }

    /// Whether the file is of a slide phase, which no drop plan or option changes.
    pub const fn is_slide(self) -> bool {
        matches!(self, Self::Slide | Self::AttackSlide)
    }

    /// Returns the name: `slide`, `drop`, `attack-slide` or `attack-drop`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slide => "slide",
            Self::Drop => "drop",
            Self::AttackSlide => "attack-slide",
            Self::AttackDrop => "attack-drop",
        }
    }

    /// Returns the code in a file.
    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the layers that the file answers for and counts in its census, whether stored or
    /// not.
    pub const fn layers(self) -> RangeInclusive<usize> {
        match self {
            Self::Slide | Self::AttackSlide => 2 * PIECES..=2 * PIECES,
            Self::Drop | Self::AttackDrop => 0..=2 * PIECES - 1,
        }
    }
}

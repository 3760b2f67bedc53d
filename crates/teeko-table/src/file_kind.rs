//! The kinds of table file.

use std::ops::RangeInclusive;

use strum::{FromRepr, IntoStaticStr};
use teeko_rules::PIECES;

/// The kinds of table file, with their codes in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, FromRepr, IntoStaticStr)]
#[repr(u8)]
#[strum(serialize_all = "kebab-case")]
pub enum FileKind {
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

impl FileKind {
    /// Whether the file is of a threshold game of numbered pieces.
    pub const fn is_attack(self) -> bool {
        matches!(self, Self::AttackSlide | Self::AttackDrop)
    }

    /// Whether the file is of a slide phase, which no drop plan or option changes.
    pub const fn is_slide(self) -> bool {
        matches!(self, Self::Slide | Self::AttackSlide)
    }

    /// Returns the name: `slide`, `drop`, `attack-slide` or `attack-drop`.
    pub fn name(self) -> &'static str {
        self.into()
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

//! The versions of the format of table files.

use teeko_rules::{Parity, Rules};

use crate::Kind;

/// The bytes every table file begins with: a byte with its high bit set, `TKO`, and line ends and
/// an end-of-file character that a transfer in text mode would change.
pub const MAGIC: [u8; 8] = *b"\x89TKO\r\n\x1a\n";

/// The version of the format, of rules whose goals need no empty circles.
pub const FORMAT_VERSION: u32 = 1;

/// The version of the format where a goal has circles that must be empty.
pub const EMPTY_CIRCLES_VERSION: u32 = 2;

/// The version of the format of threshold games, in which goals can be worth nothing or one side
/// attacks.
pub const POINTS_VERSION: u32 = 3;

/// The version of the format of a file of these rules.
pub(crate) fn version_of(kind: Kind, rules: &Rules) -> u32 {
    match rules.parity() {
        _ if kind.is_attack() || rules.goals().have_void_goals() => POINTS_VERSION,
        Parity::Fixed => FORMAT_VERSION,
        Parity::Free => EMPTY_CIRCLES_VERSION,
    }
}

/// The fields of a goal in a version of the format: its circles, those that must be empty, its
/// worth.
pub(crate) const fn fields_of_goal(version: u32) -> usize {
    match version {
        FORMAT_VERSION => 1,
        EMPTY_CIRCLES_VERSION => 2,
        _ => 3,
    }
}

//! A row of an export.

use teeko_rules::{Outcome, Position};

/// A position with its outcome and score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The number of pieces on the board, 0 to 8.
    pub layer: u8,
    /// The number in the public index of the layer, shared by all symmetric images.
    pub slot: u64,
    /// The position.
    pub position: Position,
    /// The outcome for the side to move.
    pub outcome: Outcome,
    /// The points for the side to move. In games that are not for points, 1, 0 or -1. In games for
    /// points the distance of `outcome` is the number of plies within which at least these points
    /// can be forced.
    pub score: i16,
    /// The number of positions that the row stands for: those that symmetry makes equal to this one,
    /// including itself, 1 to 8; or 1 if each of them has a row.
    pub weight: u8,
}

impl Row {
    /// Returns the fold, 0 to 9: see [`fold`].
    pub fn fold(&self) -> u8 {
        fold(self.layer, self.slot)
    }
}

/// Returns the fold of a slot, 0 to 9: the CRC-32 of the text `layer:slot`, such as `8:123456`,
/// modulo 10. Images of a position share it, so no position of one fold is the image of one of
/// another.
pub fn fold(layer: u8, slot: u64) -> u8 {
    let mut hasher = crc32fast::Hasher::new();
    let mut digits = itoa::Buffer::new();
    hasher.update(digits.format(layer).as_bytes());
    hasher.update(b":");
    hasher.update(digits.format(slot).as_bytes());
    (hasher.finalize() % 10) as u8
}

#[cfg(test)]
mod tests {
    use crate::Row;

    /// By Python's `zlib.crc32(b"8:123456") % 10` and so on.
    #[test]
    fn folds_are_as_documented() {
        for (layer, slot, expected) in [(8, 123_456, 7), (0, 0, 3), (7, 9, 2)] {
            let row = Row {
                layer,
                slot,
                ..crate::tests::EMPTY
            };
            assert_eq!(row.fold(), expected, "{layer}:{slot}");
        }
    }
}

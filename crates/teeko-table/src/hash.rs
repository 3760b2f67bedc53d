//! The content hash: a hash of a table's values, independent of their compression.

use std::fmt;

/// The SHA-256 of all values of a table file in the order of their cells, before compression.
///
/// Two files with the same content hash have the same values, whichever machine, thread count,
/// compression level or version of zstd made them.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; Self::LENGTH]);

impl ContentHash {
    /// The number of bytes in a hash.
    pub const LENGTH: usize = 32;

    /// Makes a hash from its bytes.
    pub const fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the hash.
    pub const fn bytes(self) -> [u8; Self::LENGTH] {
        self.0
    }
}

impl fmt::Display for ContentHash {
    /// Writes 64 hexadecimal digits in lower case.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

//! The content hash: a hash of a table's values, independent of their compression.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use teeko_rules::TextError;

/// The SHA-256 of all values of a table file in the order of their cells, before compression.
///
/// Two files with the same content hash have the same values, whatever machine, thread count,
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
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for ContentHash {
    type Err = TextError;

    /// Reads what [`Display`](fmt::Display) writes, in either case.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new("content hash", text, "64 hexadecimal digits");
        if text.len() != 2 * Self::LENGTH || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let mut bytes = [0; Self::LENGTH];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digits = str::from_utf8(digits).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
        }
        Ok(Self(bytes))
    }
}

/// Computes a content hash incrementally.
#[derive(Clone, Default)]
pub(crate) struct ContentHasher(Sha256);

impl ContentHasher {
    pub(crate) fn update(&mut self, values: &[u8]) {
        self.0.update(values);
    }

    pub(crate) fn finish(self) -> ContentHash {
        ContentHash(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180-2.
    #[test]
    fn hashes_are_those_of_the_standard() {
        let hash = |text: &str| {
            let mut hasher = ContentHasher::default();
            text.bytes().for_each(|byte| hasher.update(&[byte]));
            hasher.finish()
        };
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash("abc").to_string(), abc);
        assert_eq!(abc.to_uppercase().parse(), Ok(hash("abc")));
        assert_ne!(hash(""), hash("abc"));
    }

    #[test]
    fn other_texts_are_refused() {
        let long = "0".repeat(65);
        for text in ["", "00", &long, &long[1..].replace("00", "+0"), &"é".repeat(32)] {
            assert!(text.parse::<ContentHash>().is_err(), "{text}");
        }
    }
}

//! Rules as bytes, which table files and certificates share, and a reader of bytes.
//!
//! `tables/README.md` specifies the bytes.

mod rules;

use std::fmt::Display;

use thiserror::Error;

/// A check of bytes that failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{check} at offset {offset}: expected {expected}, found {found}")]
pub struct Fault {
    /// The field that was checked.
    pub check: &'static str,
    /// The offset of the first byte concerned.
    pub offset: u64,
    /// The value that intact bytes have there.
    pub expected: String,
    /// The value that was found.
    pub found: String,
}

impl Fault {
    /// Creates a fault.
    pub fn at(
        offset: usize,
        check: &'static str,
        expected: impl Display,
        found: impl Display,
    ) -> Self {
        Self {
            check,
            offset: offset as u64,
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }

    /// Checks that something `holds`.
    ///
    /// # Errors
    /// The fault that [`Fault::at`] makes if it does not.
    pub fn unless(
        holds: bool,
        offset: usize,
        check: &'static str,
        expected: impl Display,
        found: impl Display,
    ) -> Result<(), Self> {
        if holds {
            Ok(())
        } else {
            Err(Self::at(offset, check, expected, found))
        }
    }

    /// Checks that what was found is what was expected.
    ///
    /// # Errors
    /// The fault that [`Fault::at`] makes if it is not.
    pub fn unless_equal<T: PartialEq + Display>(
        offset: usize,
        check: &'static str,
        expected: T,
        found: T,
    ) -> Result<(), Self> {
        Self::unless(expected == found, offset, check, expected, found)
    }

    /// Checks a CRC-32, that of zip and PNG.
    ///
    /// # Errors
    /// If what was found is not what was expected, both in hexadecimal.
    pub fn unless_checksum(
        offset: usize,
        check: &'static str,
        expected: u32,
        found: [u8; 4],
    ) -> Result<(), Self> {
        let expected = format!("{expected:08x}");
        let found = format!("{:08x}", u32::from_le_bytes(found));
        Self::unless_equal(offset, check, expected, found)
    }
}

/// Returns bytes as two hexadecimal digits each, with spaces between; `none` if there are none.
pub fn hexadecimal(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "none".to_owned();
    }
    let mut digits = Vec::new();
    for byte in bytes {
        digits.push(format!("{byte:02x}"));
    }
    digits.join(" ")
}

/// Reads bytes one after the other. It never reads beyond the end.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    /// Creates a reader of bytes, from an offset.
    pub fn new(bytes: &'a [u8], offset: usize) -> Self {
        Self {
            bytes,
            offset: offset.min(bytes.len()),
        }
    }

    /// Returns the offset of the next byte.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Reads this many bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn take(&mut self, length: u64) -> Result<&'a [u8], Fault> {
        let unread = &self.bytes[self.offset..];
        if length > unread.len() as u64 {
            let expected = format_args!("at least {length} bytes more");
            return Err(Fault::at(self.offset, "length", expected, unread.len()));
        }
        let taken = &unread[..length as usize];
        self.offset += taken.len();
        Ok(taken)
    }

    /// Reads `N` bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64)?);
        Ok(array)
    }

    /// Reads a number of four bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads a number of eight bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn u64(&mut self) -> Result<u64, Fault> {
        self.array().map(u64::from_le_bytes)
    }

    /// Checks that all bytes have been read.
    ///
    /// # Errors
    /// If bytes are left.
    pub fn end(&self) -> Result<(), Fault> {
        let left = self.bytes.len() - self.offset;
        Fault::unless(left == 0, self.offset, "length", "no bytes more", left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_checksum_and_bytes_beyond_the_end_are_refused() {
        let checked = |found| Fault::unless_checksum(3, "sum", 0x0403_0201, found);
        assert_eq!(checked([1, 2, 3, 4]), Ok(()));
        let fault = checked([1, 2, 3, 5]).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "sum at offset 3: expected 04030201, found 05030201"
        );
        let bytes = [7; 6];
        let mut reader = Reader::new(&bytes, 1);
        assert_eq!(reader.u32(), Ok(0x0707_0707));
        let fault = reader.end().unwrap_err();
        assert_eq!(
            fault.to_string(),
            "length at offset 5: expected no bytes more, found 1"
        );
    }
}

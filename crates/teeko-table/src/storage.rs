//! Storage of the bytes of a table file: in memory. Module `disk` has that of files.

use std::fmt::Debug;
use std::io;

/// The bytes of a table file, read in pieces: from memory, from a file, or from anything else that
/// can be read at an offset.
///
/// Each piece is checked after it has been read. So bytes that change, shrink or fail during
/// reading cause an error, never a wrong answer.
pub trait Storage: Debug + Send + Sync {
    /// Returns the number of bytes.
    ///
    /// # Errors
    /// If the length cannot be determined.
    fn length(&self) -> io::Result<u64>;

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] if there are too few bytes, else the system's error.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Storage for Vec<u8> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = self
            .get(start..)
            .and_then(|bytes| bytes.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Returns a buffer of `bytes` zeros, or `None` if there is not enough memory: a hostile file may
/// claim any length.
pub(crate) fn buffer(bytes: u64) -> Option<Vec<u8>> {
    let count = usize::try_from(bytes).ok()?;
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(count).ok()?;
    buffer.resize(count, 0);
    Some(buffer)
}

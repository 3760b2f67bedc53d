//! Where the bytes of a table file are.

use std::io;

/// The bytes of a table file, read a piece at a time: in memory, in a file, or behind whatever else
/// can be read at a place.
///
/// A piece is checked after it has been read, so that bytes that change, shrink or fail under the
/// reader end in an error, never in a wrong answer.
pub trait Storage {
    /// The number of bytes.
    ///
    /// # Errors
    /// If it cannot be found out.
    fn length(&self) -> io::Result<u64>;

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] if there are fewer, or whatever else the system says.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Storage for &[u8] {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = self.get(start..).and_then(|bytes| bytes.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl Storage for Vec<u8> {
    fn length(&self) -> io::Result<u64> {
        self.as_slice().length()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.as_slice().read_at(offset, buffer)
    }
}

/// A table file on disk, of which only the pieces that are needed are read.
///
/// It was a memory map once. A map that another program cuts short ends the process with SIGBUS,
/// and a block is copied in a fraction of the time that it takes to decompress: a probe takes as
/// long as with the map, within what can be measured.
#[cfg(feature = "file")]
#[derive(Debug)]
pub struct DiskFile {
    file: std::fs::File,
}

#[cfg(feature = "file")]
impl DiskFile {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened, or is no regular file.
    pub fn open(path: &std::path::Path) -> io::Result<Self> {
        let no_file = || {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "expected a file, found a folder, pipe or device",
            )
        };
        // A socket cannot be opened at all, and would be refused in words of its own.
        if !std::fs::metadata(path)?.is_file() {
            return Err(no_file());
        }
        let mut options = std::fs::File::options();
        // Otherwise opening a named pipe waits for its other end, and a terminal that hangs for its
        // line.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
        );
        let file = options.read(true).open(path)?;
        if file.metadata()?.is_file() {
            return Ok(Self { file });
        }
        Err(no_file())
    }
}

#[cfg(feature = "file")]
impl Storage for DiskFile {
    fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(&self.file, buffer, offset)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => (offset, buffer) = (offset + read as u64, &mut buffer[read..]),
            }
        }
        Ok(())
    }
}

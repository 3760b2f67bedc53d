//! Storage of the bytes of a table file.

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
        let bytes = self.get(start..).and_then(|bytes| bytes.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A table file on disk. Only the pieces that are needed are read.
///
/// It is not a memory map: if another program truncates a mapped file, the process ends with
/// SIGBUS. Copying a block takes a fraction of the time to decompress it, and no difference between
/// probes with and without a map could be measured.
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
    /// If it cannot be opened or is not a regular file.
    pub fn open(path: &std::path::Path) -> io::Result<Self> {
        // A socket cannot be opened at all, and would give a different message.
        if !std::fs::metadata(path)?.is_file() {
            return Err(no_file());
        }
        let file = open_regular(path, std::fs::File::options().read(true), true)?;
        Ok(Self { file })
    }
}

#[cfg(feature = "file")]
fn no_file() -> io::Error {
    invalid("expected a file, found a folder, pipe or device")
}

/// Returns the error for a path that leads to something else than a file.
#[cfg(feature = "file")]
pub(crate) fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Opens a regular file, without waiting for the other end of a pipe or the line of a terminal. A
/// link is an error unless `follow` is set.
///
/// # Errors
/// If it cannot be opened or is not a regular file.
#[cfg(feature = "file")]
pub fn open_regular(
    path: &std::path::Path,
    options: &mut std::fs::OpenOptions,
    follow: bool,
) -> io::Result<std::fs::File> {
    let file = open_at_once(path, options, follow)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(no_file()) }
}

/// Opens a file. Does not wait for the other end of a pipe.
#[cfg(feature = "file")]
fn open_at_once(
    path: &std::path::Path,
    options: &mut std::fs::OpenOptions,
    follow: bool,
) -> io::Result<std::fs::File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let of_links = if follow { OFlags::empty() } else { OFlags::NOFOLLOW };
        let flags = (OFlags::NONBLOCK | of_links).bits().cast_signed();
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags);
    }
    #[cfg(not(unix))]
    if !follow && std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        return Err(no_file());
    }
    options.open(path)
}

/// Reads a file that a user has named, or its first `most` bytes. It may be a pipe, but not one
/// that no program writes to, which would never end.
///
/// # Errors
/// If it cannot be opened or read, or is such a pipe.
#[cfg(feature = "file")]
pub fn read_at_most(path: impl AsRef<std::path::Path>, most: u64) -> io::Result<Vec<u8>> {
    use std::io::Read;

    let file = open_at_once(path.as_ref(), std::fs::File::options().read(true), true)?;
    let mut bytes = Vec::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        // A pipe has an end at once if no program writes to it, and nothing yet if one will.
        let mut first = [0];
        if file.metadata()?.file_type().is_fifo() {
            match (&file).read(&mut first) {
                Ok(0) => {
                    return Err(invalid("expected a file, found a pipe that no program writes to"));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => bytes.extend(&first[..read?]),
            }
        }
        let flags = rustix::fs::fcntl_getfl(&file)?;
        rustix::fs::fcntl_setfl(&file, flags - rustix::fs::OFlags::NONBLOCK)?;
    }
    (&file).take(most.saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes)?;
    Ok(bytes)
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

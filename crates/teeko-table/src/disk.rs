//! Files on disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crate::storage::Storage;

/// Only the pieces of a table file that are needed are read.
///
/// It is not a memory map: if another program truncates a mapped file, the process ends with
/// SIGBUS. Copying a block takes a fraction of the time to decompress it, and no difference between
/// probes with and without a map could be measured.
impl Storage for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        read_exact_at(self, offset, buffer)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => (offset, buffer) = (offset + read as u64, &mut buffer[read..]),
        }
    }
    Ok(())
}

/// Opens a regular file to read it.
///
/// # Errors
/// If it cannot be opened or is not a regular file.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    // A socket cannot be opened at all, and would give a different message.
    expect_file(&fs::metadata(path)?)?;
    open_regular(path, File::options().read(true), true)
}

fn expect_file(found: &fs::Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let found = kind_in_words(found);
    Err(invalid(&format!("expected a file, found {found}")))
}

/// Names what is in the place of a file: `a folder`.
pub(crate) fn kind_in_words(found: &fs::Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if found.file_type().is_fifo() {
            return "a pipe";
        }
        if found.file_type().is_socket() {
            return "a socket";
        }
    }
    if found.is_symlink() {
        return "a link";
    }
    if found.is_dir() {
        "a folder"
    } else {
        "a device"
    }
}

/// Returns the error for a path that leads to something else than a file.
pub(crate) fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Opens a regular file, without waiting for the other end of a pipe or the line of a terminal. A
/// link is an error unless `follow` is set.
///
/// # Errors
/// If it cannot be opened or is not a regular file.
pub fn open_regular(path: &Path, options: &mut OpenOptions, follow: bool) -> io::Result<File> {
    let file = open_at_once(path, options, follow)?;
    expect_file(&file.metadata()?)?;
    Ok(file)
}

/// Opens a file. Does not wait for the other end of a pipe.
fn open_at_once(path: &Path, options: &mut OpenOptions, follow: bool) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let of_links = if follow {
            OFlags::empty()
        } else {
            OFlags::NOFOLLOW
        };
        let flags = (OFlags::NONBLOCK | of_links).bits().cast_signed();
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags);
    }
    #[cfg(not(unix))]
    if !follow {
        expect_no_link(path)?;
    }
    options.open(path)
}

/// Checks that there is no link at a path.
///
/// # Errors
/// If there is one, wherever it leads to.
pub fn expect_no_link(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(invalid("expected no link, found one")),
        _ => Ok(()),
    }
}

/// Reads a file that a user has named, or its first `most` bytes. It may be a pipe, but not one
/// that no program writes to, which would never end.
///
/// # Errors
/// If it cannot be opened or read, or is such a pipe.
pub fn read_at_most(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let file = open_at_once(path.as_ref(), File::options().read(true), true)?;
    let mut bytes = Vec::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        // A pipe has an end at once if no program writes to it, and nothing yet if one will.
        let mut first = [0];
        if file.metadata()?.file_type().is_fifo() {
            match (&file).read(&mut first) {
                Ok(0) => {
                    return Err(invalid(
                        "expected a file, found a pipe that no program writes to",
                    ));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => bytes.extend(&first[..read?]),
            }
        }
        let flags = rustix::fs::fcntl_getfl(&file)?;
        rustix::fs::fcntl_setfl(&file, flags - rustix::fs::OFlags::NONBLOCK)?;
    }
    (&file)
        .take(most.saturating_sub(bytes.len() as u64))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::symlink;
    use std::thread;
    use std::time::Duration;
    use teeko_testing::basic_program;

    #[test]
    fn no_more_of_a_file_is_read_than_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "teeko").unwrap();
        assert_eq!(read_at_most(&path, 4).unwrap(), b"teek");
        assert_eq!(read_at_most(&path, 5).unwrap(), b"teeko");
        assert_eq!(read_at_most(&path, 6).unwrap(), b"teeko");
    }

    #[test]
    fn a_pipe_is_read_if_a_program_writes_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(
            basic_program("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        let refused = read_at_most(&path, 3).unwrap_err().to_string();
        assert_eq!(
            refused,
            "expected a file, found a pipe that no program writes to"
        );
        // Opened to read and write, a pipe does not wait for its other end.
        let mut options = File::options();
        let mut writer = options.read(true).write(true).open(&path).unwrap();
        let reader = thread::spawn({
            let path = path.clone();
            move || read_at_most(path, 3)
        });
        // The reader finds nothing yet, and waits.
        thread::sleep(Duration::from_millis(50));
        writer.write_all(b"teeko").unwrap();
        assert_eq!(reader.join().unwrap().unwrap(), b"tee");
        // Now it finds something at once.
        assert_eq!(read_at_most(&path, 1).unwrap(), b"k");
        writer.write_all(b"wins").unwrap();
        assert_eq!(read_at_most(&path, 3).unwrap(), b"owi");
    }

    fn can_be_opened(path: &Path, follow: bool) -> bool {
        open_regular(path, File::options().read(true), follow).is_ok()
    }

    #[test]
    fn links_are_followed_only_if_that_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, broken] = ["file", "link", "broken"].map(|name| folder.path().join(name));
        fs::write(&file, "teeko").unwrap();
        symlink(&file, &link).unwrap();
        symlink("nothing", &broken).unwrap();
        assert!(can_be_opened(&file, true) && can_be_opened(&file, false));
        assert!(can_be_opened(&link, true) && !can_be_opened(&link, false));
        assert!(expect_no_link(&link).is_err() && expect_no_link(&broken).is_err());
        assert!(expect_no_link(&file).is_ok());
        assert!(expect_no_link(&folder.path().join("nothing")).is_ok());
    }
}

//! Where the bytes of a table file are.

/// The bytes of a table file, in memory or mapped into it. They must not change as long as the storage lives.
pub trait Storage {
    /// All bytes of the file.
    fn bytes(&self) -> &[u8];
}

impl Storage for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }
}

impl Storage for &[u8] {
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// A table file mapped into memory: the system reads the pages that are looked at.
///
/// A mapping shows what happens to the file. The writer of this crate never changes a file in place, it renames a new one
/// over it, and a mapping keeps the old one. A program that overwrites the file in place makes blocks fail their checksums at
/// worst. One that *truncates* it, or a medium that fails or vanishes, can end this process with the signal SIGBUS: on such
/// media read the file into a `Vec<u8>` instead.
#[cfg(feature = "file")]
#[derive(Debug)]
pub struct MappedFile {
    map: memmap2::Mmap,
}

#[cfg(feature = "file")]
impl MappedFile {
    /// Maps a file.
    ///
    /// # Errors
    /// If the file cannot be opened or mapped.
    pub fn open(path: &std::path::Path) -> std::io::Result<Self> {
        let file = std::fs::File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(std::io::Error::new(
                std::io::ErrorKind::InvalidInput,
                "expected a file, found a folder or device",
            ));
        }
        // SAFETY: the map is read-only, and its bytes are only ever read into checksums, integers and the decompressor, all of
        // which accept any bytes. Files are assumed not to change while they are mapped; what happens if one does is said in the
        // documentation of the type.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Self { map })
    }
}

#[cfg(feature = "file")]
impl Storage for MappedFile {
    fn bytes(&self) -> &[u8] {
        &self.map
    }
}

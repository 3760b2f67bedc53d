//! An open table file: its header, and its blocks on demand.

use rayon::prelude::*;

use crate::decode::decompress;
use crate::error::{Fault, TableError};
use crate::hash::ContentHasher;
use crate::header::Header;
use crate::storage::Storage;

/// A table file with a sound header. Blocks are checked as they are decoded, or all at once by [`TableFile::check`].
#[derive(Clone, Debug)]
pub struct TableFile<S> {
    name: String,
    header: Header,
    storage: S,
}

impl<S: Storage> TableFile<S> {
    /// Opens a table file and checks its header. `name` stands for it in errors.
    ///
    /// # Errors
    /// If the bytes are no table file, of another version, cut short, followed by more, or damaged in the header.
    pub fn open(storage: S, name: &str) -> Result<Self, TableError> {
        let header = Header::parse(storage.bytes(), name)?;
        Ok(Self { name: name.to_owned(), header, storage })
    }

    /// The name it was opened by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The values of a block, as the bytes they are stored in.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if the block fails its checksum, cannot be decompressed or has another length than the header
    /// implies.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn decode_block(&self, number: u32) -> Result<Vec<u8>, TableError> {
        let block = self.header.blocks[number as usize];
        let fault = |check, expected: String, found: String| {
            Fault { check, block: Some(number), offset: block.offset, expected, found }.of(&self.name)
        };
        // The header has been checked against the length of the storage; this holds even if a storage shrinks.
        let start = usize::try_from(block.offset).unwrap_or(usize::MAX);
        let compressed = self.storage.bytes().get(start..).and_then(|bytes| bytes.get(..block.length as usize));
        let Some(compressed) = compressed else {
            let found = format!("a file of {}", self.storage.bytes().len());
            return Err(fault("end", format!("{} bytes", block.length), found));
        };
        let checksum = crc32fast::hash(compressed);
        if checksum != block.checksum {
            return Err(fault("checksum", format!("{:08x}", block.checksum), format!("{checksum:08x}")));
        }
        let length = self.header.length_of_block(number);
        let bytes = decompress(compressed, length)
            .map_err(|error| fault("decompression", format!("a zstd frame of {length} bytes"), error))?;
        if bytes.len() != length {
            return Err(fault("length", format!("{length} decompressed bytes"), bytes.len().to_string()));
        }
        Ok(bytes)
    }

    /// The values of all blocks, as the bytes they are stored in. Blocks are decoded on the current rayon thread pool.
    ///
    /// # Errors
    /// Those of [`TableFile::decode_block`], for the first block that has one.
    pub fn decode_values(&self) -> Result<Vec<u8>, TableError>
    where
        S: Sync,
    {
        let mut values = vec![0; self.header.values() as usize * self.header.value_width()];
        let blocks = values.par_chunks_mut(self.header.block_length()).enumerate();
        let decode = |(number, values): (usize, &mut [u8])| {
            self.decode_block(number as u32).map(|decoded| values.copy_from_slice(&decoded)).err()
        };
        match blocks.find_map_first(decode) {
            Some(error) => Err(error),
            None => Ok(values),
        }
    }

    /// Checks every block and the content hash.
    ///
    /// # Errors
    /// [`TableError::Damaged`] with the first check that fails.
    pub fn check(&self) -> Result<(), TableError> {
        let mut hasher = ContentHasher::default();
        for number in 0..self.header.blocks.len() {
            hasher.update(&self.decode_block(number as u32)?);
        }
        let (expected, found) = (self.header.content_hash, hasher.finish());
        if found == expected {
            Ok(())
        } else {
            Err(Fault::at(crate::header::CONTENT_HASH_OFFSET, "content hash", expected, found).of(&self.name))
        }
    }
}

#[cfg(feature = "file")]
impl TableFile<crate::MappedFile> {
    /// Maps a file into memory and opens it, as [`TableFile::open`] does. Its name in errors is its path.
    ///
    /// # Errors
    /// [`TableError::Io`] if the file cannot be opened or mapped, else those of [`TableFile::open`].
    pub fn open_path(path: &std::path::Path) -> Result<Self, TableError> {
        let name = path.display().to_string();
        let storage = crate::MappedFile::open(path).map_err(|cause| TableError::Io { name: name.clone(), cause })?;
        Self::open(storage, &name)
    }
}

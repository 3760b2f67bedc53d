//! An open table file: its header, and its blocks on demand.

use std::io;
use std::sync::Arc;

use teeko_index::parallel;
use teeko_rules::encoding::Fault;

use crate::decode::decompress;
use crate::error::{Result, TableError};
use crate::header::{BLOCK_LENGTHS, Header};
use crate::storage::{Storage, buffer};

/// A table file with a valid header. Blocks are checked when they are decoded, or all at once by
/// [`TableFile::check`].
#[derive(Clone, Debug)]
pub struct TableFile {
    name: String,
    header: Header,
    storage: Arc<dyn Storage>,
}

impl TableFile {
    /// Opens a table file and checks its header. Errors use `name` as the file's name.
    ///
    /// # Errors
    /// If the bytes are not a table file, have an unknown version, are truncated, are followed by
    /// more, or are damaged in the header.
    pub fn open(storage: impl Storage + 'static, name: &str) -> Result<Self> {
        let header = Header::read(&storage, name)?;
        Ok(Self {
            name: name.to_owned(),
            header,
            storage: Arc::new(storage),
        })
    }

    /// Returns the name given when the file was opened.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Decodes a block. Returns its values as the bytes of the format.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if the block fails its checksum, cannot be decompressed or has
    /// another length than the header implies.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn decode_block(&self, number: u32) -> Result<Vec<u8>> {
        let length = self.header.length_of_block(number);
        let compressed = self.read_block(number, length)?;
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(length)
            .map_err(|_| self.no_memory(length as u64))?;
        if let Err(error) = decompress(&compressed, &mut bytes) {
            let expected = format!("a zstd frame of {length} bytes");
            return Err(self.block_fault(number, "decompression", expected, error));
        }
        if bytes.len() != length {
            let expected = format!("{length} decompressed bytes");
            let found = bytes.len().to_string();
            return Err(self.block_fault(number, "length", expected, found));
        }
        Ok(bytes)
    }

    /// Reads the compressed bytes of a block that has `length` bytes decompressed, and checks them.
    fn read_block(&self, number: u32, length: usize) -> Result<Vec<u8>> {
        let block = self.header.blocks[number as usize];
        // A frame has little more than its contents, where it cannot compress them at all.
        if block.length as usize > 2 * BLOCK_LENGTHS.start().max(&length) {
            let expected = format!("a zstd frame of {length} bytes");
            let found = format!("one of {} compressed bytes", block.length);
            return Err(self.block_fault(number, "decompression", expected, found));
        }
        let bytes = u64::from(block.length);
        let mut compressed = buffer(bytes).ok_or_else(|| self.no_memory(bytes))?;
        self.storage
            .read_at(block.offset, &mut compressed)
            .map_err(|cause| self.read_error(number, cause))?;
        let checksum = crc32fast::hash(&compressed);
        if checksum != block.checksum {
            let expected = format!("{:08x}", block.checksum);
            let found = format!("{checksum:08x}");
            return Err(self.block_fault(number, "checksum", expected, found));
        }
        Ok(compressed)
    }

    /// Returns the error of a block that cannot be read. The header was checked against the length
    /// of the storage, which may have shrunk since.
    fn read_error(&self, number: u32, cause: io::Error) -> TableError {
        if cause.kind() != io::ErrorKind::UnexpectedEof {
            return TableError::Io {
                name: self.name.clone(),
                cause,
            };
        }
        let expected = format!("{} bytes", self.header.blocks[number as usize].length);
        let found = match self.storage.length() {
            Ok(length) => format!("a file of {length}"),
            Err(_) => "a file of another length".to_owned(),
        };
        self.block_fault(number, "end", expected, found)
    }

    /// Returns the error of a failed check of a block.
    fn block_fault(
        &self,
        number: u32,
        check: &'static str,
        expected: String,
        found: String,
    ) -> TableError {
        let fault = Fault {
            check,
            offset: self.header.blocks[number as usize].offset,
            expected,
            found,
        };
        TableError::damaged(&self.name, Some(number), fault)
    }

    /// Returns the error of values, of this many bytes, that do not fit in memory.
    pub(crate) fn no_memory(&self, bytes: u64) -> TableError {
        TableError::Memory {
            name: self.name.clone(),
            bytes,
        }
    }

    /// Decodes all blocks on the current rayon thread pool. Returns the values as the bytes of the
    /// format.
    ///
    /// # Errors
    /// [`TableError::Memory`] if there is not enough memory for the values, else the error of
    /// [`TableFile::decode_block`] for the first block that has one.
    pub fn decode_values(&self) -> Result<Vec<u8>> {
        let bytes = self.header.values() * self.header.value_width as u64;
        let mut values = buffer(bytes).ok_or_else(|| self.no_memory(bytes))?;
        let blocks = values.chunks_mut(self.header.block_length).enumerate();
        parallel::try_for_each(blocks, |(number, values)| {
            values.copy_from_slice(&self.decode_block(number as u32)?);
            Ok(())
        })?;
        Ok(values)
    }
}

#[cfg(feature = "file")]
impl TableFile {
    /// Opens a file on disk, as [`TableFile::open`] does. Errors use its path as its name.
    ///
    /// # Errors
    /// [`TableError::Io`] if the file cannot be opened or read, else those of [`TableFile::open`].
    pub fn open_path(path: &std::path::Path) -> Result<Self> {
        let name = path.display().to_string();
        match crate::disk::open_to_read(path) {
            Ok(file) => Self::open(file, &name),
            Err(cause) => Err(TableError::Io { name, cause }),
        }
    }
}

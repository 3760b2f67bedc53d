//! Errors when a table file is read.

use std::io;

use teeko_rules::OracleError;
use teeko_rules::encoding::{Fault, hexadecimal};
use thiserror::Error;

use crate::hash::ContentHash;
use crate::header::{FORMAT_VERSION, MAGIC};

/// An error when a table file is opened or read. Every message begins with the file's name.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file does not begin with the magic bytes: it is something else, or went through a
    /// text-mode transfer.
    #[error(
        "{name}: not a table file: expected it to begin with bytes {}, found {found}",
        hexadecimal(&MAGIC)
    )]
    NotATable {
        /// The file.
        name: String,
        /// The bytes found, in hexadecimal.
        found: String,
    },
    /// The file has a version of the format that this program does not support.
    #[error("{name}: version of the table format: expected {FORMAT_VERSION}, found {found}")]
    Version {
        /// The file.
        name: String,
        /// The version found.
        found: u32,
    },
    /// The file is damaged or truncated.
    #[error(
        "{name}: damaged table: {}{} at offset {}: expected {}, found {}",
        fault.check,
        block.map(|block| format!(" of block {block}")).unwrap_or_default(),
        fault.offset,
        fault.expected,
        fault.found
    )]
    Damaged {
        /// The file.
        name: String,
        /// The block in which a check failed; `None` for the header and the file as a whole.
        block: Option<u32>,
        /// The check that failed.
        fault: Fault,
    },
    /// The file is intact, but of other rules than expected.
    #[error("{name}: table of other rules: {field}: expected {expected}, found {found}")]
    OtherRules {
        /// The file.
        name: String,
        /// The property that differs.
        field: &'static str,
        /// What was expected.
        expected: String,
        /// What the file has.
        found: String,
    },
    /// A drop file belongs to another slide file than the one given.
    #[error(
        "{name}: belongs to another slide file than {slide_name}: \
         expected one with content hash {expected}, found {found}"
    )]
    OtherSlideFile {
        /// The drop file.
        name: String,
        /// The slide file.
        slide_name: String,
        /// The content hash of the slide file that the drop file names.
        expected: ContentHash,
        /// The content hash of the slide file.
        found: ContentHash,
    },
    /// A position of the drop phase was looked up without a drop file.
    #[error(
        "{name}: slide file alone: expected a drop file with it for a position of {layer} pieces"
    )]
    NoDropFile {
        /// The slide file.
        name: String,
        /// The number of pieces on the board.
        layer: usize,
    },
    /// There is not enough memory for the values of the file.
    #[error("{name}: expected {bytes} bytes of memory for its values, found less")]
    Memory {
        /// The file.
        name: String,
        /// The bytes that the values need.
        bytes: u64,
    },
    /// The file cannot be read.
    #[error("{name}: {cause}")]
    Io {
        /// The file.
        name: String,
        /// The system's error.
        cause: io::Error,
    },
}

/// What reading a table file returns.
pub type Result<T, E = TableError> = std::result::Result<T, E>;

impl From<TableError> for OracleError {
    fn from(error: TableError) -> Self {
        Self::new(error)
    }
}

impl TableError {
    /// Returns the error of a failed check of a file, or of one of its blocks.
    pub(crate) fn damaged(name: &str, block: Option<u32>, fault: Fault) -> Self {
        Self::Damaged { name: name.to_owned(), block, fault }
    }
}

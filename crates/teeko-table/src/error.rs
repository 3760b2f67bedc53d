//! What can go wrong when a table file is read.

use std::io;

use thiserror::Error;

use crate::version::POINTS_VERSION;

/// A table file that cannot be read, or not as what it was offered as. Every message begins with
/// the file's name.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file begins otherwise than every table file: it is something else, or went through a
    /// text-mode transfer.
    #[error("{name}: not a table file: expected it to begin with bytes {expected}, found {found}")]
    NotATable {
        /// The file.
        name: String,
        /// The magic bytes, in hexadecimal.
        expected: String,
        /// The bytes found in their place.
        found: String,
    },
    /// The file is of a version of the format that this program does not know.
    #[error(
        "{name}: version of the table format: expected {expected} to {POINTS_VERSION}, found {found}"
    )]
    Version {
        /// The file.
        name: String,
        /// A version that is understood, that of Scarne's games.
        expected: u32,
        /// The version found.
        found: u32,
    },
    /// The file is damaged or cut short.
    #[error("{name}: damaged table: {check}{} at offset {offset}: expected {expected}, found {found}", in_block(*block))]
    Damaged {
        /// The file.
        name: String,
        /// Which check failed.
        check: &'static str,
        /// The block in which it failed; `None` in the header and for what concerns the whole file.
        block: Option<u32>,
        /// Where in the file the bytes concerned begin.
        offset: u64,
        /// What a sound file has there.
        expected: String,
        /// What this file has there.
        found: String,
    },
    /// The file is sound but of other rules than it was offered for.
    #[error("{name}: table of other rules: {field}: expected {expected}, found {found}")]
    OtherRules {
        /// The file.
        name: String,
        /// What differs.
        field: &'static str,
        /// What was asked for.
        expected: String,
        /// What the file is of.
        found: String,
    },
    /// A drop file was made from another slide file than the one it is used with.
    #[error(
        "{name}: belongs to another slide file than {slide_name}: expected one with content hash {expected}, found {found}"
    )]
    OtherSlideFile {
        /// The drop file.
        name: String,
        /// The slide file.
        slide_name: String,
        /// The content hash the drop file names.
        expected: String,
        /// The content hash of the slide file.
        found: String,
    },
    /// A position of the drop phase was looked up in a slide file alone.
    #[error(
        "{name}: slide file alone: expected a drop file with it for a position of {layer} pieces"
    )]
    NoDropFile {
        /// The slide file.
        name: String,
        /// The pieces on the board.
        layer: usize,
    },
    /// Its values take more memory than can be had.
    #[error("{name}: expected {bytes} bytes of memory for its values, found less")]
    Memory {
        /// The file.
        name: String,
        /// What its values take.
        bytes: u64,
    },
    /// The file cannot be read.
    #[error("{name}: {cause}")]
    Io {
        /// The file.
        name: String,
        /// What the system says.
        cause: io::Error,
    },
}

fn in_block(block: Option<u32>) -> String {
    block.map(|block| format!(" of block {block}")).unwrap_or_default()
}

/// A failed check, before it is known of which file.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) check: &'static str,
    pub(crate) block: Option<u32>,
    pub(crate) offset: u64,
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Fault {
    /// A failed check in the header, or of the whole file.
    pub(crate) fn at(
        offset: usize,
        check: &'static str,
        expected: impl std::fmt::Display,
        found: impl std::fmt::Display,
    ) -> Self {
        Self {
            check,
            block: None,
            offset: offset as u64,
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }

    pub(crate) fn of(self, name: &str) -> TableError {
        let Self { check, block, offset, expected, found } = self;
        TableError::Damaged { name: name.to_owned(), check, block, offset, expected, found }
    }
}

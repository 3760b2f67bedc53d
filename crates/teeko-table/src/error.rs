//! Errors when a table file is read.

use std::io;

use teeko_rules::OracleError;
use teeko_rules::encoding::Fault;
use thiserror::Error;

/// An error when a table file is opened or read. Every message begins with the file's name.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum TableError {
    /// The file is something else or of an unknown version, or lacks the other file that it goes
    /// with.
    #[error("{name}: {reason}")]
    Unfit { name: String, reason: String },
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
        name: String,
        /// The block in which a check failed; `None` for the header and the file as a whole.
        block: Option<u32>,
        fault: Fault,
    },
    /// The file is intact, but of other rules than expected.
    #[error("{name}: table of other rules: {field}: expected {expected}, found {found}")]
    OtherRules {
        name: String,
        field: &'static str,
        expected: String,
        found: String,
    },
    #[error("{name}: expected {bytes} bytes of memory for its values, found less")]
    Memory { name: String, bytes: u64 },
    #[error("{name}: {cause}")]
    Io { name: String, cause: io::Error },
}

/// What reading a table file returns.
pub type Result<T, E = TableError> = std::result::Result<T, E>;

impl From<TableError> for OracleError {
    fn from(error: TableError) -> Self {
        Self::new(error)
    }
}

impl TableError {
    pub(crate) fn unfit(name: &str, reason: String) -> Self {
        Self::Unfit {
            name: name.to_owned(),
            reason,
        }
    }

    /// Returns the error of a failed check of a file, or of one of its blocks.
    pub(crate) fn damaged(name: &str, block: Option<u32>, fault: Fault) -> Self {
        Self::Damaged {
            name: name.to_owned(),
            block,
            fault,
        }
    }
}

//! What can go wrong while exporting.

use std::io;

use thiserror::Error;

/// Why an export was not finished.
#[derive(Debug, Error)]
pub enum ExportError<E: std::error::Error + 'static> {
    /// The outcomes could not be looked up.
    #[error(transparent)]
    Oracle(E),
    /// The output could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The caller has had enough.
    #[error("the export was stopped")]
    Stopped,
}

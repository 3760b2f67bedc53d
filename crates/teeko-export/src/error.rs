//! What can go wrong while exporting.

use std::io;

use teeko_rules::work::Stopped;
use thiserror::Error;

/// Why an export was not finished.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError<E: std::error::Error + 'static> {
    /// The outcomes could not be looked up.
    #[error(transparent)]
    Oracle(E),
    /// The output could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The observer of the work said to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

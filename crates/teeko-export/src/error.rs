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
    /// Pieces have numbers: the same circles are worth more or less by which piece stands where,
    /// and a row does not say.
    #[error(
        "numbered pieces: expected positions that circles alone describe, found 24 numberings of each side's pieces"
    )]
    NumberedPieces,
    /// The observer of the work said to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

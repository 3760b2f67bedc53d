//! What can go wrong while exporting.

use std::io;

use teeko_rules::work::Stopped;
use thiserror::Error;

use crate::RequestError;

/// Why an export was not finished.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The game cannot be exported as requested.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The values could not be looked up: the error of their oracle.
    #[error(transparent)]
    Values(Box<dyn std::error::Error + Send + Sync>),
    /// The output could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The observer of the work stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

//! Errors of exporting.

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
    /// An error of the oracle: the values could not be looked up.
    #[error(transparent)]
    Values(Box<dyn std::error::Error + Send + Sync>),
    /// The output could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The observer of the work stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

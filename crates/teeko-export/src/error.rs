//! Errors of exporting.

use std::io;

use teeko_rules::OracleError;
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
    /// The oracle failed: the values could not be looked up.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The output could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The observer of the work stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

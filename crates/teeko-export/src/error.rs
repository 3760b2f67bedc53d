//! Errors of exporting.

use std::io;

use teeko_rules::OracleError;
use teeko_rules::work::Stopped;
use thiserror::Error;

use crate::RequestError;

/// Why an export was not finished.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum ExportError {
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The oracle failed: the values could not be looked up.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    #[error(transparent)]
    Write(#[from] io::Error),
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

//! Errors of verifications.

use teeko_rules::work::Stopped;
use teeko_table::TableError;
use thiserror::Error;

/// Why a verification made no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerificationError {
    /// The file cannot be read, or is not one that can be verified.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The observer stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

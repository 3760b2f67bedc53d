//! Why a verification came to no report.

use teeko_rules::work::Stopped;
use teeko_table::TableError;
use thiserror::Error;

/// Why a verification came to no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerificationError {
    /// The file cannot be read, or is none that can be verified.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The observer of the work said to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

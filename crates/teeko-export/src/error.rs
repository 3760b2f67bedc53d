//! Why an export is refused, or fails.

use std::io;
use std::path::PathBuf;

use teeko_rules::OracleError;
use teeko_rules::work::Stopped;
use thiserror::Error;

/// Why something cannot be exported as requested.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum RequestError {
    #[error("format `{found}`: expected {known}")]
    Format {
        found: String,
        /// The names of all formats.
        known: String,
    },
    #[error("{}: expected a name that ends in {endings}, found another", path.display())]
    NoFormat {
        path: PathBuf,
        /// The usual ending of each format that has one.
        endings: String,
    },
    #[error("{}: expected a name that fits {asked}, found one of {found}", path.display())]
    OtherFormat {
        path: PathBuf,
        /// The format asked for.
        asked: &'static str,
        /// The format that the name gives.
        found: &'static str,
    },
    #[error("{format}: expected a file, since {reason}, found a stream")]
    NeedsFile {
        format: &'static str,
        reason: &'static str,
    },
    /// Rules, options, a compression or a build that the format does not go with. The message says
    /// what was expected, and what to do about it.
    #[error("{0}")]
    Unfit(String),
}

impl RequestError {
    #[cfg(any(test, not(feature = "parquet")))]
    pub(crate) fn not_built(format: &str) -> Self {
        Self::Unfit(format!(
            "{format}: expected a program built with this format, found one without it; rebuild \
             with `--features {format}`, or import a CSV as crates/teeko-export/README.md shows"
        ))
    }
}

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

//! What can be wrong with a certificate: its file, or its claim.

use teeko_rules::encoding::Fault;
use teeko_rules::notation::circle_form;
use teeko_rules::work::Stopped;
use teeko_rules::{Position, Side};
use thiserror::Error;

/// Why bytes are no certificate: they begin otherwise than every certificate, since they are
/// something else or went through a text-mode transfer; they are of an unknown version of the
/// format; or they are damaged or cut short.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct CertificateError(pub(crate) String);

impl From<Fault> for CertificateError {
    fn from(fault: Fault) -> Self {
        Self(format!("damaged certificate: {fault}"))
    }
}

/// Why a certificate proves no win.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum WinFailure {
    /// It fails in a position.
    #[error("after {played} plies, position {}: {reason}", circle_form(.position))]
    At {
        /// The canonical position.
        position: Position,
        /// The plies that have been played to come there.
        played: u32,
        reason: String,
    },
    #[error("choices: expected {expected}, as many as positions need, found {found}")]
    Unused { expected: usize, found: usize },
}

/// Why a certificate proves no draw.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum DrawFailure {
    /// The strategy of a side fails in a position.
    #[error("{side}'s strategy, position {}: {reason}", circle_form(.position))]
    At {
        side: Side,
        /// The position, as the file has it.
        position: Position,
        reason: String,
    },
    #[error("length of the file: expected at most {expected} bytes, found {found}")]
    TooLong { expected: usize, found: usize },
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

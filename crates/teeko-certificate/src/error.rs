//! Errors of certificates: a wrong file, or a wrong claim.

use teeko_rules::encoding::Fault;
use teeko_rules::notation::circle_form;
use teeko_rules::work::Stopped;
use teeko_rules::{Position, Side};
use thiserror::Error;

use crate::OutOfMemory;

/// Why bytes were not read as a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// They do not begin like a certificate, since they are something else or went through a
    /// text-mode transfer; they are of an unknown version of the format; or they are damaged or cut
    /// short.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    #[allow(missing_docs, reason = "the message says what went wrong")]
    Memory(#[from] OutOfMemory),
}

impl From<Fault> for CertificateError {
    fn from(fault: Fault) -> Self {
        Self::Refused(format!("damaged certificate: {fault}"))
    }
}

/// Why a certificate proves no win.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum WinFailure {
    /// The strategy fails in a position.
    #[error("after {played} plies, position {}: {reason}", circle_form(.position))]
    At {
        /// The canonical position.
        position: Position,
        /// The plies that have been played to come there.
        played: u32,
        reason: String,
    },
    #[error("choices: expected {expected}, the number that the positions need, found {found}")]
    Unused { expected: usize, found: usize },
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
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
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

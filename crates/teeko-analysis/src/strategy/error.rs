//! Why there is no certificate.

use teeko_certificate::{DrawFailure, WinFailure};
use teeko_rules::{Outcome, Side};
use thiserror::Error;

use crate::error::AnalysisError;

/// Why there is no certificate.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum StrategyError {
    #[error("expected a forced win from the empty board, found a draw")]
    Drawn,
    #[error(
        "expected at most {most} points, which {side} forces from the empty board, found {asked}"
    )]
    Unforced {
        asked: u8,
        side: Side,
        /// The most points that it can force.
        most: u8,
    },
    #[error("expected pieces without numbers, which a certificate is about, found numbered ones")]
    NumberedPieces,
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The oracle's outcomes contradict each other, so that following them does not win.
    #[error("outcomes that contradict each other: {0}")]
    Contradiction(#[from] WinFailure),
    #[error("expected a draw from the empty board, found a {found}")]
    NotDrawn { found: Outcome },
    /// The oracle's outcomes contradict each other, so that following them does not draw.
    #[error("outcomes that contradict each other: {0}")]
    DrawContradiction(DrawFailure),
}

//! Errors of analyses.

use teeko_rules::notation::circle_form;
use teeko_rules::work::Stopped;
use teeko_rules::{OracleError, Outcome, Position};
use thiserror::Error;

/// Why an analysis failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The oracle does not know this position: it is not a position of its rules.
    #[error("position {}: expected a position of the rules, found none", circle_form(.0))]
    Unknown(Position),
    /// The outcome of a position is not that of its best move: the oracle's outcomes are not those
    /// of the rules.
    #[error(
        "position {}: expected {expected}, the outcome of its best move, found {found}",
        circle_form(.position)
    )]
    Contradiction {
        /// The position.
        position: Position,
        /// The outcome of its best move.
        expected: Outcome,
        /// The outcome that the oracle gives.
        found: Outcome,
    },
    /// The observer stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The oracle failed.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// The result of an analysis.
pub type Answer<T> = Result<T, AnalysisError>;

//! Errors of analyses, and the look-ups that return them.

use teeko_rules::notation::circle_form;
use teeko_rules::work::Stopped;
use teeko_rules::{Move, Oracle, OracleError, Outcome, Position, Value};
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

/// What an analysis returns.
pub type Answer<T> = Result<T, AnalysisError>;

/// Returns the value of a position that the oracle must know.
pub(crate) fn probe_value(oracle: &dyn Oracle, position: &Position) -> Answer<Value> {
    oracle.value(position)?.ok_or(AnalysisError::Unknown(*position))
}

/// Returns the value of a move for the side that makes it.
pub(crate) fn probe_move(oracle: &dyn Oracle, position: &Position, played: Move) -> Answer<Value> {
    let rules = oracle.rules();
    let ended =
        if rules.scoring().is_for_points() { rules.value_after(position, played) } else { None };
    let after = match ended {
        Some(ended) => ended,
        None => probe_value(oracle, &position.after(played))?,
    };
    Ok(after.of_move())
}

/// Returns the outcome of a position that the oracle must know.
pub(crate) fn probe(oracle: &dyn Oracle, position: &Position) -> Answer<Outcome> {
    oracle.outcome(position)?.ok_or(AnalysisError::Unknown(*position))
}

/// Returns the moves of a position, each with its value for the side that makes it.
pub(crate) fn values_of_moves(
    oracle: &dyn Oracle,
    position: &Position,
) -> Answer<Vec<(Move, Value)>> {
    let value = |played| Ok((played, probe_move(oracle, position, played)?));
    oracle.rules().moves(position).into_iter().map(value).collect()
}

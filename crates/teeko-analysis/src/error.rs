//! What can go wrong where outcomes are looked up.

use teeko_rules::notation::circle_form;
use teeko_rules::work::Stopped;
use teeko_rules::{Move, Oracle, Outcome, Position, Value};
use thiserror::Error;

/// Why something could not be analysed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AnalysisError<E: std::error::Error + 'static> {
    /// A position that the oracle does not know: none of its rules.
    #[error("position {}: expected a position of the rules, found none", circle_form(.0))]
    Unknown(Position),
    /// A position that is worth something else than the best that can be chosen in it: outcomes
    /// that are not those of the rules.
    #[error("position {}: expected {expected}, the outcome of its best move, found {found}", circle_form(.position))]
    Contradiction {
        /// The position.
        position: Position,
        /// What it is worth by its best move.
        expected: Outcome,
        /// What the oracle says.
        found: Outcome,
    },
    /// The observer of the work said to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The oracle has failed.
    #[error(transparent)]
    Oracle(E),
}

/// What a position that should be one is worth.
pub(crate) fn probe_value<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
) -> Result<Value, AnalysisError<O::Error>> {
    oracle.value(position).map_err(AnalysisError::Oracle)?.ok_or(AnalysisError::Unknown(*position))
}

/// What a move is worth to the side that makes it.
pub(crate) fn probe_move<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
    played: Move,
) -> Result<Value, AnalysisError<O::Error>> {
    let rules = oracle.rules();
    let ended =
        if rules.scoring().is_for_points() { rules.value_after(position, played) } else { None };
    let after = match ended {
        Some(ended) => ended,
        None => probe_value(oracle, &position.after(played))?,
    };
    Ok(after.of_move())
}

/// The outcome of a position that should have one.
pub(crate) fn probe<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
) -> Result<Outcome, AnalysisError<O::Error>> {
    oracle
        .outcome(position)
        .map_err(AnalysisError::Oracle)?
        .ok_or(AnalysisError::Unknown(*position))
}

//! Errors of analyses, and the look-ups that return them.

use teeko_rules::notation::circle_form;
use teeko_rules::work::Stopped;
use teeko_rules::{Move, Oracle, Outcome, Position, Value};
use thiserror::Error;

/// Why an analysis failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AnalysisError<E: std::error::Error + 'static> {
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
    Oracle(E),
}

/// What an analysis with an oracle of type `O` returns.
pub type Answer<T, O> = Result<T, AnalysisError<<O as Oracle>::Error>>;

/// Returns the value of a position that the oracle must know.
pub(crate) fn probe_value<O: Oracle + ?Sized>(oracle: &O, position: &Position) -> Answer<Value, O> {
    oracle.value(position).map_err(AnalysisError::Oracle)?.ok_or(AnalysisError::Unknown(*position))
}

/// Returns the value of a move for the side that makes it.
pub(crate) fn probe_move<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
    played: Move,
) -> Answer<Value, O> {
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
pub(crate) fn probe<O: Oracle>(oracle: &O, position: &Position) -> Answer<Outcome, O> {
    oracle
        .outcome(position)
        .map_err(AnalysisError::Oracle)?
        .ok_or(AnalysisError::Unknown(*position))
}

/// Returns the moves of a position, each with its value for the side that makes it.
pub(crate) fn values_of_moves<O: Oracle>(
    oracle: &O,
    position: &Position,
) -> Answer<Vec<(Move, Value)>, O> {
    let value = |played| Ok((played, probe_move(oracle, position, played)?));
    oracle.rules().moves(position).into_iter().map(value).collect()
}

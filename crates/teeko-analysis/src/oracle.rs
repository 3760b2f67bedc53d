//! Where outcomes come from.

use teeko_rules::notation::circle_form;
use teeko_rules::{Outcome, Position, Rules};
use thiserror::Error;

/// A source that knows the outcome of every position of a rule set.
pub trait Oracle: Sync {
    /// How looking up an outcome can fail: [`Infallible`](std::convert::Infallible) where all is in memory, an error of input
    /// or of a damaged file where it is not.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The rules whose positions it knows.
    fn rules(&self) -> &Rules;

    /// The outcome of a position for the side to move, with its distance in plies; a finished game is lost in 0 plies.
    ///
    /// `None` if the rules have no such position.
    ///
    /// # Errors
    /// If the source cannot be read or is found damaged.
    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Self::Error>;
}

/// Why a position could not be analysed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AnalysisError<E: std::error::Error + 'static> {
    /// A position that the oracle does not know: none of its rules.
    #[error("position {}: expected a position of the rules, found none", circle_form(.0))]
    Unknown(Position),
    /// The oracle has failed.
    #[error(transparent)]
    Oracle(#[from] E),
}

/// The outcome of a position that should have one.
pub(crate) fn probe<O: Oracle + ?Sized>(oracle: &O, position: &Position) -> Result<Outcome, AnalysisError<O::Error>> {
    oracle.outcome(position)?.ok_or(AnalysisError::Unknown(*position))
}

//! Where outcomes come from.

use std::convert::Infallible;
use std::sync::Arc;

use crate::{Outcome, Position, Rules};

/// A source that knows the outcome of every position of a rule set: a solution in memory, table files, or whatever else can tell.
///
/// All that is built on outcomes (ranked moves, lines, reviews, exports, certificates) is built on this trait, and does not know
/// which source it asks.
pub trait Oracle: Sync {
    /// How looking up an outcome can fail: [`Infallible`] where all is in memory, an error of input or of a damaged file where
    /// it is not.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The rules whose positions it knows.
    fn rules(&self) -> &Rules;

    /// The outcome of a position for the side to move, with its distance in plies; a finished game is lost in 0 plies, or won if
    /// the last ply completed a goal of the other side's.
    ///
    /// `None` if the rules have no such position: sets that overlap or leave the board, piece counts or a turn that alternate
    /// drops do not lead to, a side to move that has a goal already.
    ///
    /// # Errors
    /// If the source cannot be read or is found damaged.
    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Self::Error>;
}

impl<O: Oracle + ?Sized> Oracle for &O {
    type Error = O::Error;

    fn rules(&self) -> &Rules {
        (**self).rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, O::Error> {
        (**self).outcome(position)
    }
}

impl<O: Oracle + Send + ?Sized> Oracle for Arc<O> {
    type Error = O::Error;

    fn rules(&self) -> &Rules {
        (**self).rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, O::Error> {
        (**self).outcome(position)
    }
}

/// An oracle whose answers a function computes; it has all of them, so that nothing can fail.
#[derive(Clone, Debug)]
pub struct FunctionOracle<F> {
    rules: Rules,
    outcome: F,
}

impl<F: Fn(&Position) -> Option<Outcome> + Sync> FunctionOracle<F> {
    /// The oracle that answers as `outcome` does about the positions of these rules.
    pub fn new(rules: Rules, outcome: F) -> Self {
        Self { rules, outcome }
    }
}

impl<F: Fn(&Position) -> Option<Outcome> + Sync> Oracle for FunctionOracle<F> {
    type Error = Infallible;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        Ok((self.outcome)(position))
    }
}

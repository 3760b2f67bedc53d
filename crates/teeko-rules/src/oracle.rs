//! Where outcomes come from.

use std::convert::Infallible;
use std::sync::Arc;

use crate::{Outcome, Position, Rules, Value};

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

    /// The outcome of a position in the game for at least so many points ([`Rules::thresholds`]): won if the side to move forces as
    /// much, lost if its opponent does. In games that are not for points, and for the least threshold, it is that of the plain game,
    /// which is what [`Oracle::outcome`] gives.
    ///
    /// # Errors
    /// If the source cannot be read or is found damaged.
    fn outcome_for(&self, points: u8, position: &Position) -> Result<Option<Outcome>, Self::Error> {
        debug_assert!(points <= 1, "a source that does not know points");
        self.outcome(position)
    }

    /// What a position is worth to the side to move: points and plies. `None` as for [`Oracle::outcome`].
    ///
    /// Where pieces have numbers, a game that is over has scored 1 at least: how much depends on the last move.
    ///
    /// # Errors
    /// If the source cannot be read or is found damaged.
    fn value(&self, position: &Position) -> Result<Option<Value>, Self::Error> {
        let rules = self.rules();
        let Some(plain) = self.outcome(position)? else { return Ok(None) };
        if !rules.scoring().is_for_points() || plain == Outcome::Draw {
            return Ok(Some(plain.into()));
        }
        if let Some((ended, score)) = rules.value_at_end(position) {
            return Ok(Some(Value { score: score.unwrap_or(Value::from(ended).score), outcome: ended }));
        }
        let mut value = Value::from(plain);
        for points in rules.thresholds() {
            match self.outcome_for(points, position)? {
                None | Some(Outcome::Draw) => break,
                Some(outcome) => value = Value::new(outcome, points),
            }
        }
        Ok(Some(value))
    }
}

impl<O: Oracle + ?Sized> Oracle for &O {
    type Error = O::Error;

    fn rules(&self) -> &Rules {
        (**self).rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, O::Error> {
        (**self).outcome(position)
    }

    fn outcome_for(&self, points: u8, position: &Position) -> Result<Option<Outcome>, O::Error> {
        (**self).outcome_for(points, position)
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

    fn outcome_for(&self, points: u8, position: &Position) -> Result<Option<Outcome>, O::Error> {
        (**self).outcome_for(points, position)
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

//! Where outcomes come from.

use std::convert::Infallible;
use std::sync::Arc;

use crate::{Outcome, Position, Rules, Side, Value};

/// A source that knows the outcome of every position of a rule set: a solution in memory, table
/// files, or whatever else can tell.
///
/// All that is built on outcomes (ranked moves, lines, reviews, exports, certificates) is built on
/// this trait, and does not know which source it asks.
pub trait Oracle: Sync {
    /// How looking up an outcome can fail: [`Infallible`] where all is in memory, an error of input
    /// or of a damaged file where it is not.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The rules whose positions it knows.
    fn rules(&self) -> &Rules;

    /// The outcome of a position for the side to move, with its distance in plies; a finished game
    /// is lost in 0 plies, or won if the last ply completed a goal of the other side's.
    ///
    /// `None` if the rules have no such position: sets that overlap or leave the board, piece
    /// counts or a turn that alternate drops do not lead to, a side to move that has a goal
    /// already.
    ///
    /// # Errors
    /// If the source cannot be read or is found damaged.
    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Self::Error>;

    /// The outcomes of many positions, each as of [`Oracle::outcome`], in places of as many. A
    /// source may find them faster together.
    ///
    /// # Errors
    /// As for [`Oracle::outcome`].
    ///
    /// # Panics
    /// If there is not a place for each.
    fn outcomes(
        &self,
        positions: &[Position],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), Self::Error> {
        assert_eq!(positions.len(), outcomes.len(), "a place for each outcome");
        for (position, outcome) in positions.iter().zip(outcomes) {
            *outcome = self.outcome(position)?;
        }
        Ok(())
    }

    /// Returns the value of each of many positions, in their order. A source may find them faster
    /// together.
    ///
    /// # Errors
    /// As for [`Oracle::value`].
    fn values(&self, positions: &[Position]) -> Result<Vec<Option<Value>>, Self::Error> {
        if self.rules().scoring().is_for_points() {
            return positions.iter().map(|position| self.value(position)).collect();
        }
        let mut outcomes = vec![None; positions.len()];
        self.outcomes(positions, &mut outcomes)?;
        Ok(outcomes.into_iter().map(|outcome| outcome.map(Value::from)).collect())
    }

    /// In games for points: the plies in which a side forces at least so many points
    /// ([`Rules::thresholds`]) from a position in which play goes on; `None` if it does not.
    ///
    /// For the least threshold it is what [`Oracle::outcome`] says, which is all that a source of
    /// other games knows.
    ///
    /// # Errors
    /// If the source cannot be read or is found damaged.
    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, Self::Error> {
        debug_assert!(points <= 1, "a source that does not know points");
        Ok(match (self.outcome(position)?, side == position.turn) {
            (Some(Outcome::Win(plies)), true) | (Some(Outcome::Loss(plies)), false) => Some(plies),
            _ => None,
        })
    }

    /// What a position is worth to the side to move: points and plies. `None` as for
    /// [`Oracle::outcome`].
    ///
    /// Where pieces have numbers, a game that is over has scored 1 at least: how much depends on
    /// the last move.
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
            return Ok(Some(Value {
                score: score.unwrap_or(Value::from(ended).score),
                outcome: ended,
            }));
        }
        let thresholds = rules.thresholds();
        let mut value = Value::new(plain, thresholds.first().copied().unwrap_or(1));
        let (winner, of) = match plain {
            Outcome::Win(_) => (position.turn, Outcome::Win as fn(u32) -> Outcome),
            _ => (position.turn.other(), Outcome::Loss as fn(u32) -> Outcome),
        };
        // Whoever forces more points forces fewer.
        for &points in thresholds.iter().skip(1) {
            match self.forces(winner, points, position)? {
                Some(plies) => value = Value::new(of(plies), points),
                None => break,
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

    fn outcomes(
        &self,
        positions: &[Position],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), O::Error> {
        (**self).outcomes(positions, outcomes)
    }

    fn forces(&self, side: Side, points: u8, position: &Position) -> Result<Option<u32>, O::Error> {
        (**self).forces(side, points, position)
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

    fn outcomes(
        &self,
        positions: &[Position],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), O::Error> {
        (**self).outcomes(positions, outcomes)
    }

    fn forces(&self, side: Side, points: u8, position: &Position) -> Result<Option<u32>, O::Error> {
        (**self).forces(side, points, position)
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

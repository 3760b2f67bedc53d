//! Oracles: where outcomes come from.

use std::error::Error;

use crate::{Outcome, Position, Rules, Side, Value, Wdl};

/// Why an oracle cannot answer: its source cannot be read, or is damaged. Shown as the error that
/// it is made of.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct OracleError(Box<dyn Error + Send + Sync>);

impl OracleError {
    /// Takes the error of a source.
    pub fn new(error: impl Error + Send + Sync + 'static) -> Self {
        Self(Box::new(error))
    }

    /// Returns the error of the source if it is of this type.
    ///
    /// # Errors
    /// Returns `self` if it is of another type.
    pub fn downcast<E: Error + 'static>(self) -> Result<E, Self> {
        self.0.downcast().map(|error| *error).map_err(Self)
    }
}

/// What an oracle answers.
pub type OracleResult<T> = Result<T, OracleError>;

/// A source of the outcomes of all positions of a rule set, such as a solution in memory or table
/// files.
///
/// Everything that needs outcomes (ranked moves, lines, reviews, exports, certificates) uses this
/// trait and does not depend on the source.
pub trait Oracle: Sync {
    /// Returns the rules of the positions.
    fn rules(&self) -> &Rules;

    /// Returns the outcome of a position for the side to move, with its distance in plies. A
    /// finished game is lost in 0 plies, or won if the last ply completed a goal of the other
    /// side's.
    ///
    /// `None` if the rules have no such position: sets that overlap or leave the board, piece
    /// counts or a turn that alternate drops do not lead to, a side to move that has a goal
    /// already.
    ///
    /// # Errors
    /// If the source cannot be read or is damaged.
    fn outcome(&self, position: &Position) -> OracleResult<Option<Outcome>>;

    /// Returns the outcomes of many positions in their order. A source may be faster at this than
    /// with [`Oracle::outcome`] one by one.
    ///
    /// # Errors
    /// As for [`Oracle::outcome`].
    fn outcomes(&self, positions: &[Position]) -> OracleResult<Vec<Option<Outcome>>> {
        positions.iter().map(|position| self.outcome(position)).collect()
    }

    /// Returns whether each of many positions has this result, in their order; `None` as for
    /// [`Oracle::outcome`]. A source may be faster at this than with [`Oracle::outcomes`].
    ///
    /// # Errors
    /// As for [`Oracle::outcome`].
    fn have_result(&self, positions: &[Position], result: Wdl) -> OracleResult<Vec<Option<bool>>> {
        let outcomes = self.outcomes(positions)?.into_iter();
        Ok(outcomes.map(|outcome| outcome.map(|outcome| outcome.wdl() == result)).collect())
    }

    /// Returns the values of many positions in their order. A source may be faster at this than
    /// with [`Oracle::value`] one by one.
    ///
    /// # Errors
    /// As for [`Oracle::value`].
    fn values(&self, positions: &[Position]) -> OracleResult<Vec<Option<Value>>> {
        if self.rules().scoring().is_for_points() {
            return positions.iter().map(|position| self.value(position)).collect();
        }
        let outcomes = self.outcomes(positions)?.into_iter();
        Ok(outcomes.map(|outcome| outcome.map(Value::from)).collect())
    }

    /// In a game for points, returns the plies in which `side` forces at least `points` points
    /// ([`Rules::thresholds`]) from an unfinished position; `None` if it cannot.
    ///
    /// For the least threshold this follows from [`Oracle::outcome`], so sources of games that are
    /// not for points need not implement it.
    ///
    /// # Errors
    /// If the source cannot be read or is damaged.
    fn forces(&self, side: Side, points: u8, position: &Position) -> OracleResult<Option<u32>> {
        debug_assert!(points <= 1, "a source that does not know points");
        let outcome = self.outcome(position)?;
        Ok(outcome.and_then(|outcome| outcome.win_of(side == position.turn)))
    }

    /// Returns the value of a position for the side to move: points and plies. `None` as for
    /// [`Oracle::outcome`].
    ///
    /// With numbered pieces, a finished game counts as 1 point: the true score depends on the last
    /// move.
    ///
    /// # Errors
    /// If the source cannot be read or is damaged.
    fn value(&self, position: &Position) -> OracleResult<Option<Value>> {
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
        // A side that forces more points also forces fewer.
        for &points in thresholds.iter().skip(1) {
            match self.forces(winner, points, position)? {
                Some(plies) => value = Value::new(of(plies), points),
                None => break,
            }
        }
        Ok(Some(value))
    }
}

//! Oracles: where outcomes come from.

use std::error::Error;
use std::fmt;

use crate::notation::circle_form;
use crate::{Move, Outcome, Position, Rules, Side, Value, Wdl};

/// Why an oracle cannot answer: its source cannot be read, or is damaged. `Display` shows the error
/// of the source.
#[derive(thiserror::Error)]
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
        match self.0.downcast() {
            Ok(error) => Ok(*error),
            Err(error) => Err(Self(error)),
        }
    }
}

impl fmt::Debug for OracleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "OracleError({:?})", self.to_string())
    }
}

/// The result of a call to an oracle.
pub type OracleResult<T> = Result<T, OracleError>;

/// The moves in many positions, each with its outcome for the side to move.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct MovesOfMany {
    /// The moves in one position after the other.
    all: Vec<(Move, Outcome)>,
    /// By position, where its moves end.
    ends: Vec<usize>,
}

/// The outcomes of positions in their order.
type Outcomes = Vec<Option<Outcome>>;

impl MovesOfMany {
    /// Returns the moves in a position in the order of [`Rules::moves`], with their outcomes: plies
    /// count from the position. Returns an empty slice if there is no such position.
    pub fn of(&self, position: usize) -> &[(Move, Outcome)] {
        let Some(&end) = self.ends.get(position) else {
            return &[];
        };
        &self.all[self.start(position)..end]
    }

    fn start(&self, position: usize) -> usize {
        position
            .checked_sub(1)
            .map_or(0, |before| self.ends[before])
    }

    /// Finds the moves in many positions, given a function for the outcomes of the positions that
    /// they lead to.
    fn find(
        rules: &Rules,
        positions: &[Position],
        outcomes: &dyn Fn(&[Position]) -> OracleResult<Outcomes>,
    ) -> OracleResult<Self> {
        let mut found = Self::default();
        let mut next = Vec::new();
        for positions in positions.chunks(TOGETHER) {
            next.clear();
            for position in positions {
                let moves = found.push(rules, position);
                next.extend(moves.iter().map(|&(played, _)| position.after(played)));
            }
            found.set_outcomes(positions, outcomes(&next)?)?;
        }
        Ok(found)
    }

    /// Appends a position and returns its moves, whose outcomes the caller sets. There are none if
    /// it does not fit the board.
    pub fn push(&mut self, rules: &Rules, position: &Position) -> &[(Move, Outcome)] {
        if position.fits(rules.board()) {
            let moves = rules.moves(position).into_iter();
            self.all.extend(moves.map(|played| (played, Outcome::Draw)));
        }
        self.ends.push(self.all.len());
        self.of(self.ends.len() - 1)
    }

    /// Sets the outcomes of the moves in the last positions, given those of the positions that they
    /// lead to.
    ///
    /// # Errors
    /// If an outcome is unknown.
    pub fn set_outcomes(
        &mut self,
        positions: &[Position],
        outcomes: impl IntoIterator<Item = Option<Outcome>>,
    ) -> OracleResult<()> {
        let first = self.ends.len() - positions.len();
        let mut outcomes = outcomes.into_iter();
        for (number, position) in (first..).zip(positions) {
            let range = self.start(number)..self.ends[number];
            for (played, outcome) in &mut self.all[range] {
                let Some(found) = outcomes.next().flatten() else {
                    let next = position.after(*played);
                    return Err(OracleError::new(Unknown(circle_form(&next))));
                };
                *outcome = found.of_move();
            }
        }
        Ok(())
    }
}

/// The number of positions whose moves are looked up together.
const TOGETHER: usize = 64;

/// A position after a legal move, without an outcome.
#[derive(Debug, thiserror::Error)]
#[error("position {0}: expected a value, found none")]
struct Unknown(String);

/// A source of the outcomes of all positions of a rule set, such as a solution in memory or table
/// files.
///
/// Everything that needs outcomes (ranked moves, lines, reviews, exports, certificates) uses this
/// trait and does not depend on the source.
pub trait Oracle: Sync {
    /// Returns the rules of the positions.
    fn rules(&self) -> &Rules;

    /// Returns the outcome of a position for the side to move, with its distance in plies. A
    /// finished game is lost in 0 plies, won in 0 plies if the last ply completed a goal of the
    /// other side's, or drawn by a goal that is worth nothing.
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
        positions
            .iter()
            .map(|position| self.outcome(position))
            .collect()
    }

    /// Returns the moves in many positions. A source may be faster at this than with
    /// [`Oracle::outcomes`].
    ///
    /// # Errors
    /// As for [`Oracle::outcome`], or if a position after a move has no outcome.
    fn moves(&self, positions: &[Position]) -> OracleResult<MovesOfMany> {
        MovesOfMany::find(self.rules(), positions, &|next| self.outcomes(next))
    }

    /// Returns whether each of many positions has this result, in their order; `None` as for
    /// [`Oracle::outcome`]. A source may be faster at this than with [`Oracle::outcomes`].
    ///
    /// # Errors
    /// As for [`Oracle::outcome`].
    fn have_result(&self, positions: &[Position], result: Wdl) -> OracleResult<Vec<Option<bool>>> {
        let outcomes = self.outcomes(positions)?.into_iter();
        Ok(outcomes
            .map(|outcome| outcome.map(|outcome| outcome.wdl() == result))
            .collect())
    }

    /// Returns the values of many positions in their order. A source may be faster at this than
    /// with [`Oracle::value`] one by one.
    ///
    /// # Errors
    /// As for [`Oracle::value`].
    fn values(&self, positions: &[Position]) -> OracleResult<Vec<Option<Value>>> {
        if self.rules().scoring().is_for_points() {
            return positions
                .iter()
                .map(|position| self.value(position))
                .collect();
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
        let Some(plain) = self.outcome(position)? else {
            return Ok(None);
        };
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

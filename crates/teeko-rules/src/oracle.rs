//! Oracles: where outcomes come from.

use std::error::Error;
use std::fmt;

use crate::notation::circle_form;
use crate::{Outcome, Position, Rules, Side, Value, Wdl};

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

/// The values of the legal moves in many positions.
///
/// A value is for the side to move, the move included: the plies to a win, the negative of those to
/// a loss, 0 for a draw. The values of a position are in the order of [`Rules::moves`], which is
/// that of [`Move::action`](crate::Move::action).
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct MoveValues {
    /// The values of one position after the other.
    all: Vec<i16>,
    /// By position, where its values end.
    ends: Vec<usize>,
}

impl MoveValues {
    /// Returns the values of the moves in a position. Returns an empty slice if there is no such
    /// position.
    pub fn of(&self, position: usize) -> &[i16] {
        let Some(&end) = self.ends.get(position) else {
            return &[];
        };
        let before = position.checked_sub(1);
        let start = before.map_or(0, |before| self.ends[before]);
        &self.all[start..end]
    }

    /// Appends the values of the moves in some positions, and returns them. `ends` has for each
    /// position where its values end among these.
    pub fn push(&mut self, values: impl IntoIterator<Item = i16>, ends: &[usize]) -> &[i16] {
        let start = self.all.len();
        self.all.extend(values);
        self.ends.extend(ends.iter().map(|end| start + end));
        &self.all[start..]
    }

    /// Returns the value of the move to a position with this outcome; `None` if there is none, or if
    /// it takes more plies than the type holds.
    pub fn value_of(next: Option<Outcome>) -> Option<i16> {
        i16::try_from(next?.of_move().signed_plies()).ok()
    }

    /// Returns the error for positions after whose legal moves a value is missing: this one and some
    /// after it.
    pub fn missing(position: &Position) -> OracleError {
        OracleError::new(NoValue(circle_form(position)))
    }
}

/// The number of positions whose moves are looked up together.
const TOGETHER: usize = 64;

/// Positions in which a legal move has no value: this one and some after it.
#[derive(Debug, thiserror::Error)]
#[error(
    "position {0} and those after it: expected a value of each move, of at most 32,767 plies, found \
     one missing"
)]
struct NoValue(String);

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

    /// Returns the values of the legal moves in many positions, none in one that does not fit the
    /// board. A source may be faster at this than with [`Oracle::outcomes`].
    ///
    /// # Errors
    /// As for [`Oracle::outcome`], or if a position after a move has no outcome.
    fn move_values(&self, positions: &[Position]) -> OracleResult<MoveValues> {
        let mut found = MoveValues::default();
        for positions in positions.chunks(TOGETHER) {
            let mut next = Vec::new();
            let mut ends = Vec::with_capacity(positions.len());
            for position in positions {
                next.extend(positions_after(self.rules(), position));
                ends.push(next.len());
            }
            let outcomes = self.outcomes(&next)?.into_iter();
            let values: Option<Vec<i16>> = outcomes.map(MoveValues::value_of).collect();
            let values = values.ok_or_else(|| MoveValues::missing(&positions[0]))?;
            found.push(values, &ends);
        }
        Ok(found)
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

/// Returns the positions after each legal move in a position; none if it does not fit the board.
fn positions_after(rules: &Rules, position: &Position) -> Vec<Position> {
    if !position.fits(rules.board()) {
        return Vec::new();
    }
    let moves = rules.moves(position).into_iter();
    moves.map(|played| position.after(played)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    /// Has the same outcome in all positions.
    struct Constant(Rules, Option<Outcome>);

    impl Oracle for Constant {
        fn rules(&self) -> &Rules {
            &self.0
        }

        fn outcome(&self, _position: &Position) -> OracleResult<Option<Outcome>> {
            Ok(self.1)
        }
    }

    /// The empty board, with Black to move.
    #[test]
    fn the_side_that_wins_forces_a_point() {
        for (outcome, black, red) in [
            (Some(Outcome::Win(3)), Some(3), None),
            (Some(Outcome::Loss(4)), None, Some(4)),
            (Some(Outcome::Draw), None, None),
            (None, None, None),
        ] {
            let oracle = Constant(Variant::default().rules().unwrap(), outcome);
            for (side, plies) in [(Side::Black, black), (Side::Red, red)] {
                let forced = oracle.forces(side, 1, &Position::EMPTY).unwrap();
                assert_eq!(forced, plies, "{side:?} if {outcome:?}");
            }
        }
    }
}

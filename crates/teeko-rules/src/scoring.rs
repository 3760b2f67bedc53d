//! Scorings: what both sides play for, and the values of positions.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::Outcome;

/// The scoring: what both sides play for.
#[derive(
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Scoring {
    /// To complete any goal.
    #[default]
    Goals,
    /// For the points of the completed goal, each goal having its price (*Scarne on Teeko*, 1955,
    /// after Jackman).
    Points,
    /// For the pips of the piece that completes the goal, and 4 more if it stands on the centre or
    /// a corner (final edition of 1964; *Scarne's Encyclopedia of Games*, 1973, after Jackman).
    Pips,
}

impl Scoring {
    /// All of them, the plain game first.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether goals are worth different numbers of points.
    pub const fn is_for_points(self) -> bool {
        !matches!(self, Self::Goals)
    }
}

/// The value of a position: points and plies.
///
/// Greater is better: more points, then the faster win or the slower loss. In games that are not
/// for points every win is worth 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value {
    /// The points that the side to move nets with best play: positive if it scores, negative if its
    /// opponent does, 0 in a draw.
    pub score: i16,
    /// The outcome. In games for points its distance is a bound: the plies within which the winner
    /// can force at least these points.
    pub outcome: Outcome,
}

impl Value {
    /// Neither side can force anything.
    pub const DRAW: Self = Self {
        score: 0,
        outcome: Outcome::Draw,
    };

    /// Returns the value of `outcome` when the winner scores `points`.
    pub const fn new(outcome: Outcome, points: u8) -> Self {
        let score = match outcome {
            Outcome::Win(_) => points as i16,
            Outcome::Loss(_) => -(points as i16),
            Outcome::Draw => 0,
        };
        Self { score, outcome }
    }

    /// Returns the same value from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            score: -self.score,
            outcome: self.outcome.reversed(),
        }
    }

    /// Returns the value of a move for the side that makes it, from the value of the position after
    /// it for the other side.
    #[must_use]
    pub const fn of_move(self) -> Self {
        Self {
            score: -self.score,
            outcome: self.outcome.of_move(),
        }
    }
}

impl From<Outcome> for Value {
    /// Returns the value in a game that is not for points.
    fn from(outcome: Outcome) -> Self {
        Self::new(outcome, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_order_by_points_then_by_plies() {
        let ordered = [
            Value::new(Outcome::Loss(2), 3),
            Value::new(Outcome::Loss(8), 3),
            Value::new(Outcome::Loss(4), 1),
            Value::DRAW,
            Value::new(Outcome::Win(1), 1),
            Value::new(Outcome::Win(9), 5),
            Value::new(Outcome::Win(3), 5),
        ];
        assert!(ordered.is_sorted_by(|a, b| a < b));
        let reversed: Vec<Value> = ordered
            .iter()
            .rev()
            .map(|value| value.reversed().reversed())
            .collect();
        assert!(reversed.is_sorted_by(|a, b| a > b));
        assert_eq!(
            Value::new(Outcome::Loss(2), 3).of_move(),
            Value::new(Outcome::Win(3), 3)
        );
    }
}

//! Outcomes: what a position is worth.

use std::cmp::Ordering;
use std::fmt;

/// What a position is worth to a side under perfect play of both, with the exact distance to win in plies.
///
/// The winner hurries, the loser delays. For the side to move:
///
/// | value | meaning |
/// |---|---|
/// | `Win(d)` | it completes a goal with the `d`-th ply from here, its own; `d` is odd |
/// | `Draw` | neither side can force a goal |
/// | `Loss(d)` | the opponent completes a goal with the `d`-th ply from here; `d` is even |
/// | `Loss(0)` | the opponent has just completed a goal: the game is over |
///
/// Outcomes order from worst to best: fast losses, slow losses, draw, slow wins, fast wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A forced win in this many plies.
    Win(u32),
    /// A forced loss in this many plies.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
}

impl Outcome {
    /// The name without the distance: `win`, `loss` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Loss(_) => "loss",
            Self::Draw => "draw",
        }
    }

    /// The distance to win in plies; `None` for a draw.
    pub const fn distance(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The same outcome as the other side sees it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
        }
    }

    /// The outcome with `plies` more to go.
    #[must_use]
    pub const fn later_by(self, plies: u32) -> Self {
        match self {
            Self::Win(distance) => Self::Win(distance + plies),
            Self::Loss(distance) => Self::Loss(distance + plies),
            Self::Draw => Self::Draw,
        }
    }

    /// What a move is worth to the mover if the position it leads to has this outcome for the side to move there.
    #[must_use]
    pub const fn of_move(self) -> Self {
        self.reversed().later_by(1)
    }

    /// Whether the other outcome is the same but for the distance.
    pub const fn same_result(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Win(_), Self::Win(_)) | (Self::Loss(_), Self::Loss(_)) | (Self::Draw, Self::Draw)
        )
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |outcome: &Self| match *outcome {
            Self::Loss(plies) => (0, i64::from(plies)),
            Self::Draw => (1, 0),
            Self::Win(plies) => (2, -i64::from(plies)),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Outcome {
    /// `win in 13 plies`, `loss in 1 ply`, `draw`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            None => formatter.write_str(self.name()),
            Some(plies) => write!(formatter, "{} in {plies} {}", self.name(), if plies == 1 { "ply" } else { "plies" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_order_from_fast_losses_to_fast_wins() {
        let ordered = [
            Outcome::Loss(0),
            Outcome::Loss(2),
            Outcome::Loss(200),
            Outcome::Draw,
            Outcome::Win(301),
            Outcome::Win(3),
            Outcome::Win(1),
        ];
        assert!(ordered.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_move_that_completes_a_goal_wins_in_one() {
        assert_eq!(Outcome::Loss(0).of_move(), Outcome::Win(1));
        assert_eq!(Outcome::Win(1).of_move(), Outcome::Loss(2));
        assert_eq!(Outcome::Draw.of_move(), Outcome::Draw);
    }
}

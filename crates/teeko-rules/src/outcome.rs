//! Outcomes: win, draw or loss, with a distance.

use std::cmp::Ordering;
use std::fmt;

use strum::{Display, EnumString, IntoStaticStr};

use crate::TextError;

/// Win, draw or loss: an outcome without its distance.
///
/// Ordered from worst to best.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Display, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = TextError, parse_err_fn = no_result)]
pub enum Wdl {
    /// The other side can force a goal.
    Loss,
    /// Neither side can force a goal.
    Draw,
    /// The side can force a goal.
    Win,
}

impl Wdl {
    /// All three, the best first, as tables list them.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the result from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

fn no_result(text: &str) -> TextError {
    TextError::no_name("result", text, &Wdl::ALL)
}

/// Whether the parity of a distance determines who wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parity {
    /// Wins take an odd number of plies and losses an even number: a side completes its goal with
    /// its own ply.
    Fixed,
    /// Both take any number, since a ply may complete a goal of the other side's.
    Free,
}

impl Parity {
    /// Returns the plies between two distances of the same winner that follow each other.
    pub const fn plies_apart(self) -> u32 {
        match self {
            Self::Fixed => 2,
            Self::Free => 1,
        }
    }
}

/// The result of a position for one side under perfect play of both, with the exact distance to win
/// in plies.
///
/// The winner minimises the plies, the loser maximises them. For the side to move:
///
/// | value | meaning |
/// |---|---|
/// | `Win(d)` | it completes a goal with the `d`-th ply from here, its own; `d` is odd |
/// | `Draw` | neither side can force a goal |
/// | `Loss(d)` | the opponent completes a goal with the `d`-th ply from here; `d` is even |
/// | `Loss(0)` | the opponent has just completed a goal: the game is finished |
///
/// Some goals have circles that must be empty
/// ([`Goals::have_empty_circles`](crate::Goals::have_empty_circles)). Then a side may complete a
/// goal of the *other* side's by leaving the last of them, and may be forced to. In such games `d`
/// may be odd or even in both, and there is one more value:
///
/// | value | meaning |
/// |---|---|
/// | `Win(0)` | the opponent has just completed a goal of this side's: the game is finished |
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
    /// Returns the name without the distance: `win`, `loss` or `draw`.
    pub fn name(self) -> &'static str {
        self.wdl().name()
    }

    /// Returns the outcome without the distance.
    pub const fn wdl(self) -> Wdl {
        match self {
            Self::Win(_) => Wdl::Win,
            Self::Loss(_) => Wdl::Loss,
            Self::Draw => Wdl::Draw,
        }
    }

    /// Returns the distance to win in plies; `None` for a draw.
    pub const fn distance(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Returns the distance with a sign: above 0 for a win, below 0 for a loss, 0 for a draw and
    /// for a finished game.
    pub const fn signed_plies(self) -> i64 {
        match self {
            Self::Win(plies) => plies as i64,
            Self::Loss(plies) => -(plies as i64),
            Self::Draw => 0,
        }
    }

    /// Returns the plies after which the side to move wins, or its opponent if not `of_mover`.
    /// `None` if that side does not win.
    pub const fn win_of(self, of_mover: bool) -> Option<u32> {
        match (self, of_mover) {
            (Self::Win(plies), true) | (Self::Loss(plies), false) => Some(plies),
            _ => None,
        }
    }

    /// Returns the same outcome from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
        }
    }

    /// Returns the outcome for the mover if the move leads to a position that has this outcome for
    /// the opponent.
    #[must_use]
    pub const fn of_move(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
        }
    }
}

impl Outcome {
    /// Returns what outcomes are ordered by: slow losses are above fast ones, and fast wins above
    /// slow ones.
    const fn rank(self) -> (Wdl, i64) {
        match self {
            Self::Loss(plies) => (Wdl::Loss, plies as i64),
            Self::Draw => (Wdl::Draw, 0),
            Self::Win(plies) => (Wdl::Win, -(plies as i64)),
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Outcome {
    /// Writes `win in 13 plies`, `loss in 1 ply`, `draw`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            None => formatter.write_str(self.name()),
            Some(plies) => write!(
                formatter,
                "{} in {plies} {}",
                self.name(),
                if plies == 1 { "ply" } else { "plies" }
            ),
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
}

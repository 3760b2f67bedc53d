//! Goal sets: named sets of goal families.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::{Board, GoalFamily, Goals, Scoring, TextError};

/// A named goal set, made of whole families of goals. The number in its name is the number of its
/// goals on the standard board.
///
/// On other boards the set has the same families, but usually not the same number of goals.
#[derive(
    Clone,
    Copy,
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
#[strum(parse_err_ty = TextError, parse_err_fn = no_goal_set)]
pub enum GoalSet {
    /// Lines alone, as university exercises have it.
    #[strum(serialize = "28")]
    Goals28,
    /// Lines, and upright squares of side 2 while their middle is empty: "Teeko2" of an artificial
    /// intelligence course.
    #[strum(serialize = "37e")]
    Goals37e,
    /// Lines, and the smallest diamonds while their middle is empty: "Teeko2" of an artificial
    /// intelligence course, in another year than [`GoalSet::Goals37e`].
    #[strum(serialize = "37d")]
    Goals37d,
    /// Standard Teeko (Scarne 1952): lines and unit squares.
    #[strum(serialize = "44")]
    Goals44,
    /// Goal set `44` and diamonds: Advanced Teeko, if its squares are read as rhombi (Wikipedia).
    #[strum(serialize = "54")]
    Goals54,
    /// Advanced Teeko (*Scarne on Teeko*, 1955): goal set `44` and upright squares.
    #[strum(serialize = "58")]
    Goals58,
    /// "Teeko Plus": goal set `44`, diamonds and skew squares.
    #[strum(serialize = "64")]
    Goals64,
    /// Wikipedia's squares and rhombi together: goal set `58` and diamonds.
    #[strum(serialize = "68")]
    Goals68,
    /// Jackman's "78 positions" (1995): lines and every square of any size and angle.
    #[strum(serialize = "78")]
    Goals78,
}

impl GoalSet {
    /// All named goal sets, smallest first.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The goal sets in the sources of Teeko (Scarne, Jackman, Wikipedia), smallest first. The
    /// others are played elsewhere.
    pub const SIX: [Self; 6] = [
        Self::Goals44,
        Self::Goals54,
        Self::Goals58,
        Self::Goals64,
        Self::Goals68,
        Self::Goals78,
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the goals of a family belong to the set.
    pub fn contains(self, family: GoalFamily) -> bool {
        match family {
            GoalFamily::Lines => true,
            GoalFamily::Squares(1) => {
                !matches!(self, Self::Goals28 | Self::Goals37e | Self::Goals37d)
            }
            GoalFamily::Squares(_) => matches!(self, Self::Goals58 | Self::Goals68 | Self::Goals78),
            GoalFamily::Diamonds => {
                matches!(
                    self,
                    Self::Goals54 | Self::Goals64 | Self::Goals68 | Self::Goals78
                )
            }
            GoalFamily::SkewSquares => matches!(self, Self::Goals64 | Self::Goals78),
            GoalFamily::OpenSquares => self == Self::Goals37e,
            GoalFamily::OpenDiamonds => self == Self::Goals37d,
        }
    }

    /// Returns the families whose goals belong to the set.
    pub fn families(self) -> impl Iterator<Item = GoalFamily> {
        GoalFamily::ALL
            .into_iter()
            .filter(move |&family| self.contains(family))
    }

    /// Returns the goals on a board. With [`Scoring::Points`] each goal has the price of its shape,
    /// and the result is `None` if a goal has no price.
    pub fn scored_on(self, board: Board, scoring: Scoring) -> Option<Goals> {
        match scoring {
            Scoring::Points => {
                let prices = GoalFamily::prices_on(board);
                self.on(board)
                    .with_prices(|goal| prices.get(&goal.circles()).copied())
            }
            Scoring::Goals | Scoring::Pips => Some(self.on(board)),
        }
    }

    /// Returns the goals on a board.
    pub fn on(self, board: Board) -> Goals {
        Goals::new(
            self.families()
                .flat_map(|family| family.patterns(board))
                .collect(),
        )
    }
}

fn no_goal_set(text: &str) -> TextError {
    TextError::no_name("goal set", text, GoalSet::ALL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::subsets;
    use crate::{Circle, Circles, PIECES};

    #[test]
    fn goal_sets_are_named_after_their_size() {
        for &set in GoalSet::ALL {
            let size = set.on(Board::STANDARD).patterns().len().to_string();
            assert_eq!(set.name().trim_end_matches(['e', 'd']), size);
            assert_eq!(set.name().parse(), Ok(set));
        }
        assert!("45".parse::<GoalSet>().is_err());
    }

    /// A brute-force definition of a square: four equal sides and two equal diagonals.
    #[test]
    fn every_square_of_every_board_is_found_once() {
        for (width, height) in [(4, 4), (5, 5), (6, 4), (7, 7)] {
            let board = Board::new(width, height).unwrap();
            let distance = |a: Circle, b: Circle| {
                let (dx, dy) = (
                    board.column(a) - board.column(b),
                    board.row(a) - board.row(b),
                );
                dx * dx + dy * dy
            };
            let is_square = |set: &Circles| {
                let pairs = set.iter().flat_map(|a| set.iter().map(move |b| (a, b)));
                let pairs = pairs.filter(|(a, b)| a < b);
                let mut sides: Vec<_> = pairs.map(|(a, b)| distance(a, b)).collect();
                sides.sort_unstable();
                sides[..4] == [sides[0]; 4] && sides[4..] == [2 * sides[0]; 2]
            };
            let squares = subsets(board.circle_count(), PIECES)
                .filter(is_square)
                .count();
            let families = GoalSet::Goals78
                .families()
                .filter(|&family| family != GoalFamily::Lines);
            let found = families.flat_map(|family| family.patterns(board)).count();
            assert_eq!(found, squares, "{board}");
        }
    }
}

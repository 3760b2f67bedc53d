//! Goal patterns: the sets of four circles that win.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::quoted::quoted;
use crate::{Board, Circles, PIECES};

/// Which families of patterns count as goals.
///
/// A square is given by one side as a vector: (1, 0) is a unit square, (s, 0) an upright one, (s, s) a diamond, any
/// other direction a skew square.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "five independent families, each in or out")]
pub struct Families {
    /// Four in a row: horizontal, vertical or diagonal.
    pub lines: bool,
    /// Squares of side 1: four neighbouring circles.
    pub unit_squares: bool,
    /// Upright squares of side 2 and more.
    pub upright_squares: bool,
    /// Squares turned by 45 degrees.
    pub diamonds: bool,
    /// Squares at any other angle.
    pub skew_squares: bool,
}

impl Families {
    /// The patterns of these families on a board, in ascending order.
    pub fn patterns(self, board: Board) -> Vec<Circles> {
        let mut patterns = Vec::new();
        let reach = board.width().max(board.height()) as isize;
        for start in board.circles() {
            let (column, row) = (board.column(start), board.row(start));
            let mut push = |corners: [(isize, isize); PIECES]| {
                let pattern: Option<Circles> =
                    corners.into_iter().map(|(dx, dy)| board.circle_at(column + dx, row + dy)).collect();
                patterns.extend(pattern);
            };
            if self.lines {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    push([0, 1, 2, 3].map(|n| (n * dx, n * dy)));
                }
            }
            for (dx, dy) in (1..reach).flat_map(|dx| (0..reach).map(move |dy| (dx, dy))) {
                let wanted = match (dx, dy) {
                    (1, 0) => self.unit_squares,
                    (_, 0) => self.upright_squares,
                    _ if dx == dy => self.diamonds,
                    _ => self.skew_squares,
                };
                if wanted {
                    push([(0, 0), (dx, dy), (dx - dy, dy + dx), (-dy, dx)]);
                }
            }
        }
        patterns.sort_unstable();
        patterns
    }
}

/// The goal sets that have a name, after the number of goals each has on the standard board.
///
/// On other boards the name stands for the same families, whatever their number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GoalSet {
    /// Lines alone, as exercises at universities have it.
    Goals28,
    /// Standard Teeko (Scarne 1952): lines and unit squares.
    Goals44,
    /// Wikipedia's rhombus reading of Advanced Teeko: 44 and diamonds.
    Goals54,
    /// Advanced Teeko (*Scarne on Teeko*, 1955): 44 and upright squares.
    Goals58,
    /// "Teeko Plus": 44, diamonds and skew squares.
    Goals64,
    /// Wikipedia's squares and rhombi together: 58 and diamonds.
    Goals68,
    /// Jackman's "78 positions" (1995): lines and every square of any size and angle.
    Goals78,
}

/// A goal set name that is not known.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("goal set `{found}`: expected one of 28, 44, 54, 58, 64, 68, 78")]
pub struct GoalsError {
    found: String,
}

impl GoalSet {
    /// All named goal sets, smallest first.
    pub const ALL: [Self; 7] =
        [Self::Goals28, Self::Goals44, Self::Goals54, Self::Goals58, Self::Goals64, Self::Goals68, Self::Goals78];

    /// Those of the sources of Teeko (Scarne, Jackman, Wikipedia), smallest first. The others are played elsewhere.
    pub const SIX: [Self; 6] =
        [Self::Goals44, Self::Goals54, Self::Goals58, Self::Goals64, Self::Goals68, Self::Goals78];

    /// The name, which is the number of goals on the standard board.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goals28 => "28",
            Self::Goals44 => "44",
            Self::Goals54 => "54",
            Self::Goals58 => "58",
            Self::Goals64 => "64",
            Self::Goals68 => "68",
            Self::Goals78 => "78",
        }
    }

    /// The families of patterns it consists of.
    pub fn families(self) -> Families {
        let (upright_squares, diamonds, skew_squares) = match self {
            Self::Goals28 | Self::Goals44 => (false, false, false),
            Self::Goals54 => (false, true, false),
            Self::Goals58 => (true, false, false),
            Self::Goals64 => (false, true, true),
            Self::Goals68 => (true, true, false),
            Self::Goals78 => (true, true, true),
        };
        Families { lines: true, unit_squares: self != Self::Goals28, upright_squares, diamonds, skew_squares }
    }

    /// The goals on a board.
    pub fn on(self, board: Board) -> Goals {
        Goals::new(self.families().patterns(board))
    }
}

impl fmt::Display for GoalSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for GoalSet {
    type Err = GoalsError;

    fn from_str(text: &str) -> Result<Self, GoalsError> {
        Self::ALL.into_iter().find(|set| set.name() == text).ok_or_else(|| GoalsError { found: quoted(text) })
    }
}

/// The goal patterns of a rule set: sets of [`PIECES`] circles, ascending, each once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Goals {
    patterns: Vec<Circles>,
}

impl Goals {
    /// Goals with these patterns, in any order.
    ///
    /// # Panics
    /// If a pattern does not have [`PIECES`] circles.
    pub fn new(mut patterns: Vec<Circles>) -> Self {
        assert!(patterns.iter().all(|pattern| pattern.len() == PIECES), "a goal pattern has {PIECES} circles");
        patterns.sort_unstable();
        patterns.dedup();
        Self { patterns }
    }

    /// The patterns in ascending order.
    pub fn patterns(&self) -> &[Circles] {
        &self.patterns
    }

    /// Whether these are exactly the circles of a goal.
    pub fn is_goal(&self, pieces: Circles) -> bool {
        self.patterns.binary_search(&pieces).is_ok()
    }

    /// The circles on which one more piece completes a goal, for a side whose other pieces are `staying`.
    pub fn completions(&self, staying: Circles) -> Circles {
        let completing =
            self.patterns.iter().filter(|pattern| staying.len() + 1 == PIECES && pattern.contains_all(staying));
        completing.fold(Circles::EMPTY, |all, &pattern| all | (pattern - staying))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Circle;

    fn count(families: Families) -> usize {
        families.patterns(Board::STANDARD).len()
    }

    /// The counts of the rule booklets, family by family.
    #[test]
    fn families_have_the_published_sizes() {
        assert_eq!(count(Families { lines: true, ..Families::default() }), 10 + 10 + 8);
        assert_eq!(count(Families { unit_squares: true, ..Families::default() }), 16);
        assert_eq!(count(Families { upright_squares: true, ..Families::default() }), 9 + 4 + 1);
        assert_eq!(count(Families { diamonds: true, ..Families::default() }), 9 + 1);
        assert_eq!(count(Families { skew_squares: true, ..Families::default() }), 10);
    }

    #[test]
    fn goal_sets_are_named_after_their_size() {
        for set in GoalSet::ALL {
            assert_eq!(set.on(Board::STANDARD).patterns().len().to_string(), set.name());
            assert_eq!(set.name().parse(), Ok(set));
        }
        assert!("45".parse::<GoalSet>().is_err());
    }

    /// A brute-force definition of a square: four equal sides and two equal diagonals.
    #[test]
    fn every_square_of_every_board_is_found_once() {
        for (width, height) in [(4, 4), (5, 5), (6, 4), (7, 7)] {
            let board = Board::new(width, height).unwrap();
            let all: Vec<Circle> = board.circles().iter().collect();
            let distance = |a: Circle, b: Circle| {
                let (dx, dy) = (board.column(a) - board.column(b), board.row(a) - board.row(b));
                dx * dx + dy * dy
            };
            let mut squares = 0;
            for (i, &a) in all.iter().enumerate() {
                for (j, &b) in all.iter().enumerate().skip(i + 1) {
                    for (k, &c) in all.iter().enumerate().skip(j + 1) {
                        for &d in &all[k + 1..] {
                            let mut sides = [
                                distance(a, b),
                                distance(a, c),
                                distance(a, d),
                                distance(b, c),
                                distance(b, d),
                                distance(c, d),
                            ];
                            sides.sort_unstable();
                            squares += usize::from(
                                sides[0] == sides[3] && sides[4] == 2 * sides[0] && sides[5] == 2 * sides[0],
                            );
                        }
                    }
                }
            }
            let families = Families { lines: false, ..GoalSet::Goals78.families() };
            assert_eq!(families.patterns(board).len(), squares, "{board}");
        }
    }

    #[test]
    fn completions_are_the_missing_circles() {
        let goals = GoalSet::Goals44.on(Board::STANDARD);
        let three: Circles = [2, 3, 4].into_iter().filter_map(Circle::from_number).collect();
        assert_eq!(goals.completions(three).to_string(), "1,5");
    }
}

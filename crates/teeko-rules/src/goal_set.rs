//! Goal sets: families of goal patterns, and the sets of them that have a name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::quoted::quoted;
use crate::{Board, Circles, Goal, Goals, PIECES, Scoring, price_of_shape};

/// Which families of patterns count as goals.
///
/// A square is given by one side as a vector: (1, 0) is a unit square, (s, 0) an upright one, (s,
/// s) a diamond, any other direction a skew square.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent families, each in or out")]
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
    /// Upright squares of side 2 while their middle circle is empty.
    pub open_squares: bool,
    /// The smallest diamonds, of four circles around one, while that one is empty.
    pub open_diamonds: bool,
}

impl Families {
    /// The patterns of these families on a board, in ascending order.
    pub fn patterns(self, board: Board) -> Vec<Goal> {
        let mut patterns: Vec<Goal> = Vec::new();
        let reach = board.width().max(board.height()) as isize;
        for start in board.circles() {
            let (column, row) = (board.column(start), board.row(start));
            let mut push = |corners: [(isize, isize); PIECES]| {
                let circles: Option<Circles> = corners
                    .into_iter()
                    .map(|(dx, dy)| board.circle_at(column + dx, row + dy))
                    .collect();
                patterns.extend(circles.map(Goal::from));
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
        // A middle on the edge of the board has corners off it.
        for (wanted, corners) in [
            (self.open_squares, [(-1, -1), (1, -1), (-1, 1), (1, 1)]),
            (self.open_diamonds, [(0, -1), (-1, 0), (1, 0), (0, 1)]),
        ] {
            for middle in board.circles().iter().filter(|_| wanted) {
                let (column, row) = (board.column(middle), board.row(middle));
                let circles: Option<Circles> = corners
                    .into_iter()
                    .map(|(dx, dy)| board.circle_at(column + dx, row + dy))
                    .collect();
                patterns.extend(circles.map(|circles| Goal::new(circles, middle.into())));
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
    /// Lines, and upright squares of side 2 while their middle is empty: "Teeko2" of a course on
    /// artificial intelligence.
    Goals37e,
    /// Lines, and the smallest diamonds while their middle is empty: the same in another year.
    Goals37d,
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
#[error("goal set `{found}`: expected one of 28, 37e, 37d, 44, 54, 58, 64, 68, 78")]
pub struct GoalsError {
    found: String,
}

impl GoalSet {
    /// All named goal sets, smallest first.
    pub const ALL: [Self; 9] = [
        Self::Goals28,
        Self::Goals37e,
        Self::Goals37d,
        Self::Goals44,
        Self::Goals54,
        Self::Goals58,
        Self::Goals64,
        Self::Goals68,
        Self::Goals78,
    ];

    /// Those of the sources of Teeko (Scarne, Jackman, Wikipedia), smallest first. The others are
    /// played elsewhere.
    pub const SIX: [Self; 6] =
        [Self::Goals44, Self::Goals54, Self::Goals58, Self::Goals64, Self::Goals68, Self::Goals78];

    /// The name, which begins with the number of goals on the standard board.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goals28 => "28",
            Self::Goals37e => "37e",
            Self::Goals37d => "37d",
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
        let lines = Families { lines: true, ..Families::default() };
        let squares = Families { unit_squares: true, ..lines };
        match self {
            Self::Goals28 => lines,
            Self::Goals37e => Families { open_squares: true, ..lines },
            Self::Goals37d => Families { open_diamonds: true, ..lines },
            Self::Goals44 => squares,
            Self::Goals54 => Families { diamonds: true, ..squares },
            Self::Goals58 => Families { upright_squares: true, ..squares },
            Self::Goals64 => Families { diamonds: true, skew_squares: true, ..squares },
            Self::Goals68 => Families { upright_squares: true, diamonds: true, ..squares },
            Self::Goals78 => {
                Families { upright_squares: true, diamonds: true, skew_squares: true, ..squares }
            }
        }
    }

    /// The goals on a board, in games for points with their prices by shape; `None` if one has a
    /// shape without a price.
    pub fn scored_on(self, board: Board, scoring: Scoring) -> Option<Goals> {
        match scoring {
            Scoring::Points => self.on(board).with_prices(|goal| price_of_shape(board, goal)),
            Scoring::Goals | Scoring::Pips => Some(self.on(board)),
        }
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
        Self::ALL
            .into_iter()
            .find(|set| set.name() == text)
            .ok_or_else(|| GoalsError { found: quoted(text) })
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
        assert_eq!(count(Families { open_squares: true, ..Families::default() }), 9);
        assert_eq!(count(Families { open_diamonds: true, ..Families::default() }), 9);
    }

    #[test]
    fn goal_sets_are_named_after_their_size() {
        for set in GoalSet::ALL {
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
                                sides[0] == sides[3]
                                    && sides[4] == 2 * sides[0]
                                    && sides[5] == 2 * sides[0],
                            );
                        }
                    }
                }
            }
            let families = Families { lines: false, ..GoalSet::Goals78.families() };
            assert_eq!(families.patterns(board).len(), squares, "{board}");
        }
    }
}

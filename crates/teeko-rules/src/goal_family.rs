//! Families of goals: goals of one shape, or of similar shapes, wherever they fit on a board.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::{Board, Circle, Circles, Goal, PIECES, TextError};

/// A family of goals of the same or similar shapes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GoalFamily {
    /// Four in a row: horizontal, vertical or diagonal.
    Lines,
    /// Upright squares with sides of this length. Side 1 means four neighbouring circles.
    Squares(u8),
    /// Squares rotated by 45 degrees.
    Diamonds,
    /// Squares at any other angle.
    SkewSquares,
    /// Upright squares of side 2 while their middle circle is empty.
    OpenSquares,
    /// The smallest diamonds, four circles around one, while that one is empty.
    OpenDiamonds,
}

/// An offset from a circle: columns, then rows.
type Offset = (isize, isize);

type Shape = [Offset; PIECES];

impl GoalFamily {
    /// All families that fit on the largest board.
    pub const ALL: [Self; 12] = [
        Self::Lines,
        Self::Squares(1),
        Self::Squares(2),
        Self::Squares(3),
        Self::Squares(4),
        Self::Squares(5),
        Self::Squares(6),
        Self::Squares(7),
        Self::Diamonds,
        Self::SkewSquares,
        Self::OpenSquares,
        Self::OpenDiamonds,
    ];

    /// Describes the goals of the family in words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Lines => "lines of four",
            Self::Squares(1) => "squares of four neighbours",
            Self::Squares(_) => "larger upright squares",
            Self::Diamonds => "diamonds",
            Self::SkewSquares => "skew squares",
            Self::OpenSquares => "squares of side 2 with an empty middle",
            Self::OpenDiamonds => "small diamonds with an empty middle",
        }
    }

    /// Returns the price of a goal of the family: what it is worth in games for points. `None` if
    /// it has no price. The prices are those of *Scarne on Teeko* (1955), as Jackman describes it.
    pub const fn price(self) -> Option<u8> {
        match self {
            Self::Lines => Some(4),
            Self::Squares(1) => Some(3),
            Self::Squares(2) | Self::OpenSquares => Some(2),
            Self::Squares(3) => Some(1),
            Self::Squares(4) => Some(5),
            Self::Squares(_) | Self::Diamonds | Self::SkewSquares | Self::OpenDiamonds => None,
        }
    }

    /// Returns the shapes of the family within `span` circles.
    fn shapes(self, span: isize) -> Vec<Shape> {
        match self {
            Self::Lines => [(1, 0), (0, 1), (1, 1), (1, -1)].map(line).to_vec(),
            Self::Squares(side) => vec![square((side.into(), 0))],
            Self::Diamonds => (1..span).map(|side| square((side, side))).collect(),
            Self::SkewSquares => skew_squares(span),
            Self::OpenSquares => vec![square((2, 0))],
            Self::OpenDiamonds => vec![square((1, 1))],
        }
    }

    /// Returns the offset, from the first circle of a shape, of the circle that must be empty.
    const fn empty_offset(self) -> Option<Offset> {
        match self {
            Self::OpenSquares => Some((1, 1)),
            Self::OpenDiamonds => Some((0, 1)),
            Self::Lines | Self::Squares(_) | Self::Diamonds | Self::SkewSquares => None,
        }
    }

    /// Returns the goals of the family on a board, in ascending order.
    pub fn patterns(self, board: Board) -> Vec<Goal> {
        let shapes = self.shapes(board.width().max(board.height()) as isize);
        let mut patterns = Vec::new();
        for start in board.circles() {
            let empty = self
                .empty_offset()
                .and_then(|offset| circle_at(board, start, offset));
            for shape in &shapes {
                let circles: Option<Circles> = shape
                    .iter()
                    .map(|&offset| circle_at(board, start, offset))
                    .collect();
                if let Some(circles) = circles {
                    patterns.push(Goal::new(circles, empty.into_iter().collect()));
                }
            }
        }
        patterns.sort_unstable();
        patterns
    }

    /// Returns the price of each shape on a board, by its circles.
    pub(crate) fn prices_on(board: Board) -> BTreeMap<Circles, u8> {
        let mut prices = BTreeMap::new();
        for family in Self::ALL {
            if let Some(price) = family.price() {
                for goal in family.patterns(board) {
                    prices.insert(goal.circles(), price);
                }
            }
        }
        prices
    }
}

/// Returns the line of four circles in a direction.
fn line((dx, dy): Offset) -> Shape {
    [0, 1, 2, 3].map(|number| (number * dx, number * dy))
}

/// Returns the square with this side.
fn square((dx, dy): Offset) -> Shape {
    [(0, 0), (dx, dy), (dx - dy, dy + dx), (-dy, dx)]
}

/// Returns the squares whose sides are neither along rows and columns nor diagonal.
fn skew_squares(span: isize) -> Vec<Shape> {
    let mut squares = Vec::new();
    for dx in 1..span {
        for dy in 1..span {
            if dx != dy {
                squares.push(square((dx, dy)));
            }
        }
    }
    squares
}

/// Returns the circle at an offset from another one, if it is on the board.
fn circle_at(board: Board, start: Circle, (dx, dy): Offset) -> Option<Circle> {
    board.circle_at(board.column(start) + dx, board.row(start) + dy)
}

impl fmt::Display for GoalFamily {
    /// Writes the name in rule files: `lines`, `squares-1`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Lines => "lines",
            Self::Squares(side) => return formatter.pad(&format!("squares-{side}")),
            Self::Diamonds => "diamonds",
            Self::SkewSquares => "skew-squares",
            Self::OpenSquares => "open-squares",
            Self::OpenDiamonds => "open-diamonds",
        })
    }
}

impl FromStr for GoalFamily {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut all = Self::ALL.into_iter();
        all.find(|family| family.to_string() == text)
            .ok_or_else(|| TextError::no_name("family", text, &Self::ALL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts and prices of the rule booklets, family by family.
    #[test]
    fn families_have_the_published_sizes_and_prices() {
        let expected = [
            ("lines", 10 + 10 + 8, Some(4)),
            ("squares-1", 16, Some(3)),
            ("squares-2", 9, Some(2)),
            ("squares-3", 4, Some(1)),
            ("squares-4", 1, Some(5)),
            ("squares-5", 0, None),
            ("squares-6", 0, None),
            ("squares-7", 0, None),
            ("diamonds", 9 + 1, None),
            ("skew-squares", 10, None),
            ("open-squares", 9, Some(2)),
            ("open-diamonds", 9, None),
        ];
        assert_eq!(
            expected.len(),
            GoalFamily::ALL.len(),
            "a row for each family"
        );
        let prices = GoalFamily::prices_on(Board::STANDARD);
        for (family, (name, count, price)) in GoalFamily::ALL.into_iter().zip(expected) {
            assert_eq!(name.parse(), Ok(family));
            let patterns = family.patterns(Board::STANDARD);
            assert_eq!((patterns.len(), family.price()), (count, price), "{family}");
            assert!(
                patterns
                    .iter()
                    .all(|goal| prices.get(&goal.circles()).copied() == price),
                "{family}"
            );
        }
        assert!("squares-8".parse::<GoalFamily>().is_err());
    }
}

//! Boards: a width and a height, the circle in each column and row, and the symmetries.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::{Circle, Circles, Symmetry, TextError};

/// A rectangular board of circles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    width: u8,
    height: u8,
}

impl Board {
    /// The valid widths and heights. A row of four must fit, and a [`Circles`] holds 64 circles.
    pub const SIDES: RangeInclusive<usize> = 4..=8;

    /// The 5 x 5 board of the standard game.
    pub const STANDARD: Self = Self {
        width: 5,
        height: 5,
    };

    pub(crate) const LARGEST: Self = Self {
        width: 8,
        height: 8,
    };

    /// Creates a board of this width and height.
    ///
    /// # Errors
    /// If either is outside [`Board::SIDES`].
    pub fn new(width: usize, height: usize) -> Result<Self, TextError> {
        if Self::SIDES.contains(&width) && Self::SIDES.contains(&height) {
            Ok(Self {
                width: width as u8,
                height: height as u8,
            })
        } else {
            Err(Self::wrong_size(&format!("{width}x{height}")))
        }
    }

    fn wrong_size(text: &str) -> TextError {
        let least = Self::SIDES.start();
        let most = Self::SIDES.end();
        let expected = format!("WIDTHxHEIGHT, each from {least} to {most}, such as 5x5");
        TextError::new("board", text, expected)
    }

    /// Returns the number of circles in a row.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of circles.
    pub const fn circle_count(self) -> usize {
        self.width() * self.height()
    }

    /// Returns the set of all circles.
    pub const fn circles(self) -> Circles {
        Circles::first(self.circle_count())
    }

    /// Returns the circle in this column (0 is left) and row (0 is top), or `None` off the board.
    pub fn circle_at(self, column: isize, row: isize) -> Option<Circle> {
        let inside = (0..self.width() as isize).contains(&column)
            && (0..self.height() as isize).contains(&row);
        if inside {
            Circle::new(row as usize * self.width() + column as usize)
        } else {
            None
        }
    }

    /// Returns the column of a circle, 0 at the left.
    pub const fn column(self, circle: Circle) -> isize {
        (circle.index() % self.width()) as isize
    }

    /// Returns the row of a circle, 0 at the top.
    pub const fn row(self, circle: Circle) -> isize {
        (circle.index() / self.width()) as isize
    }

    /// Returns the single centre circle if width and height are both odd.
    pub fn centre(self) -> Option<Circle> {
        if self.width % 2 == 1 && self.height % 2 == 1 {
            Circle::new(self.circle_count() / 2)
        } else {
            None
        }
    }

    /// Returns the squared distance of a circle from the centre of the board, in half circles.
    pub const fn distance_from_centre(self, circle: Circle) -> isize {
        let columns = 2 * self.column(circle) - (self.width() as isize - 1);
        let rows = 2 * self.row(circle) - (self.height() as isize - 1);
        columns * columns + rows * rows
    }

    /// Returns all symmetries of the board, the identity first: four for a rectangle, eight for a
    /// square.
    pub fn symmetries(self) -> Vec<Symmetry> {
        let mut symmetries = Vec::new();
        let is_square = self.width == self.height;
        let transpositions: &[bool] = if is_square { &[false, true] } else { &[false] };
        for &transpose in transpositions {
            for [flip_columns, flip_rows] in
                [[false, false], [true, false], [false, true], [true, true]]
            {
                symmetries.push(self.symmetry(transpose, flip_columns, flip_rows));
            }
        }
        symmetries
    }

    /// Returns the symmetry that exchanges columns and rows or not, and then turns round the order
    /// of the columns and of the rows, or not.
    fn symmetry(self, transpose: bool, flip_columns: bool, flip_rows: bool) -> Symmetry {
        let width = self.width();
        let height = self.height();
        Symmetry::new(self.circle_count(), |index| {
            let mut column = index % width;
            let mut row = index / width;
            if transpose {
                (column, row) = (row, column);
            }
            if flip_columns {
                column = width - 1 - column;
            }
            if flip_rows {
                row = height - 1 - row;
            }
            row * width + column
        })
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Board {
    type Err = TextError;

    /// Reads `5x5`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        if let Some((width, height)) = text.split_once(['x', 'X'])
            && let (Ok(width), Ok(height)) = (width.parse(), height.parse())
            && let Ok(board) = Self::new(width, height)
        {
            return Ok(board);
        }
        Err(Self::wrong_size(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_boards_from_four_to_eight_exist() {
        for text in [
            "3x5",
            "5x9",
            "5",
            "x",
            "5x",
            "5x5x5",
            "99999999999999999999x5",
            "+5x-5",
        ] {
            assert!(text.parse::<Board>().is_err(), "{text}");
        }
        assert_eq!(
            "8x4".parse::<Board>().map(|board| board.to_string()),
            Ok("8x4".to_owned())
        );
    }

    #[test]
    fn symmetries_are_distinct_permutations_of_the_circles() {
        for (width, height, count) in [(4, 4, 8), (5, 5, 8), (4, 6, 4), (8, 8, 8), (8, 7, 4)] {
            let board = Board::new(width, height).unwrap();
            let symmetries = board.symmetries();
            assert_eq!(symmetries.len(), count);
            let mut images: Vec<Vec<Circle>> = Vec::new();
            for symmetry in &symmetries {
                assert_eq!(symmetry.apply(board.circles()), board.circles());
                images.push(
                    board
                        .circles()
                        .iter()
                        .map(|circle| symmetry.image(circle))
                        .collect(),
                );
            }
            images.sort();
            images.dedup();
            assert_eq!(images.len(), count);
        }
    }

    #[test]
    fn distances_from_the_centre_are_in_half_circles() {
        let circle = |number| Circle::from_number(number).unwrap();
        assert_eq!(Board::STANDARD.distance_from_centre(circle(13)), 0);
        assert_eq!(Board::STANDARD.distance_from_centre(circle(1)), 32);
        assert_eq!(
            Board::new(4, 5).unwrap().distance_from_centre(circle(1)),
            9 + 16
        );
    }

    #[test]
    fn only_odd_boards_have_a_centre() {
        assert_eq!(Board::STANDARD.centre().map(Circle::number), Some(13));
        assert_eq!(
            Board::new(5, 7).unwrap().centre().map(Circle::number),
            Some(18)
        );
        assert_eq!(Board::new(4, 5).unwrap().centre(), None);
    }
}

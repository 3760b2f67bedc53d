//! Moves.

mod argument;
mod cells;

use pyo3::prelude::*;
use teeko::Board;
use teeko::rules::Circle;
use teeko::rules::notation::{Notation, parse_move};

pub(crate) use self::argument::{MoveArgument, MoveList, MovesArgument};
use self::cells::{MOST_CELLS, pairs_of};
use crate::arguments::{Number, Text};
use crate::failure::{Failure, unfit_parts};

/// A drop or a slide on a board. Moves are sorted by the circles of their names, drops first.
#[pyclass(frozen, eq, ord, hash, module = "teeko", name = "Move")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Move {
    board: Board,
    played: teeko::Move,
}

impl Move {
    pub(crate) fn new(board: Board, played: teeko::Move) -> Self {
        Self { board, played }
    }

    /// Creates a move from the cell that it ends on and, for a slide, the one that it starts from.
    fn of_cells(cells: &[(isize, isize)], board: Board) -> Result<Self, Failure> {
        let played = match *cells {
            [to] => teeko::Move::Drop(circle_at(board, to)?),
            [to, from] => teeko::Move::Slide {
                from: circle_at(board, from)?,
                to: circle_at(board, to)?,
            },
            _ => return Err(wrong_number(cells.len())),
        };
        Ok(Self { board, played })
    }

    /// Returns the circle that the piece starts from; `None` for a drop.
    fn source_circle(&self) -> Option<Circle> {
        match self.played {
            teeko::Move::Slide { from, .. } => Some(from),
            _ => None,
        }
    }

    /// Returns the row and the column of a circle.
    fn cell(&self, circle: Circle) -> (usize, usize) {
        let row = self.board.row(circle);
        let column = self.board.column(circle);
        (row as usize, column as usize)
    }
}

/// Returns the circle of a cell.
fn circle_at(board: Board, (row, column): (isize, isize)) -> Result<Circle, Failure> {
    board.circle_at(column, row).ok_or_else(|| {
        let last_row = board.height() - 1;
        let last_column = board.width() - 1;
        Failure::position(format!(
            "({row}, {column}): expected a row from 0 to {last_row} and a column from 0 to \
             {last_column}"
        ))
    })
}

/// Returns the error for a number of cells that no move has.
fn wrong_number(cells: usize) -> Failure {
    let found = if cells > MOST_CELLS {
        format!("more than {MOST_CELLS}")
    } else {
        cells.to_string()
    };
    Failure::position(format!("move: expected {CELLS}, found {found} pairs"))
}

/// Returns a board with `width` columns and `height` rows.
fn board(width: usize, height: usize) -> Result<Board, Failure> {
    Board::new(width, height).map_err(|error| Failure::input(error.to_string()))
}

#[pymethods]
impl Move {
    /// Parses a move such as `13`, `c3`, `14-8` or `13=4` on a board of `width` columns and
    /// `height` rows.
    #[new]
    #[pyo3(signature = (text, width = Number(5), height = Number(5)))]
    #[pyo3(text_signature = "(text, width=5, height=5)")]
    fn read(text: Text, width: Number<usize>, height: Number<usize>) -> Result<Self, Failure> {
        let board = board(width.0, height.0)?;
        let played = parse_move(board, &text.0);
        Ok(Self {
            board,
            played: played.map_err(|error| Failure::position(error.to_string()))?,
        })
    }

    /// Creates a drop from `[(row, column)]`, or a slide from
    /// `[(row, column), (source_row, source_column)]`. Lists and arrays do as well as tuples.
    #[staticmethod]
    #[pyo3(signature = (cells, width = Number(5), height = Number(5)))]
    #[pyo3(text_signature = "(cells, width=5, height=5)")]
    fn from_tuples(
        cells: &Bound<'_, PyAny>,
        width: Number<usize>,
        height: Number<usize>,
    ) -> Result<Self, Failure> {
        let board = board(width.0, height.0)?;
        match pairs_of(cells) {
            Some(pairs) => Self::of_cells(&pairs, board),
            None => Err(unfit_parts(&format!("move: expected {CELLS}"), cells)),
        }
    }

    /// The circle that the piece ends on, from 1.
    #[getter]
    fn to(&self) -> usize {
        self.played.to().number()
    }

    /// The circle that the piece starts from; `None` for a drop.
    #[getter]
    fn source(&self) -> Option<usize> {
        self.source_circle().map(Circle::number)
    }

    /// The pips of the dropped piece, in games with numbered pieces.
    #[getter]
    fn pips(&self) -> Option<u8> {
        match self.played {
            teeko::Move::DropPiece { pips, .. } => Some(pips),
            _ => None,
        }
    }

    /// Returns the cells as `(row, column)`: the destination, then the source of a slide.
    fn to_tuples(&self) -> Vec<(usize, usize)> {
        let mut cells = vec![self.cell(self.played.to())];
        cells.extend(self.source_circle().map(|circle| self.cell(circle)));
        cells
    }

    /// Returns the move with letters for columns: `c3`, `d3-c4`.
    fn letters(&self) -> String {
        Notation::Letters.write(self.board, &self.played)
    }

    pub(crate) fn __str__(&self) -> String {
        self.played.to_string()
    }

    fn __repr__(&self) -> String {
        let board = if self.board == Board::STANDARD {
            String::new()
        } else {
            format!(", {}, {}", self.board.width(), self.board.height())
        };
        format!("Move('{}'{board})", self.played)
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, usize, usize)) {
        let parts = (
            self.played.to_string(),
            self.board.width(),
            self.board.height(),
        );
        (py.get_type::<Self>().into_any().unbind(), parts)
    }
}

/// The cells of a drop or a slide, in words.
const CELLS: &str = "[(row, column)] or [(row, column), (source_row, source_column)]";

//! Moves.

use pyo3::prelude::*;
use teeko::Board;
use teeko::rules::Circle;
use teeko::rules::notation::{parse_move, with_letters};

use crate::failure::{Failure, unfit};

/// A drop or a slide on a board.
#[pyclass(frozen, eq, hash, module = "teeko", name = "Move")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
        let circle = |&(row, column): &(isize, isize)| {
            board.circle_at(column, row).ok_or_else(|| {
                let (last_row, last_column) = (board.height() - 1, board.width() - 1);
                Failure::position(format!(
                    "({row}, {column}): expected a row from 0 to {last_row} and a column from 0 to \
                     {last_column}"
                ))
            })
        };
        let played = match cells {
            [to] => teeko::Move::Drop(circle(to)?),
            [to, from] => teeko::Move::Slide { from: circle(from)?, to: circle(to)? },
            _ => {
                return Err(Failure::position(format!(
                    "move: expected [(row, column)] or [(row, column), (source_row, \
                     source_column)], found {} pairs",
                    cells.len()
                )));
            }
        };
        Ok(Self { board, played })
    }

    fn source_circle(&self) -> Option<Circle> {
        match self.played {
            teeko::Move::Slide { from, .. } => Some(from),
            _ => None,
        }
    }
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
    #[pyo3(signature = (text, width = 5, height = 5))]
    fn read(text: &str, width: usize, height: usize) -> Result<Self, Failure> {
        let board = board(width, height)?;
        let played = parse_move(board, text);
        Ok(Self { board, played: played.map_err(|error| Failure::position(error.to_string()))? })
    }

    /// Creates a drop from `[(row, column)]`, or a slide from
    /// `[(row, column), (source_row, source_column)]`.
    #[staticmethod]
    #[pyo3(signature = (cells, width = 5, height = 5))]
    fn from_tuples(
        cells: Vec<(isize, isize)>,
        width: usize,
        height: usize,
    ) -> Result<Self, Failure> {
        Self::of_cells(&cells, board(width, height)?)
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
        let circles = [Some(self.played.to()), self.source_circle()].into_iter().flatten();
        let cell = |circle| (self.board.row(circle) as usize, self.board.column(circle) as usize);
        circles.map(cell).collect()
    }

    /// Returns the move with letters for columns: `c3`, `d3-c4`.
    fn letters(&self) -> String {
        with_letters(self.board, &self.played.to_string())
    }

    fn __str__(&self) -> String {
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
        let parts = (self.played.to_string(), self.board.width(), self.board.height());
        (py.get_type::<Self>().into_any().unbind(), parts)
    }
}

/// An argument with moves: an object or cells for one move, or text for any number.
#[derive(FromPyObject)]
pub(crate) enum MoveArgument<'py> {
    Move(Bound<'py, Move>),
    Text(String),
    Drop((isize, isize)),
    Cells(Vec<(isize, isize)>),
    Other(Bound<'py, PyAny>),
}

impl MoveArgument<'_> {
    /// Returns the moves as text.
    pub(crate) fn text(self, board: Board) -> Result<String, Failure> {
        let of_cells =
            |cells: &[(isize, isize)]| Ok(Move::of_cells(cells, board)?.played.to_string());
        match self {
            Self::Move(played) => Ok(played.get().played.to_string()),
            Self::Text(text) => Ok(text),
            Self::Drop(cell) => of_cells(&[cell]),
            Self::Cells(cells) => of_cells(&cells),
            Self::Other(other) => {
                Err(unfit("move: expected a teeko.Move, a text or (row, column)", &other))
            }
        }
    }
}

/// An argument with a game: text, or a sequence of moves.
#[derive(FromPyObject)]
pub(crate) enum GameArgument<'py> {
    Text(String),
    Moves(Vec<MoveArgument<'py>>),
    Other(Bound<'py, PyAny>),
}

impl GameArgument<'_> {
    /// Returns the game as text.
    pub(crate) fn text(self, board: Board) -> Result<String, Failure> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Moves(moves) => {
                let texts = moves.into_iter().map(|played| played.text(board));
                Ok(texts.collect::<Result<Vec<_>, _>>()?.join(" "))
            }
            Self::Other(other) => Err(unfit("moves: expected a text or a list of moves", &other)),
        }
    }
}

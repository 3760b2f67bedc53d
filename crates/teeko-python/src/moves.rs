//! Moves.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use teeko::Board;
use teeko::rules::notation::{
    GameError, GameReader, GameRecord, Notation, Ply, parse_game, parse_move,
};
use teeko::rules::{Circle, quoted};

use crate::arguments::{Number, Text};
use crate::failure::{Failure, unfit, unfit_parts};

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
        match self::cells(cells) {
            Some(cells) => Self::of_cells(&cells, board),
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

/// The cells of a slide.
const MOST_CELLS: usize = 2;

/// Returns the row and the column that a sequence of two numbers has.
fn cell(given: &Bound<'_, PyAny>) -> Option<(isize, isize)> {
    let mut numbers = given.try_iter().ok()?;
    let row = numbers.next()?.ok()?.extract().ok()?;
    let column = numbers.next()?.ok()?.extract().ok()?;
    if numbers.next().is_some() {
        return None;
    }
    Some((row, column))
}

/// Returns the cells of a sequence of cells. Those after the third are not looked at: the sequence
/// may have no end.
fn cells(given: &Bound<'_, PyAny>) -> Option<Vec<(isize, isize)>> {
    let mut cells = Vec::new();
    for item in given.try_iter().ok()?.take(MOST_CELLS + 1) {
        cells.push(cell(&item.ok()?)?);
    }
    Some(cells)
}

/// The expected form of an argument that is a move.
const MOVE: &str = "move: expected a teeko.Move, a text, a circle or (row, column)";

/// A move as an argument: a value, or a text, which may have several moves.
pub(crate) enum MoveArgument {
    Move(teeko::Move),
    Text(String),
}

impl MoveArgument {
    /// Reads an object, cells, a text, or the number of a circle, which is a drop as in text.
    pub(crate) fn of(given: &Bound<'_, PyAny>, board: Board) -> Result<Self, Failure> {
        if let Ok(played) = given.cast::<Move>() {
            return Ok(Self::Move(played.get().played));
        }
        if given.is_instance_of::<PyString>() {
            return match given.extract() {
                Ok(text) => Ok(Self::Text(text)),
                Err(_) => Err(unfit(MOVE, given)),
            };
        }
        // The types of NumPy's numbers are ints, too; those of truth values are not meant.
        if !given.is_instance_of::<PyBool>()
            && let Ok(number) = given.extract::<i64>()
        {
            return Ok(Self::of_number(number, board));
        }
        match move_cells(given) {
            Some(cells) => Ok(Self::Move(Move::of_cells(&cells, board)?.played)),
            None => Err(unfit(MOVE, given)),
        }
    }

    /// Returns the drop on a circle. A number of no circle stays a text, which is refused as any
    /// other.
    fn of_number(number: i64, board: Board) -> Self {
        let circle = usize::try_from(number).ok().and_then(Circle::from_number);
        match circle {
            Some(circle) if board.circles().contains(circle) => {
                Self::Move(teeko::Move::Drop(circle))
            }
            _ => Self::Text(number.to_string()),
        }
    }

    /// Returns the position after the move, or after the moves of the text.
    pub(crate) fn end(
        &self,
        rules: &teeko::Rules,
        start: teeko::Position,
    ) -> Result<teeko::Position, Failure> {
        match self {
            Self::Move(played) => play(rules, start, *played),
            Self::Text(text) => Ok(parse(rules, start, text)?.end()),
        }
    }

    /// Returns the plies of the move, or of the text.
    pub(crate) fn plies(
        &self,
        rules: &teeko::Rules,
        start: teeko::Position,
    ) -> Result<Vec<Ply>, Failure> {
        match self {
            Self::Move(played) => {
                play(rules, start, *played)?;
                Ok(vec![Ply {
                    played: *played,
                    passed: false,
                }])
            }
            Self::Text(text) => Ok(parse(rules, start, text)?.plies),
        }
    }
}

/// Returns the position after a move.
fn play(
    rules: &teeko::Rules,
    position: teeko::Position,
    played: teeko::Move,
) -> Result<teeko::Position, Failure> {
    let next = rules.play(&position, played);
    next.map_err(|reason| Failure::position(format!("move `{played}`: {reason}")))
}

/// Parses a text of moves. The error of a single move has no number of a ply, which would count
/// from the position that it is played in.
fn parse(rules: &teeko::Rules, start: teeko::Position, text: &str) -> Result<GameRecord, Failure> {
    match parse_game(rules, start, text) {
        Ok(game) => Ok(game),
        Err(GameError::Ply { word, reason, .. }) if word == quoted(text.trim()) => Err(
            Failure::position(format!("move `{word}`: {}", reason.message())),
        ),
        Err(error) => Err(error.into()),
    }
}

/// Returns the cells of a move: a pair of numbers, or one or two such pairs.
fn move_cells(given: &Bound<'_, PyAny>) -> Option<Vec<(isize, isize)>> {
    // An iterator gives its cells only once.
    let is_sequence = given.len().is_ok();
    if is_sequence && let Some(cell) = cell(given) {
        return Some(vec![cell]);
    }
    cells(given)
}

/// The expected form of an argument that has several moves.
const MOVES: &str = "moves: expected a text or a list of moves";

/// Moves as an argument: a text, or a list.
pub(crate) enum MovesArgument {
    Text(String),
    List(MoveList),
}

/// A list of moves, in which each text is one move.
#[derive(Default)]
pub(crate) struct MoveList(Vec<MoveArgument>);

impl MovesArgument {
    /// Reads a text or a list of moves as of [`MoveArgument`].
    pub(crate) fn of(given: &Bound<'_, PyAny>, board: Board) -> Result<Self, Failure> {
        if given.is_instance_of::<PyString>() {
            return match given.extract() {
                Ok(text) => Ok(Self::Text(text)),
                Err(_) => Err(unfit(MOVES, given)),
            };
        }
        let Ok(items) = given.try_iter() else {
            return Err(unfit(MOVES, given));
        };
        let mut moves = Vec::new();
        for played in items {
            let played = played.map_err(Failure::of_python)?;
            moves.push(MoveArgument::of(&played, board)?);
        }
        Ok(Self::List(MoveList(moves)))
    }

    /// Plays the moves.
    pub(crate) fn game(
        &self,
        rules: &teeko::Rules,
        start: teeko::Position,
    ) -> Result<GameRecord, Failure> {
        let moves = match self {
            Self::Text(text) => return Ok(parse_game(rules, start, text)?),
            Self::List(moves) => moves,
        };
        match moves.playable_part(rules, start) {
            (game, None) => Ok(game),
            (_, Some(error)) => Err(error.into()),
        }
    }
}

impl MoveList {
    /// Plays the moves up to the first wrong one, and returns the error in that one.
    pub(crate) fn playable_part(
        &self,
        rules: &teeko::Rules,
        start: teeko::Position,
    ) -> (GameRecord, Option<GameError>) {
        let mut game = GameReader::new(rules, Notation::default(), start);
        for played in &self.0 {
            let read = match played {
                MoveArgument::Move(played) => game.play(*played),
                MoveArgument::Text(text) => game.read_item(text),
            };
            if let Err(error) = read {
                return (game.into_game(), Some(error));
            }
        }
        (game.into_game(), None)
    }
}

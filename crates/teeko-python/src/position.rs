//! Positions.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use teeko::Side;
use teeko::rules::notation::{Notation, check_position, circle_form, parse_game, rows_form};
use teeko::rules::{Circle, Circles, quoted};

use crate::arguments::{Number, Text};
use crate::failure::{Failure, unfit};
use crate::moves::{Move, MoveArgument, MovesArgument};
use crate::rule_set::Rules;

/// A position of a rule set: the circles of both sides' pieces, and the side to move.
#[pyclass(frozen, eq, hash, module = "teeko", name = "Position")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position {
    /// The rules.
    #[pyo3(get)]
    rules: Rules,
    position: teeko::Position,
}

impl Position {
    pub(crate) fn new(rules: Rules, position: teeko::Position) -> Self {
        Self { rules, position }
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn value(&self) -> &teeko::Position {
        &self.position
    }

    /// Checks that a position is one of the board of these rules.
    pub(crate) fn check_board(&self, rules: &Rules) -> Result<(), Failure> {
        let found = self.rules.rules().board();
        let expected = rules.rules().board();
        if found != expected {
            let message = format!("position: expected one of {expected}, found one of {found}");
            return Err(Failure::input(message));
        }
        Ok(())
    }

    /// Parses a position in any notation.
    pub(crate) fn read(rules: Rules, text: &str) -> Result<Self, Failure> {
        let position = rules.reader().read(Notation::default(), text);
        let position = position.map_err(|error| not_a_position(rules.rules(), text, error))?;
        Ok(Self { rules, position })
    }

    /// Checks that the rules allow a position.
    fn check(rules: Rules, position: teeko::Position) -> Result<Self, Failure> {
        check_position(rules.rules(), &position)?;
        Ok(Self { rules, position })
    }

    /// Returns the position after `moves`. Each move is checked.
    pub(crate) fn after(&self, moves: &MovesArgument) -> Result<Self, Failure> {
        let game = moves.game(self.rules.rules(), self.position)?;
        Ok(Self::new(self.rules.clone(), game.end()))
    }
}

/// Converts the error in a text that is no position. If it has moves, the message says what takes
/// them.
fn not_a_position(rules: &teeko::Rules, text: &str, error: impl Into<Failure>) -> Failure {
    let game = parse_game(rules, teeko::Position::EMPTY, text);
    match error.into() {
        Failure::Teeko(kind, message) if game.is_ok_and(|game| !game.plies.is_empty()) => {
            let hint = format!(
                "for the position after moves, write game.after(\"{}\")",
                quoted(text)
            );
            Failure::Teeko(kind, format!("{message}; {hint}"))
        }
        failure => failure,
    }
}

/// Returns the numbers of circles in ascending order.
pub(crate) fn numbers(circles: Circles) -> Vec<usize> {
    circles.iter().map(Circle::number).collect()
}

/// Parses a side from its letter or name.
pub(crate) fn side(text: &str) -> Result<Side, Failure> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "r" | "red" => Ok(Side::Red),
        _ => Err(Failure::input(format!(
            "turn `{}`: expected black or red",
            quoted(text)
        ))),
    }
}

/// Returns the items of a sequence: the rows of a grid, or the cells of a row. Those beyond the
/// hundredth are not looked at: the sequence may have no end.
fn items<'py>(given: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>, Failure> {
    let wrong = |_| unfit("grid: expected a list of rows, each a list of cells", given);
    given
        .try_iter()
        .map_err(wrong)?
        .take(100)
        .collect::<PyResult<_>>()
        .map_err(wrong)
}

/// Returns the side of the piece in a cell of a grid, if any.
fn piece(cell: &Bound<'_, PyAny>) -> Result<Option<Side>, Failure> {
    let expected = "expected 'b', 'r' or ' ', or 1, -1 or 0";
    if let Ok(letter) = cell.extract::<String>() {
        return match letter.as_str() {
            "b" => Ok(Some(Side::Black)),
            "r" => Ok(Some(Side::Red)),
            " " | "" => Ok(None),
            _ => Err(Failure::position(format!(
                "{expected}, found '{}'",
                quoted(&letter)
            ))),
        };
    }
    // Numbers may have any type, also one of NumPy's; booleans are not numbers.
    let number = cell
        .extract::<f64>()
        .ok()
        .filter(|_| cell.extract::<bool>().is_err());
    let number = number.ok_or_else(|| unfit(expected, cell))?;
    [
        (1.0, Some(Side::Black)),
        (-1.0, Some(Side::Red)),
        (0.0, None),
    ]
    .into_iter()
    .find(|(sign, _)| (sign - number).abs() < f64::EPSILON)
    .map(|(_, side)| side)
    .ok_or_else(|| Failure::position(format!("{expected}, found {number}")))
}

#[pymethods]
impl Position {
    /// Parses a position in any notation. `rules` are an object or a name; the default is the
    /// standard game.
    #[new]
    #[pyo3(signature = (text, rules = None))]
    fn new_from_text(text: Text, rules: Option<&Bound<'_, PyAny>>) -> Result<Self, Failure> {
        Self::read(Rules::of_argument(rules)?, &text.0)
    }

    /// Creates a position from bitmasks of circles; the lowest bit is circle 1.
    #[staticmethod]
    #[pyo3(signature = (black, red, turn, rules = None))]
    fn from_masks(
        black: Number<u64>,
        red: Number<u64>,
        turn: Text,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> Result<Self, Failure> {
        let (black, red) = (Circles::from_bits(black.0), Circles::from_bits(red.0));
        let position = teeko::Position {
            black,
            red,
            turn: side(&turn.0)?,
            ..teeko::Position::EMPTY
        };
        Self::check(Rules::of_argument(rules)?, position)
    }

    /// Creates a position from a list of rows, each a list of `'b'`, `'r'` and `' '`, or from a
    /// NumPy array or lists of numbers: 1 is Black's piece, -1 Red's, 0 none, whichever side is to
    /// move. You can leave out `turn` while pieces are still to be dropped.
    #[staticmethod]
    #[pyo3(signature = (grid, turn = None, rules = None))]
    fn from_grid(
        grid: &Bound<'_, PyAny>,
        turn: Option<Text>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> Result<Self, Failure> {
        let rules = Rules::of_argument(rules)?;
        let board = rules.rules().board();
        let grid = items(grid)?
            .iter()
            .map(items)
            .collect::<Result<Vec<_>, _>>()?;
        let wrong = |message: String| Failure::position(format!("grid: {message}"));
        if grid.len() != board.height() || grid.iter().any(|row| row.len() != board.width()) {
            let found: Vec<usize> = grid.iter().map(Vec::len).collect();
            let (width, height) = (board.width(), board.height());
            return Err(wrong(format!(
                "expected {height} rows of {width} cells, found rows of {found:?} cells"
            )));
        }
        let (mut black, mut red) = (Circles::EMPTY, Circles::EMPTY);
        for (cell, circle) in grid.iter().flatten().zip(board.circles().iter()) {
            let at_cell = |failure: Failure| {
                failure.at(&format!(
                    "grid: ({}, {})",
                    board.row(circle),
                    board.column(circle)
                ))
            };
            match piece(cell).map_err(at_cell)? {
                Some(Side::Black) => black = black.with(circle),
                Some(Side::Red) => red = red.with(circle),
                None => {}
            }
        }
        let turn = turn.map(|turn| side(&turn.0)).transpose()?;
        let turn = turn.or_else(|| teeko::Position::turn_in_layer(black.len() + red.len()));
        let turn = turn.ok_or_else(|| {
            wrong("expected the side to move, since all pieces are down, found none".into())
        })?;
        Self::check(
            rules,
            teeko::Position {
                black,
                red,
                turn,
                ..teeko::Position::EMPTY
            },
        )
    }

    /// The side to move: `black` or `red`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.position.turn.name()
    }

    /// The side that chooses the next move: in a pointed drop the opponent of the side to move.
    #[getter]
    fn chooser(&self) -> &'static str {
        self.rules.rules().chooser(&self.position).name()
    }

    /// The circles of Black's pieces, ascending; `black_mask` is their bitmask.
    #[getter]
    fn black<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, numbers(self.position.black))
    }

    /// The circles of Red's pieces, ascending; `red_mask` is their bitmask.
    #[getter]
    fn red<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, numbers(self.position.red))
    }

    /// A bitmask of the circles of Black's pieces; the lowest bit is circle 1.
    #[getter]
    fn black_mask(&self) -> u64 {
        self.position.black.bits()
    }

    /// A bitmask of the circles of Red's pieces; the lowest bit is circle 1.
    #[getter]
    fn red_mask(&self) -> u64 {
        self.position.red.bits()
    }

    /// The number of pieces on the board, 0 to 8.
    #[getter]
    fn layer(&self) -> usize {
        self.position.layer()
    }

    /// The phase: `drop`, `slide` or `over`.
    #[getter]
    fn phase(&self) -> &'static str {
        teeko::analysis::phase(self.rules.rules(), &self.position).name()
    }

    /// Whether a side has completed a goal.
    #[getter]
    fn is_over(&self) -> bool {
        self.rules.rules().winner(&self.position).is_some()
    }

    /// The side that has completed a goal: `black` or `red`; None while the
    /// game is not finished.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.rules.rules().winner(&self.position).map(Side::name)
    }

    /// All moves, in the order of their circles.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        let rules = self.rules.rules();
        let moves = rules.moves(&self.position).into_iter();
        moves
            .map(|played| Move::new(rules.board(), played))
            .collect()
    }

    /// Returns the position after a move: an object, cells as in `Move.from_tuples`, or
    /// `(row, column)` for a drop. Text may have several moves.
    fn play(&self, moves: &Bound<'_, PyAny>) -> Result<Self, Failure> {
        let rules = self.rules.rules();
        let moves = MoveArgument::of(moves, rules.board())?;
        let end = moves.end(rules, self.position)?;
        Ok(Self::new(self.rules.clone(), end))
    }

    /// The position in circles: `b:7,9 r:13 r`.
    #[getter]
    pub(crate) fn circles(&self) -> String {
        circle_form(&self.position)
    }

    /// The position in rows: `5/1b1b1/2r2/5/5 r`.
    #[getter]
    fn rows(&self) -> String {
        rows_form(self.rules.rules().board(), &self.position)
    }

    /// The position in circles with letters for columns: `b:b4,d4 r:c3 r`.
    #[getter]
    fn letters(&self) -> String {
        Notation::Letters.write(self.rules.rules().board(), &self.position)
    }

    /// The slot in the public index: `slot:3:123 r`. Symmetric positions share a slot.
    #[getter]
    fn slot(&self) -> String {
        let slot = self.rules.reader().slot(&self.position);
        format!(
            "slot:{}:{slot} {}",
            self.position.layer(),
            self.position.turn.letter()
        )
    }

    /// Returns the images under the symmetries of the rules, in the order of `Rules.symmetries`:
    /// first the position itself. Some may be equal.
    fn images(&self) -> Vec<Self> {
        let symmetries = self.rules.reader().symmetries().elements().iter();
        let image = |symmetry| Self::new(self.rules.clone(), self.position.image(symmetry));
        symmetries.map(image).collect()
    }

    /// The image that stands for the position and all its images. Folded layers, exports and slots
    /// have the same one.
    #[getter]
    fn canonical(&self) -> Self {
        let canonical = self.rules.reader().symmetries().canonical(&self.position);
        Self::new(self.rules.clone(), canonical)
    }

    /// Returns the board as a list of rows, each a list of `'b'`, `'r'` and `' '`.
    fn to_grid(&self) -> Vec<Vec<&'static str>> {
        let board = self.rules.rules().board();
        let cell = |circle| match circle {
            _ if self.position.black.contains(circle) => "b",
            _ if self.position.red.contains(circle) => "r",
            _ => " ",
        };
        let cells: Vec<&str> = board.circles().iter().map(cell).collect();
        cells.chunks(board.width()).map(<[&str]>::to_vec).collect()
    }

    /// Returns the board as a picture: an SVG document, which notebooks show.
    fn svg(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py()
            .import("teeko._drawing")?
            .getattr("board_svg")?
            .call1((slf,))?
            .extract()
    }

    /// The same as `svg`, for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::svg(slf)
    }

    /// Returns the board as text, and the side to move or the winner.
    fn __str__(&self) -> String {
        let cell = |cell: &&'static str| if *cell == " " { "." } else { *cell };
        let row = |row: &Vec<&'static str>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        let board: Vec<String> = self.to_grid().iter().map(row).collect();
        let last = match self.winner() {
            Some(winner) => format!("{winner} has won"),
            None => format!("{} to move", self.turn()),
        };
        format!("{}\n{last}", board.join("\n"))
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.circles(), self.rules.named())
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, Rules)) {
        (
            py.get_type::<Self>().into_any().unbind(),
            (self.circles(), self.rules.clone()),
        )
    }
}

/// A position as an argument: an object, or a text in any notation.
#[derive(FromPyObject)]
pub(crate) enum PositionArgument<'py> {
    Position(Bound<'py, Position>),
    Text(String),
    Other(Bound<'py, PyAny>),
}

impl PositionArgument<'_> {
    /// Returns the position under these rules. A position of other rules is converted if the board
    /// is the same.
    pub(crate) fn by(&self, rules: &Rules) -> Result<teeko::Position, Failure> {
        match self {
            Self::Text(text) => Ok(Position::read(rules.clone(), text)?.position),
            Self::Other(other) => Err(unfit(
                "position: expected a teeko.Position or a text",
                other,
            )),
            Self::Position(position) => {
                let position = position.get();
                if position.rules == *rules {
                    return Ok(position.position);
                }
                position.check_board(rules)?;
                Ok(Position::check(rules.clone(), position.position)?.position)
            }
        }
    }
}

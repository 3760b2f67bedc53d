//! Positions.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use teeko::Side;
use teeko::rules::notation::{Notation, check_position, circle_form, parse_game, rows_form};
use teeko::rules::{Circle, Circles, quoted};

use crate::arguments::{Number, Text};
use crate::failure::{Failure, unfit};
use crate::grid::{self, Sides};
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

    /// Returns the letter of the piece on a circle, a space if there is none.
    fn cell(&self, circle: Circle) -> &'static str {
        match self.position.owner(circle) {
            Some(Side::Black) => "b",
            Some(Side::Red) => "r",
            None => " ",
        }
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
        let position = teeko::Position {
            black: Circles::from_bits(black.0),
            red: Circles::from_bits(red.0),
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
        let Sides { black, red } = grid::sides(grid, rules.rules().board())?;
        let turn = match turn {
            Some(turn) => side(&turn.0)?,
            None => grid::turn(black.len() + red.len())?,
        };
        let position = teeko::Position {
            black,
            red,
            turn,
            ..teeko::Position::EMPTY
        };
        Self::check(rules, position)
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
        let mut images = Vec::new();
        for symmetry in self.rules.reader().symmetries().elements() {
            let image = self.position.image(symmetry);
            images.push(Self::new(self.rules.clone(), image));
        }
        images
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
        let circles = board.circles().iter();
        let cells: Vec<&str> = circles.map(|circle| self.cell(circle)).collect();
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
        let mut text = String::new();
        for mut row in self.to_grid() {
            for cell in &mut row {
                if *cell == " " {
                    *cell = ".";
                }
            }
            text.push_str(&row.join(" "));
            text.push('\n');
        }
        match self.winner() {
            Some(winner) => format!("{text}{winner} has won"),
            None => format!("{text}{} to move", self.turn()),
        }
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

//! Games as records.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use teeko::rules::notation::{self, Heading};

use crate::failure::Failure;
use crate::moves::{Move, MoveArgument, MoveList, MovesArgument};
use crate::position::{Position, PositionArgument};
use crate::rule_set::Rules;

/// A game: its rules, the position that it starts from, and its moves. `str(record)` is the file
/// that `teeko play` saves and `teeko review` reads.
#[pyclass(frozen, eq, hash, module = "teeko", name = "GameRecord")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameRecord {
    /// The rules.
    #[pyo3(get)]
    rules: Rules,
    record: notation::GameRecord,
}

impl Hash for GameRecord {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.rules, self.record.start, &self.record.plies).hash(state);
    }
}

impl GameRecord {
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn value(&self) -> &notation::GameRecord {
        &self.record
    }

    /// Returns the file that has the game.
    pub(crate) fn text(&self) -> String {
        self.record.text(self.rules.named())
    }

    fn position(&self, position: teeko::Position) -> Position {
        Position::new(self.rules.clone(), position)
    }
}

#[pymethods]
impl GameRecord {
    /// Reads a game: the text of a file, moves such as `13 12 18`, or a list of moves. Each move is
    /// checked. `rules` and `start` are those that the text names, or else the standard game and
    /// the empty board.
    #[new]
    #[pyo3(signature = (moves = None, rules = None, start = None))]
    fn new(
        moves: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        start: Option<PositionArgument<'_>>,
    ) -> Result<Self, Failure> {
        let rules = match rules {
            Some(_) => Rules::of_argument(rules)?,
            None => rules_of(moves, start.as_ref())?,
        };
        let moves = match moves {
            Some(moves) => MovesArgument::of(moves, rules.rules().board())?,
            None => MovesArgument::List(MoveList::default()),
        };
        let start = match start {
            Some(start) => start.by(&rules)?,
            None => teeko::Position::EMPTY,
        };
        let record = moves.game(rules.rules(), start)?;
        Ok(Self { rules, record })
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        self.position(self.record.start)
    }

    /// The position after the last move.
    #[getter]
    fn end(&self) -> Position {
        self.position(self.record.end())
    }

    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let board = self.rules.rules().board();
        let mut moves = Vec::new();
        for ply in &self.record.plies {
            moves.push(Move::new(board, ply.played));
        }
        moves
    }

    /// The moves as text, `pass 13` for one after a pass.
    #[getter]
    fn plies(&self) -> Vec<String> {
        self.record.plies.iter().map(ToString::to_string).collect()
    }

    /// The positions before each move, and that after the last.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        let mut positions = Vec::new();
        for position in self.record.positions() {
            positions.push(self.position(position));
        }
        positions.push(self.end());
        positions
    }

    /// Returns the game with one more move, in any form that `Position.play` takes. Text may have
    /// several moves.
    fn play(&self, moves: &Bound<'_, PyAny>) -> Result<Self, Failure> {
        let rules = self.rules.rules();
        let moves = MoveArgument::of(moves, rules.board())?;
        let mut record = self.record.clone();
        record.plies.extend(moves.plies(rules, record.end())?);
        Ok(Self {
            rules: self.rules.clone(),
            record,
        })
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let start = if self.record.start == teeko::Position::EMPTY {
            String::new()
        } else {
            format!(", '{}'", self.start().circles())
        };
        format!(
            "GameRecord('{}', '{}'{start})",
            self.record.plies_text(),
            self.rules.named()
        )
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, Rules, Position)) {
        let parts = (self.record.plies_text(), self.rules.clone(), self.start());
        (py.get_type::<Self>().into_any().unbind(), parts)
    }
}

/// Returns the rules of a game for which none are given: those that the text of its moves names,
/// or else those of its start.
fn rules_of(
    moves: Option<&Bound<'_, PyAny>>,
    start: Option<&PositionArgument<'_>>,
) -> Result<Rules, Failure> {
    let text = moves.and_then(|moves| moves.extract::<String>().ok());
    let heading = Heading::read(text.as_deref().unwrap_or_default())?;
    match (heading.variant(), start) {
        (Some(name), _) if name.variant().is_none() => Err(Failure::input(format!(
            "rules: expected those of the game, {name}, found none"
        ))),
        (Some(name), _) => Rules::of_name(&name.to_string(), None),
        (None, Some(PositionArgument::Position(start))) => Ok(start.get().rules().clone()),
        (None, _) => Rules::of_argument(None),
    }
}

//! The methods of rule sets.

use pyo3::prelude::*;
use teeko::answers::RulesDocument;
use teeko::surfaces::json_text;

use crate::arguments::Text;
use crate::failure::Failure;
use crate::moves::MovesArgument;
use crate::position::{Position, numbers};
use crate::rule_set::Rules;

#[pymethods]
impl Rules {
    /// Creates the rules of a variant such as `44-ssss`, of a rule file `@FILE-ssss`, or of
    /// `own-PLAN[+OPTION…]` with goals such as `1.2.6.7_2.3.7.8`: see `teeko.rules`.
    #[new]
    #[pyo3(signature = (name = Text("44-ssss".to_owned()), goals = None))]
    #[pyo3(text_signature = "(name='44-ssss', goals=None)")]
    fn new(name: Text, goals: Option<Text>) -> Result<Self, Failure> {
        Self::of_name(&name.0, goals.map(|goals| goals.0))
    }

    /// The name of the rules, such as `44-ssss`.
    #[getter]
    fn name(&self) -> String {
        self.named().to_string()
    }

    /// The number of columns of the board.
    #[getter]
    fn width(&self) -> usize {
        self.rules().board().width()
    }

    /// The number of rows of the board.
    #[getter]
    fn height(&self) -> usize {
        self.rules().board().height()
    }

    /// The drop plan: who chooses each of the four drops of a side. `s` is the side itself, `p` its
    /// opponent, who points.
    #[getter]
    fn plan(&self) -> String {
        self.rules().plan().to_string()
    }

    /// How the game is scored: `goals`, `points` or `pips`.
    #[getter]
    fn scoring(&self) -> &'static str {
        self.rules().scoring().name()
    }

    /// Whether the opponent may pass instead of pointing.
    #[getter]
    fn pass_rule(&self) -> bool {
        self.rules().pass_rule()
    }

    /// Returns, for each circle, the circles that a piece there can slide to.
    fn targets(&self) -> Vec<Vec<usize>> {
        let mut targets = Vec::new();
        for circle in self.rules().board().circles().iter() {
            targets.push(numbers(self.rules().targets(circle)));
        }
        targets
    }

    /// Returns the symmetries of the rules, the identity first. Each lists, for each circle, the
    /// circle that it maps to.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        RulesDocument::new(self.named()).symmetries
    }

    /// Returns the rules in full as JSON: the document `teeko.rules/1`.
    fn document(&self) -> String {
        json_text(&RulesDocument::new(self.named()))
    }

    /// The position of the empty board.
    #[getter]
    fn start(&self) -> Position {
        Position::new(self.clone(), teeko::Position::EMPTY)
    }

    /// Parses a position in any notation.
    fn position(&self, text: Text) -> Result<Position, Failure> {
        Position::read(self.clone(), &text.0)
    }

    /// Returns the position after `moves` from the empty board: a text or a list of moves.
    fn after(&self, moves: &Bound<'_, PyAny>) -> Result<Position, Failure> {
        let moves = MovesArgument::of(moves, self.rules().board())?;
        self.start().after(&moves)
    }

    fn __repr__(&self) -> String {
        match self.asked() {
            (name, None) => format!("Rules({name:?})"),
            (name, Some(goals)) => format!("Rules({name:?}, {goals:?})"),
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, Option<String>)) {
        (
            py.get_type::<Self>().into_any().unbind(),
            self.asked().clone(),
        )
    }
}

//! Rule sets.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use teeko::documents::{self, json_text};
use teeko::questions::AskedRules;
use teeko::rules::{Circle, Circles};
use teeko::{NamedRules, PositionReader, RulesName};

use crate::failure::{self, Failure};
use crate::position::Position;

/// A rule set, by the name of a variant, of a rule file, or with goals of one's own.
#[pyclass(frozen, module = "teeko", name = "Rules")]
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// What the rules were asked for by, from which they can be made again.
    asked: (String, Option<String>),
    named: NamedRules,
    name: String,
    reader: PositionReader,
}

impl Rules {
    /// The rules of a variant or a rule file, or of a plan and options with goals as a query has
    /// them.
    pub(crate) fn of_name(name: &str, goals: Option<String>) -> Result<Self, Failure> {
        let named = if goals.is_none() && name.starts_with('@') {
            teeko::load(&name.parse::<RulesName>()?)?
        } else {
            let asked = AskedRules::read(name, goals.as_deref())
                .map_err(|error| failure::of_question(&error))?;
            asked.named().map_err(|error| failure::of_question(&error))?
        };
        let reader = PositionReader::new(named.rules());
        let (asked, name) = ((name.to_owned(), goals), named.to_string());
        Ok(Self { inner: Arc::new(Inner { asked, named, name, reader }) })
    }

    pub(crate) fn named(&self) -> &NamedRules {
        &self.inner.named
    }

    pub(crate) fn rules(&self) -> &teeko::Rules {
        self.inner.named.rules()
    }

    pub(crate) fn reader(&self) -> &PositionReader {
        &self.inner.reader
    }

    /// Reads a position in any notation.
    pub(crate) fn read(&self, text: &str) -> Result<Position, Failure> {
        let position = self.reader().read(self.rules(), text)?;
        Ok(Position::new(self.clone(), position))
    }

    /// A position that has been put together, if it is one of these rules.
    pub(crate) fn checked(&self, position: teeko::Position) -> Result<Position, Failure> {
        teeko::rules::notation::check_position(self.rules(), &position)
            .map_err(failure::of_position)?;
        Ok(Position::new(self.clone(), position))
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
            || (self.inner.name == other.inner.name && self.rules() == other.rules())
    }
}

#[pymethods]
impl Rules {
    /// The rules of a variant such as `44-ssss`, of a rule file `@FILE-ssss`, or of
    /// `own-PLAN[+OPTION…]` with goals such as `1.2.6.7_2.3.7.8`: see `teeko.rules`.
    #[new]
    #[pyo3(signature = (name = "44-ssss", goals = None))]
    fn new(name: &str, goals: Option<String>) -> Result<Self, Failure> {
        Self::of_name(name, goals)
    }

    /// The name: `44-ssss`.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// Circles in a row.
    #[getter]
    fn width(&self) -> usize {
        self.rules().board().width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> usize {
        self.rules().board().height()
    }

    /// Who chooses each of the four drops of a side: `s` the side itself, `p` its opponent, who
    /// points.
    #[getter]
    fn plan(&self) -> String {
        self.rules().plan().to_string()
    }

    /// What is played for: `goals`, `points` or `pips`.
    #[getter]
    fn scoring(&self) -> &'static str {
        self.rules().scoring().name()
    }

    /// Whether the opponent may pass instead of pointing.
    #[getter]
    fn pass_rule(&self) -> bool {
        self.rules().pass_rule()
    }

    /// The circles that a piece can slide to from each circle.
    fn targets(&self) -> Vec<Vec<usize>> {
        let numbers = |circles: Circles| circles.iter().map(Circle::number).collect();
        self.rules()
            .board()
            .circles()
            .iter()
            .map(|circle| numbers(self.rules().targets(circle)))
            .collect()
    }

    /// The rules in full as JSON: a document `teeko.rules/1`.
    fn document(&self) -> String {
        json_text(&documents::Rules::new(self.named()))
    }

    /// The empty board.
    #[getter]
    fn start(&self) -> Position {
        Position::new(self.clone(), teeko::Position::EMPTY)
    }

    /// Reads a position in any notation.
    fn position(&self, text: &str) -> Result<Position, Failure> {
        self.read(text)
    }

    /// The position after moves from the empty board.
    fn after(&self, moves: &str) -> Result<Position, Failure> {
        self.start().play(moves)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| *self == *other.get())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.name.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        match &self.inner.asked {
            (name, None) => format!("Rules({name:?})"),
            (name, Some(goals)) => format!("Rules({name:?}, {goals:?})"),
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, Option<String>)) {
        (py.get_type::<Self>().into_any().unbind(), self.inner.asked.clone())
    }
}

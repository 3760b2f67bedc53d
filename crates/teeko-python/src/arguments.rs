//! What callers may give in several forms.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::failure::Failure;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

/// Rules: an object, a name, or none for the standard game.
pub(crate) fn rules(given: Option<&Bound<'_, PyAny>>) -> Result<Rules, Failure> {
    match given {
        None => Rules::of_name("44-ssss", None),
        Some(given) if given.is_instance_of::<PyString>() => {
            Rules::of_name(&given.extract::<String>()?, None)
        }
        Some(given) => match given.cast::<Rules>() {
            Ok(rules) => Ok(rules.get().clone()),
            Err(_) => Err(unfit("rules: expected teeko.Rules or a name", given)),
        },
    }
}

/// Something of a type that it cannot be.
fn unfit(expected: &str, found: &Bound<'_, PyAny>) -> Failure {
    if found.is_instance_of::<PyString>() {
        return Failure::input(format!(
            "{expected}, found one with half a character, which is no UTF-8"
        ));
    }
    PyTypeError::new_err(format!("{expected}, found {}", found.get_type())).into()
}

/// A position: an object, or a text in any notation.
#[derive(FromPyObject)]
pub(crate) enum PositionArgument<'py> {
    Position(Bound<'py, Position>),
    Text(String),
    Other(Bound<'py, PyAny>),
}

impl PositionArgument<'_> {
    /// The position by these rules. One of other rules of the same board is read by these.
    pub(crate) fn by(&self, rules: &Rules) -> Result<teeko::Position, Failure> {
        match self {
            Self::Text(text) => Ok(*rules.read(text)?.get()),
            Self::Other(other) => {
                Err(unfit("position: expected a teeko.Position or a text", other))
            }
            Self::Position(position) => {
                let position = position.get();
                if position.of_rules() == rules {
                    return Ok(*position.get());
                }
                let boards = [position.of_rules(), rules].map(|rules| rules.rules().board());
                if boards[0] != boards[1] {
                    let [found, expected] = boards;
                    return Err(Failure::input(format!(
                        "position: expected one of {expected}, found one of {found}"
                    )));
                }
                Ok(*rules.checked(*position.get())?.get())
            }
        }
    }
}

/// Moves: one as an object, or any as a text.
#[derive(FromPyObject)]
pub(crate) enum MoveArgument<'py> {
    Move(Bound<'py, Move>),
    Text(String),
    Other(Bound<'py, PyAny>),
}

impl MoveArgument<'_> {
    pub(crate) fn text(&self) -> Result<String, Failure> {
        match self {
            Self::Move(played) => Ok(played.str()?.extract()?),
            Self::Text(text) => Ok(text.clone()),
            Self::Other(other) => Err(unfit("move: expected a teeko.Move or a text", other)),
        }
    }
}

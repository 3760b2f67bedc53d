//! Errors as Python exceptions.

use pyo3::prelude::*;
use pyo3::types::PyString;
use teeko::{Error, ErrorKind};

/// Why a call failed. In Python it becomes an exception of the module `teeko._errors`.
pub(crate) enum Failure {
    /// An error of the solver.
    Teeko(ErrorKind, String),
    /// The same, with what was found, as JSON.
    Found(ErrorKind, String, String),
    /// An argument of the wrong type.
    Type(String),
    /// An exception that Python has raised.
    Python(PyErr),
}

impl Failure {
    /// An error in the caller's arguments.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Teeko(ErrorKind::Request, message.into())
    }

    /// An error in a position or a move.
    pub(crate) fn position(message: String) -> Self {
        Self::Teeko(ErrorKind::Position, message)
    }

    /// Adds the place of the error to its message.
    pub(crate) fn at(self, place: &str) -> Self {
        match self {
            Self::Teeko(kind, message) => Self::Teeko(kind, format!("{place}: {message}")),
            Self::Found(kind, message, found) => {
                Self::Found(kind, format!("{place}: {message}"), found)
            }
            Self::Type(message) => Self::Type(format!("{place}: {message}")),
            Self::Python(error) => Self::Python(error),
        }
    }

    /// Converts an error of NumPy, or of Python itself.
    pub(crate) fn of_python(error: impl Into<PyErr>) -> Self {
        Self::Python(error.into())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| {
            let exception = match failure {
                Failure::Python(error) => return error,
                Failure::Type(message) => exception(py, "InputTypeError", message),
                Failure::Teeko(kind, message) => exception(py, kind.exception(), message),
                Failure::Found(kind, message, found) => {
                    exception_with(py, kind.exception(), message, found)
                }
            };
            exception.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

/// Creates an exception of the module `teeko._errors`.
fn exception<'py>(py: Python<'py>, class: &str, message: String) -> PyResult<Bound<'py, PyAny>> {
    let errors = py.import("teeko._errors")?;
    errors.getattr(class)?.call1((message,))
}

/// Creates an exception whose attribute `found` is a document of JSON.
fn exception_with<'py>(
    py: Python<'py>,
    class: &str,
    message: String,
    found: String,
) -> PyResult<Bound<'py, PyAny>> {
    let exception = exception(py, class, message)?;
    let found = py.import("json")?.call_method1("loads", (found,))?;
    exception.setattr("found", found)?;
    Ok(exception)
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        let (kind, message) = (error.kind(), error.to_string());
        if let Error::Refused { refusal, .. } = &error
            && let Some(found) = &refusal.found
        {
            return Self::Found(kind, message, found.to_string());
        }
        Self::Teeko(kind, message)
    }
}

/// Returns the error for a sequence whose items have the wrong types. The message quotes the start
/// of its `repr`, since the type of the sequence alone would explain nothing.
pub(crate) fn unfit_parts(expected: &str, found: &Bound<'_, PyAny>) -> Failure {
    const MOST_SHOWN: usize = 60;
    let Ok(found) = found.repr() else {
        return unfit(expected, found);
    };
    let found = found.to_string_lossy();
    let shown: String = found.chars().take(MOST_SHOWN).collect();
    let rest = if shown.len() < found.len() { "…" } else { "" };
    Failure::Type(format!(
        "{expected}, found {}{rest}",
        shown.replace('\n', " ")
    ))
}

/// An argument of the wrong type.
pub(crate) fn unfit(expected: &str, found: &Bound<'_, PyAny>) -> Failure {
    if found
        .cast::<PyString>()
        .is_ok_and(|text| text.to_str().is_err())
    {
        return Failure::input(format!(
            "{expected}, found one with half a character, which is no UTF-8"
        ));
    }
    Failure::Type(format!("{expected}, found {}", found.get_type()))
}

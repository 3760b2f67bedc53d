//! Errors as Python exceptions.

use pyo3::prelude::*;
use pyo3::types::PyString;
use teeko::questions::RequestError;
use teeko::rules::NameError;
use teeko::rules::notation::{GameError, NotationError, PositionError};
use teeko::work::Stopped;
use teeko::{Error, ErrorKind, MemoryError, MissingTables, SourceError};

/// Why a call failed. In Python it becomes an exception of the module `teeko._errors`.
pub(crate) enum Failure {
    /// An error of the solver.
    Teeko(ErrorKind, String),
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
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let (class, message) = match failure {
            Failure::Python(error) => return error,
            Failure::Type(message) => ("InputTypeError", message),
            Failure::Teeko(ErrorKind::Request | ErrorKind::Position, message) => {
                ("InputError", message)
            }
            Failure::Teeko(ErrorKind::MissingTables, message) => ("MissingTablesError", message),
            Failure::Teeko(ErrorKind::Damaged, message) => ("DamagedTablesError", message),
            Failure::Teeko(ErrorKind::Resources, message) => ("ResourceError", message),
            Failure::Teeko(_, message) => ("TeekoError", message),
        };
        Python::attach(|py| {
            let exception = || py.import("teeko._errors")?.getattr(class)?.call1((message,));
            exception().map_or_else(|error| error, PyErr::from_value)
        })
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Teeko(error.kind(), error.to_string())
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        Self::Teeko(error.kind(), error.to_string())
    }
}

/// Converts errors by way of the facade's error.
macro_rules! from_errors {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Error::from(error).into()
            }
        })*
    };
}

from_errors!(GameError, MemoryError, MissingTables, NameError, NotationError, SourceError, Stopped);

/// Converts the error of a position that the rules do not have.
pub(crate) fn of_position(error: PositionError) -> Failure {
    NotationError::from(error).into()
}

/// An argument of the wrong type.
pub(crate) fn unfit(expected: &str, found: &Bound<'_, PyAny>) -> Failure {
    if found.is_instance_of::<PyString>() {
        return Failure::input(format!(
            "{expected}, found one with half a character, which is no UTF-8"
        ));
    }
    Failure::Type(format!("{expected}, found {}", found.get_type()))
}

//! Arguments of plain types. For an argument that does not fit, `PyO3` itself would raise a bare
//! `TypeError` or `OverflowError`. These conversions return a [`Failure`], which says what was
//! expected.

use std::fmt::Display;
use std::path::PathBuf;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::failure::{Failure, unfit};

/// A text.
pub(crate) struct Text(pub(crate) String);

/// A whole number.
pub(crate) struct Number<T>(pub(crate) T);

/// True or false.
pub(crate) struct Flag(pub(crate) bool);

/// The path of a file or folder.
pub(crate) struct FilePath(pub(crate) PathBuf);

impl FromPyObject<'_, '_> for Text {
    type Error = Failure;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self, Failure> {
        given
            .extract()
            .map(Self)
            .map_err(|_: PyErr| unfit("expected a text", &given))
    }
}

impl FromPyObject<'_, '_> for Flag {
    type Error = Failure;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self, Failure> {
        given
            .extract()
            .map(Self)
            .map_err(|_: PyErr| unfit("expected True or False", &given))
    }
}

impl FromPyObject<'_, '_> for FilePath {
    type Error = Failure;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self, Failure> {
        given
            .extract()
            .map(Self)
            .map_err(|_: PyErr| unfit("expected a path", &given))
    }
}

/// The types of numbers.
pub(crate) trait Whole: for<'py> FromPyObjectOwned<'py, Error = PyErr> + Display {
    const LIMITS: (Self, Self);
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Whole for $number {
            const LIMITS: (Self, Self) = (Self::MIN, Self::MAX);
        })*
    };
}

whole!(u64, usize, isize);

impl<T: Whole> FromPyObject<'_, '_> for Number<T> {
    type Error = Failure;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self, Failure> {
        match given.extract::<T>() {
            Ok(number) => Ok(Self(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Err(out_of_range::<T>(&given))
            }
            Err(error) if error.is_instance_of::<PyTypeError>(given.py()) => {
                Err(unfit("expected a whole number", &given))
            }
            Err(error) => Err(Failure::Python(error)),
        }
    }
}

/// Returns the error for a number that the type does not have.
fn out_of_range<T: Whole>(given: &Bound<'_, PyAny>) -> Failure {
    let (least, most) = T::LIMITS;
    let found = match given.str() {
        Ok(text) => text.to_string(),
        Err(_) => "another".to_owned(),
    };
    Failure::input(format!(
        "expected a number from {least} to {most}, found {found}"
    ))
}

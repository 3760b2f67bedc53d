//! Parameters that are objects of Python, as texts.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyMapping, PyString};

use crate::arguments::Text;
use crate::failure::{Failure, unfit};
use crate::moves::Move;
use crate::position::Position;

/// Returns the text of a parameter: of a truth value, a text, a move, a position, a whole number,
/// or of any iterable of those except bytes and mappings. Its items are joined by commas.
pub(crate) fn parameter_text(name: &str, given: &Bound<'_, PyAny>) -> Result<String, Failure> {
    if let Some(text) = item_text(name, given)? {
        return Ok(text);
    }
    let expected = format!("{name}: expected a text, a whole number or a list of those");
    if given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyMapping>() {
        return Err(unfit(&expected, given));
    }
    let Ok(items) = given.try_iter() else {
        return Err(unfit(&expected, given));
    };
    let mut texts = Vec::new();
    for item in items {
        let item = item.map_err(Failure::of_python)?;
        match item_text(name, &item)? {
            Some(text) => texts.push(text),
            None => return Err(unfit(&expected, &item)),
        }
    }
    Ok(texts.join(","))
}

/// Returns the text of a parameter that is no list; `None` for another type.
fn item_text(name: &str, given: &Bound<'_, PyAny>) -> Result<Option<String>, Failure> {
    if let Ok(flag) = given.cast::<PyBool>() {
        return Ok(Some(flag.is_true().to_string()));
    }
    if given.is_instance_of::<PyString>() {
        let text = given.extract::<Text>();
        return Ok(Some(text.map_err(|failure| failure.at(name))?.0));
    }
    if let Ok(played) = given.cast::<Move>() {
        return Ok(Some(played.get().__str__()));
    }
    if let Ok(position) = given.cast::<Position>() {
        return Ok(Some(position.get().circles()));
    }
    // An array of one number is an index, too.
    let is_number = has(given, "__index__")? && !has(given, "__len__")?;
    if !is_number {
        return Ok(None);
    }
    match whole_number(given) {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(unfit(&format!("{name}: expected a whole number"), given)),
    }
}

/// Returns the digits of a whole number of any type and size.
fn whole_number(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let operator = given.py().import("operator")?;
    let number = operator.call_method1("index", (given,))?;
    number.str()?.extract()
}

fn has(given: &Bound<'_, PyAny>, attribute: &str) -> Result<bool, Failure> {
    given.hasattr(attribute).map_err(Failure::Python)
}

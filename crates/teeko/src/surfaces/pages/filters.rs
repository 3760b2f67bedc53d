//! Filters of templates: how values are written.

use std::borrow::Borrow;

use crate::surfaces::words;

/// Formats a number with commas: `75,710,250`.
#[askama::filter_fn]
pub(super) fn count(number: impl Borrow<u64>, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(words::count(*number.borrow()))
}

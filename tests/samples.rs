//! The format of golden samples.

use teeko_rules::Outcome;

/// The plans of the values: between them they have both styles in every drop.
pub(crate) const PLANS: [&str; 2] = ["spsp", "psps"];

/// Writes a value; `None` is a position whose side to move already has a goal.
pub(crate) fn written(value: Option<Outcome>) -> String {
    value.map_or_else(|| "impossible".to_owned(), |outcome| outcome.to_string())
}

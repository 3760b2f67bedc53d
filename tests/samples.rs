//! How golden samples are written.

use teeko_rules::Outcome;

/// The plans that values are given under: between them they have both styles in every drop.
pub(crate) const PLANS: [&str; 2] = ["spsp", "psps"];

/// A value; none where the side to move has a goal already.
pub(crate) fn written(value: Option<Outcome>) -> String {
    value.map_or_else(|| "impossible".to_owned(), |outcome| outcome.to_string())
}

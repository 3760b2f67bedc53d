//! What the tests of several formats need.

use teeko_rules::Variant;
use teeko_solve::{Solution, solve};

use crate::{Condition, Positions, Selection};

/// The solution of a variant.
pub(crate) fn solved(variant: &str) -> Solution {
    solve(&variant.parse::<Variant>().unwrap().rules().unwrap())
}

/// The orbits of all layers.
pub(crate) fn orbits() -> Selection {
    Selection { layers: 0..9, positions: Positions::Orbits, condition: Condition::default() }
}

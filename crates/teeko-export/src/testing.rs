//! What the tests of several formats need.

use teeko_rules::Variant;
use teeko_solve::{Solution, solve};

use crate::{Condition, Positions, Provenance, Selection};

/// The solution of a variant.
pub(crate) fn solved(variant: &str) -> Solution {
    solve(&variant.parse::<Variant>().unwrap().rules().unwrap())
}

/// The orbits of all layers.
pub(crate) fn orbits() -> Selection {
    Selection { layers: 0..9, positions: Positions::Orbits, condition: Condition::default() }
}

/// What a file of a variant says of its origin.
pub(crate) fn provenance(variant: &str) -> Provenance {
    let content_hashes = Some(["5", "d"].map(|digit| digit.repeat(64)));
    Provenance {
        variant: variant.to_owned(),
        rules: "{\"plan\":\"ssss\"}".to_owned(),
        content_hashes,
    }
}

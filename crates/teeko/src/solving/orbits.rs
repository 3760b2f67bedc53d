//! The size of the slide phase.

use teeko_index::orbit_count;
use teeko_rules::{PIECES, Rules};

/// Returns the number of positions of the slide phase, up to symmetry.
pub(super) fn slide_orbits(rules: &Rules) -> u64 {
    let circles = rules.board().circle_count();
    orbit_count(circles, &rules.symmetries(), PIECES, PIECES)
}

//! The symmetries of two rule sets.

use teeko_rules::{Rules, SymmetryGroup};

/// Returns the symmetries that both rule sets have.
pub(super) fn common_symmetries(rules: [&Rules; 2]) -> SymmetryGroup {
    let [first, second] = rules.map(Rules::symmetries);
    let common = first
        .elements()
        .iter()
        .filter(|element| second.elements().contains(element));
    SymmetryGroup::new(rules[0].board().circle_count(), common.cloned().collect())
}

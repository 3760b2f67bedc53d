//! Choices that the symmetries of a position lead to each other.

use teeko_rules::{Position, Symmetry, SymmetryGroup};

use super::choice::{Choice, RankedChoice};

/// Groups ranked choices in a position by its symmetries, in the order of the first choice of each
/// group. `group` has the symmetries of the rules.
pub fn symmetric_groups<'a>(
    group: &SymmetryGroup,
    position: &Position,
    ranked: &'a [RankedChoice],
) -> Vec<Vec<&'a RankedChoice>> {
    let mut symmetries = Vec::new();
    for symmetry in group.elements() {
        if position.image(symmetry) == *position {
            symmetries.push(symmetry);
        }
    }
    let mut groups: Vec<Vec<&RankedChoice>> = Vec::new();
    for ranked in ranked {
        let mut known = groups.iter_mut();
        match known.find(|members| are_equal(&symmetries, members[0].choice, ranked.choice)) {
            Some(members) => members.push(ranked),
            None => groups.push(vec![ranked]),
        }
    }
    groups
}

/// Returns whether some symmetry leads one choice to another.
fn are_equal(symmetries: &[&Symmetry], one: Choice, other: Choice) -> bool {
    symmetries
        .iter()
        .any(|symmetry| image(symmetry, one) == other)
}

fn image(symmetry: &Symmetry, choice: Choice) -> Choice {
    match choice {
        Choice::Move(played) => Choice::Move(played.image(symmetry)),
        Choice::Pass => Choice::Pass,
    }
}

//! The values of the first drops.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::{Circle, Move, Oracle, OutcomeFields, Position, Value};

use crate::error::Answer;
use crate::probe::probe_move;

/// The value of a first drop for Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FirstDropEntry {
    /// The circle.
    #[serde(rename = "move")]
    pub played: Move,
    /// The value after the drop; nulls if the drop is banned.
    #[serde(flatten)]
    pub worth: OutcomeFields,
}

/// Returns the value of each first drop for Black, in the order of the circles and in plies from
/// the empty board. Where pieces have numbers, it is that of the best piece.
pub fn first_drops(oracle: &dyn Oracle) -> Answer<Vec<FirstDropEntry>> {
    let rules = oracle.rules();
    let allowed = rules.drops(&Position::EMPTY);
    let mut entries = Vec::new();
    for circle in rules.board().circles() {
        let value = if allowed.contains(circle) {
            best_drop(oracle, circle)?
        } else {
            None
        };
        entries.push(FirstDropEntry {
            played: Move::Drop(circle),
            worth: OutcomeFields::of_value(rules.scoring(), value),
        });
    }
    Ok(entries)
}

/// Returns the value of the best first drop on a circle.
fn best_drop(oracle: &dyn Oracle, circle: Circle) -> Answer<Option<Value>> {
    let mut best = None;
    for drop in oracle.rules().drops_on(&Position::EMPTY, circle) {
        best = best.max(Some(probe_move(oracle, &Position::EMPTY, drop)?));
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{rules, solved};
    use teeko_rules::Outcome;
    use teeko_testing::reference::ReferenceSolution;

    #[test]
    fn each_circle_has_the_value_of_the_position_after_it() {
        let oracle = solved("44-psss+4x4+knight");
        let reference = ReferenceSolution::solve(&rules("44-psss+4x4+knight"));
        let drops = first_drops(&oracle).unwrap();
        assert_eq!(drops.len(), 16);
        for (drop, circle) in drops.iter().zip(oracle.rules().board().circles()) {
            assert_eq!(drop.played, Move::Drop(circle));
            let after = reference.outcome(&Position::EMPTY.after(drop.played));
            let expected = after.unwrap().map(Outcome::of_move);
            assert_eq!(drop.worth, OutcomeFields::new(expected), "{}", drop.played);
        }
    }
}

//! Goals as fields in JSON.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::{Circles, Goal, Rules, Scoring};

/// A goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RulesGoal {
    /// The circles of its pieces.
    #[schemars(with = "Vec<usize>")]
    pub circles: Circles,
    /// The circles that must be empty for it to count; left out where there are none.
    #[serde(skip_serializing_if = "is_empty")]
    #[schemars(with = "Vec<usize>")]
    pub empty: Circles,
    /// The points of the goal; left out in games in which goals have no prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
}

/// Serialisation of a field needs a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_empty(circles: &Circles) -> bool {
    circles.is_empty()
}

impl RulesGoal {
    /// Returns the goals of a rule set, with their prices if they have any.
    pub fn all(rules: &Rules) -> Vec<Self> {
        let are_priced = rules.scoring() == Scoring::Points || rules.goals().have_void_goals();
        let mut goals = Vec::new();
        for &goal in rules.goals().patterns() {
            let points = are_priced.then_some(goal.points());
            goals.push(Self::new(goal, points));
        }
        goals
    }

    /// Returns a goal that is worth these points.
    pub(crate) fn new(goal: Goal, points: Option<u8>) -> Self {
        Self {
            circles: goal.circles(),
            empty: goal.empty(),
            points,
        }
    }
}

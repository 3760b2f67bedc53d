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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{circles, rules};

    #[test]
    fn goals_have_points_where_goals_have_prices() {
        let plain = RulesGoal::all(&rules("44-ssss"));
        assert_eq!(plain.len(), 44);
        assert!(plain.iter().all(|goal| goal.points.is_none()));
        // 28 lines, 16, 9 and 4 squares of side 1, 2 and 3, and the corners of the board.
        let mut of_points = [0; 6];
        for goal in RulesGoal::all(&rules("58-ssss+points")) {
            of_points[usize::from(goal.points.unwrap())] += 1;
        }
        assert_eq!(of_points, [0, 4, 9, 16, 28, 1]);
        // In a threshold game cheaper goals are worth nothing.
        let threshold = RulesGoal::all(&rules("58-ssss+points").threshold_game(4));
        let worthless = threshold.iter().filter(|goal| goal.points == Some(0));
        assert_eq!(worthless.count(), 4 + 9 + 16);
    }

    #[test]
    fn circles_that_must_be_empty_are_left_out_where_there_are_none() {
        let mut goal = RulesGoal {
            circles: circles(&[1, 3, 11, 13]),
            empty: circles(&[7]),
            points: None,
        };
        let written = serde_json::to_string(&goal).unwrap();
        assert_eq!(written, r#"{"circles":[1,3,11,13],"empty":[7]}"#);
        goal.empty = Circles::EMPTY;
        let written = serde_json::to_string(&goal).unwrap();
        assert_eq!(written, r#"{"circles":[1,3,11,13]}"#);
    }
}

//! The standard board: the fast solver has the reference solver's value in every one of its
//! 75,710,250 slide-phase positions and in every position of the drop layers, and the reference
//! solver's counts are the golden ones.

use rayon::prelude::*;
use teeko_rules::{GoalSet, Rules};
use teeko_testing::reference::{ReferenceDrop, ReferenceSlide};

use crate::common;
use crate::golden_data::Golden;

/// The plans whose drop layers are compared: between them they have both choices in every layer.
const PLANS: [&str; 4] = ["ssss", "sppp", "pppp", "spsp"];

/// One test instead of three, so that only one reference solution is in memory at a time: it takes
/// up to 1 GB.
#[test]
fn every_position_of_goal_sets_44_and_58_and_of_knight_steps() {
    for goals in [GoalSet::Goals44, GoalSet::Goals58] {
        let golden = Golden::of(goals);
        let rules: Vec<Rules> = PLANS
            .iter()
            .map(|plan| common::rules(&format!("{goals}-{plan}")))
            .collect();
        let reference = ReferenceSlide::solve(&rules[0]);
        let slide = common::slide(&rules[0]);
        rayon::join(
            || golden.assert_slide(&common::assert_slides_agree(&reference, &slide)),
            || {
                let solutions = common::solutions(&slide, &rules);
                let solutions = PLANS.par_iter().zip(solutions);
                solutions.for_each(|(plan, solution)| {
                    let reference = ReferenceDrop::solve(solution.rules(), &reference);
                    golden.assert_drops(plan, &common::assert_drops_agree(&reference, &solution));
                });
            },
        );
    }
    let knight = common::rules("44-ssss+knight");
    common::assert_slides_agree(&ReferenceSlide::solve(&knight), &common::slide(&knight));
}

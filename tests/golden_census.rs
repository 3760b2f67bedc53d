//! The whole census of goal sets 44 and 58 on the standard board, and the value of every plan, as
//! the reference solver counted them. (Tests of the program compare its values with Steele's, and
//! its censuses with the manifest.)

use teeko_rules::{GoalSet, Rules};

use crate::common;
use crate::golden_data::Golden;

fn assert_golden(goals: GoalSet) {
    let golden = Golden::of(goals);
    assert_eq!(
        golden.drop.len(),
        20,
        "16 plans, 2 of them under the centre ban too, pppp under the pass rule, and under both"
    );
    let rules: Vec<Rules> =
        golden.drop.keys().map(|plan| common::rules(&format!("{goals}-{plan}"))).collect();
    let slide = common::slide(&rules[0]);
    golden.assert_slide(slide.census());
    for (plan, solution) in golden.drop.keys().zip(common::solutions(&slide, &rules)) {
        let census = solution.census();
        golden.assert_drops(plan, &census);
        assert_eq!(solution.game_value().to_string(), golden.drop[plan].value, "{goals}-{plan}");
        let deepest = golden.drop[plan].deepest.max(golden.slide.by_distance.len() as u32 - 1);
        assert_eq!(census.deepest(), deepest, "{goals}-{plan}");
    }
}

#[test]
fn census_of_goal_set_44() {
    assert_golden(GoalSet::Goals44);
}

#[test]
fn census_of_goal_set_58() {
    assert_golden(GoalSet::Goals58);
}

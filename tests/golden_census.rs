//! The whole census of goal sets 44 and 58 on the standard board, and the value of every plan, as
//! the reference solver counted them. (A test of the program compares its values with Steele's.)

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
    // The pass rule changes nothing in any plan in which the opponent points.
    let mut plans: Vec<(&str, &str)> = Vec::new();
    for plan in golden.drop.keys() {
        plans.push((plan, ""));
        if plan.contains('p') && !plan.contains('+') {
            plans.push((plan, "+pass"));
        }
    }
    let rules: Vec<Rules> = plans
        .iter()
        .map(|(plan, option)| common::rules(&format!("{goals}-{plan}{option}")))
        .collect();
    let slide = common::slide(&rules[0]);
    golden.assert_slide(slide.census());
    let deepest_slide = golden.slide.by_distance.len() as u32 - 1;
    for ((plan, option), solution) in plans.into_iter().zip(common::solutions(&slide, &rules)) {
        let name = format!("{goals}-{plan}{option}");
        let expected = &golden.drop[plan];
        let census = solution.census();
        golden.assert_drops(plan, &census);
        assert_eq!(solution.game_value().to_string(), expected.value, "{name}");
        let deepest = expected.deepest.max(deepest_slide);
        assert_eq!(census.deepest(), deepest, "{name}");
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

/// The program compares tables with the content hashes of the manifest. Its censuses are for
/// readers.
#[test]
fn censuses_of_the_manifest() {
    let manifest = parsed(include_str!("../crates/teeko-analysis/data/manifest.toml"));
    for (goals, golden) in [
        ("44", include_str!("golden/44.toml")),
        ("58", include_str!("golden/58.toml")),
    ] {
        let golden = parsed(golden);
        for class in ["impossible", "no_move", "draw", "by_distance"] {
            assert_eq!(
                manifest["slide"][goals][class], golden["slide"][class],
                "{goals} {class}"
            );
        }
        let mut plans = 0;
        for (name, entry) in manifest["drop"].as_table().expect("a table") {
            let (goals_of_entry, plan) = name.split_once('-').expect("goals and a plan");
            if goals_of_entry == goals {
                assert_eq!(entry["layers"], golden["drop"][plan]["layers"], "{name}");
                plans += 1;
            }
        }
        assert_eq!(plans, 8, "{goals}");
    }
}

fn parsed(text: &str) -> toml::Table {
    text.parse().expect("a file of data")
}

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
    let pointed = golden
        .drop
        .keys()
        .filter(|plan| plan.contains('p') && !plan.contains('+'));
    let plans = golden
        .drop
        .keys()
        .map(|plan| (plan, ""))
        .chain(pointed.map(|plan| (plan, "+pass")));
    let plans: Vec<(&String, &str)> = plans.collect();
    let rules: Vec<Rules> = plans
        .iter()
        .map(|(plan, option)| common::rules(&format!("{goals}-{plan}{option}")))
        .collect();
    let slide = common::slide(&rules[0]);
    golden.assert_slide(slide.census());
    for ((plan, option), solution) in plans.iter().zip(common::solutions(&slide, &rules)) {
        let census = solution.census();
        golden.assert_drops(plan, &census);
        assert_eq!(
            solution.game_value().to_string(),
            golden.drop[*plan].value,
            "{goals}-{plan}{option}"
        );
        let deepest = golden.drop[*plan]
            .deepest
            .max(golden.slide.by_distance.len() as u32 - 1);
        assert_eq!(census.deepest(), deepest, "{goals}-{plan}{option}");
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
    let read = |text: &str| text.parse::<toml::Table>().expect("a file of data");
    let manifest = read(include_str!("../crates/teeko-analysis/data/manifest.toml"));
    let golden = [
        ("44", include_str!("golden/44.toml")),
        ("58", include_str!("golden/58.toml")),
    ];
    for (goals, golden) in golden.map(|(goals, text)| (goals, read(text))) {
        for class in ["impossible", "no_move", "draw", "by_distance"] {
            assert_eq!(
                manifest["slide"][goals][class], golden["slide"][class],
                "{goals} {class}"
            );
        }
        let drops = manifest["drop"].as_table().expect("a table");
        let of_goals = drops.iter().filter_map(|(name, entry)| {
            Some((
                name.strip_prefix(goals)?.strip_prefix('-')?,
                &entry["layers"],
            ))
        });
        let plans =
            of_goals.map(|(plan, layers)| assert_eq!(*layers, golden["drop"][plan]["layers"]));
        assert_eq!(plans.count(), 8, "{goals}");
    }
}

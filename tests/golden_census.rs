//! The whole census of goal sets 44 and 58 on the standard board, and the value of every plan, as
//! the reference solver counted them and as Steele published them.

use teeko_rules::{GoalSet, Outcome, Rules, Variant};

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
        assert_eq!(solution.value().to_string(), golden.drop[plan].value, "{goals}-{plan}");
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

/// Guy L. Steele Jr. (1998): of Scarne's sixteen variants fourteen are draws, and the two that are
/// not become draws under the centre ban. The golden data has them all; another test compares the
/// fast solver's values with it.
#[test]
fn values_published_by_steele() {
    let banned = ["58-ssss+no-centre", "58-sppp+no-centre"];
    for variant in Variant::SIXTEEN.into_iter().chain(banned) {
        let published = match variant {
            "58-ssss" => Outcome::Win(13),
            "58-sppp" => Outcome::Win(25),
            _ => Outcome::Draw,
        };
        let (goals, plan) = variant.split_once('-').expect(variant);
        let golden = Golden::of(goals.parse().expect(goals));
        assert_eq!(golden.drop[plan].value(), published, "{variant}");
    }
}

/// The manifest, with which the program compares table files, also has the censuses of the
/// reference solver.
#[test]
fn the_manifest_has_the_golden_censuses() {
    let read = |text: &str| text.parse::<toml::Table>().expect("TOML");
    let manifest = read(include_str!("../crates/teeko-analysis/data/manifest.toml"));
    let mut compared = 0;
    for goals in [GoalSet::Goals44, GoalSet::Goals58] {
        let golden = read(Golden::text(goals));
        for field in ["impossible", "no_move", "draw", "by_distance"] {
            assert_eq!(
                manifest["slide"][goals.name()][field],
                golden["slide"][field],
                "{goals}, {field}"
            );
        }
        for (variant, entry) in manifest["drop"].as_table().expect("the drop files") {
            if let Some(plan) = variant.strip_prefix(&format!("{goals}-")) {
                assert_eq!(entry["layers"], golden["drop"][plan]["layers"], "{variant}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 16);
}

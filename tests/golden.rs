//! The whole census of goal sets 44 and 58 on the standard board, and the value of every plan, as the reference solver
//! counted them and as Steele published them.

use std::collections::BTreeMap;

use serde::Deserialize;
use teeko_rules::{GoalSet, Outcome, PIECES, Rules, Variant};
use teeko_solve::{LayerCensus, SlideCensus, Solution, solve_drops};

use crate::common;

/// A file of golden data; see the comments in there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Golden {
    slide: GoldenSlide,
    drop: BTreeMap<String, GoldenDrop>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoldenSlide {
    impossible: u64,
    no_move: u64,
    draw: u64,
    by_distance: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoldenDrop {
    value: String,
    deepest: u32,
    layers: [[u64; 4]; 2 * PIECES],
}

impl Golden {
    /// The golden data of goal set 44 or 58.
    pub(crate) fn of(goals: GoalSet) -> Self {
        toml::from_str(Self::text(goals)).expect("a file of golden data")
    }

    fn text(goals: GoalSet) -> &'static str {
        match goals {
            GoalSet::Goals44 => include_str!("golden/44.toml"),
            GoalSet::Goals58 => include_str!("golden/58.toml"),
            _ => panic!("no golden data of goal set {goals}"),
        }
    }

    /// Asserts that a census of the slide phase is the golden one.
    pub(crate) fn assert_slide(&self, census: &SlideCensus) {
        let GoldenSlide { impossible, no_move, draw, by_distance } = &self.slide;
        let golden =
            SlideCensus { by_distance: by_distance.clone(), no_move: *no_move, impossible: *impossible, draw: *draw };
        assert_eq!(census, &golden);
    }

    /// Asserts that the drop layers of a plan and its options, such as `pppp+pass`, are the golden ones.
    pub(crate) fn assert_drops(&self, plan: &str, censuses: &[LayerCensus]) {
        let golden = &self.drop[plan];
        let layers: Vec<[u64; 4]> = censuses.iter().map(by_result).collect();
        assert_eq!(layers, golden.layers, "{plan}");
        let deepest = censuses.iter().flat_map(BTreeMap::keys).filter_map(|outcome| outcome.distance()).max();
        assert_eq!(deepest, Some(golden.deepest), "{plan}");
        let value = censuses[0].keys().next().map(ToString::to_string);
        assert_eq!(value.as_ref(), Some(&golden.value), "{plan}");
    }
}

/// The positions of a layer that are won, lost, drawn and over.
fn by_result(census: &LayerCensus) -> [u64; 4] {
    let mut counts = [0; 4];
    for (outcome, positions) in census {
        let result = match outcome {
            Outcome::Win(_) => 0,
            Outcome::Loss(0) => 3,
            Outcome::Loss(_) => 1,
            Outcome::Draw => 2,
        };
        counts[result] += positions;
    }
    counts
}

/// The fast solver's solutions of all plans and options of the golden data, by name.
fn solutions(goals: GoalSet, golden: &Golden) -> Vec<(&str, Solution)> {
    let rules: Vec<Rules> = golden.drop.keys().map(|plan| common::rules(&format!("{goals}-{plan}"))).collect();
    let slide = common::slide(&rules[0]);
    golden.drop.keys().map(String::as_str).zip(solve_drops(&slide, &rules)).collect()
}

fn assert_golden(goals: GoalSet) {
    let golden = Golden::of(goals);
    assert_eq!(
        golden.drop.len(),
        20,
        "16 plans, 2 of them under the centre ban too, pppp under the pass rule, and under both"
    );
    let solutions = solutions(goals, &golden);
    golden.assert_slide(solutions[0].1.slide().census());
    for (plan, solution) in solutions {
        let censuses: Vec<LayerCensus> = (0..2 * PIECES).map(|layer| solution.drop_census(layer).clone()).collect();
        golden.assert_drops(plan, &censuses);
        assert_eq!(solution.value().to_string(), golden.drop[plan].value, "{goals}-{plan}");
        let deepest = golden.drop[plan].deepest.max(golden.slide.by_distance.len() as u32 - 1);
        assert_eq!(solution.deepest(), deepest, "{goals}-{plan}");
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

/// Guy L. Steele Jr. (1998): of Scarne's sixteen variants fourteen are draws, and the two that are not become draws under
/// the centre ban.
#[test]
fn values_published_by_steele() {
    let banned = ["58-ssss+no-centre", "58-sppp+no-centre"];
    for variant in Variant::SIXTEEN.into_iter().chain(banned) {
        let published = match variant {
            "58-ssss" => Outcome::Win(13),
            "58-sppp" => Outcome::Win(25),
            _ => Outcome::Draw,
        };
        assert_eq!(common::solution(&common::rules(variant)).value(), published, "{variant}");
    }
}

/// The manifest, with which the program compares table files, has the censuses of the reference solver, too.
#[test]
fn the_manifest_has_the_golden_censuses() {
    let read = |text: &str| text.parse::<toml::Table>().expect("TOML");
    let manifest = read(include_str!("../tables/manifest.toml"));
    let mut compared = 0;
    for goals in [GoalSet::Goals44, GoalSet::Goals58] {
        let golden = read(Golden::text(goals));
        for field in ["impossible", "no_move", "draw", "by_distance"] {
            assert_eq!(manifest["slide"][goals.name()][field], golden["slide"][field], "{goals}, {field}");
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

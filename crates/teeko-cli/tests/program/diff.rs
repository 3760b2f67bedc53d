//! `teeko diff`.

use serde_json::{Value, json};
use teeko::index::binomial;

use crate::common::{answers, assert_refused, json, list, plain_and_coloured, stderr, teeko};

const RESULTS: [&str; 3] = ["win", "draw", "loss"];

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

/// `stats` counts each variant alone, and `query` knows each position.
#[test]
fn the_counts_and_examples_are_those_of_each_variant() {
    let variants = ["44-ssss", "54-psps"];
    let diff = json(&["diff", variants[0], variants[1]]);
    assert_eq!((&diff["schema"], &diff["variants"]), (&json!("teeko.diff/1"), &json!(variants)));
    let layers = list(&diff["layers"]);
    assert_eq!(layers.len(), 9);
    for (layer, entry) in layers.iter().enumerate() {
        let positions = binomial(25, layer / 2) * binomial(25 - layer / 2, layer.div_ceil(2));
        assert_eq!((&entry["layer"], &entry["positions"]), (&json!(layer), &json!(positions)));
        let results: Vec<Vec<u64>> = RESULTS
            .iter()
            .map(|first| {
                RESULTS.iter().map(|second| number(&entry["results"][first][second])).collect()
            })
            .collect();
        let open: u64 = results.iter().flatten().sum();
        assert_eq!(
            open + number(&entry["over_in_both"]) + number(&entry["over_in_one"]),
            positions
        );
        let same: u64 = (0..3).map(|result| results[result][result]).sum();
        assert_eq!(number(&entry["other_result"]), open - same);
        // One of each symmetric set.
        let examples = list(&entry["examples"]).len();
        assert!(examples <= 3 && (examples == 0) == (open == same), "{entry}");
    }
    // No side has a goal before the last drops, so all positions are open.
    for (of, variant) in variants.into_iter().enumerate() {
        let stats = json(&["stats", "-v", variant]);
        for (layer, entry) in layers[..7].iter().enumerate() {
            for result in RESULTS {
                let ours: u64 = RESULTS
                    .iter()
                    .map(|other| {
                        number(&entry["results"][[result, other][of]][[other, result][of]])
                    })
                    .sum();
                assert_eq!(
                    stats["census"]["drop"][layer][result], ours,
                    "{variant}, layer {layer}: {result}"
                );
            }
        }
        let examples: Vec<&Value> =
            layers.iter().flat_map(|layer| list(&layer["examples"])).collect();
        let lines: Vec<&str> =
            examples.iter().map(|example| example["position"].as_str().unwrap()).collect();
        let (found, code) = answers(&["-v", variant, "--brief"], &lines.join("\n"));
        assert_eq!((found.len(), code), (examples.len(), Some(0)));
        for (answer, example) in found.iter().zip(examples) {
            let expected = &example["outcomes"][of];
            assert_eq!(
                (&answer["outcome"], &answer["dtw"]),
                (&expected["outcome"], &expected["dtw"]),
                "{example}"
            );
        }
        let solved = &json(&["solve", "--no-write", variant])["variants"][0];
        for (ours, solved) in list(&diff["first_drops"]).iter().zip(list(&solved["first_drops"])) {
            let outcome = &ours["outcomes"][of];
            assert_eq!(
                (&ours["move"], &outcome["outcome"], &outcome["dtw"]),
                (&solved["move"], &solved["outcome"], &solved["dtw"])
            );
        }
    }
}

/// The published difference between the two goal sets: the first drop on the centre wins (Steele
/// 1998).
#[test]
fn the_centre_wins_in_advanced_teeko() {
    let diff = json(&["diff", "standard", "advanced", "--examples", "0", "--threads", "2"]);
    let differing: Vec<&Value> =
        list(&diff["first_drops"]).iter().filter(|drop| drop["differs"] == true).collect();
    let outcomes = json!([{"outcome": "draw", "dtw": null}, {"outcome": "win", "dtw": 13}]);
    let centre = json!({"move": "13", "differs": true, "outcomes": outcomes});
    assert_eq!(differing, [&centre]);
    assert_eq!(diff["outcomes"], centre["outcomes"]);
    // The fourteen larger upright squares, each with three red pieces.
    assert_eq!(diff["layers"][7]["over_in_one"], 14 * binomial(21, 3));
}

/// Over in one variant and impossible in the other counts as finished in both. On 4 x 4 Advanced
/// Teeko has five more squares, of side 2 and 3. Counted by hand: each square of either side goes
/// with the C(12, 4) sets of the other side. Pairs in which the other set is a goal too are
/// subtracted: a goal of 44 (finished in both), or another of the five (counted twice).
#[test]
fn what_is_over_or_impossible_in_both_is_not_over_in_one() {
    let goals = |goals: &str| -> Vec<u64> {
        let rules = teeko_testing::rules(&format!("{goals}-ssss+4x4"));
        rules.goals().patterns().iter().map(|goal| goal.circles().bits()).collect()
    };
    let [fewer, more] = ["44", "58"].map(goals);
    let further: Vec<u64> = more.iter().copied().filter(|goal| !fewer.contains(goal)).collect();
    let beside = |goal: u64, others: &[u64]| {
        others.iter().filter(|&&other| goal & other == 0).count() as u64
    };
    let expected: u64 = further
        .iter()
        .map(|&goal| 2 * (binomial(12, 4) - beside(goal, &fewer)) - beside(goal, &further))
        .sum();
    assert_eq!((further.len(), expected), (5, 4_880));
    let diff = json(&["diff", "--examples", "0", "44-ssss+4x4", "58-ssss+4x4"]);
    assert_eq!(
        (&diff["layers"][8]["over_in_both"], &diff["layers"][8]["over_in_one"]),
        (&json!(18_672), &json!(expected))
    );
}

#[test]
fn other_boards_are_refused() {
    assert_refused(&[(&["diff", "44-ssss", "44-ssss+4x4"], 2, "found 5x5 and 4x4")]);
}

#[test]
fn missing_tables_are_noted_once_for_each_variant() {
    let note = |variants: [&str; 2]| {
        stderr(&teeko(&[&["diff", "--examples", "0"], &variants[..]].concat()))
    };
    assert_eq!(
        note(["44-ssss+4x4", "44-ssss+4x4"]),
        "note: no tables of 44-ssss+4x4 in tables or none; solving in memory\n"
    );
    assert_eq!(
        note(["44-ssss+4x4", "58-ssss+4x4"]),
        "note: no tables of 44-ssss+4x4 and 1 more in tables or none; solving in memory\n"
    );
}

#[test]
fn the_texts_are_as_they_were() {
    for (name, arguments) in [
        ("diff", &["diff", "44-ssss+4x4", "58-ssss+4x4", "--examples", "1"][..]),
        ("diff_of_drop_plans", &["diff", "44-ssss+5x4", "44-pssp+5x4"]),
        ("diff_of_options", &["diff", "44-ssss", "44-ssss+no-centre"]),
    ] {
        let [plain, coloured] = plain_and_coloured(arguments);
        insta::assert_snapshot!(name, plain);
        insta::assert_snapshot!(format!("{name}_in_colour"), coloured);
    }
}

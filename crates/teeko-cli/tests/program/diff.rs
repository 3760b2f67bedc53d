//! `teeko diff`.

use serde_json::{Value, json};
use teeko::index::binomial;

use crate::common::{json, list, stderr, teeko};

const RESULTS: [&str; 3] = ["win", "draw", "loss"];

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

/// The library compares counts and examples with the reference solver's.
#[test]
fn the_counts_add_up() {
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

//! Runs whose results are kept as data, since nobody makes them again just to look: they are whole,
//! and fit together.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use teeko::index::positions_of_layer;
use teeko::rules::{Circle, Circles};
use teeko::variant;
use teeko_testing::contract::sha256;

fn sum(values: &Value, keys: &[&str]) -> u64 {
    keys.iter().map(|key| values[key].as_u64().unwrap()).sum()
}

fn check(text: &str) {
    let run: Value = serde_json::from_str(text).unwrap();
    assert_eq!(run["schema"], "teeko.run/1");
    let result = text.split_once("\"result\":").unwrap().1.trim_end().strip_suffix('}').unwrap();
    assert_eq!(run["sha256"], sha256(result.as_bytes()), "the bytes of the result");
    let result = &run["result"];
    let named = variant(result["variant"].as_str().unwrap()).unwrap();
    let (rules, board) = (named.rules(), named.rules().board());
    assert_eq!(run["command"], format!("teeko solve {named} --no-write --json"));

    let slide = &result["census"]["slide"];
    let classes = ["win", "loss", "draw", "over", "impossible"];
    assert_eq!(sum(slide, &classes), positions_of_layer(board, 8));
    let by_distance = slide["by_dtw"].as_array().unwrap();
    for (outcome, parity) in [("win", 1), ("loss", 0)] {
        let rows: Vec<&Value> =
            by_distance.iter().filter(|row| row["outcome"] == outcome).collect();
        let total: u64 = rows.iter().map(|row| row["positions"].as_u64().unwrap()).sum();
        assert_eq!(total, slide[outcome].as_u64().unwrap(), "{outcome}");
        assert!(rows.iter().all(|row| row["dtw"].as_u64().unwrap() % 2 == parity));
    }
    assert!(by_distance.iter().all(|row| row["dtw"].as_u64() <= result["deepest"].as_u64()));
    // A loss in an even number of plies is the worst of wins one ply sooner, so that there is no
    // gap.
    let deepest = by_distance.last().unwrap()["dtw"].as_u64().unwrap();
    assert_eq!(by_distance.len() as u64, deepest);
    for (layer, drop) in result["census"]["drop"].as_array().unwrap().iter().enumerate() {
        assert_eq!(
            sum(drop, &["win", "loss", "draw", "over"]),
            positions_of_layer(board, layer),
            "layer {layer}"
        );
    }

    // The value is that of the best first drop, and drops that a symmetry turns into each other are
    // worth the same.
    let drops = result["first_drops"].as_array().unwrap();
    assert_eq!(drops.len(), board.circle_count());
    let distance = |drop: &Value| drop["dtw"].as_u64();
    let fastest = drops.iter().filter(|drop| drop["outcome"] == "win").map(distance).min().unwrap();
    assert_eq!((&result["outcome"], distance(result)), (&Value::from("win"), fastest));
    let group = rules.symmetries();
    let mut orbits = BTreeSet::new();
    for drop in drops {
        let circle: usize = drop["move"].as_str().unwrap().parse().unwrap();
        let set = Circles::EMPTY.with(Circle::from_number(circle).unwrap());
        let images = (0..group.order()).map(|element| group.apply(element, set));
        orbits.insert(images.clone().min().unwrap());
        for image in images {
            let other = &drops[image.iter().next().unwrap().index()];
            assert_eq!((&drop["outcome"], distance(drop)), (&other["outcome"], distance(other)));
        }
    }
    assert!(orbits.len() < drops.len() / 4);
}

#[test]
fn runs_that_are_kept_are_whole_and_fit_together() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    // The results of many games in one file have tests of their own, with the program.
    let is_run = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "json")
            && !path.ends_with("large-boards.json")
    };
    let runs: Vec<String> =
        files.filter(is_run).map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(!runs.is_empty(), "{}", folder.display());
    for run in runs {
        check(&run);
    }
}

//! The published results of large boards, `tables/large-boards.json`: they agree with themselves,
//! with the README of the solver and, on the smaller boards, with what the program computes.

use serde_json::Value;
use teeko::index::positions_of_layer;
use teeko::{Board, variant};

use crate::common::{SCRIPTS, json, list, python};

fn records() -> Vec<Value> {
    let data = include_str!("../../../../tables/large-boards.json");
    serde_json::from_str(data).unwrap()
}

fn name(record: &Value) -> &str {
    record["variant"].as_str().unwrap()
}

fn board(record: &Value) -> Board {
    variant(name(record)).unwrap().rules().board()
}

/// Adds up the counts of a layer.
fn sum(counts: &Value) -> u64 {
    let mut sum = 0;
    for (class, count) in counts.as_object().unwrap() {
        if class != "layer" {
            sum += count.as_u64().unwrap();
        }
    }
    sum
}

/// Each layer has as many positions as there are ways to place its pieces.
#[test]
fn layers_of_large_boards_have_all_their_positions() {
    let records = records();
    assert!(records.len() >= 28, "{}", records.len());
    for record in &records {
        let name = name(record);
        let board = board(record);
        let slide = sum(&record["census"]["slide"]);
        assert_eq!(slide, positions_of_layer(board, 8), "{name}");
        let drops = list(&record["census"]["drop"]);
        assert_eq!(drops.len(), 8, "{name}");
        for (pieces, counts) in drops.iter().enumerate() {
            assert_eq!(counts["layer"], pieces, "{name}");
            assert_eq!(sum(counts), positions_of_layer(board, pieces), "{name}");
        }
    }
}

#[test]
fn each_circle_of_large_boards_has_a_first_drop() {
    for record in &records() {
        let mut dropped: Vec<u64> = Vec::new();
        for group in list(&record["first_drops"]) {
            for circle in list(&group["circles"]) {
                dropped.push(circle.as_u64().unwrap());
            }
        }
        dropped.sort_unstable();
        let circles = board(record).circle_count() as u64;
        let all: Vec<u64> = (1..=circles).collect();
        assert_eq!(dropped, all, "{}", name(record));
    }
}

/// The value of the empty board is that of the best first drop, or of the worst where the opponent
/// points.
#[test]
fn values_of_large_boards_follow_from_the_first_drops() {
    for record in &records() {
        let groups = list(&record["first_drops"]);
        let values = groups.iter().map(worth);
        let best = if name(record).contains("-p") {
            values.min()
        } else {
            values.max()
        };
        assert_eq!(best, Some(worth(record)), "{}", name(record));
    }
}

/// Returns a number for a value: a soon win is the greatest, a soon loss the least.
fn worth(value: &Value) -> i64 {
    match (value["outcome"].as_str(), value["dtw"].as_i64()) {
        (Some("win"), Some(plies)) => 1000 - plies,
        (Some("loss"), Some(plies)) => plies - 1000,
        _ => 0,
    }
}

/// The run of 8 x 8 that is kept as a whole has the published counts.
#[test]
fn the_run_that_is_kept_is_the_published_one() {
    let run = include_str!("../../../../tables/44-ssss+8x8.json");
    let run = serde_json::from_str::<Value>(run).unwrap()["result"].take();
    let records = records();
    let record = records
        .iter()
        .find(|record| name(record) == run["variant"])
        .unwrap();
    let slide = &run["census"]["slide"];
    for class in ["win", "loss", "draw", "over", "impossible"] {
        assert_eq!(slide[class], record["census"]["slide"][class], "{class}");
    }
    let rows = list(&slide["by_dtw"]);
    for class in ["win", "loss"] {
        let of_class = rows.iter().filter(|row| row["outcome"] == class);
        let positions = of_class.map(|row| row["positions"].as_u64().unwrap());
        assert_eq!(slide[class], positions.sum::<u64>(), "{class}");
    }
    assert_eq!(
        (&run["dtw"], &rows.last().unwrap()["dtw"]),
        (&record["dtw"], &record["deepest"])
    );
}

#[test]
fn the_program_finds_the_published_results_of_smaller_boards() {
    let Some(mut python) = python() else { return };
    let records = records();
    let mut expected = Vec::new();
    for record in &records {
        if board(record).circle_count() <= 24 {
            expected.push(record);
        }
    }
    let output = python
        .args([
            &format!("{SCRIPTS}/large_boards.py"),
            env!("CARGO_BIN_EXE_teeko"),
        ])
        .args(expected.iter().map(|record| name(record)))
        .output()
        .unwrap();
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found.iter().collect::<Vec<_>>(), expected);
}

/// `teeko variants` says what is recorded of the boards that take more than a second to solve.
#[test]
fn the_program_says_the_published_results() {
    for record in &records() {
        if board(record).circle_count() < 28 {
            continue;
        }
        let value = match record["dtw"].as_u64() {
            Some(plies) => format!("Black wins in {plies} plies"),
            None => "Draw".to_owned(),
        };
        let rules = json(&["variants", name(record)]);
        let said = rules["explanation"][3].as_str().unwrap();
        assert!(said.contains(&value), "{}: {said}", name(record));
        assert!(said.ends_with(", as an earlier run found."), "{said}");
    }
}

#[test]
fn the_guide_says_the_result_of_the_final_edition() {
    let guide = include_str!("../../README.md");
    assert!(
        guide.contains("| the final edition (1964) | `final` | pieces carry 1 to 4 pips | draw |")
    );
}

/// Returns the row of a result in the README.
fn row(record: &Value) -> String {
    let value = match (&record["outcome"], &record["dtw"]) {
        (outcome, plies) if outcome == "win" => format!("Black wins in {plies}"),
        (outcome, plies) if outcome == "loss" => format!("Red wins in {plies}"),
        _ => "draw".to_owned(),
    };
    let [wins, draws, losses] = ["win", "draw", "loss"].map(|outcome| drops(record, outcome));
    let slide = &record["census"]["slide"];
    let counted = (sum(slide) - slide["impossible"].as_u64().unwrap()) as f64;
    let [won, lost] = ["win", "loss"].map(|key| 100.0 * slide[key].as_f64().unwrap() / counted);
    format!(
        "| `{}` | {value} | {wins}, {draws}, {losses} | {} | {won:.1} % | {lost:.1} % |",
        name(record),
        record["deepest"]
    )
}

/// Returns the number of first drops with this outcome.
fn drops(record: &Value, outcome: &str) -> usize {
    let mut drops = 0;
    for group in list(&record["first_drops"]) {
        if group["outcome"] == outcome {
            drops += list(&group["circles"]).len();
        }
    }
    drops
}

#[test]
fn the_readme_of_the_solver_has_the_results_of_large_boards() {
    let readme = include_str!("../../../teeko-solve/README.md");
    let rows: Vec<String> = records().iter().map(row).collect();
    let expected = rows.join("\n");
    assert!(
        readme.contains(&expected),
        "expected in the README:\n{expected}"
    );
}

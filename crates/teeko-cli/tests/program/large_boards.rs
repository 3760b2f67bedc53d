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

fn sum(counts: &Value) -> u64 {
    counts
        .as_object()
        .unwrap()
        .iter()
        .filter(|(key, _)| *key != "layer")
        .map(count)
        .sum()
}

fn count((_, count): (&String, &Value)) -> u64 {
    count.as_u64().unwrap()
}

/// Each layer has as many positions as there are ways to place its pieces; the value of the empty
/// board is that of the best first drop, or of the worst where the opponent points.
#[test]
fn the_published_results_of_large_boards_add_up() {
    let records = records();
    assert!(records.len() >= 28, "{}", records.len());
    for record in &records {
        let circles = board(record).circle_count() as u64;
        let layer = |pieces| positions_of_layer(board(record), pieces);
        let name = name(record);
        assert_eq!(sum(&record["census"]["slide"]), layer(8), "{name}");
        let drops = list(&record["census"]["drop"]);
        assert_eq!(drops.len(), 8, "{name}");
        for (pieces, counts) in (0..).zip(drops) {
            assert_eq!(
                (&counts["layer"], sum(counts)),
                (&Value::from(pieces), layer(pieces)),
                "{name}"
            );
        }

        let groups = list(&record["first_drops"]);
        let mut dropped: Vec<u64> = Vec::new();
        for group in groups {
            dropped.extend(list(&group["circles"]).iter().map(|c| c.as_u64().unwrap()));
        }
        dropped.sort_unstable();
        assert_eq!(dropped, (1..=circles).collect::<Vec<u64>>(), "{name}");
        // A soon win is the greatest, a soon loss the least.
        let worth = |value: &Value| match (value["outcome"].as_str(), value["dtw"].as_i64()) {
            (Some("win"), Some(plies)) => 1000 - plies,
            (Some("loss"), Some(plies)) => plies - 1000,
            _ => 0,
        };
        let values = groups.iter().map(worth);
        let best = if name.contains("-p") {
            values.min()
        } else {
            values.max()
        };
        assert_eq!(best, Some(worth(record)), "{name}");
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
    let small = |record: &&Value| board(record).circle_count() <= 24;
    let expected: Vec<&Value> = records.iter().filter(small).collect();
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
    for record in records()
        .iter()
        .filter(|record| board(record).circle_count() >= 28)
    {
        let plies = record["dtw"]
            .as_u64()
            .map(|plies| format!("Black wins in {plies} plies"));
        let value = plies.unwrap_or_else(|| "Draw".to_owned());
        let rules = json(&["variants", name(record)]);
        let said = rules["explanation"][3].as_str().unwrap();
        assert!(said.contains(&value), "{}: {said}", name(record));
        assert!(said.ends_with(", as an earlier run found."), "{said}");
    }
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
    let groups = list(&record["first_drops"]);
    let drops = |outcome: &str| -> usize {
        let of_outcome = groups.iter().filter(|group| group["outcome"] == outcome);
        of_outcome.map(|group| list(&group["circles"]).len()).sum()
    };
    let [wins, draws, losses] = ["win", "draw", "loss"].map(drops);
    let slide = &record["census"]["slide"];
    let counted = (sum(slide) - slide["impossible"].as_u64().unwrap()) as f64;
    let [won, lost] = ["win", "loss"].map(|key| 100.0 * slide[key].as_f64().unwrap() / counted);
    format!(
        "| `{}` | {value} | {wins}, {draws}, {losses} | {} | {won:.1} % | {lost:.1} % |",
        name(record),
        record["deepest"]
    )
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

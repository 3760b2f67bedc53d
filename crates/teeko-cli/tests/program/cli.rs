//! The program as users see it: output, exit codes, closed pipes.

use std::process::Stdio;

use serde_json::{Value, json};
use teeko::index::binomial;
use teeko::rules::Variant;

use crate::common::{
    assert_fields, assert_refused, command, json, list, refusal, stderr, stdout, teeko,
};

/// The published results: Steele 1998, as tabulated by `MathWorld`.
const WINS: [(&str, u64); 2] = [("58-ssss", 13), ("58-sppp", 25)];

/// Returns the rule sets with a published result.
fn published() -> impl Iterator<Item = &'static str> {
    Variant::SIXTEEN.into_iter().chain(["58-ssss+no-centre", "58-sppp+no-centre"])
}

fn sum(census: &Value, classes: &[&str]) -> u64 {
    classes.iter().map(|class| census[class].as_u64().unwrap()).sum()
}

const SLIDE_CLASSES: [&str; 6] = ["win", "loss", "draw", "no_move", "over", "impossible"];

#[test]
fn solve_agrees_with_what_is_published() {
    let arguments: Vec<&str> = ["solve", "--no-write"].into_iter().chain(published()).collect();
    let solved = json(&arguments);
    assert_eq!(solved["schema"], "teeko.solve/1");
    let variants = list(&solved["variants"]);
    assert_eq!(variants.len(), 18);
    for (entry, name) in variants.iter().zip(published()) {
        assert_eq!(entry["variant"], name);
        let win = WINS.into_iter().find(|&(variant, _)| variant == name);
        assert_eq!(entry["outcome"], if win.is_some() { "win" } else { "draw" }, "{name}");
        assert_eq!(entry["dtw"].as_u64(), win.map(|(_, plies)| plies), "{name}");
        assert!(list(&entry["files"]).is_empty());
        assert!(entry["seconds"].as_f64().unwrap() > 0.0);

        let drops = list(&entry["first_drops"]);
        let moves: Vec<&str> = drops.iter().map(|drop| drop["move"].as_str().unwrap()).collect();
        let circles: Vec<String> = (1..=25).map(|number| number.to_string()).collect();
        assert_eq!(moves, circles);
        assert_eq!(drops[12]["outcome"].is_null(), name.contains("no-centre"), "{name}");
        assert!(
            drops
                .iter()
                .any(|drop| drop["outcome"] == entry["outcome"] && drop["dtw"] == entry["dtw"]),
            "{name}"
        );
    }
}

/// The number of positions of every layer equals the number of ways to place the pieces. The number
/// of positions in which a side has a goal follows from the goals.
#[test]
fn the_census_counts_every_position_once() {
    for (name, circles, goals) in
        [("44-ssss", 25, 44), ("58-sppp", 25, 58), ("44-ssss+4x4+knight", 16, 8 + 2 + 9)]
    {
        let solved = json(&["solve", "--no-write", name]);
        let entry = &solved["variants"][0];
        let slide = &entry["census"]["slide"];
        assert_eq!(
            sum(slide, &SLIDE_CLASSES),
            binomial(circles, 4) * binomial(circles - 4, 4),
            "{name}"
        );
        assert_eq!(slide["impossible"], goals * binomial(circles - 4, 4), "{name}");

        let assert_decided = |by_dtw: &Value, census: &Value| {
            for outcome in ["win", "loss"] {
                let of = list(by_dtw).iter().filter(|entry| entry["outcome"] == outcome);
                let positions: u64 = of.map(|entry| entry["positions"].as_u64().unwrap()).sum();
                assert_eq!(census[outcome], positions, "{name}: {outcome}");
            }
        };
        assert_decided(&slide["by_dtw"], slide);
        // `stats` counts in a finished solution, with another index.
        let stats = json(&["stats", "-v", name]);
        assert_fields(&stats, &json!({"schema": "teeko.stats/1", "variant": name}));
        for field in ["outcome", "dtw", "deepest"] {
            assert_eq!(stats[field], entry[field], "{name}: {field}");
        }
        assert_eq!(&stats["census"]["slide"], slide, "{name}");
        let by_dtw = list(&slide["by_dtw"]);
        let distances: Vec<u64> = by_dtw.iter().map(|of| of["dtw"].as_u64().unwrap()).collect();
        assert!(distances.is_sorted() && distances[0] == 1, "{name}: {distances:?}");
        assert!(entry["deepest"].as_u64().unwrap() >= *distances.last().unwrap(), "{name}");

        let drop = list(&entry["census"]["drop"]);
        assert_eq!(drop.len(), 8);
        for (layer, census) in drop.iter().enumerate() {
            let (mover, opponent) = (layer / 2, layer.div_ceil(2));
            let positions = binomial(circles, mover) * binomial(circles - mover, opponent);
            assert_eq!(census["layer"], layer);
            let found = &stats["census"]["drop"][layer];
            assert_fields(found, census);
            assert_decided(&found["by_dtw"], census);
            assert_eq!(
                sum(census, &["win", "loss", "draw", "over"]),
                positions,
                "{name}, layer {layer}"
            );
        }
        // Only in layer 7 are all four black pieces on the board.
        assert_eq!(drop[7]["over"], goals * binomial(circles - 4, 3), "{name}");
    }
}

#[test]
fn verify_passes_with_a_line_for_each_claim() {
    let output = teeko(&["verify"]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let text = stdout(&output);
    let first_words: Vec<&str> = text.lines().filter_map(|line| line.get(..4)).collect();
    assert_eq!(first_words.iter().filter(|&&word| word == "PASS").count(), 16 + 2 + 6 + 17 + 3);
    assert!(!first_words.contains(&"FAIL"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.lines().last().unwrap().starts_with("44 passed, 0 failed"), "{text}");

    let verified = json(&["verify", "--threads", "1"]);
    assert_eq!(verified["schema"], "teeko.verify/1");
    assert_eq!((&verified["passed"], &verified["failed"]), (&44.into(), &0.into()));
    assert_eq!(list(&verified["claims"]).len(), 44);
    for claim in list(&verified["claims"]) {
        assert_eq!(claim["expected"], claim["found"]);
        let (source, place) = (claim["source"].as_str().unwrap(), claim["where"].as_str());
        assert!(claim["pass"] == true && !source.is_empty(), "{claim}");
        // Results that follow from the rules are not published.
        assert_eq!(place.is_none_or(str::is_empty), source == "consistency", "{claim}");
    }
}

#[test]
fn wrong_usage_exits_2_and_says_what_is_wrong() {
    assert_refused(&[
        (&["solve", "45-ssss"], 2, "goal set `45`"),
        (&["solve", "44-ssss", "44-sssx"], 2, "drop plan `sssx`"),
        (&["solve", "44-psss+pass"], 2, "plan pppp only"),
        (&["solve", "--threads", "0"], 2, "--threads"),
        (&["solve", "--no-such-flag"], 2, "--no-such-flag"),
        (&["frobnicate"], 2, "frobnicate"),
        (&["--color", "sometimes", "variants"], 2, "sometimes"),
        (&["puzzles", "--dtw", "4"], 2, "odd number of plies"),
        (&["puzzles", "--dtw=-3"], 2, "a whole number from 1"),
        (&["puzzles", "--dtw", "x"], 2, "a whole number from 1"),
        (&["puzzles", "--limit", "0"], 2, "--limit"),
        (&["puzzles", "--lines", "--json"], 2, "--json"),
        (&["puzzles", "-v", "45-ssss"], 2, "goal set `45`"),
        (&["puzzles", "-v", "44-ssss", "--score", "1"], 2, "--score 1: expected a game for points"),
        (&["puzzles", "-v", "58-ssss+points", "--score", "6"], 2, "can be worth: 1, 2, 3, 4, 5"),
        (&["puzzles", "-v", "44-ssss+pips", "--score", "9"], 2, "1, 2, 3, 4, 5, 6, 7, 8"),
        (&["puzzles", "--force"], 2, "--html"),
        (&["puzzles", "--html", "x.svg"], 2, "expected a name that ends in ."),
        (&["stats", "--svg", "x.png"], 2, "expected a name that ends in ."),
        (&["stats", "--layer", "9"], 2, "--layer"),
        (&["stats", "--force"], 2, "--svg"),
        (&["man", "--force"], 2, "--output"),
        (&["completions"], 2, "SHELL"),
        (&["completions", "tcsh"], 2, "tcsh"),
        (&["diff", "44-ssss"], 2, "VARIANT"),
        (&["verify", "--full"], 2, "--tables"),
        (&["query"], 2, "POSITION"),
        (&["query", "b:13 r: r", "--moves", "13"], 2, "--moves"),
        (&["line", "--stdin"], 2, "--stdin"),
        (&["serve", "--listen", "8338"], 2, "invalid value"),
        (&["serve", "--listen", "localhost:80"], 2, "invalid value"),
        (&["serve", "--memory", "5"], 2, "invalid value"),
        (&["serve", "--memory", "none"], 2, "invalid value"),
        (&["serve", "--solves", "0"], 2, "invalid value"),
    ]);
    let help = teeko(&[]);
    assert_eq!((help.status.code(), stdout(&help).as_str()), (Some(2), ""));
    assert!(stderr(&help).contains("Usage"), "{}", stderr(&help));
}

#[test]
fn colours_are_a_matter_of_choice() {
    for (arguments, coloured) in [
        (&["variants"][..], false),
        (&["variants", "--color", "always"], true),
        (&["--color=never", "variants"], false),
        (&["--help"], false),
        (&["--color=always", "--help"], true),
    ] {
        assert_eq!(stdout(&teeko(arguments)).contains('\x1b'), coloured, "{arguments:?}");
    }
    let no_colour =
        command(&["variants"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
    assert!(!stdout(&no_colour).contains('\x1b'));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let positions = folder.path().join("positions");
    std::fs::write(&positions, "b:1 r: r\n".repeat(20_000)).unwrap();
    for arguments in [
        &["variants"][..],
        &["verify"],
        &["solve", "--no-write", "--json", "44-ssss+4x4"],
        &["stats", "-v", "44-ssss+4x4", "--quiet"],
        &["puzzles", "-v", "44-ssss+4x4", "--quiet"],
        &["query", "--stdin", "--json", "--quiet"],
        &["export", "--to", "csv", "-o", "-", "-v", "44-ssss+4x4", "--quiet"],
        &["export", "--to", "jsonl", "-o", "-", "-v", "44-ssss+4x4", "--quiet"],
        &["export", "--to", "parquet", "-o", "-", "-v", "44-ssss+4x4", "--quiet"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let mut program = command(arguments);
        program.stdin(std::fs::File::open(&positions).unwrap());
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_one_line() {
    for arguments in [&["variants"][..], &["variants", "--json"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        let error = refusal(&output, 6);
        assert!(error.starts_with("error: cannot write to standard output: "), "{error}");
    }
}

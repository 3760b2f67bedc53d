//! Sheets of puzzles.

use std::fs;

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};

use crate::common::{answers, assert_fields, json, list, refusal, stderr, stdout, teeko, text};

/// Returns the puzzles of a sheet, each with the answer of `query` about its position.
fn puzzles_with_answers(variant: &str, sheet: &Value) -> Vec<(Value, Value)> {
    let puzzles = list(&sheet["puzzles"]);
    let positions: Vec<&str> =
        puzzles.iter().map(|puzzle| puzzle["position"].as_str().unwrap()).collect();
    let (values, code) = answers(&["-v", variant], &positions.join("\n"));
    assert_eq!((values.len(), code), (puzzles.len(), Some(0)));
    puzzles.iter().cloned().zip(values).collect()
}

/// `query` confirms each puzzle: one move wins. The slot names the same position.
#[test]
fn puzzles_have_one_winning_move() {
    for (variant, phase, dtw, limit, found) in [
        ("44-ssss", "slide", 5, "20", 20),
        ("58-ssss", "slide", 9, "20", 20),
        ("44-ssss", "slide", 1, "20", 20),
        ("44-ssss", "drop", 7, "8", 8),
        ("58-sppp", "drop", 7, "8", 0),
    ] {
        let asked = ["puzzles", "-v", variant, "--phase", phase, "--limit", limit];
        let sheet = json(&[&asked[..], &["--dtw", &dtw.to_string()]].concat());
        assert_fields(&sheet, &json!({"schema": "teeko.puzzles/1", "phase": phase, "dtw": dtw}));
        let puzzles = puzzles_with_answers(variant, &sheet);
        assert_eq!(puzzles.len(), found, "{variant}");
        for (puzzle, value) in &puzzles {
            assert_fields(value, &json!({"phase": phase, "turn": "black", "chooser": "black"}));
            assert_fields(value, &json!({"outcome": "win", "dtw": dtw}));
            let moves = list(&value["moves"]).iter();
            let winning: Vec<&Value> = moves.filter(|entry| entry["outcome"] == "win").collect();
            assert_eq!((winning.len(), &winning[0]["move"]), (1, &puzzle["line"][0]), "{value}");
            assert_eq!(list(&puzzle["line"]).len(), dtw);
        }
        let slot =
            |(puzzle, _): &(Value, _)| format!("slot:{}:{} b\n", puzzle["layer"], puzzle["slot"]);
        let (named, _) = answers(&["-v", variant], &puzzles.iter().map(slot).collect::<String>());
        assert!(named.iter().eq(puzzles.iter().map(|(_, value)| value)));
    }
    let usual = json(&["puzzles", "--limit", "1"]);
    assert_eq!((&usual["phase"], &usual["puzzles"][0]["layer"]), (&json!("slide"), &json!(8)));
}

#[test]
fn answers_stand_where_they_are_wanted() {
    let sheet = |place: &[&str]| text(&[&["puzzles", "--limit", "2"][..], place].concat());
    let (apart, below, none) = (
        sheet(&["--answers", "apart"]),
        sheet(&["--answers", "below"]),
        sheet(&["--answers", "none"]),
    );
    let puzzles = json(&["puzzles", "--limit", "2"]);
    let solution = |number: usize| {
        let line = list(&puzzles["puzzles"][number]["line"]);
        line.iter().map(|ply| ply.as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    let place =
        |text: &str, part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
    assert_eq!(sheet(&[]), apart);
    let solutions = place(&apart, "\nSolutions\n");
    assert!(place(&apart, "\n2. b:") < solutions && solutions < place(&apart, &solution(0)));
    assert!(
        place(&below, &solution(0)) < place(&below, "\n2. b:")
            && place(&below, "\n2. b:") < place(&below, &solution(1))
    );
    assert!(!none.contains("Solution") && !none.contains(&solution(0)));
}

/// Returns the numbers of the circles with a given look in a drawing.
fn numbers(drawing: Node<'_, '_>, class: &str) -> Vec<String> {
    let circles = drawing.descendants().filter(|node| node.attribute("class") == Some(class));
    circles.map(|node| node.next_sibling_element().unwrap().text().unwrap().to_owned()).collect()
}

/// Each puzzle is drawn as it is, all circles have numbers, and the solutions are those of the
/// JSON.
#[test]
fn sheets_for_print_have_all_puzzles_and_are_never_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let html = path("sheet.html");
    let ask = ["--limit", "5", "--dtw", "3", "--seed", "4"];
    let puzzles = json(&[&["puzzles"], &ask[..]].concat());
    let lines = text(&[&["puzzles", "--lines"], &ask[..]].concat());
    let write =
        |more: &[&str]| teeko(&[&["puzzles", "--quiet", "--html", &html], &ask[..], more].concat());
    for (place, answered) in [("apart", true), ("below", true), ("none", false)] {
        let output = write(&["--force", "--answers", place]);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
        assert_eq!(stdout(&output), text(&[&["puzzles", "--answers", place], &ask[..]].concat()));
        let contents = fs::read_to_string(&html).unwrap();
        assert!(
            !["<script", "<link", "<img", "url(", "@import"]
                .iter()
                .any(|part| contents.contains(part))
        );
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&contents, options).unwrap();
        let drawings: Vec<Node<'_, '_>> =
            document.descendants().filter(|node| node.tag_name().name() == "svg").collect();
        assert_eq!(drawings.len(), 6);
        // The first shows the goals: a row, a diagonal and a square.
        assert_eq!(numbers(drawings[0], "empty").len(), 0);
        assert_eq!(contents.matches("class=\"goal\"").count(), 12);
        for (drawing, line) in drawings.into_iter().skip(1).zip(lines.lines()) {
            let [black, red, empty] =
                ["black", "red", "empty"].map(|class| numbers(drawing, class));
            let (position, solution) = line.split_once('\t').unwrap();
            assert_eq!(format!("b:{} r:{} b", black.join(","), red.join(",")), position);
            assert_eq!(black.len() + red.len() + empty.len(), 25);
            assert_eq!(contents.contains(solution), answered, "{place}: {solution}");
            assert!(contents.contains(position));
        }
        let in_order = contents.find("Solutions").is_some_and(|at| contents[..at].contains("5."));
        assert_eq!(in_order, place == "apart", "{place}");
    }
    let plies = lines.lines().map(|line| line.split_once('\t').unwrap().1.split(' ').count());
    assert!(list(&puzzles["puzzles"]).len() == 5 && plies.eq([3; 5]), "{lines}");
    let written = fs::read_to_string(&html).unwrap();
    let error = refusal(&write(&[]), 6);
    assert!(error.contains("sheet.html") && error.contains("--force"), "{error}");
    assert_eq!(fs::read_to_string(&html).unwrap(), written);
}

/// In games for points, exactly one move scores the most, as `query` confirms, and the sheets show
/// the pips of every piece.
#[test]
fn puzzles_for_points_have_one_move_that_nets_the_most() {
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("sheet.html");
    for (variant, phase, score) in [
        ("58-ssss+4x4+points", "slide", Some(4)),
        ("44-ssss+4x4+pips", "slide", Some(8)),
        ("44-ssss+4x4+pips", "drop", None),
    ] {
        let score_text = score.unwrap_or(0).to_string();
        let asked = if score.is_some() { &["--score", &score_text][..] } else { &[] };
        let ask = [&["puzzles", "-v", variant, "--phase", phase, "--limit", "4"], asked].concat();
        let sheet = json(&ask);
        assert_eq!(
            (&sheet["dtw"], sheet.get("score")),
            (&json!(5), score.map(Value::from).as_ref())
        );
        let puzzles = puzzles_with_answers(variant, &sheet);
        assert_eq!(puzzles.len(), 4, "{variant}");
        for (puzzle, value) in &puzzles {
            assert_eq!((&value["dtw"], &value["score"]), (&json!(5), &puzzle["score"]), "{puzzle}");
            assert!(score.is_none_or(|score| puzzle["score"] == score), "{puzzle}");
            let moves = list(&value["moves"]);
            let netting: Vec<&Value> =
                moves.iter().filter(|entry| entry["keeps_score"] == true).collect();
            assert_eq!((netting.len(), &netting[0]["move"]), (1, &puzzle["line"][0]), "{value}");
        }
        let written = text(&[&ask[..], &["--html", html.to_str().unwrap(), "--force"]].concat());
        let points = puzzles[0].0["score"].as_i64().unwrap();
        assert!(
            written.contains(&format!("\n1. {points} point")) && written.contains("Black to "),
            "{written}"
        );
        let drawn = fs::read_to_string(&html).unwrap();
        let numbered = variant.ends_with("pips");
        let pips: u64 =
            if numbered { lines_of_pips(&text(&[&ask[..], &["--lines"]].concat())) } else { 0 };
        assert_eq!(drawn.matches("class=\"pip\"").count() as u64, pips, "{variant}");
        assert_eq!(drawn.contains("The dots on a piece are its pips."), numbered);
        assert!(drawn.contains("score"), "the task");
    }
}

/// Returns the sum of the pips of the positions before the tabs.
fn lines_of_pips(lines: &str) -> u64 {
    let positions = lines.lines().filter_map(|line| line.split('\t').next());
    let after_equals_signs = positions.flat_map(|position| position.split('=').skip(1));
    after_equals_signs.map(|rest| rest[..1].parse::<u64>().unwrap()).sum()
}

//! Sheets of puzzles. The contract has them as JSON.

use std::fs;

use roxmltree::{Document, Node, ParsingOptions};

use crate::common::{json, list, refusal, stderr, stdout, teeko, text};

#[test]
fn answers_stand_where_they_are_wanted() {
    let sheet = |place: &[&str]| text(&[&["puzzles", "--limit", "2"][..], place].concat());
    let [apart, below, none] = ["apart", "below", "none"].map(|place| sheet(&["--answers", place]));
    let puzzles = json(&["puzzles", "--limit", "2"]);
    let solution = |number: usize| {
        let line = list(&puzzles["puzzles"][number]["line"]);
        line.iter()
            .map(|ply| ply.as_str().unwrap())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let place = |text: &str, part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part} in {text}"))
    };
    assert_eq!(sheet(&[]), apart);
    let solutions = place(&apart, "\nSolutions\n");
    assert!(place(&apart, "\n2. b:") < solutions && solutions < place(&apart, &solution(0)));
    assert!(
        place(&below, &solution(0)) < place(&below, "\n2. b:")
            && place(&below, "\n2. b:") < place(&below, &solution(1))
    );
    assert!(!none.contains("Solution") && !none.contains(&solution(0)));
}

/// Returns the numbers in a drawing that are on a black piece, a red one or no piece.
fn numbers(drawing: Node<'_, '_>, class: &str) -> Vec<String> {
    let numbers = drawing
        .descendants()
        .filter(|node| node.attribute("class") == Some(class));
    numbers
        .map(|node| node.text().unwrap().to_owned())
        .collect()
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
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), "")
        );
        assert_eq!(
            stdout(&output),
            text(&[&["puzzles", "--answers", place], &ask[..]].concat())
        );
        let contents = fs::read_to_string(&html).unwrap();
        let loads = ["<script", "<link", "<img", "url(", "@import"];
        assert!(!loads.iter().any(|part| contents.contains(part)));
        let options = ParsingOptions {
            allow_dtd: true,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(&contents, options).unwrap();
        let drawings: Vec<Node<'_, '_>> = document
            .descendants()
            .filter(|node| node.tag_name().name() == "svg")
            .collect();
        // The first three show the goals: a row, a square and a diagonal.
        assert_eq!(
            (drawings.len(), contents.matches("class=\"goal\"").count()),
            (8, 3)
        );
        assert!(contents.len() < 13_000, "{} bytes", contents.len());
        for (drawing, line) in drawings.into_iter().skip(3).zip(lines.lines()) {
            let [black, red, empty] =
                ["on-black", "on-red", "on-board"].map(|class| numbers(drawing, class));
            let (position, solution) = line.split_once('\t').unwrap();
            assert_eq!(
                format!("b:{} r:{} b", black.join(","), red.join(",")),
                position
            );
            assert_eq!(black.len() + red.len() + empty.len(), 25);
            assert_eq!(contents.contains(solution), answered, "{place}: {solution}");
            assert!(contents.contains(position));
        }
        let in_order = contents
            .find("Solutions")
            .is_some_and(|at| contents[..at].contains("5."));
        assert_eq!(in_order, place == "apart", "{place}");
    }
    let plies = lines
        .lines()
        .map(|line| line.split_once('\t').unwrap().1.split(' ').count());
    assert!(
        list(&puzzles["puzzles"]).len() == 5 && plies.eq([3; 5]),
        "{lines}"
    );
    refusal(&write(&[]), 6);
    // The sheet has the names of the text.
    let letters = path("letters.html");
    let named = ["puzzles", "--notation", "letters", "--html", &letters];
    let output = teeko(&[&named[..], &ask[..]].concat());
    let shown = stdout(&output);
    let solution = shown
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("5. "))
        .unwrap();
    let sheet = fs::read_to_string(&letters).unwrap();
    assert!(sheet.contains(&format!("{solution}</li>")), "{sheet}");
    assert!(
        sheet.contains(">c3</text>") && !sheet.contains(">13</text>"),
        "{sheet}"
    );
    assert!(
        stderr(&output).contains("letters.html, a page with 5 puzzles"),
        "{output:?}"
    );
}

/// In games for points the sheets say what is scored, and show the pips of every piece.
#[test]
fn sheets_for_points_have_scores_and_pips() {
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("sheet.html").display().to_string();
    for variant in ["58-ssss+4x4+points", "44-ssss+4x4+pips"] {
        let ask = ["puzzles", "-v", variant, "--limit", "4"];
        let written = text(&[&ask[..], &["--html", &html, "--force"]].concat());
        let score = &json(&ask)["puzzles"][0]["score"];
        assert!(
            written.contains(&format!("\n1. {score} point")),
            "{written}"
        );
        let drawn = fs::read_to_string(&html).unwrap();
        let lines = text(&[&ask[..], &["--lines"]].concat());
        let positions = lines.lines().filter_map(|line| line.split('\t').next());
        let pips = positions.flat_map(|position| position.split('=').skip(1));
        let pips: usize = pips.map(|rest| rest[..1].parse::<usize>().unwrap()).sum();
        let drawn_pips = drawn
            .lines()
            .filter_map(|line| line.split_once("class=\"pip "));
        let drawn_pips: usize = drawn_pips.map(|(_, path)| path.matches("h0").count()).sum();
        assert_eq!(drawn_pips, pips, "{variant}");
        let is_numbered = drawn.contains("The dots on a piece are its pips.");
        assert_eq!(
            (is_numbered, pips > 0),
            (variant.ends_with("pips"), is_numbered)
        );
        assert!(drawn.contains("score"), "the task");
    }
}

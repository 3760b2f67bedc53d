//! Names of circles in text, and extensions of file names.

use std::fs;
use std::process::Output;

use tempfile::TempDir;

use crate::common::{command, json, refusal, stderr, stdout, teeko, teeko_with_input, text};

const POSITION: &str = "b:7,9,12,14 r:10,13,17,19 b";

#[test]
fn letters_are_used_everywhere_in_text() {
    for (arguments, part, number) in [
        (&["query", POSITION][..], "*  d3-c4", "14-8"),
        (
            &["query", POSITION],
            "44-ssss  b:b4,d4,b3,d3 r:e4,c3,b2,d2 b",
            "b:7",
        ),
        (
            &["query", "-v", "advanced", "--moves", ""],
            "*  c3 ",
            "*  13 ",
        ),
        (
            &["query", "b:6,7,11,12 r:1,5,13,25 r"],
            "a goal on a4,b4,a3,b3",
            "6,7",
        ),
        (&["line", POSITION], "1. d3-c4 2. ", "14-8"),
        (
            &["line", POSITION, "--boards"],
            "5   .     .     .     .     .",
            "14-8",
        ),
        (&["review", "13 12 18 8 7 3 14 1 18-17 1-2"], "c3 ", "18-17"),
        (
            &["puzzles", "--dtw", "3", "--limit", "1", "--seed", "3"],
            "\n2   ",
            " 25",
        ),
        (
            &["solve", "--no-write", "advanced"],
            "win in 13  c3 ",
            "  13  ",
        ),
        (&["diff", "44-ssss+4x4", "58-ssss+4x4"], "r:", "b:1,"),
    ] {
        let letters = text(&[&["--notation", "letters"], arguments].concat());
        assert!(letters.contains(part), "{arguments:?}: {letters}");
        assert!(!letters.contains(number), "{arguments:?}: {letters}");
        assert!(
            letters.lines().all(|line| line.chars().count() <= 80),
            "{letters}"
        );
    }
}

#[test]
fn commands_whose_text_has_no_circles_hide_the_option() {
    for command in ["stats", "atlas", "export"] {
        assert!(
            !text(&[command, "--help"]).contains("--notation"),
            "{command}"
        );
    }
    assert!(text(&["query", "--help"]).contains("--notation"));
}

#[test]
fn json_has_numbers_in_any_notation() {
    let [letters, numbers] = ["letters", "numbers"]
        .map(|notation| text(&["--notation", notation, "query", POSITION, "--json"]));
    assert_eq!(letters, numbers);
}

/// Returns the output of a query with this notation as the variable.
fn query_with_variable(notation: &str, more: &[&str]) -> Output {
    let arguments = [&["-q", "query", POSITION], more].concat();
    command(&arguments)
        .env("TEEKO_NOTATION", notation)
        .output()
        .unwrap()
}

#[test]
fn the_variable_is_the_notation_without_the_option() {
    for (variable, more, part) in [
        ("letters", &[][..], "*  d3-c4"),
        ("", &[], "*  14-8"),
        ("numbers", &["--notation", "letters"], "*  d3-c4"),
        ("letters", &["--notation", "numbers"], "*  14-8"),
        ("runes", &["--notation", "letters"], "*  d3-c4"),
    ] {
        let shown = stdout(&query_with_variable(variable, more));
        assert!(shown.contains(part), "{variable} {more:?}: {shown}");
    }
}

#[test]
fn a_variable_without_a_notation_is_an_error() {
    for found in ["runes", "Letters", " "] {
        let expected = format!(
            "TEEKO_NOTATION: expected numbers, letters or course, found `{found}`; change or unset"
        );
        let error = refusal(&query_with_variable(found, &[]), 2);
        assert!(error.contains(&expected), "{error}");
    }
}

/// Errors name circles as the board does; JSON has their numbers. The rules have the words of each.
#[test]
fn errors_name_circles_as_the_board_does() {
    for (notation, arguments, code, part) in [
        (
            "letters",
            &["query", "a5 a5"][..],
            3,
            "ply 2, `a5`: circle a5: expected an empty circle",
        ),
        (
            "letters",
            &["query", "1 1", "--json"],
            3,
            "ply 2, `1`: circle 1: expected an empty",
        ),
        (
            "letters",
            &["line", "slot:8:0 b"],
            3,
            "slot:8:0: Black to move has a goal already, on a",
        ),
        (
            "letters",
            &["review", "# from: b:a5\na4", "--from", "b:2"],
            3,
            "for, b:b5 r: r, found another",
        ),
        (
            "letters",
            &["query", "44-pppp+4x4+pips", "--moves", "b3=1", "--at", "b3"],
            2,
            "at: expected an empty circle that can be dropped on, found b3",
        ),
        (
            "course",
            &["query", "1. C2 C2"],
            3,
            "circle C2: expected an empty circle, found a piece",
        ),
    ] {
        let output = teeko(&[&["-q", "--notation", notation], arguments].concat());
        // A review has the plies before the wrong one.
        let output = Output {
            stdout: Vec::new(),
            ..output
        };
        let error = refusal(&output, code);
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

/// Returns what standard input is answered with in letters.
fn answers_in_letters(input: &str, more: &[&str]) -> String {
    let query = ["-q", "--notation", "letters", "query", "--stdin", "--brief"];
    let arguments = [&query[..], more].concat();
    stdout(&teeko_with_input(&arguments, input.as_bytes()))
}

#[test]
fn errors_in_lines_name_circles_as_the_board_does() {
    for (line, in_text, in_json) in [
        (
            "13 13",
            "circle c3: expected an empty circle",
            "circle 13: expected an empty circle",
        ),
        (
            "{\"moves\": \"a5 a5\"}",
            "circle a5: expected an empty circle",
            "circle 1: expected an empty circle",
        ),
        (
            "b:1,2,3,4 r:6,7,8,14 b",
            "a goal already, on a5,b5,c5,d5",
            "a goal already, on 1,2,3,4",
        ),
    ] {
        let text = answers_in_letters(line, &[]);
        assert!(text.contains(in_text), "{line}: {text}");
        let json = answers_in_letters(line, &["--json"]);
        assert!(json.contains(in_json), "{line}: {json}");
    }
}

const COURSE: [&str; 2] = ["--notation", "course"];

/// What is typed in the notation of a course means what it means in numbers.
#[test]
fn the_names_of_a_course_mean_what_numbers_do() {
    for (numbers, names, part) in [
        (
            &["query", POSITION][..],
            &["query", "b:B1,D1,B2,D2 r:E1,C2,B3,D3 b"][..],
            "*  D2-C1 ",
        ),
        (
            &["query", "junior", "--moves", "6", "5"],
            &["query", "B1", "A1", "junior"],
            "\n    A     B     C     D\n",
        ),
        (
            &["query", "44-pppp+4x4+pips", "--moves", "6=1", "--at", "7"],
            &["query", "44-pppp+4x4+pips", "--moves", "B1=1", "--at", "C1"],
            "C1=4",
        ),
        (
            &["review", "14-8 13-14", "--from", POSITION],
            &[
                "review",
                "D2-C1 C2>D2",
                "--from",
                "b:B1,D1,B2,D2 r:E1,C2,B3,D3 b",
            ],
            "D2-C1 ",
        ),
    ] {
        let shown = text(&[&COURSE, names].concat());
        assert_eq!(shown, text(&[&COURSE, numbers].concat()), "{names:?}");
        assert!(shown.contains(part), "{names:?}: {shown}");
        let as_names = text(&[&COURSE, names, &["--json"]].concat());
        let as_numbers = text(&[numbers, &["--json"]].concat());
        assert_eq!(as_names, as_numbers, "{names:?}");
    }
}

#[test]
fn lines_may_have_the_names_of_a_course() {
    let lines =
        b"C2 C1\n{\"position\": \"b:C2 r: r\"}\n{\"moves\": \"C1\", \"from\": \"b:C2 r: r\"}\n";
    let asked = [&COURSE[..], &["-q", "query", "--stdin", "--brief"]].concat();
    let read = teeko_with_input(&asked, lines);
    assert_eq!(read.status.code(), Some(0), "{}", stderr(&read));
    let shown = stdout(&read);
    assert!(shown.starts_with("after C2 C1  Draw"), "{shown}");
}

#[test]
fn the_names_of_a_course_are_printed() {
    for (arguments, part) in [
        (
            &["random", "--pieces", "3", "--seed", "1"][..],
            "44-ssss  b:",
        ),
        (
            &["puzzles", "--dtw", "3", "--limit", "1", "--seed", "3"],
            "\n3:  ",
        ),
        (&["solve", "--no-write", "advanced"], "win in 13  C2 "),
        (&["variants", "advanced"], "win: C2 in 13 plies."),
    ] {
        let shown = text(&[&COURSE, arguments].concat());
        assert!(shown.contains(part), "{arguments:?}: {shown}");
    }
}

/// A name never silently means another circle.
#[test]
fn capitals_are_names_of_a_course_alone() {
    let both = "expected 18 (c2) or 13 (C2 with notation course)";
    let played = teeko_with_input(&["-q", "play", "--as", "both"], b"C2\nq\n");
    assert!(stdout(&played).contains(both), "{}", stdout(&played));
}

#[test]
fn the_notation_of_a_course_is_explained_once() {
    for (arguments, times) in [
        (&["--notation", "course"][..], 1),
        (&["--notation", "course", "-q"], 0),
        (&["--notation", "letters"], 0),
    ] {
        let query = teeko(&[arguments, &["query", "junior", "6 7 10"]].concat());
        let notes = stderr(&query);
        let explained = notes.matches("B3 is circle 17, which letters call b2");
        assert_eq!(explained.count(), times, "{arguments:?}: {notes}");
    }
}

/// A command that names no circles says nothing of their names.
#[test]
fn a_script_of_completions_does_not_explain_it() {
    let script = command(&["completions", "bash"])
        .env("TEEKO_NOTATION", "course")
        .output()
        .unwrap();
    assert_eq!(stderr(&script), "");
}

/// Creates a folder with games in files.
fn games() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("game.txt", "1. 13 12 $6 {a mistake}\n2. 18 8\n"),
        ("my game.txt", "13 12"),
        ("long.txt", &"13 ".repeat(1 << 19)),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Runs a command in a folder.
fn run_in(folder: &TempDir, arguments: &[&str]) -> Output {
    command(arguments)
        .current_dir(folder.path())
        .output()
        .unwrap()
}

#[test]
fn a_game_may_stand_in_a_file() {
    let folder = games();
    let review = run_in(&folder, &["-q", "review", "@game.txt"]);
    assert_eq!(stdout(&review), text(&["review", "13 12 18 8"]));
}

#[test]
fn the_name_of_a_file_has_a_hint() {
    let folder = games();
    for (arguments, part) in [
        (
            &["query", "game.txt"][..],
            "the position in it: teeko query @game.txt",
        ),
        (&["query", "-v", "all", "game.txt"], "teeko query @game.txt"),
        (
            &["line", "game.txt"],
            "the position in it: teeko line @game.txt",
        ),
        (
            &["play", "--from", "game.txt"],
            "teeko play --from @game.txt",
        ),
        (
            &["review", "game.txt"],
            "to review the game in it: teeko review @game.txt",
        ),
        (
            &["review", "my game.txt"],
            "to review the game in it: teeko review '@my game.txt'",
        ),
    ] {
        let error = refusal(&run_in(&folder, arguments), 2);
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let folder = games();
    for (game, code, part) in [
        ("@none.txt", 6, "none.txt: cannot be read"),
        ("@long.txt", 2, "at most 1048576 bytes"),
        ("hello", 3, "hello"),
    ] {
        let error = refusal(&run_in(&folder, &["-q", "review", game]), code);
        assert!(error.contains(part), "{game}: {error}");
    }
}

/// Circles as Scarne prints a position are not taken for moves.
#[test]
fn two_lists_of_circles_are_two_sides() {
    let expected = json(&["query", POSITION]);
    for text in [
        &["7,9,12,14 10,13,17,19 b"][..],
        &["7,9,12,14", "10,13,17,19", "b"],
        &["black", "7,9,12,14,", "red", "10,13,17,19", "black"],
        &["B 7 9 12 14 R 10 13 17 19 b"],
        &["7 9 12 14; 10 13 17 19; b"],
    ] {
        assert_eq!(json(&[&["query"], text].concat()), expected, "{text:?}");
    }
}

#[test]
fn two_lists_without_a_side_to_move_are_explained() {
    for text in ["7,9,12,14 10,13,17,19", "7 9 12 14\n10 13 17 19"] {
        for command in ["query", "line"] {
            let message = refusal(&teeko(&[command, text]), 3);
            let forms = "Red write `b:7,9,12,14 r:10,13,17,19`, with the side to move, b or r";
            assert!(message.contains(forms), "{message}");
            assert!(
                message.contains("write `7 9 12 14 10 13 17 19`"),
                "{message}"
            );
        }
    }
}

/// Moves that are asked for as such may be grouped.
#[test]
fn two_lists_of_moves_are_a_game() {
    let [grouped, plain] =
        ["13,12 18,8", "13 12 18 8"].map(|moves| json(&["query", "--moves", moves]));
    assert_eq!(grouped, plain);
}

#[test]
fn two_lists_in_the_place_of_a_command_have_a_tip() {
    let message = refusal(&teeko(&["7,9,12,14", "10,13,17,19"]), 2);
    assert!(
        message.contains("teeko query \"7,9,12,14 10,13,17,19\""),
        "{message}"
    );
}

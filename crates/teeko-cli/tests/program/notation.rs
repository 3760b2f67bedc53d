//! Names of circles in text, and extensions of file names.

use std::fs;

use crate::common::{command, refusal, stdout, text};

const POSITION: &str = "b:7,9,12,14 r:10,13,17,19 b";

#[test]
fn letters_are_used_everywhere_in_text_and_nowhere_in_json() {
    for (arguments, part, number) in [
        (&["query", POSITION][..], "*  d3-c4", "14-8"),
        (&["query", POSITION], "44-ssss  b:b4,d4,b3,d3 r:e4,c3,b2,d2 b", "b:7"),
        (&["query", "-v", "advanced", "--moves", ""], "*  c3 ", "*  13 "),
        (&["query", "b:6,7,11,12 r:1,5,13,25 r"], "a goal on a4,b4,a3,b3", "6,7"),
        (&["line", POSITION], "1. d3-c4 2. ", "14-8"),
        (&["line", POSITION, "--boards"], "5   .     .     .     .     .", "14-8"),
        (&["review", "13 12 18 8 7 3 14 1 18-17 1-2"], "c3 ", "18-17"),
        (&["puzzles", "--dtw", "3", "--limit", "1", "--seed", "3"], "\n2   ", " 25"),
        (&["solve", "--no-write", "advanced"], "win in 13  c3 ", "  13  "),
        (&["diff", "44-ssss+4x4", "58-ssss+4x4"], "r:", "b:1,"),
    ] {
        let letters = text(&[&["--notation", "letters"], arguments].concat());
        assert!(letters.contains(part), "{arguments:?}: {letters}");
        assert!(!letters.contains(number), "{arguments:?}: {letters}");
        assert!(letters.lines().all(|line| line.chars().count() <= 80), "{letters}");
    }
    let json = |notation| text(&["--notation", notation, "query", POSITION, "--json"]);
    assert_eq!(json("letters"), json("numbers"));
}

#[test]
fn letters_may_be_a_habit() {
    let brief = |notation: &str| {
        command(&["-q", "query", POSITION]).env("TEEKO_NOTATION", notation).output().unwrap()
    };
    assert!(stdout(&brief("letters")).contains("*  d3-c4"));
    assert!(stdout(&brief("numbers")).contains("*  14-8"));
    assert_eq!(brief("runes").status.code(), Some(2));
}

#[test]
fn a_game_may_stand_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "1. 13 12\n2. 18 8\n").unwrap();
    fs::write(folder.path().join("long.txt"), "13 ".repeat(1 << 19)).unwrap();
    let review =
        |game: &str| command(&["-q", "review", game]).current_dir(folder.path()).output().unwrap();
    assert_eq!(stdout(&review("@game.txt")), text(&["review", "13 12 18 8"]));
    for (game, code, part) in [
        ("game.txt", 2, "to review the game in it: teeko review @game.txt"),
        ("@none.txt", 6, "none.txt: cannot be read"),
        ("@long.txt", 2, "at most 1048576 bytes"),
        ("hello", 3, "hello"),
    ] {
        let error = refusal(&review(game), code);
        assert!(error.contains(part), "{game}: {error}");
    }
}

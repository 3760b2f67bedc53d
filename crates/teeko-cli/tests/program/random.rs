//! Random positions. The contract has them as JSON.

use crate::common::{json, text};

/// Returns a position that Black wins in five plies.
fn win_in_five(more: &[&str]) -> String {
    let asked = "random junior --outcome win --dtw 5 --pieces 8";
    let words: Vec<&str> = asked.split(' ').chain(more.iter().copied()).collect();
    text(&words)
}

#[test]
fn a_random_position_is_what_was_asked_for_and_shows_how_to_go_on() {
    let found = win_in_five(&[]);
    assert!(
        found.contains("wins in 5 plies (3 of its own moves)."),
        "{found}"
    );
    let command = found
        .lines()
        .find_map(|line| line.strip_prefix("  teeko query 44-ssss+4x4 "));
    let query = json(&["query", "junior", command.unwrap().trim_matches('"')]);
    assert_eq!(query["outcome"], "win");
    assert_eq!(query["dtw"], 5);
    assert!(found.ends_with("--seed 2\n"), "{found}");
}

#[test]
fn a_random_position_depends_on_the_seed_alone() {
    let found = win_in_five(&[]);
    for threads in ["1", "3"] {
        assert_eq!(win_in_five(&["--threads", threads, "--seed", "1"]), found);
    }
    assert_ne!(win_in_five(&["--seed", "2"]), found);
}

/// What the position is worth is the answer, unless it was asked for.
#[test]
fn a_random_position_does_not_say_its_value() {
    let any = text(&["random", "junior"]);
    assert!(
        any.contains(" to slide.\n") && !any.contains("win") && !any.contains("Draw"),
        "{any}"
    );
}

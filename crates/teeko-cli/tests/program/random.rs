//! Random positions. The contract has them as JSON.

use crate::common::{json, text};

#[test]
fn a_random_position_shows_how_to_go_on_and_depends_on_the_seed_alone() {
    let asked = [
        "random",
        "junior",
        "--outcome",
        "win",
        "--dtw",
        "5",
        "--pieces",
        "8",
    ];
    let with = |more: &[&str]| text(&[&asked, more].concat());
    let found = with(&[]);
    assert!(
        found.contains("wins in 5 plies (3 of its own moves)."),
        "{found}"
    );
    let command = found
        .lines()
        .find_map(|line| line.strip_prefix("  teeko query 44-ssss+4x4 "));
    let query = json(&["query", "junior", command.unwrap().trim_matches('"')]);
    assert_eq!(
        (&query["outcome"], &query["dtw"]),
        (&"win".into(), &5.into())
    );
    for threads in ["1", "3"] {
        assert_eq!(with(&["--threads", threads, "--seed", "1"]), found);
    }
    assert!(
        found.ends_with("--seed 2\n") && with(&["--seed", "2"]) != found,
        "{found}"
    );
    // What the position is worth is the answer, unless it was asked for.
    let any = text(&["random", "junior"]);
    assert!(
        any.contains(" to slide.\n") && !any.contains("win") && !any.contains("Draw"),
        "{any}"
    );
}

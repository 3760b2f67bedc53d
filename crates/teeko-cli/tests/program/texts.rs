//! The texts of commands in colour.

use crate::common::{plain_and_coloured, text};

/// The first of Scarne's seventeen plays: Black wins in three plies, only by 14-8.
const PLAY: &str = "b:7,9,12,14 r:10,13,17,19 b";

#[test]
fn the_texts_are_as_they_were() {
    for (name, arguments) in [
        ("variants", &["variants"][..]),
        ("query", &["query", PLAY]),
        ("query_brief", &["query", "--brief", PLAY]),
        ("query_win_in_1", &["query", "-v", "44-ssss+4x4", "b:1,2,3,8 r:5,6,11,16 b"]),
        ("query_drop", &["query", "-v", "advanced", "--moves", ""]),
        ("query_pointed_drop", &["query", "-v", "44-pppp+pass", "--moves", "5 25"]),
        ("query_over", &["query", "b:1,2,3,4 r:7,9,17,25 r"]),
        ("query_all", &["query", "-v", "all", "--moves", "13"]),
        ("line", &["line", "b:3,10,15,18 r:7,13,16,17 b"]),
        ("line_of_a_draw", &["line", "--moves", ""]),
        ("line_with_boards", &["line", "--boards", PLAY]),
        ("review", &["review", "-v", "44-pppp+pass", "5, 25, pass → 13, 1, 24, pass → 8, 6, 21"]),
        ("review_of_a_win", &["review", "-v", "advanced", "13 12 18 8"]),
        ("review_of_blunders", &["review", "--from", PLAY, "14-15 17-21 12-8 10-14 15-20"]),
        ("stats", &["stats", "--limits"]),
        ("stats_of_a_drop_layer", &["stats", "-v", "44-pppp+4x4+knight", "--layer", "7"]),
        ("puzzles", &["puzzles", "--limit", "2"]),
        (
            "puzzles_unique",
            &[
                "puzzles", "-v", "advanced", "--dtw", "27", "--unique", "--limit", "1", "--seed",
                "7",
            ],
        ),
        ("puzzles_none", &["puzzles", "-v", "44-ssss+4x4", "--dtw", "201"]),
        ("diff", &["diff", "44-ssss+4x4", "58-ssss+4x4", "--examples", "1"]),
        ("diff_of_drop_plans", &["diff", "44-ssss+5x4", "44-pssp+5x4"]),
        ("diff_of_options", &["diff", "44-ssss", "44-ssss+no-centre"]),
    ] {
        // The plain text is the same without colours.
        let [_, coloured] = plain_and_coloured(arguments);
        insta::assert_snapshot!(format!("{name}_in_colour"), coloured);
    }
}

#[test]
fn the_summary_of_solutions_is_as_it_was() {
    let variants = ["58-ssss", "44-ppps", "58-sppp+no-centre", "44-ssss+4x4+knight", "44-ssss+4x4"];
    let solve = [&["solve", "--no-write", "--color", "always"], &variants[..]].concat();
    let shown = text(&solve);
    let (table, time) = shown.rsplit_once("Solved ").unwrap();
    assert!(time.starts_with("5 variants with 4 slide phases in "), "{time}");
    let plain = anstream::adapter::strip_str(table).to_string();
    assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
    insta::assert_snapshot!("solve_in_colour", table.replace('\x1b', "␛"));
}

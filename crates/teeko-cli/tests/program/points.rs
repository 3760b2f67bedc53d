//! Games for points in the texts of commands. The contract has their values and counts.

use crate::common::{json, stdout, teeko, teeko_with_input, text};

/// A distance is a bound, and every command that prints one says so. Red can last 10 plies in
/// `LOST`, but only by giving away more points.
#[test]
fn a_distance_in_a_game_for_points_is_a_bound() {
    const VARIANT: &str = "58-ssss+points";
    const LOST: &str = "b:12,18 r:15 r";
    let hint = {
        let input = b"13\nhint\nvalues on\nquit\n";
        stdout(&teeko_with_input(
            &["-q", "play", VARIANT, "--as", "both"],
            input,
        ))
    };
    let query = ["query", "-v", VARIANT, LOST];
    let answer = json(&query);
    let best = answer["moves"][0]["move"].as_str().unwrap();
    let review = ["review", "-v", VARIANT, "--from", LOST, best];
    let legend = "Forces 2 within 9: can force at least 2 points within 9 plies from";
    let bound = "Win of 2 within 13: the side can force 2 points, but no more, and at least these \
                 2 within 13 plies.";
    let last = "Red can last 10 plies only by giving away more points.";
    for (shown, parts) in [
        (
            stdout(&teeko(&query)),
            &[
                "Black forces 2 points within 10 plies (at most 5 of its own moves).",
                "Black forces 2 within 8 ",
                legend,
                last,
            ][..],
        ),
        (
            text(&[&query[..], &["--brief"]].concat()),
            &["Black forces 2 points within 10 plies"],
        ),
        (
            text(&review),
            &[
                "Black forces 2 within 8 Black forces 2 within 8 Before:",
                legend,
            ],
        ),
        (
            text(&["line", "-v", "58-sppp+points", "--moves", ""]),
            &[
                "Black forces 2 points within 33 plies; this line, in which neither side gives \
                 away points, takes 27.",
            ],
        ),
        (
            text(&["solve", "--no-write", VARIANT]),
            &["win of 2 within 13", bound],
        ),
        (
            text(&["diff", "58-ssss", VARIANT]),
            &[
                "Without points Any goal wins.",
                "win of 2 within 13 in the second",
                "In points The game for Black: ",
                "no move is best in both",
                bound,
            ],
        ),
        (
            text(&["stats", "-v", "58-ssss+4x4+knight+points"]),
            &["win of 2 within 13", bound],
        ),
        (
            text(&[
                "atlas",
                "--points",
                "--goals=58",
                "--plans=ssss",
                "--steps=knight",
                "--board=4x4",
            ]),
            &["win of 2 within 13", bound],
        ),
        (
            text(&["puzzles", "-v", VARIANT, "--limit", "1"]),
            &["as possible within 5 plies", "1. 1 point: b:"],
        ),
        (
            hint,
            &["Black forces 2 within 12 plies).", "for 2 points within 12"],
        ),
    ] {
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
        for exact in [
            "wins 2 in ",
            "wins 2 points in ",
            "win of 2 in ",
            "win of 2 points in ",
        ] {
            assert!(!shown.contains(exact), "{exact}\n{shown}");
        }
    }
    // A line of a game that is not for points has the length of the distance.
    let plain = text(&["line", "-v", "58-ssss", "--moves", ""]);
    assert!(
        plain.contains("Black wins in 13 plies (7 of its own moves)."),
        "{plain}"
    );
    assert_eq!(json(&["review", "13"])["choices"][0].get("best"), None);
}

//! Explanations of games. The counts of goals are those of Scarne's booklets and of Jackman.

use crate::common::{file, json, list, text};

/// Returns an explanation without line breaks.
fn explained(name: &str) -> String {
    text(&["variants", name]).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_is_explained_with_its_goals_play_value_and_name() {
    for (name, parts) in [
        (
            "standard",
            &[
                "44-ssss: \"standard\" in \"Scarne on Teeko\" by John Scarne (1955).",
                "Four pieces on one of these 44 goals win.",
                "Black and Red drop 4 pieces each in turn, Black first, on empty circles. Slides:",
                "to any of the eight neighbours; the circle must be empty.",
                "Play that never ends is a draw.",
                "So is a game in which the side to move cannot slide.",
                "With best play: Draw: neither side can force a win.",
            ][..],
        ),
        (
            "advanced",
            &[
                "these 58 goals",
                "Black wins in 13 plies (7 of its own moves).",
                "win: 13 in 13 plies.",
            ],
        ),
        ("58-sppp", &["In drops 2, 3, 4 of each side, the opponent points", "in 25 plies"]),
        ("44-spss", &["44-spss. Four", "In drop 2 of each side, the opponent points"]),
        ("44-pppp+pass", &["The opponent of the side that drops points", "may pass instead"]),
        (
            "teeko2",
            &[
                "37e-ssss: Teeko2, the game of an artificial intelligence course; another year's \
                 game of this name is 37d-ssss (teeko2-diamonds).",
                "_",
                "If your piece leaves it",
            ],
        ),
        ("teeko2-diamonds", &["37d-ssss: Teeko2, ", " in another year than 37e-ssss (teeko2)."]),
        ("jackman", &["78-ssss: the 78 positions of Edward Jackman (1995).", "these 78 goals"]),
        ("1A/3S", &["44-psss: \"one-move alternate\" in \"Scarne on Teeko\""]),
        (
            "plus",
            &[
                "Teeko Plus, as a course calls it.",
                "Black wins in 11 plies",
                "First drops that win: 13 in 11 plies; 7 9 17 19 in ",
            ],
        ),
        ("44-pppp", &["Board: 5 x 5 circles.", "First drops that keep the draw: 1 2 3 4 5 6 10 "]),
        ("58-ssss+points", &["First drops that win: 13 for 2 points within 13 plies."]),
        (
            "final",
            &[
                "the final edition of 1964",
                "may not be in the centre",
                "1, 2, 3 and 4 pips",
                "With best play: Draw: neither side can force a win, as an earlier run found.",
            ],
        ),
        ("58-ssss+4x4+points", &["4 points", "the most points", "best play: Draw"]),
        ("junior+knight", &["Board: 4 x 4 circles.", "as a knight in chess"]),
    ] {
        let shown = explained(name);
        for part in parts {
            assert!(shown.contains(part), "{name}: {part}: {shown}");
        }
    }
    let (_folder, rules) = file("corners.toml");
    std::fs::write(&rules, "goals = [[1, 4, 13, 16]]").unwrap();
    let corners = explained(&format!("@{rules}-ssss+4x4"));
    assert!(corners.contains("Four pieces on this goal win. The shapes"), "{corners}");
}

/// Nothing is solved for more than a second, which `--no-solve` shows.
#[test]
fn games_that_take_long_are_explained_without_solving_them() {
    let recorded = "With best play: Black wins in 13 plies (7 of its own moves), as an earlier \
                    run found.";
    let unsolved = "not solved here, since that takes more than a second. `teeko solve --no-write ";
    for (name, part) in [
        ("44-ssss+7x7", recorded),
        ("44-ssss+7x6", recorded),
        ("44-spsp+7x7", &format!("{unsolved}44-spsp+7x7` needs up to ")),
        ("44-ssss+8x8+pips", &format!("{unsolved}44-ssss+8x8+pips` needs up to ")),
    ] {
        let shown = text(&["variants", name, "--no-solve"]);
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains(part), "{name}: {part}: {shown}");
    }
    let explanation = json(&["variants", "44-ssss+7x7"])["explanation"].clone();
    assert_eq!(explanation[3], recorded);

    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let asked = ["variants", "28-ssss+4x7", "--tables", tables];
    assert!(text(&asked).contains("not solved here"));
    text(&["solve", "28-ssss+4x7", "-o", tables]);
    assert!(text(&asked).contains("With best play: Draw: neither side can force a win."));
}

/// Each shape is drawn once, above the number of its goals. Standard Teeko has 20 upright lines, 8
/// diagonals and 16 squares; the 78 goals have squares of all sizes and angles.
#[test]
fn each_shape_is_drawn_once() {
    let standard = "\n\
                    \x20                    o . . .\n\
                    \x20                    . o . .\n\
                    \x20         o o         . . o .\n\
                    o o o o   o o         . . . o\n\
                    20        16          8\n";
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let shown = lines(&text(&["variants", "standard"])).join("\n");
    assert!(shown.contains(&lines(standard).join("\n")), "{shown}");
    for (name, shapes) in [("44-ssss", 3), ("58-ssss", 6), ("28-ssss", 2), ("78-ssss", 10)] {
        let goals = list(&json(&["variants", name])["goals"]).len();
        let shown = text(&["variants", name]);
        let is_count =
            |line: &&str| !line.is_empty() && line.bytes().all(|b| b" 0123456789".contains(&b));
        let counts = shown.lines().filter(is_count).flat_map(str::split_whitespace);
        let counts: Vec<usize> = counts.map(|count| count.parse().unwrap()).collect();
        assert_eq!((counts.len(), counts.iter().sum::<usize>()), (shapes, goals), "{shown}");
        assert!(shown.lines().all(|line| line.len() <= 80), "{shown}");
    }
}

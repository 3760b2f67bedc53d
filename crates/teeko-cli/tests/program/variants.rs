//! Explanations of games. The counts of goals are those of Scarne's booklets and of Jackman.

use teeko_testing::cases;

use crate::common::{file, json, text};

/// Returns an explanation without line breaks.
fn explained(name: &str) -> String {
    text(&["variants", name])
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_game_is_explained_with_its_goals_play_value_and_name() {
    for [name, parts] in &cases(include_str!("data/explanations.jsonl")) {
        let shown = explained(name);
        for part in parts.split('|') {
            assert!(shown.contains(part), "{name}: {part}: {shown}");
        }
    }
    let (_folder, rules) = file("corners.toml");
    std::fs::write(&rules, "goals = [[1, 4, 13, 16]]").unwrap();
    let corners = explained(&format!("@{rules}-ssss+4x4"));
    assert!(
        corners.contains("Four pieces on this goal win. The shapes"),
        "{corners}"
    );
}

/// Nothing is solved for more than a second, which `--no-solve` shows.
#[test]
fn games_that_take_long_are_explained_without_solving_them() {
    let recorded = "With best play: Black wins in 13 plies (7 of its own moves), as an earlier \
                    run found.";
    let unsolved =
        "not solved here, since solving takes more than a second. `teeko solve --no-write ";
    for (name, part) in [
        ("44-ssss+7x7", recorded),
        ("44-ssss+7x6", recorded),
        (
            "44-spsp+7x7",
            &format!("{unsolved}44-spsp+7x7` needs up to "),
        ),
        (
            "44-ssss+8x8+pips",
            &format!("{unsolved}44-ssss+8x8+pips` needs up to "),
        ),
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

//! Games for points in the commands that count and compare.

use serde_json::{Value, json};

use crate::common::{
    assert_refused, json, list, plain_and_coloured, stderr, stdout, teeko, teeko_with_input, text,
};

/// The library counts every position by its score. Where pieces have numbers, each of 24 x 24
/// numberings is a position.
#[test]
fn games_for_points_have_counts_by_score() {
    for (variant, numberings, greatest) in
        [("58-ssss+4x4+points", 1, 4), ("44-pppp+4x4+pips", 24 * 24, 8)]
    {
        let stats = json(&["stats", "-v", variant]);
        let scores: Vec<(i64, u64)> = list(&stats["by_score"])
            .iter()
            .map(|entry| (entry["score"].as_i64().unwrap(), entry["positions"].as_u64().unwrap()))
            .collect();
        assert!(scores.is_sorted_by(|one, other| one.0 > other.0));
        assert_eq!((scores[0].0, scores[scores.len() - 1].0), (greatest, -greatest), "{variant}");
        let won: u64 = scores.iter().filter(|count| count.0 > 0).map(|count| count.1).sum();
        assert_eq!(stats["census"]["slide"]["win"].as_u64().map(|won| won * numberings), Some(won));
        let plain = json(&["stats", "-v", &variant[..variant.rfind('+').unwrap()]]);
        assert_eq!((plain.get("by_score"), &plain["census"]), (None, &stats["census"]));
        let value = &json(&["solve", "--no-write", variant])["variants"][0];
        assert_eq!(
            (&stats["outcome"], &stats["dtw"], &stats["score"]),
            (&value["outcome"], &value["dtw"], &value["score"])
        );
        let [shown, _] = plain_and_coloured(&["stats", "-v", variant]);
        assert!(
            shown.contains("score") && shown.contains(&format!("\n   +{greatest}  ")),
            "{shown}"
        );
        assert!(!text(&["stats", "-v", "44-ssss+4x4"]).contains("score"));
    }
}

#[test]
fn a_difference_in_points_has_examples_without_a_common_best_move() {
    for (first, second) in
        [("58-ssss+4x4", "58-ssss+4x4+points"), ("44-spss+4x4+pips", "44-ssss+4x4+points")]
    {
        let diff = json(&["diff", first, second]);
        let points = &diff["points"];
        let best = &points["best_moves"];
        let examples = list(&best["examples"]);
        assert_eq!(examples.len(), 3);
        let [all, changed] = ["positions", "changed"].map(|field| best[field].as_u64().unwrap());
        assert!(all > 10_000 && (3..all).contains(&changed), "{best}");
        for example in examples {
            let best = list(&example["best"]);
            let [one, other] = [0, 1].map(|place| list(&best[place]));
            assert!(!one.is_empty() && !other.is_empty(), "{example}");
            assert!(one.iter().all(|played| !other.contains(played)), "{example}");
        }
        let [shown, _] = plain_and_coloured(&["diff", first, second, "--examples", "1"]);
        assert!(
            shown.contains("\nIn points\nThe game for Black: ")
                && shown.contains("no move is best in both"),
            "{shown}"
        );
    }
    assert_eq!(json(&["diff", "44-ssss+4x4", "58-ssss+4x4"]).get("points"), None);
}

#[test]
fn the_atlas_has_values_in_points_where_they_are_wanted() {
    let family =
        ["atlas", "--board", "4x4", "--goals", "44,64", "--plans", "ssss,pppp", "--steps", "king"];
    let with = [&family[..], &["--points"]].concat();
    let atlas = json(&with);
    for entry in list(&atlas["variants"]) {
        let name = entry["variant"].as_str().unwrap();
        let Some(points) = entry.get("in_points") else {
            assert!(name.starts_with("64"), "diamonds have no price: {name}");
            continue;
        };
        let solved = &json(&["solve", "--no-write", &format!("{name}+points")])["variants"][0];
        for field in ["outcome", "dtw", "score"] {
            assert_eq!(points[field], solved[field], "{name}");
        }
    }
    let priced =
        list(&atlas["variants"]).iter().filter(|entry| entry.get("in_points").is_some()).count();
    assert_eq!(priced, 2);
    for format in [&[][..], &["--format", "html"]] {
        let [without, with] =
            [&family[..], &with].map(|arguments| text(&[arguments, format].concat()));
        assert!(
            with.contains("44 points")
                && !with.contains("64 points")
                && with.contains("Points: the same game")
        );
        assert!(!without.contains("oints: the same") && !without.contains("44 points"));
    }
    let expected = "--points: expected a goal set whose shapes all have prices on a 5x5 board, \
                    such as 44, found 64, 78";
    assert_refused(&[(&["atlas", "--points", "--goals", "64,78"], 2, expected)]);
    assert_eq!(json(&family)["variants"][0].get("in_points"), None);
    assert_eq!(json(&family)["schema"], json!("teeko.atlas/1"));
}

#[test]
fn numbered_pieces_have_no_exports_and_certificates() {
    const PIPS: &str = "44-ssss+4x4+pips";
    assert_refused(&[
        (&["export", "--to", "csv", "-v", PIPS, "-o", "-"], 2, "numbered pieces"),
        (&["certificate", PIPS, "-o", "c"], 2, "expected pieces without numbers"),
    ]);
}

/// A rule file can have prices of its own.
#[test]
fn goals_of_a_rule_file_have_prices_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    let rules = "families = ['lines']\ngoals = [{ circles = [1, 2, 5, 6], points = 9 }]\n\
                 points = { lines = 2 }";
    std::fs::write(&path, rules).unwrap();
    let name = format!("@{}-ssss+4x4+points", path.display());
    let entry = &json(&["solve", "--no-write", &name])["variants"][0];
    let points: Vec<&Value> =
        list(&entry["thresholds"]).iter().map(|threshold| &threshold["points"]).collect();
    assert_eq!(points, [2, 9]);
    // Three circles of the square and the way to the fourth; or a line.
    let answer = json(&["query", "-v", &name, "b:1,2,5,7 r:12,14,15,13 b"]);
    assert_eq!((&answer["score"], &answer["moves"][0]["move"]), (&json!(9), &json!("7-6")));
    std::fs::write(&path, "goals = [{ circles = [1, 2, 5, 7] }]").unwrap();
    let message = stderr(&teeko(&["solve", "--no-write", &name]));
    let expected = "expected a price for goal 1,2,5,7, found none; \
                    write `{ circles = [1,2,5,7], points = 3 }`";
    assert!(message.contains(expected), "{message}");
}

/// A distance is a bound, and every command that prints one says so. Red can last 10 plies in
/// `LOST`, but only by giving away more points.
#[test]
fn a_distance_in_a_game_for_points_is_a_bound() {
    const VARIANT: &str = "58-ssss+points";
    const LOST: &str = "b:12,18 r:15 r";
    let hint = {
        let input = b"13\nhint\nvalues on\nquit\n";
        stdout(&teeko_with_input(&["-q", "play", VARIANT, "--as", "both"], input))
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
        (text(&[&query[..], &["--brief"]].concat()), &["Black forces 2 points within 10 plies"]),
        (text(&review), &["Black forces 2 within 8 Black forces 2 within 8 By:", legend]),
        (
            text(&["line", "-v", "58-sppp+points", "--moves", ""]),
            &["Black forces 2 points within 33 plies; this line, in which neither side gives \
                 away points, takes 27."],
        ),
        (text(&["solve", "--no-write", VARIANT]), &["win of 2 within 13", bound]),
        (text(&["stats", "-v", VARIANT]), &["win of 2 within 13", bound]),
        (
            text(&["diff", "58-ssss", VARIANT]),
            &["Without points Any goal wins.", "win of 2 within 13 in the second", bound],
        ),
        (
            text(&["atlas", "--points", "--goals", "58", "--plans", "ssss", "--steps", "king"]),
            &["win of 2 within 13", bound],
        ),
        (text(&["puzzles", "-v", VARIANT, "--limit", "1"]), &["as possible within 5 plies"]),
        (hint, &["Black forces 2 within 12).", "Black forces 2 within 12 "]),
    ] {
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
        for points in ["1", "2", "3", "4", "5"] {
            for number in [points.to_owned(), format!("{points} point"), format!("{points} points")]
            {
                assert!(!shown.contains(&format!("wins {number} in ")), "{shown}");
                assert!(!shown.contains(&format!("win of {number} in ")), "{shown}");
            }
        }
    }
    // The review compares plies with those of the best choice, which has a smaller bound.
    let choice = &json(&review)["choices"][0];
    let dtw = ["before", "best", "after"].map(|field| choice[field]["dtw"].as_u64());
    assert_eq!(dtw, [Some(10), Some(8), Some(8)], "{choice}");
    assert_eq!((&choice["mark"], &choice["optimal"]), (&Value::Null, &json!(true)));
    // Every other choice of as many points has a smaller bound than the best, and is marked `?`.
    let kept = list(&answer["moves"]).iter().filter(|entry| entry["keeps_score"] == true);
    for entry in kept {
        let choice = entry["move"].as_str().unwrap();
        let mark = &json(&["review", "-v", VARIANT, "--from", LOST, choice])["choices"][0]["mark"];
        assert_eq!(mark.is_null(), entry["dtw"] == answer["moves"][0]["dtw"], "{entry}");
    }
    // A line of a game that is not for points has the length of the distance.
    let plain = text(&["line", "-v", "58-ssss", "--moves", ""]);
    assert!(plain.contains("Black wins in 13 plies (7 of its own moves)."), "{plain}");
    assert_eq!(json(&["review", "13"])["choices"][0].get("best"), None);
}

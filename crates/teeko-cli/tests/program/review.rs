//! `review` and `line` as users see them.

use serde_json::{Value, json};

use crate::common::{json, list, stderr, stdout, teeko, text};

/// The first of Scarne's seventeen plays: Black wins in three plies, only by 14-8.
const PLAY: &str = "b:7,9,12,14 r:10,13,17,19 b";

fn choices(review: &Value) -> &Vec<Value> {
    list(&review["choices"])
}

/// A game of blunders from there: each ply is the worst one according to `query`.
const BLUNDERS: &str = "14-15 17-21 12-8 10-14 15-20";

#[test]
fn every_change_of_the_result_is_in_the_verdict_with_its_refutation() {
    let review = json(&["review", "--from", PLAY, BLUNDERS]);
    let changed = choices(&review).iter().filter(|choice| choice["mark"] == "??").count();
    assert_eq!(changed, 5, "{review}");
    let verdict = review["verdict"].as_str().unwrap();
    let shown = text(&["review", "--from", PLAY, BLUNDERS]);
    let unwrapped = shown.replace('\n', " ");
    for choice in choices(&review) {
        let side = if choice["chooser"] == "black" { "Black" } else { "Red" };
        let played = choice["move"].as_str().unwrap();
        let named = format!("{side}'s {played} on ply {}", choice["ply"]);
        assert!(verdict.contains(&format!("{named} turned a")), "{named}: {verdict}");
        assert!(unwrapped.contains(&format!("After {named} ")), "{named}: {shown}");
        assert!(!list(&choice["refutation"]).is_empty(), "{named}");
    }
    // If nothing changed, there is nothing to refute.
    let best = json(&["review", "--from", PLAY, "14-8"]);
    assert!(best["worst"].is_null() && choices(&best)[0].get("refutation").is_none(), "{best}");
    let best = text(&["review", "--from", PLAY, "14-8"]);
    assert!(!best.contains("Refutations") && !best.contains("worst"), "{best}");
}

/// Plies 3, 4 and 5 each turn a win into a loss; the last one loses the game.
#[test]
fn the_worst_choice_has_a_board() {
    let review = json(&["review", "--from", PLAY, BLUNDERS]);
    assert_eq!(review["worst"], 5);
    let shown = text(&["review", "--from", PLAY, BLUNDERS]);
    let queried = text(&["query", choices(&review)[4]["position"].as_str().unwrap()]);
    let board: Vec<&str> = queried.lines().skip(2).take(6).collect();
    assert!(shown.contains(&board.join("\n")), "{shown}");
}

#[test]
fn the_plies_before_an_illegal_one_are_judged() {
    let game = "13 12 13 1";
    let message = "ply 3, `13`: circle 13: expected an empty circle, found a piece of Black's";
    for json in [false, true] {
        let output = teeko(
            &[&["review", "--quiet", game][..], if json { &["--json"] } else { &[] }].concat(),
        );
        assert_eq!(output.status.code(), Some(3));
        let error = stderr(&output);
        assert!(
            error.starts_with(&format!("error: {message}")) && error.lines().count() == 1,
            "{error}"
        );
        let shown = stdout(&output);
        if json {
            let mut review: Value = serde_json::from_str(&shown).unwrap();
            assert!(review["error"].as_str().unwrap().starts_with(message), "{review}");
            review.as_object_mut().unwrap().remove("error");
            assert_eq!(
                review,
                crate::common::json(&["review", "13 12"]),
                "as if the record had ended there"
            );
        } else {
            assert!(
                shown.contains("\n  2  Red    12") && shown.contains("as far as it can be played"),
                "{shown}"
            );
        }
    }
    // If there is nothing to judge, only the error is printed.
    let output = teeko(&["review", "--quiet", "hello 12"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), ""));
}

/// Knights on 4 x 4: every circle that a black knight could move to is taken.
#[test]
fn a_game_that_ends_for_want_of_a_slide_is_over() {
    let stuck = "b:1,2,8,9 r:7,10,11,15 b";
    let review = json(&["review", "-v", "44-ssss+4x4+knight", "--from", stuck, ""]);
    let verdict = "the game is over. Draw: Black has no legal slide. No choice changed the result.";
    assert_eq!((&review["verdict"], &review["end"]["outcome"]), (&json!(verdict), &json!("draw")));
    for command in [&["query", stuck][..], &["line", stuck]] {
        let shown = text(&[command, &["-v", "44-ssss+4x4+knight"]].concat());
        assert!(
            shown.contains("\nThe game is over.\nDraw: Black has no legal slide.\n"),
            "{shown}"
        );
    }
    assert!(
        json(&["review", "13"])["verdict"]
            .as_str()
            .unwrap()
            .starts_with("unfinished, Red to drop.")
    );
}

#[test]
fn a_line_can_have_a_board_after_each_ply() {
    let shown = text(&["line", "--boards", PLAY]);
    let line = json(&["line", "--boards", PLAY]);
    let (plies, positions) = (list(&line["line"]), list(&line["positions"]));
    assert_eq!((plies.len(), positions.len()), (3, 3));
    assert_eq!(shown.matches("    a     b     c     d     e\n").count(), 4, "{shown}");
    for (number, (ply, position)) in (1..).zip(plies.iter().zip(positions)) {
        let queried = text(&["query", position.as_str().unwrap()]);
        let board: Vec<&str> = queried.lines().skip(2).take(6).collect();
        let expected = format!("\n{number}. {}\n{}\n", ply.as_str().unwrap(), board.join("\n"));
        assert!(shown.contains(&expected), "{expected}{shown}");
    }
    assert_eq!(json(&["line", PLAY]).get("positions"), None);
}

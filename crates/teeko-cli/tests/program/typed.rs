//! What people type: games without quotes, variants in any place, misspelled names.

use serde_json::Value;

use crate::common::{
    assert_refused, commands, json, stderr, stdout, teeko, teeko_with_input, text,
};

/// The answer about the game 13 12 18, without moves.
fn answer(arguments: &[&str]) -> Value {
    json(&[arguments, &["--brief"]].concat())
}

#[test]
fn games_need_no_quotes_and_no_option() {
    let expected = answer(&["query", "--moves", "13 12 18"]);
    for words in [
        "query 13 12 18",
        "query --moves 13 12 18",
        "13 12 18",
        "query c3 b3 c2",
        "query 1. 13 12 2. 18",
    ] {
        assert_eq!(answer(&words.split(' ').collect::<Vec<_>>()), expected, "{words}");
    }
    assert_eq!(json(&["line", "13", "12"]), json(&["line", "--moves", "13 12"]));
    let taken = "ply 2, `13`: circle 13: expected an empty circle";
    assert_refused(&[(&["query", "13", "13"], 3, taken)]);
}

#[test]
fn a_variant_is_accepted_as_the_first_argument_and_before_the_command() {
    for words in [
        "query advanced --moves 13",
        "query advanced 13",
        "--variant advanced query 13",
        "-v advanced query 13",
        "query -v advanced 13",
        "query ADVANCED-TEEKO 13",
    ] {
        assert_eq!(answer(&words.split(' ').collect::<Vec<_>>())["variant"], "58-ssss", "{words}");
    }
}

#[test]
fn a_misspelled_name_gets_the_nearest_one() {
    assert_refused(&[
        (&["query", "-v", "advaned", "13"], 2, "did you mean `advanced`?"),
        (&["query", "standart", "13"], 2, "did you mean `standard`?"),
        (&["solve", "44-ssss+nocentre"], 2, "did you mean `no-centre`?"),
    ]);
}

#[test]
fn standard_input_may_have_games_and_byte_order_marks() {
    let output = teeko_with_input(
        &["-q", "query", "--stdin", "--brief"],
        "\u{feff}13 12 18\nb:7,9,12,14 r:10,13,17,19 b\n".as_bytes(),
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("after 13 12 18  Draw"), "{}", stdout(&output));
    for words in [&["-q", "review"][..], &["-q", "review", "-"]] {
        let output = teeko_with_input(words, "\u{feff}13 18 12 14\n".as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stdout(&output), text(&["review", "13 18 12 14"]));
    }
}

#[test]
fn the_best_move_stands_alone_and_quiet_answers_have_no_legend() {
    let position = "b:7,9,12,14 r:10,13,17,19 b";
    assert_eq!(text(&["query", "--best", position]), "14-8\n");
    let over = "b:1,2,3,4 r:7,9,17,25 r";
    let lines = format!("{position}\n{over}\n13\n");
    let output = teeko_with_input(&["query", "--stdin", "--best"], lines.as_bytes());
    let best: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!((best.len(), &best[..2]), (3, &["14-8".to_owned(), String::new()][..]));
    assert!(!text(&["query", position]).contains("Best for"));
    assert!(stdout(&teeko(&["query", position])).contains("Best for Black first"));
    let batch = teeko_with_input(&["query", "--stdin"], lines.as_bytes());
    let batch = stdout(&batch).replace('\n', " ");
    assert_eq!(batch.matches("Distances are in plies").count(), 1, "{batch}");
    assert!(batch.trim_end().ends_with("2 are mistakes."), "{batch}");
}

#[test]
fn global_options_come_last_in_every_help() {
    for command in commands().into_iter().filter(|name| name != "help") {
        let help = text(&[&command, "--help"]);
        let global = help.find("Global options:").unwrap_or_else(|| panic!("{help}"));
        assert!(help.rfind("\nOptions:").is_some_and(|own| own < global), "{help}");
        let names_circles = !["export", "variants", "info", "serve"].contains(&command.as_str());
        assert!(names_circles || !help.contains("--notation"), "{help}");
    }
    let help = text(&["query", "--help"]);
    assert!(help.find("\n  -v, --variant") < help.find("\n      --stdin"), "{help}");
}

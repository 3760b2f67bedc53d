//! `query`, `line` and `review` as users see them. The contract has their answers as JSON.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::{
    answers, assert_fields, assert_refused, commands, json, list, plain_and_coloured, refusal,
    stderr, stdout, teeko, teeko_with_input, text,
};

/// The first of Scarne's seventeen plays: Black wins in three plies, only by 14-8.
const PLAY: &str = "b:7,9,12,14 r:10,13,17,19 b";

/// What the arguments before `|` answer is what those after it do.
#[test]
fn positions_games_and_variants_may_be_typed_in_many_ways() {
    for (usual, others) in [
        (
            "query --moves|13 12 18",
            &[
                "query 13 12 18",
                "query c3 b3 c2",
                "query 1. 13 12 2. 18",
                "query 1.c3 b3 2.c2",
            ][..],
        ),
        (
            "query|b:1 r:25 b",
            &[
                "query b4/5/5/5/4r b",
                "query --moves a5 e1",
                "query b:a5 r:e1",
            ],
        ),
        (
            "review|13 12 18",
            &["review 1. 13! 12?? {why} 2. 18 1/2-1/2"],
        ),
        (
            "query -v 58-ssss|13",
            &[
                "query advanced --moves 13",
                "query 13 advanced",
                "query ADVANCED-TEEKO 13",
            ],
        ),
        (
            "query -v 58-ssss --moves|",
            &["query advanced", "query -v advanced"],
        ),
        (
            "line --plies 3 -v 58-ssss|13",
            &["line 13 advanced --plies 3"],
        ),
        (
            "stats --layer 3 -v|junior",
            &["stats --layer 3 junior", "stats junior --layer 3"],
        ),
    ] {
        let (command, last) = usual.split_once('|').unwrap();
        let expected = json(&command.split(' ').chain([last]).collect::<Vec<_>>());
        for words in others {
            assert_eq!(
                json(&words.split(' ').collect::<Vec<_>>()),
                expected,
                "{words}"
            );
        }
    }
    let solved = json(&["solve", "--no-write", "-v", "junior"]);
    assert_eq!(solved["variants"][0]["variant"], "44-ssss+4x4");
}

/// On standard input, games begin at `--from`, which positions cannot.
#[test]
fn no_option_is_ignored() {
    let asked = ["--brief", "--from", PLAY];
    let (values, code) = answers(&asked, &format!("14-8\n{PLAY}\n{{\"moves\":\"14-8\"}}"));
    assert_eq!(code, Some(3));
    let after = json(&["query", "--brief", "--from", PLAY, "--moves", "14-8"]);
    for place in [0, 2] {
        let mut expected = after.clone();
        expected["line"] = json!(place + 1);
        assert_eq!(values[place], expected);
    }
    assert_fields(&values[1], &json!({"line": 2}));
    assert!(
        values[1]["error"]
            .as_str()
            .unwrap()
            .contains("parameter `from`"),
        "{}",
        values[1]
    );
}

/// A goal of the 58 only: in the other variants the game continues, with Red to move.
#[test]
fn all_variants_have_a_line_each() {
    let corners = json(&["query", "-v", "all", "b:1,5,21,25 r:2,3,4,13 r"]);
    let phases: Vec<&Value> = list(&corners["variants"])
        .iter()
        .map(|entry| &entry["phase"])
        .collect();
    assert_eq!(phases, [["slide"; 8], ["over"; 8]].concat());
    let impossible = json(&["query", "-v", "all", "b:1,5,21,25 r:2,3,4,13 b"]);
    let last = &impossible["variants"][15];
    assert!(
        last["error"]
            .as_str()
            .unwrap()
            .contains("Black to move has a goal already"),
        "{last}"
    );
    let solved = json(&["solve", "--no-write", "all+4x4"]);
    let names = list(&solved["variants"])
        .iter()
        .map(|entry| entry["variant"].as_str().unwrap());
    assert!(names.clone().count() == 16 && names.clone().all(|name| name.ends_with("+4x4")));
}

/// In Standard Teeko every opening draws; after the centre the fewest replies hold the draw. On 4 x
/// 4 only the goals distinguish the openings: each circle in the middle is on 7 of the 19, each
/// corner on 4.
#[test]
fn where_all_circles_are_equal_one_is_recommended() {
    for (variant, expected) in [
        (
            "44-ssss",
            "All circles are equal: draw. Recommended: 13, where ",
        ),
        (
            "44-ssss+4x4",
            "Recommended: 6 or 7 or 10 or 11, on 7 goals each, the most.",
        ),
        (
            "44-pppp+4x4",
            "Recommended: 1 or 4 or 13 or 16, on 4 goals each, the fewest.",
        ),
    ] {
        let opening = text(&["query", "-v", variant, "--moves", ""]).replace('\n', " ");
        assert!(opening.contains(expected), "{opening}");
    }
    // Where one is better than others, the mark before it shows that.
    for better in [
        &["query", "-v", "advanced", "--moves", ""][..],
        &["query", PLAY],
    ] {
        assert!(!text(better).contains("Recommended"), "{better:?}");
    }
}

#[test]
fn the_best_move_stands_alone_and_quiet_answers_have_no_legend() {
    assert_eq!(text(&["query", "--best", PLAY]), "14-8\n");
    assert!(!text(&["query", PLAY]).contains("Best for"));
    let shown = stdout(&teeko(&["query", PLAY])).replace('\n', " ");
    for part in [
        "Best for Black first",
        "   12-6   draw             1/19     ●●●",
        "Holding 1/19: of 19 replies 1 keeps the result, 18 are mistakes.",
    ] {
        assert!(shown.contains(part), "{shown}");
    }
    let lines = format!("{PLAY}\nb:1,2,3,4 r:7,9,17,25 r\n13\n");
    let best = stdout(&teeko_with_input(
        &["query", "--stdin", "--best"],
        lines.as_bytes(),
    ));
    assert!(
        best.starts_with("14-8\n\n") && best.lines().count() == 3,
        "{best}"
    );
    // As JSON, the moves are the best one alone.
    let whole = json(&["query", PLAY]);
    let alone = json(&["query", "--best", PLAY]);
    assert_eq!(alone["moves"], json!([whole["moves"][0]]));
    assert_eq!(alone["outcome"], "win");
    let (alone, _) = answers(&["--best"], &lines);
    let of_lines = alone.iter().map(|answer| list(&answer["moves"]).len());
    assert_eq!(of_lines.collect::<Vec<_>>(), [1, 0, 1]);
    let batch = stdout(&teeko_with_input(&["query", "--stdin"], lines.as_bytes()));
    let batch = batch.replace('\n', " ");
    assert_eq!(
        batch.matches("Distances are in plies").count(),
        1,
        "{batch}"
    );
    assert!(
        batch.contains("2 are mistakes. Dots say how hard a draw is to hold"),
        "{batch}"
    );
}

#[test]
fn brief_answers_name_the_position_as_it_was_given() {
    const DRAW: &str = "Draw: neither side can force a win";
    for (arguments, expected) in [
        (&["--moves", ""][..], "the empty board"),
        (&["--moves", "1. c3  b3"], "after 1. c3 b3"),
        (&["b:a5 r:e1"], "b:a5 r:e1"),
    ] {
        let shown = text(&[&["query", "--brief"], arguments].concat());
        assert_eq!(shown, format!("{expected}  {DRAW}\n"));
    }
    let game = "1. 13 12 2. 18 8 3. 14 3 4. 24 1 5. 24-25 1-2 6. 25-24 2-1 7. 24-25";
    let [long, _] = plain_and_coloured(&["query", "--brief", "--moves", game]);
    assert!(
        long.starts_with("after 1. 13 12") && long.lines().count() == 2,
        "{long}"
    );
}

/// Blank lines and comments have no answer, so that an answer says which line it answers.
#[test]
fn answers_in_json_have_the_numbers_of_their_lines() {
    let input = "13 12\n\n# a comment\n[13, 12]\n{\"moves\": [13, \"12\"]}\nhello\n\"13\"\n";
    let (answers, code) = answers(&["--brief"], input);
    let numbers = answers
        .iter()
        .map(|answer| answer["line"].as_u64().unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 4, 5, 6, 7]);
    assert_eq!(code, Some(3));
    for answer in &answers[1..3] {
        assert_eq!(answer["position"], answers[0]["position"]);
    }
}

/// The help of `--stdin` shows the fields of a bad line.
#[test]
fn a_bad_line_is_as_the_help_shows_it() {
    let (bad, _) = answers(&[], "hello");
    let fields: BTreeSet<&String> = bad[0].as_object().unwrap().keys().collect();

    let help = text(&["query", "--help"]);
    let (_, after) = help.split_once("A bad line").unwrap();
    let (_, after) = after.split_once('{').unwrap();
    let (shown, _) = after.split_once('}').unwrap();
    let shown: Vec<&str> = shown.split('"').skip(1).step_by(2).collect();

    assert_eq!(shown, ["error", "code", "line"]);
    assert!(
        shown
            .iter()
            .all(|field| fields.contains(&field.to_string()))
    );
    assert_eq!(shown.len(), fields.len(), "{fields:?}");
}

#[test]
fn objects_name_games_and_variants_and_get_their_id_back() {
    let input = r#"b:7,9,12,14 r:10,13,17,19 b
{"id":"first","position":"b:7,9,12,14 r:10,13,17,19 b"}
{"id":{"deep":[1.50]},"moves":"","variant":"advanced"}
  {"moves":"13","variant":"58-ssss"}
{"id":5,"moves":"13 13"}
{"id":8,"position":"slot:1:0","variant":"@no-such-file-ssss"}
{"id":12345678901234567890123,"moves":"13","variant":"44-ssss"}"#;
    let (values, code) = answers(&["--brief"], input);
    assert_eq!((values.len(), code), (7, Some(3)));
    for (answer, expected) in values.iter().zip([
        json!({"id": null, "variant": "44-ssss", "outcome": "win", "dtw": 3}),
        json!({"id": "first", "variant": "44-ssss", "outcome": "win", "dtw": 3}),
        // Advanced Teeko is a win in 13 by the centre (Steele 1998), Standard Teeko is a draw.
        json!({"id": {"deep": [1.5]}, "variant": "58-ssss", "outcome": "win", "dtw": 13}),
        json!({"id": null, "variant": "58-ssss", "outcome": "loss", "dtw": 12}),
        json!({"id": 5, "line": 5}),
        json!({"id": 8, "line": 6}),
        json!({"variant": "44-ssss", "outcome": "draw", "dtw": null}),
    ]) {
        assert_fields(answer, &expected);
    }
    assert!(
        values[5]["error"]
            .as_str()
            .unwrap()
            .contains("no-such-file"),
        "{}",
        values[5]
    );
    // As they were written, for any number.
    let shown = |more: &[&str]| {
        let asked = [&["-q", "query", "--stdin", "--brief"], more].concat();
        stdout(&teeko_with_input(&asked, input.as_bytes()))
    };
    let raw = shown(&["--json"]);
    for part in [
        r#"{"id":{"deep":[1.50]},"#,
        r#"{"id":12345678901234567890123,"#,
    ] {
        assert!(raw.lines().any(|line| line.starts_with(part)), "{raw}");
    }
    let text = shown(&[]);
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(rest.starts_with(&format!("\"first\": {first}\n")), "{text}");
    assert!(rest.contains("\n5: line 5: "), "{text}");
}

#[test]
fn a_line_without_the_choices_asked_for_does_not_end_the_others() {
    let asked = ["--pass", "-v", "44-pppp+4x4+pass"];
    let (values, code) = answers(&asked, "6\nb:1,2,3,5 r:6,7,9,10 b\n6 11\n");
    assert_eq!((values.len(), code), (3, Some(3)));
    assert!(
        values[0]["moves"].is_array() && values[2]["moves"].is_array(),
        "{values:?}"
    );
    assert!(
        values[1]["error"]
            .as_str()
            .unwrap()
            .starts_with("pass: expected a drop")
    );
}

#[test]
fn answers_and_exports_are_questions() {
    let asked = format!("{PLAY}\n13 12\n");
    let answer = |input: &str| {
        let answer = teeko_with_input(&["-q", "query", "--stdin", "--json"], input.as_bytes());
        assert_eq!(answer.status.code(), Some(0), "{}", stderr(&answer));
        stdout(&answer)
    };
    let first = answer(&asked);
    assert_eq!((first.lines().count(), answer(&first)), (2, first));
    let words = "export --to jsonl --layer 1 --all-positions -o - junior";
    let rows = text(&words.split(' ').collect::<Vec<_>>());
    for (row, answer) in rows.lines().zip(answers(&["--brief"], &rows).0) {
        let row: Value = serde_json::from_str(row).unwrap();
        assert_eq!(answer["variant"], "44-ssss+4x4");
        assert_fields(
            &answer,
            &json!({"position": row["position"], "outcome": row["outcome"]}),
        );
    }
    let from = format!(r#"{{"moves": "14-8", "from": "{PLAY}"}}"#);
    assert!(
        answer(&from).contains(r#""outcome":"loss","dtw":2"#),
        "{from}"
    );
}

#[test]
fn standard_input_may_have_games_byte_order_marks_and_no_text() {
    for (input, code, start, end) in [
        (
            "\u{feff}13 12 18\r\nb:13 r: r\n".as_bytes(),
            0,
            "after 13 12 18  Draw",
            "win\n",
        ),
        (
            b"# no\n\n\xff\xfe\nb:13 r: r\n",
            3,
            "line 3: ",
            "b:13 r: r  Draw: neither side can force a win\n",
        ),
        (
            b"[Event \"Park\"]\n\n13 12 18 1-0\n",
            0,
            "after 13 12 18 1-0  Draw",
            "win\n",
        ),
    ] {
        let output = teeko_with_input(&["-q", "query", "--stdin", "--brief"], input);
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        let answer = stdout(&output);
        assert!(
            answer.starts_with(start) && answer.ends_with(end),
            "{answer}"
        );
        assert_eq!(stderr(&output).contains("found 1 without"), code == 3);
    }
    for words in [&["-q", "review"][..], &["-q", "review", "-"]] {
        let output = teeko_with_input(words, "\u{feff}13 18 12 14\n".as_bytes());
        assert_eq!(stdout(&output), text(&["review", "13 18 12 14"]));
    }
}

#[test]
fn what_cannot_be_read_is_not_the_empty_game() {
    for words in [
        &["review", "-"][..],
        &["review"],
        &["query", "-"],
        &["query", "--moves", "-"],
    ] {
        for input in ["", "\u{feff}\r\n"] {
            let error = refusal(&teeko_with_input(words, input.as_bytes()), 2);
            assert!(error.contains("standard input: expected a game or a position, found nothing"));
        }
    }
}

#[test]
fn other_encodings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let utf_16 = |text: &str| -> Vec<u8> {
        "\u{feff}"
            .chars()
            .chain(text.chars())
            .flat_map(|it| [it as u8, (it as u32 >> 8) as u8])
            .collect()
    };
    let game = folder.path().join("game.txt");
    std::fs::write(&game, utf_16("13 12\r\n")).unwrap();
    let rules = folder.path().join("mine.toml");
    std::fs::write(&rules, utf_16("goals = [[1, 2, 3, 4]]\r\n")).unwrap();
    let (game, rules) = (
        format!("@{}", game.display()),
        format!("@{}", rules.display()),
    );
    let message = "expected UTF-8 text, found UTF-16; save it as UTF-8";
    assert_refused(&[
        (&["review", &game][..], 3, &format!("game.txt: {message}")),
        (
            &["variants", &rules],
            2,
            &format!("mine.toml, line 1: {message}"),
        ),
    ]);
    let piped = teeko_with_input(&["-q", "query", "--stdin"], &utf_16("13 12\r\n13 18\r\n"));
    assert!(refusal(&piped, 3).contains(message), "{piped:?}");
}

#[test]
fn many_lines_are_answered_as_each_would_be() {
    let slots: Vec<String> = (0..3000)
        .map(|number| format!("slot:8:{} r", number * 3001))
        .collect();
    let (together, code) = answers(&["--brief"], &slots.join("\n"));
    assert_eq!((together.len(), code), (slots.len(), Some(3)));
    let (one_thread, _) = answers(&["--brief", "--threads", "1"], &(slots.join("\n") + "\n"));
    assert_eq!(together, one_thread);
    for number in [0, 63, 64, 2047, 2999] {
        let (mut alone, _) = answers(&["--brief"], &slots[number]);
        if let Some(line) = alone[0].get_mut("line") {
            *line = json!(number + 1);
        }
        assert_eq!(alone, together[number..=number], "{number}");
    }
}

#[test]
fn a_missing_table_is_noted_once_or_refused() {
    for arguments in [
        &["query", "b:13 r: r"][..],
        &["query", "-v", "all", "--moves", ""],
        &["stats", "-v", "44-ssss+4x4"],
        &["diff", "44-ssss+4x4", "58-ssss+4x4"],
    ] {
        let note = stderr(&teeko(arguments));
        assert!(
            note.starts_with("note: solving 44-ssss"),
            "{arguments:?}: {note}"
        );
        assert!(
            note.contains(" in memory (no tables in "),
            "{arguments:?}: {note}"
        );
        assert_eq!(note.lines().count(), 1, "{arguments:?}: {note}");
        assert_eq!(
            note.contains(" and 1 more in "),
            arguments.last() == Some(&"58-ssss+4x4")
        );
        let missing = [arguments, &["--no-solve", "--tables", "nowhere"]].concat();
        let error = refusal(&teeko(&missing), 4);
        assert!(
            error.contains("nowhere") && error.contains("teeko solve 44-ssss"),
            "{error}"
        );
    }
}

/// The contract has the same as JSON.
#[test]
fn the_plies_before_an_illegal_one_are_judged() {
    let output = teeko(&["review", "--quiet", "13 12 13 1"]);
    let (shown, error) = (stdout(&output), stderr(&output));
    let message =
        "error: ply 3, `13`: circle 13: expected an empty circle, found a piece of Black's";
    assert_eq!(
        (output.status.code(), error.lines().count()),
        (Some(3), 1),
        "{error}"
    );
    assert!(error.starts_with(message), "{error}");
    assert!(shown.contains("\n  2  Red    12"), "{shown}");
    assert!(shown.contains("as far as it can be played"), "{shown}");
}

/// Knights on 4 x 4: every circle that a black knight could move to is taken.
#[test]
fn a_game_that_ends_for_want_of_a_slide_is_over() {
    let stuck = "b:1,2,8,9 r:7,10,11,15 b";
    let review = json(&["review", "-v", "44-ssss+4x4+knight", "--from", stuck, ""]);
    let verdict = "the game is over. Draw: Black has no legal slide. No choice changed the result.";
    assert_eq!(
        (&review["verdict"], &review["end"]["outcome"]),
        (&json!(verdict), &json!("draw"))
    );
    for command in ["query", "line"] {
        let shown = text(&[command, stuck, "-v", "44-ssss+4x4+knight"]);
        assert!(
            shown.contains("\nThe game is over.\nDraw: Black has no legal slide.\n"),
            "{shown}"
        );
    }
}

#[test]
fn global_options_come_last_in_every_help() {
    for command in commands().into_iter().filter(|name| name != "help") {
        let help = text(&[&command, "--help"]);
        let global = help
            .find("Global options:")
            .unwrap_or_else(|| panic!("{help}"));
        assert!(
            help.rfind("\nOptions:").is_some_and(|own| own < global),
            "{help}"
        );
        let names_circles = !["export", "info", "serve"].contains(&command.as_str());
        assert!(names_circles || !help.contains("--notation"), "{help}");
    }
    let help = text(&["query", "--help"]);
    assert!(
        help.find("\n  -v, --variant") < help.find("\n      --stdin"),
        "{help}"
    );
}

//! `query`, `line` and `review` as users see them.

use serde_json::{Value, json};

use crate::common::{
    answers, assert_fields, assert_refused, json, list, plain_and_coloured, refusal, stderr,
    stdout, teeko, teeko_with_input, text,
};

fn value(entry: &Value) -> (Value, Value) {
    (entry["outcome"].clone(), entry["dtw"].clone())
}

/// A printed line is a game record in which every choice is a best one.
#[test]
fn a_printed_line_can_be_reviewed() {
    let position = "b:3,10,15,18 r:7,13,16,17 b";
    let line = json(&["line", position]);
    assert_fields(&line, &json!({"schema": "teeko.line/1", "outcome": "win", "dtw": 7}));
    let printed = text(&["line", position]);
    let record = printed.lines().find(|line| line.starts_with("1. ")).unwrap();
    let review = json(&["review", "--from", position, record]);
    let played: Vec<&Value> =
        list(&review["choices"]).iter().map(|choice| &choice["move"]).collect();
    assert_eq!(played, list(&line["line"]).iter().collect::<Vec<_>>());
    assert!(played.len() == 7 && played[0] == "3-9", "{line}");
    assert!(list(&review["choices"]).iter().all(|choice| choice["optimal"] == true), "{review}");
    assert_eq!(
        (&review["schema"], &review["end"]["phase"]),
        (&json!("teeko.review/1"), &json!("over"))
    );
    assert_eq!(
        review["verdict"],
        "Black has won with a goal on 5,10,15,20. No choice changed the result."
    );
}

/// Red loses in 12 plies wherever it drops after the best opening, but after 7 only 4 of Black's 23
/// replies keep the win.
#[test]
fn equal_losses_are_listed_by_the_replies_that_keep_the_win() {
    let answer = json(&["query", "-v", "advanced", "13"]);
    let moves = list(&answer["moves"]);
    let replies = |entry: &Value| (entry["dtw"].as_u64(), entry["replies"]["holding"].as_u64());
    assert_eq!((&moves[0]["move"], replies(&moves[0])), (&json!("7"), (Some(12), Some(4))));
    let third = moves.iter().find(|entry| entry["move"] == "3").unwrap();
    assert_eq!(replies(third), (Some(12), Some(8)));
    assert!(
        moves.is_sorted_by_key(|entry| (
            std::cmp::Reverse(replies(entry).0),
            replies(entry).1,
            entry["move"].as_str().and_then(|circle| circle.parse::<u8>().ok())
        )),
        "{answer}"
    );
    assert_eq!(text(&["query", "-v", "advanced", "13", "--best"]), "7\n");
    let line = json(&["line", "-v", "advanced", "13"]);
    assert_eq!(line["line"][0], "7");
    // The perfect player chooses among the moves that are as hard to answer.
    let played = stdout(&teeko_with_input(
        &["-q", "play", "advanced", "--as", "black", "--strength", "5"],
        b"13\nquit\n",
    ));
    let best = moves.iter().filter(|entry| replies(entry) == (Some(12), Some(4)));
    let mut best = best.map(|entry| format!("Red plays {}.", entry["move"].as_str().unwrap()));
    assert!(best.any(|said| played.contains(&said)), "{played}");
}

#[test]
fn rows_circles_games_and_slots_name_the_same_position() {
    let expected = json(&["query", "b:1 r:25 b"]);
    for arguments in [
        &["query", "b:1", "r:25", "b"][..],
        &["query", "b4/5/5/5/4r b"],
        &["query", "--moves", "a5 e1"],
        &["query", "b:a5 r:e1"],
    ] {
        assert_eq!(json(arguments), expected, "{arguments:?}");
    }
    let slot = json(&["query", "slot:1:0"]);
    assert_eq!(slot["position"], "b4/5/5/5/5 r");
}

#[test]
fn all_variants_have_a_line_each() {
    let all = json(&["query", "-v", "all", "--moves", ""]);
    assert_eq!((&all["schema"], list(&all["variants"]).len()), (&json!("teeko.query/1"), 16));
    // A goal of the 58 only: in the other variants the game continues, with Red to move.
    let corners = json(&["query", "-v", "all", "b:1,5,21,25 r:2,3,4,13 r"]);
    let phases: Vec<&Value> =
        list(&corners["variants"]).iter().map(|entry| &entry["phase"]).collect();
    assert!(
        phases[..8].iter().all(|&phase| phase == "slide")
            && phases[8..].iter().all(|&phase| phase == "over")
    );
    let impossible = json(&["query", "-v", "all", "b:1,5,21,25 r:2,3,4,13 b"]);
    let last = &impossible["variants"][15];
    assert!(last["error"].as_str().unwrap().contains("Black to move has a goal already"), "{last}");
}

#[test]
fn lines_are_answered_in_order_and_bad_ones_in_their_place() {
    let input = "# plays\r\n\r\nb:7,9,12,14 r:10,13,17,19 b\r\n  # more\n5/5/5/5/5 b\n\
                 b:7,7 r:1 b\n\u{e9}\nslot:8:1 b";
    let (values, code) = answers(&["-v", "44-ssss", "--brief"], input);
    assert_eq!((values.len(), code), (5, Some(3)));
    assert_eq!(value(&values[0]), (json!("win"), json!(3)));
    assert!(values[0].get("moves").is_none());
    assert_eq!(values[1]["phase"], "drop");
    for (entry, line, part) in [(&values[2], 6, "circle 7"), (&values[3], 7, "é")] {
        assert_eq!(entry["line"], line);
        assert!(entry["error"].as_str().unwrap().contains(part), "{entry}");
    }
    assert_eq!(values[4]["position"], "bbbrb/rrr2/5/5/5 b");

    let output =
        teeko_with_input(&["query", "--stdin", "--brief", "--quiet"], b"\xff\xfe\nb:13 r: r\n");
    assert_eq!(output.status.code(), Some(3));
    let answer = stdout(&output);
    assert!(
        answer.starts_with("line 1: ")
            && answer.ends_with("b:13 r: r  Draw: neither side can force a win\n")
    );
    assert!(stderr(&output).contains("found 1 without"), "{}", stderr(&output));
}

/// In Standard Teeko every opening draws; after the centre the fewest replies hold the draw. On 4 x
/// 4 only the goals distinguish the openings: each circle in the middle is on 7 of the 19, each
/// corner on 4.
#[test]
fn where_all_circles_are_equal_one_is_recommended() {
    let opening = |variant: &str| text(&["query", "-v", variant, "--moves", ""]).replace('\n', " ");
    let standard = opening("44-ssss");
    let answer = json(&["query", "--moves", ""]);
    let moves = list(&answer["moves"]);
    let holding = |entry: &Value| entry["replies"]["holding"].as_u64().unwrap();
    let fewest = moves.iter().min_by_key(|entry| holding(entry)).unwrap();
    assert!(
        moves.iter().all(|entry| entry["outcome"] == "draw") && fewest["move"] == "13",
        "{answer}"
    );
    let expected = format!(
        "All circles are equal: draw. Recommended: 13, where {} of 24 replies hold it.",
        holding(fewest)
    );
    assert!(standard.contains(&expected), "{standard}");
    let small = opening("44-ssss+4x4");
    let expected = "All circles are equal: draw. \
                    Recommended: 6 or 7 or 10 or 11, on 7 goals each, the most.";
    assert!(small.contains(expected), "{small}");
    let pointed = opening("44-pppp+4x4");
    assert!(
        pointed.contains("Recommended: 1 or 4 or 13 or 16, on 4 goals each, the fewest."),
        "{pointed}"
    );
    // Where one is better than others, the mark before it shows that.
    assert!(!opening("advanced").contains("Recommended"));
    assert!(!text(&["query", "b:7,9,12,14 r:10,13,17,19 b"]).contains("Recommended"));
}

#[test]
fn holding_is_explained_by_an_example_from_the_table() {
    let shown = stdout(&teeko(&["query", "b:7,9,12,14 r:10,13,17,19 b"]));
    assert!(shown.contains("\n   12-6   draw             1 of 19\n"), "{shown}");
    let explained = shown.replace('\n', " ");
    assert!(
        explained.contains("Holding 1 of 19: of 19 replies 1 keeps the result, 18 are mistakes."),
        "{explained}"
    );
}

#[test]
fn brief_answers_name_the_position_as_it_was_given() {
    const DRAW: &str = "Draw: neither side can force a win";
    for (arguments, expected) in [
        (&["--moves", ""][..], format!("the empty board  {DRAW}\n")),
        (
            &["--moves", "1. c3  b3"],
            format!("after 1. c3  b3  {DRAW}\n").replace("c3  b3", "c3 b3"),
        ),
        (&["b4/5/5/5/4r", "b"], format!("b4/5/5/5/4r b  {DRAW}\n")),
        (&["slot:1:0"], format!("slot:1:0  {DRAW}\n")),
        (&["b:a5 r:e1"], format!("b:a5 r:e1  {DRAW}\n")),
    ] {
        assert_eq!(text(&[&["query", "--brief"], arguments].concat()), expected);
    }
    let game = "1. 13 12 2. 18 8 3. 14 3 4. 24 1 5. 24-25 1-2 6. 25-24 2-1 7. 24-25";
    let [long, _] = plain_and_coloured(&["query", "--brief", "--moves", game]);
    let answer = json(&["query", "--brief", "--moves", game]);
    assert!(long.starts_with("after 1. 13 12") && long.lines().count() == 2, "{long}");
    assert_eq!(
        long.lines().last().unwrap().contains("  Draw"),
        answer["outcome"] == "draw",
        "{long}"
    );
}

#[test]
fn objects_name_games_and_variants_and_get_their_id_back() {
    let input = r#"b:7,9,12,14 r:10,13,17,19 b
{"id":"first","position":"b:7,9,12,14 r:10,13,17,19 b"}
{"id":{"deep":[1.50]},"moves":"","variant":"advanced"}
  {"moves":"13","variant":"58-ssss"}
{"id":5,"moves":"13 13"}
{"id":6,"moves":"","variant":"45-ssss"}
{"id":7}
{"id":8,"position":"slot:1:0","variant":"@no-such-file-ssss"}
{"id":12345678901234567890123,"moves":"13","variant":"44-ssss"}"#;
    let (values, code) = answers(&["--brief"], input);
    assert_eq!((values.len(), code), (9, Some(3)));
    let ids: Vec<Value> = values.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(
        ids[..8],
        [
            json!(null),
            json!("first"),
            json!({"deep": [1.5]}),
            json!(null),
            json!(5),
            json!(6),
            json!(7),
            json!(8)
        ]
    );
    for (answer, variant, expected) in [
        (&values[0], "44-ssss", (json!("win"), json!(3))),
        (&values[1], "44-ssss", (json!("win"), json!(3))),
        // Advanced Teeko is a win in 13 by the centre (Steele 1998), Standard Teeko is a draw.
        (&values[2], "58-ssss", (json!("win"), json!(13))),
        (&values[3], "58-ssss", (json!("loss"), json!(12))),
        (&values[8], "44-ssss", (json!("draw"), Value::Null)),
    ] {
        assert_eq!((&answer["variant"], value(answer)), (&json!(variant), expected), "{answer}");
    }
    for (answer, line, part) in [
        (&values[4], 5, "13"),
        (&values[5], 6, "goal set `45`"),
        (&values[6], 7, "found neither"),
        (&values[7], 8, "no-such-file"),
    ] {
        assert!(
            answer["line"] == line && answer["error"].as_str().unwrap().contains(part),
            "{answer}"
        );
    }
    // As they were written, whatever the number.
    let raw =
        teeko_with_input(&["--quiet", "query", "--stdin", "--json", "--brief"], input.as_bytes());
    for part in [r#"{"id":{"deep":[1.50]},"#, r#"{"id":12345678901234567890123,"#] {
        assert!(stdout(&raw).lines().any(|line| line.starts_with(part)), "{}", stdout(&raw));
    }
    let text =
        stdout(&teeko_with_input(&["--quiet", "query", "--stdin", "--brief"], input.as_bytes()));
    let second = text.lines().nth(1).unwrap();
    assert_eq!(second, format!("\"first\": {}", text.lines().next().unwrap()));
    assert!(text.contains("\n5: line 5: "), "{text}");
}

#[test]
fn many_lines_are_answered_as_each_would_be() {
    let slots: Vec<String> =
        (0..3000).map(|number| format!("slot:8:{} r", number * 3001)).collect();
    let (together, code) = answers(&["--brief"], &slots.join("\n"));
    assert_eq!(together.len(), slots.len());
    assert_eq!(
        code,
        Some(if together.iter().any(|answer| answer.get("error").is_some()) { 3 } else { 0 })
    );
    let (one_thread, _) = answers(&["--brief", "--threads", "1"], &(slots.join("\n") + "\n"));
    assert_eq!(together, one_thread);
    for number in [0, 1, 63, 64, 65, 2047, 2999] {
        let (alone, _) = answers(&["--brief"], &slots[number]);
        let mut expected = together[number].clone();
        if expected.get("line").is_some() {
            expected["line"] = json!(1);
        }
        assert_eq!(alone, [expected], "{number}");
    }
}

#[test]
fn a_missing_table_is_noted_once_or_refused() {
    for arguments in [
        &["query", "b:13 r: r"][..],
        &["line", "b:13 r: r"],
        &["review", "13"],
        &["query", "-v", "all", "--moves", ""],
        &["stats", "-v", "44-ssss+4x4"],
        &["puzzles", "-v", "44-ssss+4x4"],
    ] {
        let note = stderr(&teeko(arguments));
        assert!(note.starts_with("note: no tables of 44-ssss"), "{arguments:?}: {note}");
        assert_eq!(note.lines().count(), 1, "{arguments:?}: {note}");
        let missing = [arguments, &["--no-solve", "--tables", "nowhere"]].concat();
        let error = refusal(&teeko(&missing), 4);
        assert!(error.contains("nowhere") && error.contains("teeko solve 44-ssss"), "{error}");
    }
}

#[test]
fn what_is_wrong_is_said_in_one_line_with_the_right_code() {
    assert_refused(&[
        (&["query", "slot:8:1"], 3, "slot:8:1 b"),
        (&["query", "-v", "all", "hello"], 3, "hello"),
        (&["line", "b:1,2,3,4 r:7,9,17,25 r b"], 3, "b"),
        (&["review", "13-12"], 3, "ply 1"),
        (&["review", "--from", "b:13 r: b", "1"], 3, "Red to move"),
        (&["query", "-v", "all", "--stdin"], 2, "--stdin"),
        (&["review"], 2, "expected a game, found none"),
    ]);
}

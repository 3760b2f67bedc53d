//! `query`, `line` and `review` as users see them.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::{
    answers, assert_refused, command, json, list, plain_and_coloured, refusal, stderr, stdout,
    teeko, teeko_with_input, text,
};

/// Scarne's seventeen winning plays.
#[derive(Deserialize)]
struct Plays {
    play: Vec<Play>,
}

#[derive(Deserialize)]
struct Play {
    position: String,
    moves: u64,
    line: Vec<String>,
}

fn plays() -> Vec<Play> {
    let plays: Plays =
        toml::from_str(include_str!("../../../teeko-analysis/data/scarne-plays.toml")).unwrap();
    assert_eq!(plays.play.len(), 17);
    plays.play
}

impl Play {
    /// The published value for the side to move: Black wins in this number of black moves.
    fn value(&self) -> (Value, Value) {
        if self.position.ends_with('b') {
            (json!("win"), json!(2 * self.moves - 1))
        } else {
            (json!("loss"), json!(2 * self.moves))
        }
    }
}

fn value(entry: &Value) -> (Value, Value) {
    (entry["outcome"].clone(), entry["dtw"].clone())
}

#[test]
fn the_seventeen_plays_have_their_published_values() {
    let plays = plays();
    let input: Vec<&str> = plays.iter().map(|play| play.position.as_str()).collect();
    let (answers, code) = answers(&[], &input.join("\n"));
    assert_eq!((answers.len(), code), (17, Some(0)));
    for (play, answer) in plays.iter().zip(&answers) {
        assert_eq!(value(answer), play.value(), "{}", play.position);
        assert_eq!((&answer["winner"], &answer["phase"]), (&json!("black"), &json!("slide")));
        let moves = list(&answer["moves"]);
        let printed = moves.iter().find(|entry| entry["move"] == play.line[0]).unwrap();
        assert!(printed["optimal"] == true && printed["keeps_outcome"] == true, "{printed}");
        assert_eq!(value(printed), play.value(), "{}", play.position);
    }
}

#[test]
fn a_review_finds_no_fault_with_the_printed_moves() {
    for play in plays().iter().step_by(4) {
        let review = json(&["review", "--from", &play.position, &play.line[0]]);
        assert_eq!(review["schema"], "teeko.review/1");
        let choice = &review["choices"][0];
        assert_eq!(
            (&choice["move"], &choice["mark"], &choice["optimal"]),
            (&json!(play.line[0]), &Value::Null, &json!(true))
        );
        assert_eq!(value(&choice["before"]), play.value());
        assert_eq!(value(&choice["after"]), play.value());
        assert_eq!(
            (&review["end"]["winner"], &review["turning_point"]),
            (&json!("black"), &Value::Null)
        );
    }
}

#[test]
fn a_line_of_a_win_is_as_long_as_the_distance() {
    let line = json(&["line", "b:3,10,15,18 r:7,13,16,17 b"]);
    assert_eq!(line["schema"], "teeko.line/1");
    assert_eq!((value(&line), &line["line"][0]), ((json!("win"), json!(7)), &json!("3-9")));
    assert_eq!(list(&line["line"]).len(), 7);
    let drawn = json(&["line", "-v", "44-ssss+4x4", "--moves", "", "--plies", "3"]);
    assert_eq!((&drawn["dtw"], list(&drawn["line"]).len()), (&Value::Null, 3));
}

/// A printed line is a game record in which every choice is a best one.
#[test]
fn a_printed_line_can_be_reviewed() {
    let position = "b:3,10,15,18 r:7,13,16,17 b";
    let printed = text(&["line", position]);
    let record = printed.lines().find(|line| line.starts_with("1. ")).unwrap();
    let review = json(&["review", "--from", position, record]);
    assert!(list(&review["choices"]).iter().all(|choice| choice["optimal"] == true), "{review}");
    assert_eq!(review["end"]["phase"], "over");
    assert_eq!(
        review["verdict"],
        "Black has won with a goal on 5,10,15,20. No choice changed the result."
    );
}

#[test]
fn the_example_game_of_alternate_teeko_is_judged() {
    let review =
        json(&["review", "-v", "44-pppp+pass", "5, 25, pass → 13, 1, 24, pass → 8, 6, 21"]);
    let choices = list(&review["choices"]);
    let of = |field: &str| -> Vec<&str> {
        choices.iter().map(|choice| choice[field].as_str().unwrap_or("-")).collect()
    };
    assert_eq!(of("move"), ["5", "25", "pass", "13", "1", "24", "pass", "8", "6", "21"]);
    assert_eq!(
        of("turn"),
        ["black", "red", "black", "black", "red", "black", "red", "red", "black", "red"]
    );
    // Each side passes once where pointing would have held the outcome. The second pass returns
    // what the first gave away.
    assert_eq!(
        of("chooser"),
        ["red", "black", "red", "black", "black", "red", "black", "red", "red", "black"]
    );
    assert_eq!(of("mark"), ["-", "-", "??", "-", "-", "-", "??", "-", "-", "-"]);
    assert_eq!(review["turning_point"], 6);
}

#[test]
fn a_drop_that_is_pointed_at_names_its_chooser() {
    let answer = json(&["query", "-v", "44-pppp+pass", "--moves", ""]);
    assert_eq!((&answer["turn"], &answer["chooser"]), (&json!("black"), &json!("red")));
    let moves = list(&answer["moves"]);
    assert_eq!(moves.len(), 25 + 1);
    assert!(moves.iter().any(|entry| entry["move"] == "pass"));
    assert_eq!(moves[0]["replies"]["total"], 24 + 1);
    assert_eq!((&moves[0]["outcome"], &moves[0]["optimal"]), (&answer["outcome"], &json!(true)));
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
    let published = [("58-ssss", 13), ("58-sppp", 25)];
    let all = json(&["query", "-v", "all", "--moves", ""]);
    let variants = list(&all["variants"]);
    assert_eq!((&all["schema"], variants.len()), (&json!("teeko.query/1"), 16));
    for entry in variants {
        let win = published.iter().find(|(variant, _)| entry["variant"] == *variant);
        let expected =
            win.map_or((json!("draw"), Value::Null), |&(_, plies)| (json!("win"), json!(plies)));
        assert_eq!(value(entry), expected, "{entry}");
    }
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

/// The value after a move is the reverse of the move's value, one ply less.
#[test]
fn moves_have_the_position_they_lead_to() {
    for arguments in [
        &["--moves", "13 12 18"][..],
        &["b:7,9,12,14 r:10,13,17,19 b"],
        &["-v", "44-pppp+pass", "--moves", "13"],
    ] {
        let answer = json(&[&["query"], arguments].concat());
        let moves = list(&answer["moves"]);
        let lines: Vec<&str> =
            moves.iter().map(|entry| entry["position"].as_str().unwrap()).collect();
        let (next, code) =
            answers(&["--brief", "-v", answer["variant"].as_str().unwrap()], &lines.join("\n"));
        assert_eq!((next.len(), code), (moves.len(), Some(0)));
        for (entry, next) in moves.iter().zip(next) {
            if entry["move"] == "pass" {
                assert_eq!(entry["position"], answer["position"]);
                continue;
            }
            let reversed = match entry["outcome"].as_str().unwrap() {
                "win" => "loss",
                "loss" => "win",
                draw => draw,
            };
            let plies = entry["dtw"].as_u64().map(|plies| plies - 1);
            assert_eq!(value(&next), (json!(reversed), json!(plies)), "{entry}");
        }
    }
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

/// A damaged table is an error, not a reason to solve in memory.
#[test]
fn a_damaged_table_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    for name in ["44+4x4.slide", "44-ssss+4x4.drop"] {
        std::fs::write(folder.path().join(name), "not a table at all".repeat(50)).unwrap();
        for arguments in [
            &["query", "b:13 r: r"][..],
            &["query", "--stdin"],
            &["line", "b:13 r: r"],
            &["review", "13"],
        ] {
            let arguments = [arguments, &["-v", "44-ssss+4x4", "--tables", tables]].concat();
            let error = refusal(&teeko(&arguments), 5);
            assert!(error.contains("44+4x4.slide"), "{error}");
            assert!(error.contains("teeko solve 44-ssss+4x4 --force"), "{error}");
        }
    }
}

#[test]
fn what_is_wrong_is_said_in_one_line_with_the_right_code() {
    assert_refused(&[
        (&["query", "b:1,2 r:99 b"], 3, "99"),
        (&["query", "hello"], 3, "hello"),
        (&["query", "--moves", "13 13"], 3, "13"),
        (&["query", "slot:8:1"], 3, "slot:8:1 b"),
        (&["query", "-v", "all", "hello"], 3, "hello"),
        (&["line", "b:1,2,3,4 r:7,9,17,25 r b"], 3, "b"),
        (&["review", "13-12"], 3, "ply 1"),
        (&["review", "--from", "b:13 r: b", "1"], 3, "Red to move"),
        (&["query", "-v", "all", "--stdin"], 2, "--stdin"),
        (&["review"], 2, "expected a game, found none"),
    ]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let positions: Vec<String> = (0..20_000).map(|number| format!("slot:7:{number}")).collect();
    let positions = positions.join("\n");
    let mut child = command(&["query", "--stdin", "--json", "--quiet"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The program may stop reading at any time.
    std::thread::spawn(move || {
        std::io::Write::write_all(&mut stdin, positions.as_bytes()).unwrap_or_default();
    });
    let output = child.wait_with_output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 3)), "{}", stderr(&output));
}

#[test]
fn the_texts_are_as_they_were() {
    for (name, arguments) in [
        ("query", &["query", "b:7,9,12,14 r:10,13,17,19 b"][..]),
        ("query_brief", &["query", "--brief", "b:7,9,12,14 r:10,13,17,19 b"]),
        ("query_win_in_1", &["query", "-v", "44-ssss+4x4", "b:1,2,3,8 r:5,6,11,16 b"]),
        ("query_drop", &["query", "-v", "advanced", "--moves", ""]),
        ("query_pointed_drop", &["query", "-v", "44-pppp+pass", "--moves", "5 25"]),
        ("query_over", &["query", "b:1,2,3,4 r:7,9,17,25 r"]),
        ("query_all", &["query", "-v", "all", "--moves", "13"]),
        ("line", &["line", "b:3,10,15,18 r:7,13,16,17 b"]),
        ("line_of_a_draw", &["line", "--moves", ""]),
        ("review", &["review", "-v", "44-pppp+pass", "5, 25, pass → 13, 1, 24, pass → 8, 6, 21"]),
        ("review_of_a_win", &["review", "-v", "advanced", "13 12 18 8"]),
    ] {
        let [plain, coloured] = plain_and_coloured(arguments);
        insta::assert_snapshot!(name, plain);
        insta::assert_snapshot!(format!("{name}_in_colour"), coloured);
    }
}

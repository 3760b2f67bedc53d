//! Compares the reader in plain Python, `scripts/read_table.py`, with the program. They share no
//! code, only `tables/README.md`.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use teeko::rules::PIECES;
use teeko::rules::notation::rows_form;
use teeko_testing::Random;
use tempfile::TempDir;

use crate::common::{SCRIPTS, list, python, stderr, stdout, teeko_with_input, text, with_input};

/// Returns a folder with the tables of variants; `None` if there is no Python to read them with.
fn solved(variants: &[&str]) -> Option<TempDir> {
    python()?;
    let folder = tempfile::tempdir().unwrap();
    text(&[&["solve", "-o", folder.path().to_str().unwrap()], variants].concat());
    Some(folder)
}

/// Returns the reader's command for a slide file and a drop file of a folder.
fn reader(folder: &Path, files: [&str; 2], arguments: &[&str]) -> Command {
    let mut command = python().expect("tests without Python end before");
    command.arg(Path::new(SCRIPTS).join("read_table.py"));
    command
        .args(files.map(|name| folder.join(name)))
        .args(arguments);
    command
}

/// Returns what the program says of random positions of every layer. One position in eight of the
/// layers with enough pieces has a goal, so the game is finished. Those that are impossible are
/// left out.
fn answers(folder: &Path, variant: &str) -> Vec<Value> {
    let rules = teeko::files::load(&variant.parse().unwrap()).unwrap();
    let (rules, mut random) = (rules.rules(), Random::new(8));
    let mut lines = String::new();
    for layer in 0..=2 * PIECES {
        for _ in 0..60 {
            let mut position = random.position_of_any_side(rules.board(), layer);
            if layer + 1 >= 2 * PIECES && random.below(8) == 0 {
                let goals = rules.goals().patterns();
                position.black = goals[random.below(goals.len())].circles();
                while position.red.meets(position.black) {
                    position.red = random.position(rules.board(), layer).red;
                }
            }
            writeln!(lines, "{}", rows_form(rules.board(), &position)).unwrap();
        }
    }
    let tables = ["--tables", folder.to_str().unwrap(), "--no-solve"];
    let asked = [&["query", "-v", variant, "--stdin", "--json"], &tables[..]].concat();
    let output = stdout(&teeko_with_input(&asked, lines.as_bytes()));
    let answers = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    answers
        .filter(|answer: &Value| answer.get("error").is_none())
        .collect()
}

/// Returns what the reader says of the same positions.
fn read(folder: &Path, files: [&str; 2], answers: &[Value]) -> Vec<Value> {
    let positions: Vec<&str> = answers
        .iter()
        .map(|at| at["position"].as_str().unwrap())
        .collect();
    let output = with_input(
        &mut reader(folder, files, &["--stdin"]),
        positions.join("\n").as_bytes(),
    );
    assert_eq!(stderr(&output), "", "{files:?}");
    stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The fields of an answer that a table determines, with the moves by their names. A pass is no
/// move.
fn told(answer: &Value) -> Value {
    let mut moves: Vec<Value> = list(&answer["moves"])
        .iter()
        .filter(|entry| entry["move"] != "pass")
        .map(|entry| json!([entry["move"], entry["outcome"], entry["dtw"]]))
        .collect();
    moves.sort_by_key(|entry| entry[0].as_str().map(str::to_owned));
    json!([answer["outcome"], answer["dtw"], moves])
}

#[test]
fn both_readers_have_the_same_values() {
    let own = format!("@{SCRIPTS}/../tests/golden/two_bytes.toml-ssss+4x4");
    let cases = [
        ("58-sppp+no-centre", ["58.slide", "58-sppp+no-centre.drop"]),
        ("78-spsp+4x5", ["78+4x5.slide", "78-spsp+4x5.drop"]),
        (
            "28-ssps+4x4+teleport",
            ["28+4x4+teleport.slide", "28-ssps+4x4+teleport.drop"],
        ),
        (
            "37d-pppp+4x5+orthogonal+pass",
            [
                "37d+4x5+orthogonal.slide",
                "37d-pppp+4x5+orthogonal+pass.drop",
            ],
        ),
        (&own, ["@two_bytes+4x4.slide", "@two_bytes-ssss+4x4.drop"]),
    ];
    let Some(folder) = solved(&cases.map(|(variant, _)| variant)) else {
        return;
    };
    for (variant, files) in cases {
        let answers = answers(folder.path(), variant);
        let found = read(folder.path(), files, &answers);
        assert!(
            found.len() == answers.len() && found.len() > 400,
            "{variant}: {}",
            found.len()
        );
        for (found, answer) in found.iter().zip(&answers) {
            assert_eq!(
                told(found),
                told(answer),
                "{variant}: {}",
                answer["position"]
            );
        }
        for phase in ["drop", "slide", "over"] {
            assert!(
                answers.iter().any(|answer| answer["phase"] == phase),
                "{variant}: {phase}"
            );
        }
        let needs_two_bytes = found
            .iter()
            .any(|answer| answer["dtw"].as_u64() > Some(255));
        assert_eq!(needs_two_bytes, variant == own, "{variant}");
    }
}

/// A side forces 4 points in the plies that the table of their game says, or does not.
#[test]
fn a_threshold_game_says_who_forces_its_points() {
    const VARIANT: &str = "44-psps+5x4+points";
    let Some(folder) = solved(&[VARIANT]) else {
        return;
    };
    let answers = answers(folder.path(), VARIANT);
    let files = ["44+5x4+points-4.slide", "44-psps+5x4+points-4.drop"];
    for (found, answer) in read(folder.path(), files, &answers).iter().zip(&answers) {
        let score = answer["score"].as_i64().unwrap();
        let outcome = match score {
            4.. => "win",
            ..=-4 => "loss",
            _ => "draw",
        };
        assert_eq!(found["outcome"], outcome, "{answer}");
        if score.abs() == 4 {
            assert_eq!(found["dtw"], answer["dtw"], "{answer}");
        }
    }
}

/// The best moves come first.
const SHOWN: &str = "\
win in 5
 6-15  win in 5
 5-14  draw
  6-4  draw
 6-12  draw
 6-13  draw
11-13  draw
 16-7  draw
16-10  draw
 11-4  loss in 6
";

#[test]
fn the_reader_shows_a_position_and_refuses_what_is_none() {
    let Some(folder) = solved(&["58-ssps+4x4+knight", "44-ssss+4x4"]) else {
        return;
    };
    let files = ["58+4x4+knight.slide", "58-ssps+4x4+knight.drop"];
    let run = |files, position: &str| -> Output {
        let mut reader = reader(folder.path(), files, &[position]);
        reader.output().unwrap()
    };
    let shown = run(files, "bbb1/rr1b/2r1/3r r");
    assert!(shown.status.success());
    assert_eq!(stdout(&shown), SHOWN);
    let pointed = stdout(&run(files, "bb2/rr2/4/4 b"));
    assert_eq!(pointed.lines().next(), Some("draw (the other side points)"));
    for arguments in [&[][..], &["4/4/4/4 b", "--stdin"]] {
        let refused = reader(folder.path(), files, arguments).output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        let error = stderr(&refused);
        assert!(error.contains("either a position or --stdin"), "{error}");
    }
    let other = ["44+4x4.slide", files[1]];
    for (files, position, part) in [
        (files, "bbbb/1rrr/1r2/4 b", "the mover has a goal already"),
        (files, "hello\nworld", "expected rows such as"),
        (files, "4/4/4 b", "expected rows such as"),
        (files, "4/4/4/5 b", "expected rows such as"),
        (files, "4/4/4/w3 b", "expected rows such as"),
        (files, "bbbb/b3/1rrr/1r2 r", "number of pieces"),
        (files, "b3/4/4/b3 r", "number of pieces"),
        (files, "r3/4/4/4 b", "number of pieces"),
        (files, "4/4/4/4", "side to move"),
        (files, "4/4/4/4 r", "side to move"),
        (files, "b3/4/4/4 b", "side to move"),
        (files, "bbb1/rr1b/2r1/3r br", "side to move"),
        (other, "4/4/4/4 b", "belongs to another slide file"),
        (["none.slide", files[1]], "4/4/4/4 b", "No such file"),
    ] {
        let refused = run(files, position);
        let error = stderr(&refused);
        assert!(
            error.starts_with("error: ") && error.contains(part),
            "{error}"
        );
        assert_eq!(
            (refused.status.code(), error.lines().count()),
            (Some(1), 1),
            "{error}"
        );
    }
}

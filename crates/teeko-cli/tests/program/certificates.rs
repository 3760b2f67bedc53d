//! `teeko certificate` and `teeko check`. The contract and the golden data have the bytes.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use teeko::Side;
use teeko::certificate::DrawCertificate;

use crate::common::{
    SCRIPTS, assert_fields, assert_refused, file, json, list, python, stderr, stdout, teeko,
    teeko_with_input, text,
};

/// The score is the most points that a certificate exists for, and one that there are no more
/// proves the value of a game.
#[test]
fn what_is_certified_is_checked() {
    const POINTS: &str = "58-ssss+4x4+knight+points";
    let (_folder, path) = file("a.certificate");
    for (arguments, expected, said) in [
        (
            &["advanced"][..],
            json!({"variant": "58-ssss", "winner": "black", "dtw": 13}),
            "Black wins 58-ssss within 13 plies",
        ),
        (
            &["44-ssss+4x4"],
            json!({"variant": "44-ssss+4x4", "outcome": "draw"}),
            "44-ssss+4x4: neither side can be forced to lose. Checked 2,",
        ),
        (
            &[POINTS],
            json!({"variant": POINTS, "winner": "black", "points": 2, "dtw": 13}),
            "Black forces at least 2 points in 58-ssss+4x4+knight+points within",
        ),
        (
            &[POINTS, "--no-more"],
            json!({"variant": POINTS, "outcome": "draw", "points": 3}),
            "holds. 58-ssss+4x4+knight+points: neither side can force 3 points. Checked ",
        ),
    ] {
        let make = [&["certificate", "-o", &path, "--force"], arguments].concat();
        let written = json(&make);
        let bytes = fs::read(&path).unwrap();
        assert_fields(&written, &expected);
        assert_fields(
            &written,
            &json!({"schema": "teeko.certificate/1", "bytes": bytes.len()}),
        );
        let checked = json(&["check", &path]);
        assert_fields(&checked, &json!({"schema": "teeko.check/1", "pass": true}));
        for field in ["variant", "outcome", "dtw", "points", "choices"] {
            assert_eq!(checked.get(field), written.get(field), "{field}: {checked}");
        }
        let text = text(&["check", &path]).replace('\n', " ");
        assert!(text.contains(said), "{text}");
        // The file may also come through a pipe.
        let piped = stdout(&teeko_with_input(&["check"], &bytes)).replace('\n', " ");
        assert_eq!(piped, text.replace(&path, "-"));
        // The same for any number of threads.
        json(&[&make[..], &["--threads", "1"]].concat());
        assert!(fs::read(&path).unwrap() == bytes);
    }
}

#[test]
fn more_effort_makes_a_smaller_certificate() {
    let [small, usual] = [&["--effort", "10"][..], &[]].map(|effort| {
        let (_folder, path) = file("a.certificate");
        text(&[&["certificate", "44-ssss+4x4", "-o", &path], effort].concat());
        fs::metadata(path).unwrap().len()
    });
    assert!(small < usual && usual < 3500, "{usual}, {small}");
}

/// Returns the command of the second checker, which lacks the files; `None` without Python.
fn second_checker() -> Option<Command> {
    let mut python = python()?;
    python.arg(Path::new(SCRIPTS).join("check_certificate.py"));
    Some(python)
}

/// Checks that a certificate fails the check, as text and as JSON.
fn assert_fails(path: &str, part: &str) {
    assert_refused(&[(&["check", path], 1, part)]);
    let failed = teeko(&["check", "--json", path]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(stdout(&failed).contains(r#""pass":false"#));
}

#[test]
fn strategies_that_do_not_hold_fail_and_damaged_files_are_refused() {
    let (_folder, path) = file("a.certificate");
    text(&["certificate", "44-ssss+4x4", "--effort", "0", "-o", &path]);
    let certificate = DrawCertificate::read(&fs::read(&path).unwrap()).unwrap();
    let [black, mut red] =
        [Side::Black, Side::Red].map(|side| certificate.positions(side).collect::<Vec<_>>());
    red.pop();
    let less = DrawCertificate::new(certificate.game.clone(), [&black, &red]);
    fs::write(&path, less.to_bytes()).unwrap();
    assert_fails(&path, "certificate failed: Red's strategy");
    if let Some(mut checker) = second_checker() {
        assert_eq!(checker.arg(&path).output().unwrap().status.code(), Some(1));
    }
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(100);
    fs::write(&path, bytes).unwrap();
    assert_refused(&[(&["check", &path], 5, &path)]);
}

#[test]
fn all_sixteen_have_a_file_each() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new").display().to_string();
    let written = json(&["certificate", "all+4x4", "--effort", "0", "-o", &out]);
    let certificates = list(&written["certificates"]);
    assert_eq!(
        (certificates.len(), fs::read_dir(&out).unwrap().count()),
        (16, 16)
    );
    for certificate in certificates {
        let checked = json(&["check", certificate["path"].as_str().unwrap()]);
        assert_eq!(
            (&checked["variant"], &checked["outcome"]),
            (&certificate["variant"], &certificate["outcome"])
        );
        assert_eq!(checked["pass"], true);
    }
    if let Some(mut checker) = second_checker() {
        let paths = certificates
            .iter()
            .step_by(8)
            .map(|one| one["path"].as_str().unwrap());
        let output = checker.args(paths).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }
}

#[test]
fn the_second_checker_fails_no_file_because_a_pipe_is_closed() {
    let Some(mut checker) = second_checker() else {
        return;
    };
    let data = Path::new(SCRIPTS).join("../crates/teeko-certificate/tests/data");
    checker
        .args(["58-ssss", "44-ssss+4x4"].map(|name| data.join(name.to_owned() + ".certificate")));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    // With a buffer Python writes to the pipe once more when it ends.
    checker.env_remove("PYTHONUNBUFFERED").stdout(writer);
    let output = checker.output().unwrap();
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(0), "")
    );
}

#[test]
fn the_second_checker_explains_itself() {
    for (arguments, code) in [(&[][..], 2), (&["-h"], 0), (&["--help"], 0)] {
        let Some(mut checker) = second_checker() else {
            return;
        };
        let output = checker.args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(stdout(&output).contains("Usage: check_certificate.py FILE..."));
    }
}

//! `teeko certificate` and `teeko check`. The contract and the golden data have the bytes.

use std::fs;
use std::path::Path;

use serde_json::json;
use teeko::Side;
use teeko::certificate::{Certificate, DrawCertificate};

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
        assert_fields(&written, &json!({"schema": "teeko.certificate/1", "bytes": bytes.len()}));
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
        // The same, whatever the number of threads. An existing file is kept without --force.
        json(&[&make[..], &["--threads", "1"]].concat());
        assert!(fs::read(&path).unwrap() == bytes);
        let unforced = [&["certificate", "-o", &path], arguments].concat();
        assert_refused(&[(&unforced, 6, "--force")]);
    }
}

/// A certificate of 1 point equals that of the plain game, except for its header; that of a game
/// worth nothing is the proof of the draw without points. More effort makes a smaller one.
#[test]
fn points_and_effort_change_what_they_should() {
    let (_folder, path) = file("a.certificate");
    let make = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let written = json(&[&["certificate", "-o", &path, "--force"], &words[..]].concat());
        (written, fs::read(&path).unwrap())
    };
    let (one, _) = make("58-ssss+4x4+knight+points --points 1");
    let (plain, _) = make("58-ssss+4x4+knight");
    assert_fields(&one, &json!({"points": 1, "dtw": plain["dtw"], "choices": plain["choices"]}));
    assert!(make("58-ssss+4x4+points").1 == make("58-ssss+4x4").1);
    let [usual, small] = ["44-ssss+4x4", "44-ssss+4x4 --effort 10"].map(|words| make(words).1);
    assert!(small.len() < usual.len() && usual.len() < 3500, "{}, {}", small.len(), usual.len());
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
    text(&["certificate", "44-ssss+4x4", "-o", &path]);
    let certificate = DrawCertificate::read(&fs::read(&path).unwrap()).unwrap();
    let [black, mut red] =
        [Side::Black, Side::Red].map(|side| certificate.positions(side).collect::<Vec<_>>());
    red.pop();
    let less = DrawCertificate::new(&certificate.rules, [&black, &red]);
    fs::write(&path, less.to_bytes()).unwrap();
    assert_fails(&path, "certificate failed: Red's strategy");
    // Ten plies where eleven are needed.
    text(&["certificate", "44-psss+4x4+knight", "-o", &path, "--force"]);
    let mut bytes = fs::read(&path).unwrap();
    let plies = 20 + Certificate::read(&bytes).unwrap().rules.to_bytes().len();
    assert_eq!(bytes[plies], 11);
    bytes[plies] = 10;
    let (content, checksum) = bytes.split_last_chunk_mut::<4>().unwrap();
    *checksum = crc32fast::hash(content).to_le_bytes();
    fs::write(&path, &bytes).unwrap();
    assert_fails(&path, "certificate failed: after");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    for damaged in [&bytes[..], &bytes[..middle], b"hello", b""] {
        fs::write(&path, damaged).unwrap();
        assert_refused(&[(&["check", &path], 5, &path)]);
    }
}

#[test]
fn all_sixteen_have_a_file_each() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new").display().to_string();
    let written = json(&["certificate", "all+4x4", "--effort", "0", "-o", &out]);
    let certificates = list(&written["certificates"]);
    assert_eq!((certificates.len(), fs::read_dir(&out).unwrap().count()), (16, 16));
    for certificate in certificates {
        let checked = json(&["check", certificate["path"].as_str().unwrap()]);
        assert_eq!(
            (&checked["variant"], &checked["outcome"]),
            (&certificate["variant"], &certificate["outcome"])
        );
        assert_eq!(checked["pass"], true);
    }
}

#[test]
fn points_without_a_certificate_say_so_in_one_line() {
    for (arguments, part) in [
        (
            ["58-ssss+4x4+knight+points", "--points=3"],
            "58-ssss+4x4+knight+points: expected at most 2 points, which Black forces from the \
             empty board, found 3; ask for 2",
        ),
        (
            ["58-ssss+4x4+points", "--points=1"],
            "58-ssss+4x4+points: expected a forced win, found a draw; leave out --points",
        ),
        (
            ["44-psss+4x4+knight", "--points=1"],
            "44-psss+4x4+knight: expected a game for points, such as 58-ssss+points",
        ),
    ] {
        assert_refused(&[(&[&["certificate", "-o", "none"], &arguments[..]].concat(), 2, part)]);
    }
}

#[test]
fn the_second_checker_fails_no_file_because_a_pipe_is_closed() {
    let Some(mut checker) = python() else { return };
    let scripts = Path::new(SCRIPTS);
    let data = scripts.join("../crates/teeko-certificate/tests/data");
    checker.arg(scripts.join("check_certificate.py"));
    checker
        .args(["58-ssss", "44-ssss+4x4"].map(|name| data.join(name.to_owned() + ".certificate")));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = checker.stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

//! `teeko certificate` and `teeko check`.

use std::fs;

use serde_json::json;

use crate::common::{
    assert_fields, assert_refused, file, json, list, stdout, teeko, teeko_with_input, text,
};

#[test]
fn a_published_win_is_certified_and_checked() {
    let (_folder, path) = file("a.certificate");
    let written = json(&["certificate", "advanced", "-o", &path]);
    let bytes = fs::metadata(&path).unwrap().len();
    let expected = json!({"variant": "58-ssss", "winner": "black", "dtw": 13, "bytes": bytes});
    assert_fields(&written, &expected);
    let checked = json(&["check", &path]);
    assert_fields(&checked, &json!({"pass": true, "dtw": 13, "choices": written["choices"]}));
    assert_eq!(
        (&written["schema"], &checked["schema"]),
        (&json!("teeko.certificate/1"), &json!("teeko.check/1"))
    );
    assert!(text(&["check", &path]).contains("Black wins 58-ssss within 13 plies"));
    // An existing file is kept without --force.
    assert_refused(&[(&["certificate", "58-ssss", "-o", &path], 6, "--force")]);
    text(&["certificate", "58-ssss", "-o", &path, "--force"]);
}

#[test]
fn a_draw_is_certified_and_checked() {
    let (_folder, path) = file("a.certificate");
    let written = json(&["certificate", "44-ssss+4x4", "-o", &path]);
    let bytes = fs::read(&path).unwrap();
    let expected = json!({"variant": "44-ssss+4x4", "outcome": "draw", "bytes": bytes.len()});
    assert_fields(&written, &expected);
    assert!(written.get("winner").is_none() && bytes.len() < 3500, "{written}");
    let checked = json(&["check", &path]);
    assert_fields(&checked, &json!({"outcome": "draw", "pass": true, "failure": null}));
    for side in ["black", "red"] {
        let strategy = &checked["strategies"][side];
        assert_eq!(strategy["positions"], written["strategies"][side]["positions"]);
        assert!(strategy["moves"].as_u64() > strategy["positions"].as_u64(), "{checked}");
    }
    let said = text(&["check", &path]).replace('\n', " ");
    assert!(said.contains("44-ssss+4x4: neither side can be forced to lose. Checked 2,"), "{said}");
    // The file may also come through a pipe.
    for arguments in [&["check", "-"][..], &["check"]] {
        let piped = stdout(&teeko_with_input(arguments, &bytes)).replace('\n', " ");
        assert_eq!(piped, said.replace(&path, "-"), "{arguments:?}");
    }
    // The same, whatever the number of threads; more effort makes a smaller one.
    text(&["certificate", "44-ssss+4x4", "-o", &path, "--force", "--threads", "1"]);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let effort = json(&["certificate", "44-ssss+4x4", "-o", &path, "--force", "--effort", "10"]);
    assert!(effort["bytes"].as_u64() < written["bytes"].as_u64(), "{effort}");
}

#[test]
fn a_draw_without_one_of_its_positions_fails_the_check() {
    let (_folder, path) = file("a.certificate");
    text(&["certificate", "44-ssss+4x4", "-o", &path]);
    let certificate = teeko::certificate::DrawCertificate::read(&fs::read(&path).unwrap()).unwrap();
    let [black, mut red] = [teeko::Side::Black, teeko::Side::Red]
        .map(|side| certificate.positions(side).collect::<Vec<_>>());
    red.pop();
    let less = teeko::certificate::DrawCertificate::new(certificate.rules(), [&black, &red]);
    fs::write(&path, less.to_bytes()).unwrap();
    assert_fails(&path, "certificate failed: Red's strategy");
}

/// Checks that a certificate fails the check, as text and as JSON.
fn assert_fails(path: &str, part: &str) {
    assert_refused(&[(&["check", path], 1, part)]);
    let failed = teeko(&["check", "--json", path]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(stdout(&failed).contains(r#""pass":false"#));
}

#[test]
fn all_sixteen_have_a_file_each() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new").display().to_string();
    let written = json(&["certificate", "all+4x4", "-o", &out]);
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

/// The score is the most points that a certificate exists for. A certificate of 1 point equals that
/// of the plain game, except for its header.
#[test]
fn points_that_a_side_forces_are_certified_and_checked() {
    let (_folder, path) = file("a.certificate");
    let variant = "58-ssss+4x4+knight+points";
    let solved = json(&["solve", "--no-write", variant]);
    let solved = &solved["variants"][0];
    let written = json(&["certificate", variant, "-o", &path]);
    let expected = json!({"points": solved["score"], "dtw": solved["dtw"], "winner": "black"});
    assert_fields(&written, &expected);
    let checked = json(&["check", &path]);
    let expected = json!({"points": written["points"], "pass": true, "dtw": written["dtw"]});
    assert_fields(&checked, &expected);
    assert_eq!((&written["variant"], &checked["variant"]), (&json!(variant), &json!(variant)));
    let said = text(&["check", &path]).replace('\n', " ");
    assert!(
        said.contains("Black forces at least 2 points in 58-ssss+4x4+knight+points within"),
        "{said}"
    );
    assert!(said.contains("a goal of Black's worth 2 or more after"), "{said}");
    let one = json(&["certificate", variant, "--points", "1", "-o", &path, "--force"]);
    let plain = json(&["certificate", "58-ssss+4x4+knight", "-o", &path, "--force"]);
    assert_fields(&one, &json!({"points": 1, "dtw": plain["dtw"], "choices": plain["choices"]}));
    assert!(plain.get("points").is_none() && json(&["check", &path]).get("points").is_none());
}

/// A certificate of the points that the game is worth, and one that there are no more, prove its
/// value. That of a game worth nothing is the proof of the draw without points.
#[test]
fn a_bound_on_the_points_is_certified_and_checked() {
    let (_folder, path) = file("a.certificate");
    let variant = "58-ssss+4x4+knight+points";
    let written = json(&["certificate", variant, "--no-more", "-o", &path]);
    assert_fields(&written, &json!({"variant": variant, "outcome": "draw", "points": 3}));
    let checked = json(&["check", &path]);
    assert_fields(&checked, &json!({"variant": variant, "points": 3, "pass": true}));
    let said = text(&["check", &path]).replace('\n', " ");
    let claim = "holds. 58-ssss+4x4+knight+points: neither side can force 3 points. Checked ";
    assert!(said.contains(claim), "{said}");
    json(&["certificate", "58-ssss+4x4+points", "-o", &path, "--force"]);
    let file = fs::read(&path).unwrap();
    json(&["certificate", "58-ssss+4x4", "-o", &path, "--force"]);
    assert_eq!(file, fs::read(&path).unwrap());
}

#[test]
fn points_without_a_certificate_say_so_in_one_line() {
    let (folder, path) = file("a.certificate");
    for (arguments, part) in [
        (
            &["58-ssss+4x4+knight+points", "--points", "3"][..],
            "58-ssss+4x4+knight+points: expected at most 2 points, which Black forces from the \
             empty board, found 3; ask for 2",
        ),
        (
            &["58-ssss+4x4+points", "--points", "1"],
            "58-ssss+4x4+points: expected a forced win, found a draw; leave out --points",
        ),
        (&["44-ssss+4x4", "--no-more"], "44-ssss+4x4: expected a game for points"),
        (
            &["44-psss+4x4+knight", "--points", "1"],
            "44-psss+4x4+knight: expected a game for points, such as 58-ssss+points",
        ),
        (&["44-ssss+4x4+pips"], "44-ssss+4x4+pips: expected pieces without numbers"),
    ] {
        assert_refused(&[(&[&["certificate", "-o", &path], arguments].concat(), 2, part)]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_strategy_that_does_not_win_fails_the_check() {
    let (_folder, path) = file("a.certificate");
    text(&["certificate", "44-psss+4x4+knight", "-o", &path]);
    // Ten plies where eleven are needed.
    let mut bytes = fs::read(&path).unwrap();
    bytes[20] = 10;
    let (content, checksum) = bytes.split_last_chunk_mut::<4>().unwrap();
    *checksum = crc32fast::hash(content).to_le_bytes();
    fs::write(&path, bytes).unwrap();
    assert_fails(&path, "certificate failed: after");
}

#[test]
fn files_that_are_none_have_their_exit_codes() {
    let (_folder, path) = file("a.certificate");
    assert_eq!(teeko(&["check", &path]).status.code(), Some(6));
    text(&["certificate", "44-psss+4x4+knight", "-o", &path]);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    for damaged in [&bytes[..], &bytes[..middle], b"hello", b""] {
        fs::write(&path, damaged).unwrap();
        assert_refused(&[(&["check", &path], 5, &path)]);
    }
}

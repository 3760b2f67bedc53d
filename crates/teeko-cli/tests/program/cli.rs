//! The program as users see it: output, exit codes, closed pipes.

use std::process::Stdio;

use teeko_testing::{cases, words};

use crate::common::{assert_refused, command, json, list, stderr, stdout, teeko, text};

#[test]
fn verify_passes_with_a_line_for_each_claim() {
    let output = teeko(&["verify"]);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(0), "")
    );
    let text = stdout(&output);
    let passed = text.lines().filter(|line| line.starts_with("PASS"));
    assert_eq!(passed.count(), 16 + 2 + 14 + 17 + 3);
    assert!(!text.contains("\nFAIL"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    assert!(last[1].starts_with("52 passed, 0 failed in "), "{text}");
    assert_eq!(
        last[0],
        "9 slow claims left out; --slow checks them, some minutes"
    );
}

#[test]
fn verify_says_the_source_of_each_claim() {
    let verified = json(&["verify", "--threads", "1"]);
    assert_eq!(verified["schema"], "teeko.verify/1");
    assert_eq!(verified["passed"], 52);
    assert_eq!(verified["failed"], 0);
    assert_eq!(verified["left_out"], 9);
    let claims = list(&verified["claims"]);
    assert_eq!(claims.len(), 52);
    for claim in claims {
        assert_eq!(claim["expected"], claim["found"]);
        assert_eq!(claim["pass"], true);
        let source = claim["source"].as_str().unwrap();
        let place = claim["where"].as_str().unwrap_or_default();
        assert!(!source.is_empty(), "{claim}");
        // Results that follow from the rules are not published.
        assert_eq!(place.is_empty(), source == "consistency", "{claim}");
    }
}

/// The published results of one variant need no other.
#[test]
fn verify_checks_the_claims_of_one_variant() {
    for (arguments, ids) in [
        (
            &["advanced"][..],
            &["58-ssss", "advanced-slight-advantage"][..],
        ),
        (&["44-psss", "-v", "58-sppp"], &["44-psss", "58-sppp"]),
    ] {
        let verified = json(&[&["verify"], arguments].concat());
        let found: Vec<&str> = list(&verified["claims"])
            .iter()
            .map(|claim| claim["id"].as_str().unwrap())
            .collect();
        assert_eq!(found, ids);
        assert_eq!(
            (&verified["passed"], &verified["failed"]),
            (&ids.len().into(), &0.into())
        );
        assert_eq!(
            verified["left_out"], 0,
            "slow claims are about other variants"
        );
    }
}

#[test]
fn what_is_wrong_is_said_with_the_exit_code() {
    for [line, code, part] in &cases(include_str!("data/refusals.jsonl")) {
        let typed = words(line);
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        assert_refused(&[(&typed, code.parse().unwrap(), part)]);
    }
    let help = teeko(&[]);
    assert_eq!((help.status.code(), stdout(&help).as_str()), (Some(2), ""));
    assert!(stderr(&help).contains("Usage"), "{}", stderr(&help));
}

/// An option of an alias can be given again.
#[test]
fn the_last_of_a_repeated_option_wins() {
    for (typed, same) in [
        (
            "--color always query advanced --brief --color never --color always",
            "query advanced --brief --color always",
        ),
        (
            "query 13 --json --json --brief --brief --quiet -q",
            "query 13 --json --brief --quiet",
        ),
        ("query --notation letters --notation numbers 13", "query 13"),
        ("query --moves 13 --moves 13 12", "query 13 12"),
        ("line 13 --plies 3 --plies 5", "line 13 --plies 5"),
        (
            "puzzles -v junior --phase drop --phase slide",
            "puzzles -v junior --phase slide",
        ),
    ] {
        let [typed, same] = [typed, same].map(|line| line.split(' ').collect::<Vec<_>>());
        assert_eq!(text(&typed), text(&same), "{typed:?}");
    }
    let two = json(&["solve", "--no-write", "-v", "junior", "-v", "58-ssss+4x4"]);
    assert_eq!(list(&two["variants"]).len(), 2);
}

#[test]
fn colours_are_a_matter_of_choice() {
    for (arguments, coloured) in [
        (&["variants"][..], false),
        (&["variants", "--color", "always"], true),
        (&["--color=never", "variants"], false),
        (&["--help"], false),
        (&["--color=always", "--help"], true),
    ] {
        assert_eq!(
            stdout(&teeko(arguments)).contains('\x1b'),
            coloured,
            "{arguments:?}"
        );
    }
    let no_colour = command(&["variants"])
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(!stdout(&no_colour).contains('\x1b'));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let positions = folder.path().join("positions");
    std::fs::write(&positions, "b:1 r: r\n".repeat(20_000)).unwrap();
    for arguments in [
        &["variants"][..],
        &["verify"],
        &["solve", "--no-write", "--json", "44-ssss+4x4"],
        &["stats", "-v", "44-ssss+4x4", "--quiet"],
        &["puzzles", "-v", "44-ssss+4x4", "--quiet"],
        &["query", "--stdin", "--json", "--quiet"],
        &[
            "export",
            "--to",
            "csv",
            "-o",
            "-",
            "-v",
            "44-ssss+4x4",
            "--quiet",
        ],
        &[
            "export",
            "--to",
            "jsonl",
            "-o",
            "-",
            "-v",
            "44-ssss+4x4",
            "--quiet",
        ],
        &[
            "export",
            "--to",
            "parquet",
            "-o",
            "-",
            "-v",
            "44-ssss+4x4",
            "--quiet",
        ],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let mut program = command(arguments);
        program.stdin(std::fs::File::open(&positions).unwrap());
        let mut child = program
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

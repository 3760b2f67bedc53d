//! The program as users see it: output, exit codes, closed pipes.

use std::process::Stdio;

use crate::common::{assert_refused, command, json, list, stderr, stdout, teeko, text};

#[test]
fn verify_passes_with_a_line_for_each_claim() {
    let output = teeko(&["verify"]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let text = stdout(&output);
    let first_words: Vec<&str> = text.lines().filter_map(|line| line.get(..4)).collect();
    assert_eq!(first_words.iter().filter(|&&word| word == "PASS").count(), 16 + 4 + 14 + 17 + 3);
    assert!(!first_words.contains(&"FAIL"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.lines().last().unwrap().starts_with("54 passed, 0 failed"), "{text}");

    let verified = json(&["verify", "--threads", "1"]);
    assert_eq!(verified["schema"], "teeko.verify/1");
    assert_eq!((&verified["passed"], &verified["failed"]), (&54.into(), &0.into()));
    assert_eq!(list(&verified["claims"]).len(), 54);
    for claim in list(&verified["claims"]) {
        assert_eq!(claim["expected"], claim["found"]);
        let (source, place) = (claim["source"].as_str().unwrap(), claim["where"].as_str());
        assert!(claim["pass"] == true && !source.is_empty(), "{claim}");
        // Results that follow from the rules are not published.
        assert_eq!(place.is_none_or(str::is_empty), source == "consistency", "{claim}");
    }
}

/// The published results of one variant need no other.
#[test]
fn verify_checks_the_claims_of_one_variant() {
    for (arguments, ids) in [
        (&["advanced"][..], &["58-ssss", "advanced-slight-advantage"][..]),
        (&["44-psss", "-v", "58-sppp"], &["44-psss", "58-sppp"]),
    ] {
        let verified = json(&[&["verify"], arguments].concat());
        let found: Vec<&str> =
            list(&verified["claims"]).iter().map(|claim| claim["id"].as_str().unwrap()).collect();
        assert_eq!(found, ids);
        assert_eq!((&verified["passed"], &verified["failed"]), (&ids.len().into(), &0.into()));
    }
}

#[test]
fn wrong_usage_exits_2_and_says_what_is_wrong() {
    for (typed, part) in [
        ("verify junior", "44-ssss+4x4: expected a variant with published claims"),
        ("verify advanced 68-ssss", "teeko solve --no-write 68-ssss"),
        ("verify 58-ssss+points", "58-ssss+points: expected a variant with published claims"),
        ("solve 44-ssss 44-sssx", "drop plan `sssx`"),
        ("solve 44-ssss+pass", "with a p such as pppp, found ssss"),
        ("solve --no-such-flag", "--no-such-flag"),
        ("frobnicate", "frobnicate"),
        ("--color sometimes variants", "sometimes"),
        ("puzzles --dtw=-3", "a whole number from 1"),
        ("puzzles --lines --json", "--json"),
        ("puzzles -v 45-ssss", "goal set `45`"),
        ("puzzles -v 44-ssss+pips --score 9", "1, 2, 3, 4, 5, 6, 7, 8"),
        ("puzzles --force", "--html"),
        ("puzzles --html x.svg", "expected a name that ends in ."),
        ("stats --svg x.png", "expected a name that ends in ."),
        ("stats --force", "--svg"),
        ("man --force", "--output"),
        ("completions", "SHELL"),
        ("completions tcsh", "tcsh"),
        ("diff 44-ssss", "VARIANT"),
        ("verify --full", "--tables"),
        ("query", "POSITION"),
        ("query b:13 --moves 13", "--moves"),
        ("query -v all --stdin", "--stdin"),
        ("query -v 44-ssss -v 58-ssss 13", "'--variant <VARIANT>' cannot be used multiple times"),
        ("query -v advaned 13", "did you mean `advanced`?"),
        ("query standart 13", "did you mean `standard`?"),
        ("solve 44-ssss+nocentre", "did you mean `no-centre`?"),
        ("line --stdin", "--stdin"),
        ("review", "standard input: expected a game or a position, found nothing; write it there"),
        ("serve --listen 8338", "invalid value"),
        ("serve --memory 5", "invalid value"),
        ("serve --solves 0", "invalid value"),
        ("stats --layer all", "expected a whole number from 0 to 8"),
        ("stats --layer 9", "expected a whole number from 0 to 8"),
        ("play --strength best", "expected a whole number from 1 to 5"),
        ("puzzles --limit 0", "expected a whole number from 1 to 4294967295"),
        ("puzzles --seed x", "expected a whole number"),
        ("play --seed x", "expected a whole number"),
        ("line --moves 13 --plies many", "expected a whole number from 0 to 65535"),
        ("diff 44 58 --examples x", "expected a whole number from 0 to 65535"),
        ("solve --threads 0", "expected a whole number from 1 to 1024"),
        ("verify --tables . --sample 0", "expected a whole number from 1 on"),
        ("certificate 44 --effort x", "expected a whole number from 0 to 1000"),
        ("certificate 44-ssss+4x4 -o c --no-more", "44-ssss+4x4: expected a game for points"),
        ("certificate 44-ssss+pips -o c", "44-ssss+pips: expected pieces without numbers"),
        ("export --to csv -v 44-ssss+4x4+pips -o -", "numbered pieces"),
        ("atlas --board 4x4 --no-centre yes", "a 4x4 board has no single centre circle"),
        ("atlas --sixteen --goals 44", "one of the parameters sixteen, goals"),
        ("atlas --force", "--output"),
        ("atlas --goals 45", "45"),
        (
            "atlas --points --goals 64,78",
            "--points: expected a goal set whose shapes all have prices on a 5x5 board, such as \
             44, found 64, 78",
        ),
    ] {
        assert_refused(&[(&typed.split(' ').collect::<Vec<_>>(), 2, part)]);
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
        ("query 13 --json --json --brief --brief --quiet -q", "query 13 --json --brief --quiet"),
        ("query --notation letters --notation numbers 13", "query 13"),
        ("query --moves 13 --moves 13 12", "query 13 12"),
        ("line 13 --plies 3 --plies 5", "line 13 --plies 5"),
        ("puzzles -v junior --phase drop --phase slide", "puzzles -v junior --phase slide"),
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
        assert_eq!(stdout(&teeko(arguments)).contains('\x1b'), coloured, "{arguments:?}");
    }
    let no_colour =
        command(&["variants"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
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
        &["export", "--to", "csv", "-o", "-", "-v", "44-ssss+4x4", "--quiet"],
        &["export", "--to", "jsonl", "-o", "-", "-v", "44-ssss+4x4", "--quiet"],
        &["export", "--to", "parquet", "-o", "-", "-v", "44-ssss+4x4", "--quiet"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let mut program = command(arguments);
        program.stdin(std::fs::File::open(&positions).unwrap());
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

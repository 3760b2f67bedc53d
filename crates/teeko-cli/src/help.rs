//! The parts of the long help and of the manual pages that are not about arguments: exit codes,
//! files, environment, rule files.

use std::fmt::Write;

use clap::ValueEnum;
use teeko::rules::{GoalFamily, NamedStep};

use crate::exit::Exit;

/// Returns the text of `teeko help TOPIC`, if there is such a topic.
pub(crate) fn topic(name: &str) -> Option<String> {
    let text = match name {
        "rules" => format!("{}\n\n{}", crate::render::variants::NAMES, rule_files()),
        "exit-codes" => exit_codes(),
        "files" => FILES.to_owned(),
        "environment" => ENVIRONMENT.to_owned(),
        _ => return None,
    };
    Some(text + "\n")
}

/// Returns all sections, each with its heading in capitals, as manual pages have it. They are the
/// same for the program and for every command. Lines fit in 80 columns.
pub(crate) fn sections() -> [(&'static str, String); 4] {
    [
        ("RULE FILES", rule_files()),
        ("EXIT STATUS", exit_codes()),
        ("FILES", FILES.to_owned()),
        ("ENVIRONMENT", ENVIRONMENT.to_owned()),
    ]
}

/// Returns the sections in the form of the long help, with `example` last.
pub(crate) fn long_help(example: &str) -> String {
    let mut text = String::new();
    for (title, section) in sections() {
        let heading = format!("{}{}", &title[..1], title[1..].to_lowercase());
        let indented: String =
            section.lines().map(|line| format!("  {line}\n").replace("  \n", "\n")).collect();
        let _ = write!(text, "{heading}:\n{indented}\n");
    }
    text + example
}

/// Where to read more, and an example for newcomers: the value of each first drop.
pub(crate) const EXAMPLE: &str = "\
Topics: teeko help rules, exit-codes, files or environment

Example:
  teeko query advanced";

fn rule_files() -> String {
    format!("{RULE_FILES}\n\nFamilies:\n{}\nSteps:\n{}", families(), steps("  "))
}

/// Returns the families of goals by name. Squares that differ only in size share a line.
fn families() -> String {
    let groups = GoalFamily::ALL.chunk_by(|one, other| one.description() == other.description());
    let line = |group: &[GoalFamily]| {
        let last = group[1..].last().map(|last| format!(" to {last}")).unwrap_or_default();
        format!("  {:<24}{}\n", group[0].to_string() + &last, group[0].description())
    };
    groups.map(line).collect()
}

/// Returns the steps by name, one per line.
pub(crate) fn steps(indent: &str) -> String {
    NamedStep::ALL.map(|step| format!("{indent}{step:<12}{}", step.description())).join("\n")
}

/// The section on rule files, without the lists of names.
const RULE_FILES: &str = "\
Write your own goals to a file, and name the rules @FILE[-PLAN][+OPTION…], as
in @my/rules.toml-sppp+4x4; without a plan it is ssss. If the file's name has
a + or a -: options begin at the first + after the last slash, and the plan
follows the last - before them. The file lists goals, families of goals, or
both. It can also list steps; the default is king:

  families = [\"lines\", \"squares-1\"]
  goals = [[1, 2, 6, 7], [\"a5\", \"b5\", \"a4\", \"b4\"],
    { circles = [1, 3, 11, 13], empty = [7] }]
  steps = [[1, 0], [0, 1]]

A goal with empty circles counts only while these circles are empty. If your
piece moves off the last of them, your opponent's goal counts, and you lose.
A step is a number of columns (to the right) and a number of rows
(downwards). Instead of a list, steps can be a name, such as \"knight\".";

const FILES: &str = "\
tables/*.slide, tables/*.drop
    The tables that `teeko solve` writes, in the working folder. Tables that
    are missing there are read from a second folder: $TEEKO_TABLES if it is
    set, else teeko/tables in your data folder ($XDG_DATA_HOME or
    ~/.local/share; on Windows %APPDATA%). With --tables DIR, DIR is the only
    folder.
.teeko-*.tmp
    Files being written. They are renamed when they are complete. Those of a
    killed program are deleted by the next one that writes to the folder.";

const ENVIRONMENT: &str = "\
TEEKO_TABLES
    The second folder of tables, used after `tables`.
TEEKO_NOTATION
    numbers, letters or course, as with --notation.
NO_COLOR
    If it is set and not empty, text has no colours.
RAYON_NUM_THREADS
    Number of threads, as with --threads.";

fn exit_codes() -> String {
    let line = |exit: &Exit| {
        let meaning = exit.to_possible_value()?.get_help()?.to_string();
        Some(format!("{:>3}  {meaning}", *exit as u8))
    };
    Exit::value_variants().iter().filter_map(line).collect::<Vec<_>>().join("\n")
}

//! What the long help and the manual pages say beside the arguments: exit codes, files,
//! environment, rule files.

use std::fmt::Write;

use teeko::rules::{GoalFamily, NamedStep};

use crate::exit::Exit;

/// A section of the long help and of the manual pages. Its lines fit 80 columns.
pub(crate) struct Section {
    /// The heading, as the manual has it.
    pub(crate) title: &'static str,
    /// Its lines.
    pub(crate) text: String,
}

/// All sections, those of the program itself and of every command alike.
pub(crate) fn sections() -> [Section; 4] {
    [
        Section { title: "RULE FILES", text: rule_files() },
        Section { title: "EXIT STATUS", text: exit_codes() },
        Section { title: "FILES", text: FILES.to_owned() },
        Section { title: "ENVIRONMENT", text: ENVIRONMENT.to_owned() },
    ]
}

/// The sections as the long help has them, `example` last.
pub(crate) fn long_help(example: &str) -> String {
    let mut text = String::new();
    for Section { title, text: section } in sections() {
        let heading = format!("{}{}", &title[..1], title[1..].to_lowercase());
        let indented: String =
            section.lines().map(|line| format!("  {line}\n").replace("  \n", "\n")).collect();
        let _ = write!(text, "{heading}:\n{indented}\n");
    }
    text + example
}

/// What a newcomer may ask first.
pub(crate) const EXAMPLE: &str = "\
Should Black open in the centre in Advanced Teeko? Ask what each first drop is
worth, best first:

Example:
  teeko query -v advanced --moves \"\"";

/// What a rule file holds.
fn rule_files() -> String {
    format!("{RULE_FILES}\n\nFamilies:\n{}\nSteps:\n{}", families(), steps("  "))
}

/// The families of goals by name, squares that differ in size alone in one line.
fn families() -> String {
    let groups = GoalFamily::ALL.chunk_by(|one, other| one.description() == other.description());
    let line = |group: &[GoalFamily]| {
        let first = group.first().map(ToString::to_string).unwrap_or_default();
        let last = group[1..].last().map(|last| format!(" to {last}")).unwrap_or_default();
        let description = group[0].description();
        format!("  {:<24}{description}\n", first + &last)
    };
    groups.map(line).collect()
}

/// The steps by name, one in each line.
pub(crate) fn steps(indent: &str) -> String {
    NamedStep::ALL.map(|step| format!("{indent}{step:<12}{}", step.description())).join("\n")
}

/// What a rule file holds, without the lists of names.
const RULE_FILES: &str = "\
Goals of your own go into a file. Its path stands after an @ in place of
GOALS, as in @my/rules.toml-ssss+4x4. Options begin at the first + in the last
part of the path, the plan after the last dash before them. The file has
goals, or families of them, and steps if they are not a king's:

  families = [\"lines\", \"squares-1\"]
  goals = [[1, 2, 6, 7], [\"a5\", \"b5\", \"a4\", \"b4\"],
    { circles = [1, 3, 11, 13], empty = [7] }]
  steps = [[1, 0], [0, 1]]

A goal with empty circles counts only while these are empty: a side that
leaves the last of them may lose the game by it. Steps are columns and rows to
move by, downwards positive, or a name such as \"knight\".";

/// Where tables are.
const FILES: &str = "\
tables/*.slide, tables/*.drop
    Tables, as `teeko solve` writes them, in the working folder. Where they
    are missing, those of a second folder serve: $TEEKO_TABLES if it is set,
    else teeko/tables in the user's data folder ($XDG_DATA_HOME or
    ~/.local/share; on Windows %APPDATA%). With --tables DIR no other folder
    is looked at.
.teeko-*.tmp
    Files being written. They get their names when they are whole; what is
    left of a killed program is removed by the next that writes to the folder.";

/// The environment variables.
const ENVIRONMENT: &str = "\
TEEKO_TABLES
    The folder of tables to look into after `tables`.
TEEKO_NOTATION
    numbers or letters, as --notation.
NO_COLOR
    If it is set and not empty, text has no colours.
RAYON_NUM_THREADS
    Threads to work with, as --threads.";

fn exit_codes() -> String {
    let line = |exit: Exit| format!("{:>3}  {}", exit as u8, exit.meaning());
    Exit::ALL.map(line).join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_a_terminal_and_name_all_codes() {
        let help = long_help(EXAMPLE);
        assert!(
            help.lines().all(|line| line.chars().count() <= 80 && line.trim_end() == line),
            "{help}"
        );
        for code in ["0", "1", "2", "3", "4", "5", "6", "130"] {
            assert!(
                help.lines().any(|line| line.split_whitespace().next() == Some(code)),
                "{code}"
            );
        }
    }
}

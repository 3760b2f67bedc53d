//! The parts of the long help and of the manual pages that are not about arguments: exit codes,
//! files, environment, rule files.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use teeko::rules::{GoalFamily, NamedStep, Variant};
use teeko::surfaces::words::wrap;

use crate::exit::Exit;

/// The first lines of the topic `rules`.
const RULES: &str = "\
Names of rule sets, and rule files. How a game is played: teeko variants standard
";

/// Describes the names of variants, and lists the other names.
pub(crate) fn variant_names() -> String {
    let named = Variant::NAMED.map(|(name, variant, _)| format!("{name} ({variant})"));
    let text = format!(
        "These names work too: one-move-standard, 1S/3A or point-the-last-three-moves (44-sppp), \
         58-one-move-standard, {}. Commands that take several variants also take `all`, with \
         options as in all+4x4. `teeko variants NAME` explains a game.",
        named.join(", ")
    );
    format!(
        "{}{}\n",
        include_str!("../help/variant_names.txt"),
        wrap(&text, 79).join("\n")
    )
}

/// Returns the text of `teeko help TOPIC`, if there is such a topic.
pub(crate) fn topic(name: &str) -> Option<String> {
    let [rule_files, exit_status, files, environment] = sections().map(|(_, text)| text + "\n");
    match name {
        "rules" => Some(format!("{RULES}\n{}\n{rule_files}", variant_names())),
        "exit-codes" => Some(exit_status),
        "files" => Some(files),
        "environment" => Some(environment),
        _ => None,
    }
}

/// Returns all sections, each with its heading in capitals, as manual pages have it. They are the
/// same for the program and for every command. Lines fit in 80 columns.
pub(crate) fn sections() -> [(&'static str, String); 4] {
    let rule_files = include_str!("../help/rule_files.txt");
    let rule_files = format!(
        "{rule_files}\nFamilies:\n{}\nSteps:\n{}",
        families(),
        steps()
    );
    [
        ("RULE FILES", rule_files),
        ("EXIT STATUS", exit_codes()),
        (
            "FILES",
            include_str!("../help/files.txt").trim_end().to_owned(),
        ),
        (
            "ENVIRONMENT",
            include_str!("../help/environment.txt")
                .trim_end()
                .to_owned(),
        ),
    ]
}

/// Returns the sections in the form of the long help, with `example` last.
pub(crate) fn long_help(example: &str) -> String {
    let mut text = String::new();
    for (title, section) in sections() {
        let heading = format!("{}{}", &title[..1], title[1..].to_lowercase());
        text.extend([&*heading, ":\n", &indented(&section), "\n"]);
    }
    text + example
}

/// Indents all lines that are not empty.
fn indented(text: &str) -> String {
    let mut indented = String::new();
    for line in text.lines() {
        if !line.is_empty() {
            indented.extend(["  ", line]);
        }
        indented.push('\n');
    }
    indented
}

/// Where to read more, and an example for newcomers: the value of each first drop.
pub(crate) const EXAMPLE: &str = "\
Topics: teeko help rules, exit-codes, files or environment

Example:
  teeko query advanced";

/// Returns the families of goals by name. Squares that differ only in size share a line.
fn families() -> String {
    let mut lines = Vec::new();
    for group in GoalFamily::ALL.chunk_by(|one, next| one.description() == next.description()) {
        let name = match group {
            [first, .., last] => format!("{first} to {last}"),
            _ => group[0].to_string(),
        };
        lines.push(format!("  {name:<24}{}\n", group[0].description()));
    }
    lines.concat()
}

/// Returns the steps by name, one per line.
pub(crate) fn steps() -> String {
    let mut lines = Vec::new();
    for step in NamedStep::ALL {
        lines.push(format!("  {step:<12}{}", step.description()));
    }
    lines.join("\n")
}

fn exit_codes() -> String {
    let mut lines = Vec::new();
    for exit in Exit::value_variants() {
        let shown = exit.to_possible_value();
        let meaning = shown.as_ref().and_then(PossibleValue::get_help);
        if let Some(meaning) = meaning {
            lines.push(format!("{:>3}  {meaning}", *exit as u8));
        }
    }
    lines.join("\n")
}

//! Whether files are of the rules that are expected, and belong to each other.

use teeko_rules::{GoalSet, NamedStep, Rules};

use crate::error::{Result, TableError};
use crate::file_kind::FileKind;
use crate::hash::ContentHash;
use crate::reader::TableFile;

/// Checks that a drop file belongs to this slide file.
///
/// # Errors
/// [`TableError::Unfit`] if it was made from another one.
pub fn expect_slide_file(slide: &TableFile, drop: &TableFile) -> Result<()> {
    match drop.header().description.slide_hash {
        None => Ok(()),
        Some(expected) => expect_hash(
            drop.name(),
            expected,
            slide.name(),
            slide.header().content_hash,
        ),
    }
}

/// Checks the hash of the slide file that goes with a file.
pub(crate) fn expect_hash(
    name: &str,
    expected: ContentHash,
    slide_name: &str,
    found: ContentHash,
) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    let other = format!("belongs to another slide file than {slide_name}");
    let hashes = format!("expected one with content hash {expected}, found {found}");
    Err(TableError::unfit(name, format!("{other}: {hashes}")))
}

/// Checks that a file is of this kind and these rules, in an attack for `points` points, else 0.
/// For a slide file only board, goals and step of the rules matter, for an attack they are those of
/// the plain game.
///
/// # Errors
/// [`TableError::OtherRules`] with the first difference.
pub fn expect_rules(file: &TableFile, kind: FileKind, expected: &Rules, points: u8) -> Result<()> {
    let header = file.header();
    let found = &header.description.rules;
    let mut differences = Differences::default();
    let kinds = [kind, header.description.kind];
    differences.add("kind of file", kinds.map(FileKind::name));
    let rules = [expected, found];
    differences.add("board", rules.map(Rules::board));
    let goals = [
        describe_goals(expected, found),
        describe_goals(found, expected),
    ];
    differences.add("goals", goals);
    let steps = [
        describe_step(expected, found),
        describe_step(found, expected),
    ];
    differences.add("step", steps);
    if !kind.is_slide() {
        differences.add("drop plan", rules.map(Rules::plan));
        differences.add("centre ban", rules.map(Rules::centre_ban).map(on_or_off));
        differences.add("pass rule", rules.map(Rules::pass_rule).map(on_or_off));
    }
    differences.add("points", [points, header.description.points]);
    let Some((field, expected, found)) = differences.first else {
        return Ok(());
    };
    Err(TableError::OtherRules {
        name: name_with_variant(file),
        field,
        expected,
        found,
    })
}

/// The first of the fields added that is not as expected.
#[derive(Default)]
struct Differences {
    /// The field, what is expected, and what was found.
    first: Option<(&'static str, String, String)>,
}

impl Differences {
    /// Compares a field, as it is printed.
    fn add<T: ToString>(&mut self, field: &'static str, [expected, found]: [T; 2]) {
        let expected = expected.to_string();
        let found = found.to_string();
        if self.first.is_none() && expected != found {
            self.first = Some((field, expected, found));
        }
    }
}

/// Returns the name of a file, and of a drop file its variant.
fn name_with_variant(file: &TableFile) -> String {
    let header = file.header();
    match header.variant() {
        Some(variant) if header.description.kind == FileKind::Drop => {
            format!("{} (of {variant})", file.name())
        }
        _ => file.name().to_owned(),
    }
}

/// Describes the goals of rules, to set them apart from those of `other`.
fn describe_goals(rules: &Rules, other: &Rules) -> String {
    let name = goal_set(rules).map(GoalSet::name);
    let goals = rules.goals().patterns();
    describe_unlike(name, "goals", goals, other.goals().patterns())
}

/// Describes the step of rules, to set it apart from that of `other`.
fn describe_step(rules: &Rules, other: &Rules) -> String {
    let name = rules.step().named().map(NamedStep::name);
    let offsets = rules.step().offsets();
    describe_unlike(name, "offsets", offsets, other.step().offsets())
}

fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// Describes an ascending list by its name, or else by its length and the first item that another
/// list does not have. Two lists without names have the same description only if they are equal, or
/// one contains the other.
fn describe_unlike<T: Ord + std::fmt::Debug>(
    name: Option<&str>,
    what: &str,
    items: &[T],
    others: &[T],
) -> String {
    if let Some(name) = name {
        return name.to_owned();
    }
    let description = format!("{} {what}", items.len());
    for item in items {
        if others.binary_search(item).is_err() {
            return format!("{description} with {item:?}");
        }
    }
    description
}

/// Returns the name of the goals of a rule set, if they have one.
pub fn goal_set(rules: &Rules) -> Option<GoalSet> {
    GoalSet::ALL
        .iter()
        .copied()
        .find(|set| &set.on(rules.board()) == rules.goals())
}

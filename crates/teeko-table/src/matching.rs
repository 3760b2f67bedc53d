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
    let (header, found) = (file.header(), &file.header().description.rules);
    let goals = |of: &Rules, other: &Rules| {
        let (goals, others) = (of.goals().patterns(), other.goals().patterns());
        describe_unlike(goal_set(of).map(GoalSet::name), "goals", goals, others)
    };
    let step = |of: &Rules, other: &Rules| {
        describe_unlike(
            of.step().named().map(NamedStep::name),
            "offsets",
            of.step().offsets(),
            other.step().offsets(),
        )
    };
    let mut comparisons = vec![
        (
            "kind of file",
            kind.name().to_owned(),
            header.description.kind.name().to_owned(),
        ),
        (
            "board",
            expected.board().to_string(),
            found.board().to_string(),
        ),
        ("goals", goals(expected, found), goals(found, expected)),
        ("step", step(expected, found), step(found, expected)),
    ];
    if !kind.is_slide() {
        comparisons.extend([
            (
                "drop plan",
                expected.plan().to_string(),
                found.plan().to_string(),
            ),
            (
                "centre ban",
                on_or_off(expected.centre_ban()),
                on_or_off(found.centre_ban()),
            ),
            (
                "pass rule",
                on_or_off(expected.pass_rule()),
                on_or_off(found.pass_rule()),
            ),
        ]);
    }
    let found_points = header.description.points;
    comparisons.push(("points", points.to_string(), found_points.to_string()));
    let Some((field, expected, found)) = comparisons
        .into_iter()
        .find(|(_, expected, found)| expected != found)
    else {
        return Ok(());
    };
    let name = match header.variant() {
        Some(variant) if header.description.kind == FileKind::Drop => {
            format!("{} (of {variant})", file.name())
        }
        _ => file.name().to_owned(),
    };
    Err(TableError::OtherRules {
        name,
        field,
        expected,
        found,
    })
}

fn on_or_off(chosen: bool) -> String {
    (if chosen { "on" } else { "off" }).to_owned()
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
    let unlike = items
        .iter()
        .find(|item| others.binary_search(item).is_err());
    let example = unlike
        .map(|item| format!(" with {item:?}"))
        .unwrap_or_default();
    format!("{} {what}{example}", items.len())
}

/// The name of the goals of a rule set, if they have one.
pub fn goal_set(rules: &Rules) -> Option<GoalSet> {
    GoalSet::ALL
        .iter()
        .copied()
        .find(|set| &set.on(rules.board()) == rules.goals())
}

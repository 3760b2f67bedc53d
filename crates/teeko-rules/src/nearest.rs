//! The known name that is nearest to a mistyped one.

use crate::plan::SCARNE_NAMES;
use crate::{NamedStep, Variant};

/// Returns the known name of a variant nearest to `text`, which need not name one; `None` if none
/// is near. Options count only if the rest is a name.
pub fn nearest_variant(text: &str) -> Option<&'static str> {
    let name = text.split('+').next().unwrap_or_default().trim();
    let named = Variant::NAMED.map(|(name, ..)| name).into_iter();
    let of_plans = SCARNE_NAMES.map(|(_, name)| name);
    let known = Variant::SIXTEEN.into_iter().chain(named).chain(of_plans);
    nearest(name, known)
}

/// Returns the option of a variant nearest to `text`; `None` if none is near.
pub(crate) fn nearest_option(text: &str) -> Option<&'static str> {
    let steps = NamedStep::ALL[1..].iter().map(|step| step.name());
    nearest(text, steps.chain(["no-centre", "pass", "points", "pips"]))
}

/// Returns `; did you mean …?` for a suggestion.
pub(crate) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion
        .map(|name| format!("; did you mean `{name}`?"))
        .unwrap_or_default()
}

/// Returns the name with the fewest changes of a letter: at most one for every three letters.
/// `None` if none is that near.
pub fn nearest<'a>(text: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    known
        .map(|name| (changes(&text, name), name))
        .filter(|(changes, name)| changes * 3 <= name.len())
        .min()
        .map(|(_, name)| name)
}

/// Returns the fewest letters to add, remove or replace that make `one` the same as `other`.
fn changes(one: &str, other: &str) -> usize {
    // For each beginning of `other`, those that make it of the letters of `one` so far.
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (number, letter) in one.chars().enumerate() {
        let mut shorter = std::mem::replace(&mut row[0], number + 1);
        for (place, wanted) in other.chars().enumerate() {
            let replaced = shorter + usize::from(letter != wanted);
            shorter = row[place + 1];
            row[place + 1] = replaced.min(shorter + 1).min(row[place] + 1);
        }
    }
    row[other.chars().count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_letters_added_removed_or_replaced() {
        for (one, other, expected) in [
            ("", "", 0),
            ("", "ab", 2),
            ("ab", "", 2),
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            ("né", "ne", 1),
        ] {
            assert_eq!(changes(one, other), expected, "{one} {other}");
            assert_eq!(changes(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn mistyped_names_have_a_nearest_one() {
        for (typed, expected) in [
            ("advaned", Some("advanced")),
            ("standart", Some("standard")),
            ("Junoir+4x4", Some("junior")),
            ("44ssss", Some("44-ssss")),
            ("hello", None),
            ("", None),
            ("a5", None),
        ] {
            assert_eq!(nearest_variant(typed), expected, "{typed}");
        }
        for (typed, expected) in [
            ("nocentre", Some("no-centre")),
            ("nite", None),
            ("point", Some("points")),
        ] {
            assert_eq!(nearest_option(typed), expected, "{typed}");
        }
    }
}

//! The known name that is nearest to a mistyped one.

use strsim::levenshtein;

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
        .map(|name| (levenshtein(&text, name), name))
        .filter(|(changes, name)| changes * 3 <= name.len())
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

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

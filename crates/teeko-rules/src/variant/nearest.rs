//! The known names nearest to mistyped parts of a variant's name.

use crate::nearest::nearest;
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

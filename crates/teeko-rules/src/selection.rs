//! Selections of rule sets by name.

use std::str::FromStr;

use crate::{NameError, RulesName, Variant};

/// The name of the sixteen variants together.
const ALL: &str = "all";

/// One rule set by its name, or `all`: the sixteen variants of *Scarne on Teeko*, also with
/// options, as in `all+4x4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSelection(Vec<RulesName>);

impl RulesSelection {
    /// Selects the sixteen variants.
    pub fn sixteen() -> Self {
        Self(Variant::sixteen().map(RulesName::from).collect())
    }

    /// Returns the names, one or sixteen.
    pub fn names(&self) -> &[RulesName] {
        &self.0
    }
}

impl FromStr for RulesSelection {
    type Err = NameError;

    /// Parses a name or `all`. A rule file is not opened.
    ///
    /// # Errors
    /// If the text is not a name, or the options do not fit one of the sixteen variants.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let (first, options) = text.split_at(text.find('+').unwrap_or(text.len()));
        if !first.trim().eq_ignore_ascii_case(ALL) {
            return Ok(Self(vec![text.parse()?]));
        }
        let names = Variant::SIXTEEN.into_iter().map(|name| format!("{name}{options}").parse());
        names.collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let selection: Result<RulesSelection, NameError> = text.parse();
        selection
            .map(|selection| selection.names().iter().map(ToString::to_string).collect())
            .unwrap_or_default()
    }

    #[test]
    fn all_stands_for_the_sixteen_with_options() {
        assert_eq!(names("all"), Variant::SIXTEEN);
        assert_eq!(
            names("All+4x4+knight"),
            Variant::SIXTEEN.map(|name| format!("{name}+4x4+knight"))
        );
        assert_eq!(names("advanced"), ["58-ssss"]);
        assert_eq!(names("@rules.toml-ssss"), ["@rules.toml-ssss"]);
    }

    #[test]
    fn options_have_to_go_with_each_of_the_sixteen() {
        for (text, part) in [("all+pass", "plan pppp only"), ("allx", "GOALS-PLAN")] {
            let message = text.parse::<RulesSelection>().expect_err(text).to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}

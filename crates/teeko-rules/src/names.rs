//! Names of rule sets: variants, and rule files with a plan and options.
//!
//! A [`RulesName`] is parsed from its text alone. The name of a variant is enough to build its
//! rules ([`of_variant`]). The name of a rule file also needs the file's text ([`of_rule_text`]),
//! which the caller reads.
//!
//! [`of_variant`]: crate::NamedRules::of_variant
//! [`of_rule_text`]: crate::NamedRules::of_rule_text

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Board, Goal, RulesError, Scoring, TextError, Variant, quoted};

const MARK: char = '@';

/// The longest name of a rule file that its tables can be named after, in characters.
const LONGEST_NAME: usize = 64;

/// The name of a rule set: `44-ssss`, `58-ssss+no-centre`, `@my/rules.toml-ssss+4x4`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RulesName {
    /// The path of the rule file as it was given; `None` for a variant.
    path: Option<String>,
    /// The variant, or the plan and the options that go with the rule file. Their goal set is
    /// unused.
    options: Variant,
}

/// A text that names no rules, or a name that does not fit the rule file it names.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum NameError {
    /// An unknown variant or option, or the `@` of a rule file without a path and a plan.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A rule file with a name that tables cannot be named after, or with steps, which the options
    /// have too.
    #[error("{0}")]
    RuleFile(String),
    /// A goal without a price, in a game for points.
    #[error(
        "{path}: expected a price for goal {goal}, found none; \
         write `{{ circles = [{}], points = 3 }}`",
        goal.circles()
    )]
    NoPrice { path: String, goal: Goal },
    /// Options that exclude each other.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl RulesName {
    /// Returns the variant; `None` if the goals come from a rule file.
    pub fn variant(&self) -> Option<Variant> {
        match self.path {
            None => Some(self.options),
            Some(_) => None,
        }
    }

    /// Returns the path of the rule file, as it was given; `None` for a variant.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        self.options.board
    }

    /// Returns the plan and the options, board and step among them. The goal set is meaningful only
    /// for a variant.
    pub fn options(&self) -> &Variant {
        &self.options
    }

    /// Returns Scarne's name if this is one of the sixteen variants.
    pub fn scarne_name(&self) -> Option<String> {
        self.variant()?.scarne_name()
    }

    /// Returns Scarne's name, or another one of [`Variant::NAMED`].
    pub fn common_name(&self) -> Option<String> {
        if let Some(name) = self.scarne_name() {
            return Some(name);
        }
        let (name, _) = self.variant()?.name()?;
        Some(name.to_owned())
    }

    /// Returns the name of the slide phase: `44`, `44+4x4+knight`, `@my/rules.toml+4x4`.
    pub fn slide_phase_name(&self) -> String {
        self.with_path(self.options.slide_phase_name())
    }

    /// Returns the `name` of the options or of their slide phase, with the path of the rule file,
    /// if there is one, in place of the goal set.
    fn with_path(&self, name: String) -> String {
        let Some(path) = &self.path else { return name };
        let goals = self.options.goals.name();
        let without_goals = name.strip_prefix(goals).unwrap_or(&name);
        format!("{MARK}{path}{without_goals}")
    }

    /// Returns the name of the same game without points.
    #[must_use]
    pub fn plain_game(&self) -> Self {
        let options = Variant {
            scoring: Scoring::Goals,
            ..self.options
        };
        Self {
            options,
            path: self.path.clone(),
        }
    }

    /// Returns the name without the folders and the extension of a rule file. Tables are named
    /// after it.
    #[must_use]
    pub fn plain(&self) -> Self {
        let mut plain = self.clone();
        if let Some(path) = &mut plain.path
            && let Some(name) = plain_name(path)
        {
            *path = name.to_owned();
        }
        plain
    }
}

/// Splits a name without its mark into the path of the rule file and the plan and options.
///
/// Options begin at the first `+` of the last part of the path, the plan after the last dash before
/// them. Folders may have both characters in their names, and the file dashes. Without a plan, or
/// if the last dash is before the extension of the file, the plan is `ssss`. The goal set of the
/// returned options is unused.
fn path_and_options(name: &str) -> Result<(&str, Variant), NameError> {
    let file = name
        .rfind(std::path::is_separator)
        .map_or(0, |place| place + 1);
    let end = name[file..]
        .find('+')
        .map_or(name.len(), |place| file + place);
    let (path, options) = name.split_at(end);
    let (path, plan) = split_plan(path, file);
    if path.len() == file || name.contains(char::is_control) {
        let expected = "@FILE[-PLAN][+OPTION…] such as @rules.toml-ssss+4x4";
        let fault = TextError::new("rule file", &format!("{MARK}{name}"), expected);
        return Err(fault.into());
    }
    Ok((path, format!("44{plan}{options}").parse()?))
}

/// Splits the plan, with the dash before it, from the end of a path whose last part begins at
/// `file`.
fn split_plan(path: &str, file: usize) -> (&str, &str) {
    match path[file..].rfind('-') {
        Some(dash) if !path[file + dash..].contains('.') => path.split_at(file + dash),
        _ => (path, "-ssss"),
    }
}

/// Returns the name of a rule file that its tables are named after.
fn plain_name(path: &str) -> Option<&str> {
    let file = path.rsplit(std::path::is_separator).next()?;
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    let is_plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_plain && !name.is_empty() && name.len() <= LONGEST_NAME {
        Some(name)
    } else {
        None
    }
}

impl fmt::Display for RulesName {
    /// Writes the name, with options in fixed order and defaults left out.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.with_path(self.options.to_string()))
    }
}

impl From<Variant> for RulesName {
    fn from(variant: Variant) -> Self {
        Self {
            path: None,
            options: variant,
        }
    }
}

impl FromStr for RulesName {
    type Err = NameError;

    /// Parses a name. A rule file is not opened.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let Some(name) = text.strip_prefix(MARK) else {
            return Ok(text.parse::<Variant>()?.into());
        };
        let (path, options) = path_and_options(name)?;
        if plain_name(path).is_none() {
            return Err(NameError::RuleFile(format!(
                "{}: expected a file name of at most {LONGEST_NAME} ASCII letters, digits, dashes \
                 and underscores before its extension, since its tables are called after it",
                quoted(path)
            )));
        }
        Ok(Self {
            path: Some(path.to_owned()),
            options,
        })
    }
}

const ALL: &str = "all";

/// One rule set by its name, or `all`: the sixteen variants of *Scarne on Teeko*, also with
/// options, as in `all+4x4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSelection(Vec<RulesName>);

impl RulesSelection {
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
        let mut names = Vec::new();
        for name in Variant::SIXTEEN {
            names.push(format!("{name}{options}").parse()?);
        }
        Ok(Self(names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_quote_a_printable_part_of_a_name() {
        for name in [
            "\u{17}".repeat(100),
            format!("{}-ssss", "\u{202e}/é".repeat(1000)),
        ] {
            let message = format!("@{name}")
                .parse::<RulesName>()
                .unwrap_err()
                .to_string();
            assert!(
                message.len() < 300 && !message.contains(['\u{17}', '\u{202e}']),
                "{message}"
            );
        }
    }

    #[test]
    fn a_path_may_hold_dashes_and_its_folders_plus_signs() {
        for (name, path, options) in [
            ("my/rules.toml-SPPP+4x4+no-centre", "my/rules.toml", ""),
            (
                "my/rules.toml-ssss+5x4+knight",
                "my/rules.toml",
                "44-ssss+5x4+knight",
            ),
            (
                "a-b/c+d/e-f.toml-pppp+pass",
                "a-b/c+d/e-f.toml",
                "44-pppp+pass",
            ),
            ("a-ssss-psss", "a-ssss", "44-psss"),
            ("my-rules.toml", "my-rules.toml", "44-ssss"),
            ("a-b/rules.toml+4x4", "a-b/rules.toml", "44-ssss+4x4"),
        ] {
            match path_and_options(name) {
                Ok((found, variant)) => {
                    assert_eq!((found, variant.to_string().as_str()), (path, options));
                }
                Err(error) => assert!(
                    options.is_empty() && error.to_string().contains("no single centre"),
                    "{error}"
                ),
            }
        }
        // The options of the last one begin in its name.
        for name in [
            "",
            "-ssss",
            "a-ssss/",
            "a/-ssss",
            "+4x4",
            "a\nb-ssss",
            "a-xyz",
            "a+b-ssss",
        ] {
            assert!(
                matches!(path_and_options(name), Err(NameError::Text(_))),
                "{name}"
            );
        }
    }

    #[test]
    fn some_variants_have_another_name_too() {
        for (name, common) in [
            ("44-pppp", Some("alternate")),
            ("64-ssss", Some("plus")),
            ("64-pppp", None),
            ("@rules-ssss", None),
        ] {
            let read: RulesName = name.parse().unwrap();
            assert_eq!(read.common_name().as_deref(), common, "{name}");
        }
    }

    #[test]
    fn tables_are_called_after_plain_names() {
        for (path, expected) in [
            ("rules", Some("rules")),
            ("a b/My-rules_2.toml", Some("My-rules_2")),
            ("a.b/.toml", None),
            ("my rules.toml", None),
            ("a.b.toml", None),
            ("é.toml", None),
            ("..", None),
        ] {
            assert_eq!(plain_name(path), expected, "{path}");
        }
        assert_eq!(plain_name(&"x".repeat(LONGEST_NAME + 1)), None);
    }

    #[test]
    fn names_are_read_without_their_files_and_printed_as_they_are_read() {
        for (text, printed, phase, plain) in [
            ("58-SSSS+no-centre+4x5", None, "", ""),
            (
                "58-SSSS+no-centre",
                Some("58-ssss+no-centre"),
                "58",
                "58-ssss+no-centre",
            ),
            (
                "@no/a-b.toml-PSSS+4x4",
                Some("@no/a-b.toml-psss+4x4"),
                "@no/a-b.toml+4x4",
                "@a-b-psss+4x4",
            ),
            ("@a b.toml-ssss", None, "", ""),
        ] {
            let name = text.parse::<RulesName>();
            assert_eq!(
                name.as_ref().ok().map(ToString::to_string).as_deref(),
                printed,
                "{text}"
            );
            if let Ok(name) = name {
                assert_eq!(name.slide_phase_name(), phase);
                assert_eq!(name.plain().to_string(), plain);
                assert_eq!(name.variant().is_none(), text.starts_with('@'));
                assert_eq!(name.to_string().parse(), Ok(name));
            }
        }
    }

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
        for (text, part) in [("all+pass", "found ssss"), ("allx", "GOALS-PLAN")] {
            let message = text.parse::<RulesSelection>().expect_err(text).to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}

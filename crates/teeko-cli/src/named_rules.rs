//! Rules as the command line names them: a variant, or the goals of a rule file with a plan and options.

use std::fmt;
use std::str::FromStr;

use teeko_rules::{Board, Goals, Rules, RulesError, Step, Variant, VariantError};
use teeko_table::{drop_file_name, slide_file_name, slide_phase_name};
use thiserror::Error;

use crate::exit::Exit;
use crate::rule_file::{RuleFile, RuleFileError};

/// What the name of rules with goals of their own begins with, and so do their tables'.
const MARK: char = '@';

/// The most characters of a rule file's name that its tables are called after.
const LONGEST_NAME: usize = 64;

/// Rules with a name: `44-ssss`, `58-ssss+no-centre`, `@my/rules.toml-ssss+4x4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamedRules {
    /// A variant.
    Variant(Variant),
    /// Goals of a user's own. They live as long as the program, like the command line that names them, so that a name stays as
    /// easy to hand around as a variant.
    Own(&'static OwnRules),
}

/// The rules that a rule file, a plan and options make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnRules {
    /// The path of the rule file as it was given.
    path: String,
    /// The name of the rule file without its extension.
    plain_name: String,
    /// The plan and the options. Its goal set means nothing.
    options: Variant,
    rules: Rules,
}

/// A text that names no rules.
#[derive(Debug, Error)]
pub(crate) enum NameError {
    #[error(transparent)]
    Variant(#[from] VariantError),
    #[error("`@{0}`: expected @FILE-PLAN[+OPTION…] such as @rules.toml-ssss+4x4")]
    Form(String),
    #[error(
        "{0}: expected a file name of at most {LONGEST_NAME} ASCII letters, digits, dashes and underscores before its extension, \
         since its tables are called after it"
    )]
    FileName(String),
    #[error("{0}: expected steps in the rule file or option knight, found both")]
    Steps(String),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    File(#[from] RuleFileError),
}

impl NameError {
    /// How the program ends after it, if it concerns a rule file; usage is clap's to explain.
    pub(crate) fn exit(&self) -> Option<Exit> {
        match self {
            Self::File(error) => Some(error.exit()),
            Self::FileName(_) | Self::Steps(_) => Some(Exit::Usage),
            Self::Variant(_) | Self::Form(_) | Self::Rules(_) => None,
        }
    }
}

impl NamedRules {
    /// Scarne's sixteen variants.
    pub(crate) fn sixteen() -> impl Iterator<Item = Self> {
        Variant::sixteen().map(Self::Variant)
    }

    /// The rules.
    ///
    /// # Errors
    /// If options do not go together. A name that was read has been checked already.
    pub(crate) fn rules(&self) -> Result<Rules, RulesError> {
        match self {
            Self::Variant(variant) => variant.rules(),
            Self::Own(own) => Ok(own.rules.clone()),
        }
    }

    /// The board.
    pub(crate) fn board(&self) -> Board {
        match self {
            Self::Variant(variant) => variant.board,
            Self::Own(own) => own.rules.board(),
        }
    }

    /// Scarne's name for the drop plan of one of his sixteen variants.
    pub(crate) fn scarne_name(&self) -> Option<&'static str> {
        match self {
            Self::Variant(variant) if Variant::sixteen().any(|scarnes| scarnes == *variant) => {
                variant.plan.scarne_name()
            }
            _ => None,
        }
    }

    /// What to call the slide phase: `44`, `@my/rules.toml+4x4`.
    pub(crate) fn slide_phase_name(&self) -> String {
        match self {
            Self::Variant(variant) => slide_phase_name(variant),
            Self::Own(own) => own_name(&own.path, &own.options, &slide_phase_name(&own.options)),
        }
    }

    /// The name of the slide file: `44.slide`, `@rules+4x4.slide`.
    pub(crate) fn slide_file_name(&self) -> String {
        match self {
            Self::Variant(variant) => slide_file_name(variant),
            Self::Own(own) => own_name(&own.plain_name, &own.options, &slide_file_name(&own.options)),
        }
    }

    /// The name of the drop file: `58-ssss+no-centre.drop`, `@rules-ssss+4x4.drop`.
    pub(crate) fn drop_file_name(&self) -> String {
        match self {
            Self::Variant(variant) => drop_file_name(variant),
            Self::Own(own) => own_name(&own.plain_name, &own.options, &drop_file_name(&own.options)),
        }
    }

    /// The goals of a table, and its step unless the options have one, with this plan and these options. The rule file is taken
    /// to be called like the table.
    ///
    /// # Errors
    /// If the options do not go together with the goals.
    pub(crate) fn of_table(plain_name: &str, options: &Variant, table: &Rules) -> Result<Self, RulesError> {
        let step = if options.knight { options.step() } else { table.step().clone() };
        Self::own(plain_name, plain_name, options, table.goals().clone(), step)
    }

    fn own(path: &str, plain_name: &str, options: &Variant, goals: Goals, step: Step) -> Result<Self, RulesError> {
        let Variant { board, plan, no_centre, pass, .. } = *options;
        let rules = Rules::new(board, goals, step, plan, no_centre, pass)?;
        let own = OwnRules { path: path.to_owned(), plain_name: plain_name.to_owned(), options: *options, rules };
        Ok(Self::Own(Box::leak(Box::new(own))))
    }
}

/// The `name` of a variant or of its files, with the name of a user's own goals in place of its goal set's.
pub(crate) fn own_name(goals: &str, options: &Variant, name: &str) -> String {
    format!("{MARK}{goals}{}", name.strip_prefix(options.goals.name()).unwrap_or(name))
}

/// The path of a rule file, and the plan and options, in a name without its mark. Options begin at the first `+` of the last
/// part of the path, the plan after the last dash before them: folders may have both signs in their names, and the file
/// dashes.
///
/// The goal set of the options means nothing.
fn path_and_options(name: &str) -> Result<(&str, Variant), NameError> {
    let form = || NameError::Form(name.chars().take(80).flat_map(char::escape_debug).collect());
    let last_part = name.rfind(std::path::is_separator).map_or(0, |place| place + 1);
    let end = name[last_part..].find('+').map_or(name.len(), |place| last_part + place);
    let dash = last_part + name[last_part..end].rfind('-').ok_or_else(form)?;
    if dash == last_part || name.contains(char::is_control) {
        return Err(form());
    }
    Ok((&name[..dash], format!("44{}", &name[dash..]).parse()?))
}

/// What a rule file's tables are called after.
fn plain_name(path: &str) -> Option<&str> {
    let last = path.rsplit(std::path::is_separator).next()?;
    let plain_name = last.rsplit_once('.').map_or(last, |(plain_name, _)| plain_name);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (!plain_name.is_empty() && plain_name.len() <= LONGEST_NAME && plain_name.bytes().all(plain)).then_some(plain_name)
}

/// What a rule file is called and the plan and options, from the name of a drop file without its extension. `None` if that is of a
/// variant, or of nothing.
pub(crate) fn plain_name_and_options(name: &str) -> Option<(String, Variant)> {
    let (path, options) = path_and_options(name.strip_prefix(MARK)?).ok()?;
    (plain_name(path) == Some(path)).then(|| (path.to_owned(), options))
}

impl fmt::Display for NamedRules {
    /// The name, options in fixed order and defaults left out.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant(variant) => variant.fmt(formatter),
            Self::Own(own) => formatter.pad(&own_name(&own.path, &own.options, &own.options.to_string())),
        }
    }
}

impl FromStr for NamedRules {
    type Err = NameError;

    /// Reads a name, and the rule file if it names one.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let Some(name) = text.strip_prefix(MARK) else { return Ok(Self::Variant(text.parse()?)) };
        let (path, options) = path_and_options(name)?;
        let plain_name = plain_name(path).ok_or_else(|| NameError::FileName(path.to_owned()))?;
        let file = RuleFile::read(path, options.board)?;
        if options.knight && file.step.is_some() {
            return Err(NameError::Steps(path.to_owned()));
        }
        let step = file.step.unwrap_or_else(|| options.step());
        Ok(Self::own(path, plain_name, &options, file.goals, step)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_hold_dashes_and_its_folders_plus_signs() {
        for (name, path, options) in [
            ("rules-ssss", "rules", "44-ssss"),
            ("my/rules.toml-SPPP+4x4+no-centre", "my/rules.toml", ""),
            ("my/rules.toml-ssss+5x4+knight", "my/rules.toml", "44-ssss+5x4+knight"),
            ("a-b/c+d/e-f.toml-pppp+pass", "a-b/c+d/e-f.toml", "44-pppp+pass"),
            ("a-ssss-psss", "a-ssss", "44-psss"),
        ] {
            match path_and_options(name) {
                Ok((found, variant)) => assert_eq!((found, variant.to_string().as_str()), (path, options)),
                Err(error) => assert!(options.is_empty() && error.to_string().contains("no single centre"), "{error}"),
            }
        }
        for name in ["", "rules", "-ssss", "a-b/rules", "a-ssss/", "a/-ssss", "a\nb-ssss"] {
            assert!(matches!(path_and_options(name), Err(NameError::Form(_))), "{name}");
        }
        assert!(matches!(path_and_options("a+b.toml-ssss"), Err(NameError::Form(_))), "no plan before the options");
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
}

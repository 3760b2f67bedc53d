//! Rule files: the one place where they are read.

use std::fs::File;
use std::io::{self, Read};

use teeko_rules::{NameError, NamedRules, OwnGoalsName, RuleText, RulesName};
use thiserror::Error;

use crate::Error;

/// Why there are no rules in a rule file. The path is as it was given.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RuleFileError {
    /// It cannot be read.
    #[error("{path}: expected a rule file, found none that can be read: {cause}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It is larger than any rule file.
    #[error("{path}: expected a rule file of at most {} bytes, found more", RuleText::MOST_BYTES)]
    TooLong {
        /// The file.
        path: String,
    },
    /// Something in it does not belong there.
    #[error("{path}{}: {message}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Contents {
        /// The file.
        path: String,
        /// The line, from 1; `None` if it concerns the whole.
        line: Option<usize>,
        /// What is wrong.
        message: String,
    },
}

/// The rules that a name stands for. If they are those of a rule file, it is read: who takes names
/// from others and would not open files for them refuses names without a
/// [variant](RulesName::variant).
///
/// # Errors
/// [`Error::Rules`] if options do not go together; if there is a rule file, [`Error::RuleFile`] if
/// it cannot be read or is none for the board, and [`Error::Name`] if it does not go with the
/// options.
pub fn load(name: &RulesName) -> Result<NamedRules, Error> {
    match name {
        RulesName::Variant(variant) => Ok(NamedRules::of_variant(*variant)?),
        RulesName::OwnGoals(name) => match NamedRules::of_rule_text(name, read(name)?) {
            // Its message says which options, as for a variant.
            Err(NameError::Rules(error)) => Err(error.into()),
            named => Ok(named?),
        },
    }
}

fn read(name: &OwnGoalsName) -> Result<RuleText, RuleFileError> {
    let path = || name.path().to_owned();
    let most = RuleText::MOST_BYTES as u64;
    let mut bytes = Vec::new();
    // One byte more than there may be tells a file that is too long.
    File::open(name.path())
        .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
        .map_err(|cause| RuleFileError::Read { path: path(), cause })?;
    if bytes.len() as u64 > most {
        return Err(RuleFileError::TooLong { path: path() });
    }
    RuleText::parse(&bytes, name.board()).map_err(|error| RuleFileError::Contents {
        path: path(),
        line: error.line(),
        message: error.message().to_owned(),
    })
}

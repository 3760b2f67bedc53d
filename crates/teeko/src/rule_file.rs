//! Rule files: the only place where they are read.

use teeko_rules::{Board, NameError, NamedRules, RuleText, RulesName};
use teeko_table::read_at_most;

use crate::error::Error;

/// Returns the rules that `name` stands for, and reads the rule file if it names one. A caller that
/// takes names from others and must not open files for them refuses names without a
/// [variant](RulesName::variant).
///
/// # Errors
/// Returns [`Error::Rules`] if options do not go together, [`Error::UnreadableRuleFile`] if a rule
/// file cannot be read, [`Error::RuleFile`] if it does not fit the board, and [`Error::Name`] if it
/// does not go with the options.
pub fn load(name: &RulesName) -> Result<NamedRules, Error> {
    let Some(path) = name.path() else {
        return Ok(NamedRules::of_variant(*name.options())?);
    };
    match NamedRules::of_rule_text(name, read(path, name.board())?) {
        // The message names the options, as for a variant.
        Err(NameError::Rules(error)) => Err(error.into()),
        named => Ok(named?),
    }
}

fn read(path: &str, board: Board) -> Result<RuleText, Error> {
    let most = RuleText::MOST_BYTES as u64;
    // One byte more than the limit shows that a file is too long.
    let bytes = read_at_most(path, most + 1).map_err(|cause| Error::UnreadableRuleFile {
        path: path.to_owned(),
        cause,
    })?;
    if bytes.len() as u64 > most {
        let message = format!("expected a rule file of at most {most} bytes, found more");
        return Err(wrong(path, None, message));
    }
    RuleText::parse(&bytes, board).map_err(|error| wrong(path, error.line, error.message))
}

fn wrong(path: &str, line: Option<usize>, message: String) -> Error {
    Error::RuleFile {
        path: path.to_owned(),
        line,
        message,
    }
}

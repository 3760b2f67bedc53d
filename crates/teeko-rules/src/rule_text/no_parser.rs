//! Stands for the parser of rule files where they are not read.

use super::{RuleText, RuleTextError};
use crate::Board;

impl RuleText {
    /// Parses nothing: without the feature `rule-files` every rule file is refused.
    ///
    /// # Errors
    /// Always.
    pub fn parse(_: &[u8], _: Board) -> Result<Self, RuleTextError> {
        Err(RuleTextError {
            line: None,
            message: "rule files are not read here: feature `rule-files` is off".to_owned(),
        })
    }
}

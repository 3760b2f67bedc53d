//! The value of a rule set.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;

use super::ask::{Ask, Subject};
use crate::error::Error;
use crate::report::Report;

/// Show what a rule set is worth
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SolutionQuestion {}

impl Ask for SolutionQuestion {
    type Answer<'a> = Report;

    /// Answers with the report on a solved rule set. Table files are named without their folder,
    /// which is private to its owner.
    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Report, Error> {
        let mut report = subject.game().report(subject.time)?;
        for file in report.files.games.as_flattened_mut() {
            if let Some(name) = Path::new(&file.path).file_name() {
                file.path = name.to_string_lossy().into_owned();
            }
        }
        Ok(report)
    }
}

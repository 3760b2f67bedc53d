//! Why a file fails the check, and how that is reported.

use teeko_analysis::full_verification::{Offence, Report};
use teeko_rules::RulesName;
use teeko_rules::notation::RowsForm;
use teeko_rules::work::Stopped;

use super::{FileFault, OTHER_EXTENSIONS, SOUND, WrongValue};
use crate::answers::OutcomeFields;
use crate::words::count;
use crate::{Error, ErrorKind};

/// Why a file does not pass the check.
pub(super) enum FileProblem {
    /// The file fails the check.
    Failed(Box<Failure>),
    /// The observer stopped the check.
    Stopped(Stopped),
}

/// Why a file fails the check.
pub(super) struct Failure {
    pub(super) fault: FileFault,
    pub(super) expected: String,
    pub(super) found: String,
    /// The first values that do not follow from the values of their successors.
    pub(super) wrong_values: Vec<WrongValue>,
}

impl FileProblem {
    pub(super) fn new(
        fault: FileFault,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        let (expected, found) = (expected.into(), found.into());
        Self::Failed(Box::new(Failure { fault, expected, found, wrong_values: Vec::new() }))
    }

    /// The name is not that of a table file, or its goals do not fit its options.
    pub(super) fn name() -> Self {
        let others = OTHER_EXTENSIONS.map(|extension| format!("*.{extension}")).join(", ");
        let expected = format!("a name such as 44.slide, 44-ssss.drop, {others}");
        Self::new(FileFault::Corrupt, expected, "another")
    }

    /// A drop file needs this slide file, which exists but did not pass.
    pub(super) fn unsound_slide_file(slide: &str) -> Self {
        Self::new(FileFault::Corrupt, format!("a sound slide file {slide}"), "one that is not")
    }

    /// Values of a file of these rules do not follow from the values of their successors.
    pub(super) fn values(name: &RulesName, report: &Report) -> Self {
        let wrong = |&Offence { position, expected, found }: &Offence| WrongValue {
            variant: name.clone(),
            position: RowsForm { board: name.board(), position },
            expected: OutcomeFields::new(expected),
            found: OutcomeFields::new(found),
        };
        let (offending, checked) = (count(report.offending), count(report.checked));
        Self::Failed(Box::new(Failure {
            fault: FileFault::Wrong,
            expected: "values that follow from the next ones".to_owned(),
            found: format!("{offending} of {checked} that do not"),
            wrong_values: report.offences.iter().map(wrong).collect(),
        }))
    }
}

impl<E: Into<Error>> From<E> for FileProblem {
    fn from(error: E) -> Self {
        match error.into() {
            Error::Stopped(stopped) => Self::Stopped(stopped),
            Error::Rules(_) => Self::name(),
            error @ Error::Memory { .. } => {
                Self::new(FileFault::Unreadable, "memory to check it", error.to_string())
            }
            error => {
                let is_unreadable = error.kind() == ErrorKind::Resources;
                let fault = if is_unreadable { FileFault::Unreadable } else { FileFault::Corrupt };
                Self::new(fault, SOUND, error.to_string())
            }
        }
    }
}

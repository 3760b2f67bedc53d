//! Why a file fails the check.

use teeko_analysis::claims::Claim;
use teeko_analysis::full_verification::{Offence, Report};
use teeko_rules::RulesName;
use teeko_rules::notation::RowsForm;
use teeko_rules::work::Stopped;

use super::{CHECKED, FileCheck, FileFault, OTHER_EXTENSIONS, SOUND, WrongValue};
use crate::answers::OutcomeFields;
use crate::words::count;
use crate::{Error, ErrorKind};

pub(super) enum FileProblem {
    /// The file fails the check. The claim does not have the name of the file yet.
    Failed(Box<FileCheck>),
    Stopped(Stopped),
}

impl FileProblem {
    pub(super) fn new(fault: FileFault, expected: &str, found: &str) -> Self {
        Self::failed(fault, expected, found, Vec::new())
    }

    fn failed(
        fault: FileFault,
        expected: &str,
        found: &str,
        wrong_values: Vec<WrongValue>,
    ) -> Self {
        let claim = Claim::new("", expected, found, CHECKED);
        Self::Failed(Box::new(FileCheck { claim, fault: Some(fault), wrong_values }))
    }

    /// The name is not that of a table file, or its goals do not fit its options.
    pub(super) fn name() -> Self {
        let others = OTHER_EXTENSIONS.map(|extension| format!("*.{extension}")).join(", ");
        let expected = format!("a name such as 44.slide, 44-ssss.drop, {others}");
        Self::new(FileFault::Corrupt, &expected, "another")
    }

    /// A drop file needs this slide file, which exists but did not pass.
    pub(super) fn unsound_slide_file(slide: &str) -> Self {
        Self::new(FileFault::Corrupt, &format!("a sound slide file {slide}"), "one that is not")
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
        Self::failed(
            FileFault::Wrong,
            "values that follow from the next ones",
            &format!("{offending} of {checked} that do not"),
            report.offences.iter().map(wrong).collect(),
        )
    }
}

impl<E: Into<Error>> From<E> for FileProblem {
    fn from(error: E) -> Self {
        match error.into() {
            Error::Stopped(stopped) => Self::Stopped(stopped),
            Error::Rules(_) => Self::name(),
            error @ Error::Memory { .. } => {
                Self::new(FileFault::Unreadable, "memory to check it", &error.to_string())
            }
            error => {
                let is_unreadable = error.kind() == ErrorKind::Resources;
                let fault = if is_unreadable { FileFault::Unreadable } else { FileFault::Corrupt };
                Self::new(fault, SOUND, &error.to_string())
            }
        }
    }
}

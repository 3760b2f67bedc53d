//! The result of checking one file, and how a check fails.

use serde::Serialize;
use teeko_analysis::claims::Claim;
use teeko_analysis::full_verification::{FileReport, Offence};
use teeko_rules::notation::RowsForm;
use teeko_rules::work::Stopped;
use teeko_rules::{OutcomeFields, RulesName};

use crate::error::{Error, ErrorKind};
use crate::surfaces::words::count;

/// The extensions of other files that a table folder may contain.
pub(super) const OTHER_EXTENSIONS: [&str; 3] = ["toml", "json", "md"];

pub(super) const SOUND: &str = "sound";

pub(super) const CHECKED: &str = "checksums, counts";

/// The result of checking one file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileCheck {
    /// The claim that the file is sound, with what was found.
    pub claim: Claim,
    /// The kind of the error that kept the file from being checked; `None` if it was checked. Its
    /// values may be wrong then, as the claim says.
    pub error: Option<ErrorKind>,
    /// The first values that do not follow from the values of their successors.
    pub wrong_values: Vec<WrongValue>,
}

/// A value in a table file that does not follow from the values of its successors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WrongValue {
    /// The rules; for a slide file, one of the rule sets with this slide phase.
    pub variant: RulesName,
    /// The position that the value is stored for.
    pub position: RowsForm,
    /// The outcome that follows; nulls if there is no such position.
    pub expected: OutcomeFields,
    /// The outcome in the file; nulls if the file says that there is no such position.
    pub found: OutcomeFields,
}

impl FileCheck {
    /// The check of a sound file.
    pub(super) fn passed(claim: Claim) -> Self {
        Self {
            claim,
            error: None,
            wrong_values: Vec::new(),
        }
    }
}

impl WrongValue {
    fn new(name: &RulesName, offence: &Offence) -> Self {
        Self {
            variant: name.clone(),
            position: RowsForm {
                board: name.board(),
                position: offence.position,
            },
            expected: OutcomeFields::new(offence.expected),
            found: OutcomeFields::new(offence.found),
        }
    }
}

/// Why a check of a file ends early.
pub(super) enum FileProblem {
    /// The file fails the check. The claim does not have the name of the file yet.
    Failed(Box<FileCheck>),
    Stopped(Stopped),
}

impl FileProblem {
    /// The file cannot be checked.
    pub(super) fn new(kind: ErrorKind, expected: &str, found: &str) -> Self {
        Self::Failed(Box::new(FileCheck {
            claim: Claim::new("", expected, found, CHECKED),
            error: Some(kind),
            wrong_values: Vec::new(),
        }))
    }

    /// The file is sound, but its values are wrong, or differ from the known ones.
    pub(super) fn wrong(expected: &str, found: &str, wrong_values: Vec<WrongValue>) -> Self {
        Self::Failed(Box::new(FileCheck {
            claim: Claim::new("", expected, found, CHECKED),
            error: None,
            wrong_values,
        }))
    }

    /// The name is not that of a table file, or its goals do not fit its options.
    pub(super) fn name() -> Self {
        let others = OTHER_EXTENSIONS.map(|extension| format!("*.{extension}"));
        let expected = format!(
            "a name such as 44.slide, 44-ssss.drop, {}",
            others.join(", ")
        );
        Self::new(ErrorKind::DamagedTables, &expected, "another")
    }

    /// A drop file needs this slide file, which exists but did not pass.
    pub(super) fn unsound_slide_file(slide: &str) -> Self {
        let expected = format!("a sound slide file {slide}");
        Self::new(ErrorKind::DamagedTables, &expected, "one that is not")
    }

    /// Values of a file of these rules do not follow from the values of their successors.
    pub(super) fn values(name: &RulesName, report: &FileReport) -> Self {
        let expected = "values that follow from the next ones";
        let offending = count(report.offending);
        let checked = count(report.checked);
        let found = format!("{offending} of {checked} that do not");
        let mut wrong_values = Vec::new();
        for offence in &report.offences {
            wrong_values.push(WrongValue::new(name, offence));
        }
        Self::wrong(expected, &found, wrong_values)
    }
}

impl<E: Into<Error>> From<E> for FileProblem {
    fn from(error: E) -> Self {
        let error = error.into();
        let message = error.to_string();
        match error {
            Error::Stopped(stopped) => Self::Stopped(stopped),
            Error::Rules(_) => Self::name(),
            Error::Memory { .. } => Self::new(ErrorKind::Memory, "memory to check it", &message),
            error if error.kind() == ErrorKind::Resources => {
                Self::new(ErrorKind::Resources, SOUND, &message)
            }
            _ => Self::new(ErrorKind::DamagedTables, SOUND, &message),
        }
    }
}

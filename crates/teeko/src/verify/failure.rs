//! Why a file fails the check, and how that is reported.

use teeko_analysis::full_verification::{Report, VerificationError};
use teeko_rules::work::Stopped;
use teeko_rules::{RulesError, RulesName};
use teeko_table::TableError;

use super::{FileFault, OTHER_EXTENSIONS, SOUND};
use crate::MemoryError;
use crate::words::count;

/// Why a file fails the check.
pub(super) enum FileProblem {
    Table(TableError),
    /// The name is not that of a table file, or its goals do not fit its options.
    Name,
    /// A drop file needs this slide file, which is missing.
    NoSlideFile(String),
    /// A drop file needs this slide file, which exists but did not pass.
    UnsoundSlideFile(String),
    /// Reading or verifying the file needs more memory than there is.
    Memory(MemoryError),
    /// Values do not follow from the values of their successors.
    Values {
        name: RulesName,
        report: Report,
    },
    /// A drop file needs this slide file, which has wrong values.
    WrongSlideFile(String),
    /// The file is sound, but differs from the manifest.
    Manifest {
        expected: String,
        found: String,
    },
    /// The observer stopped the check.
    Stopped(Stopped),
}

impl From<MemoryError> for FileProblem {
    fn from(error: MemoryError) -> Self {
        Self::Memory(error)
    }
}

impl From<RulesError> for FileProblem {
    fn from(_: RulesError) -> Self {
        Self::Name
    }
}

impl From<TableError> for FileProblem {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<Stopped> for FileProblem {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<VerificationError> for FileProblem {
    fn from(error: VerificationError) -> Self {
        match error {
            VerificationError::Table(error) => Self::Table(error),
            _ => Self::Stopped(Stopped),
        }
    }
}

impl FileProblem {
    pub(super) fn fault(&self) -> FileFault {
        match self {
            Self::Table(TableError::Io { .. } | TableError::Memory { .. })
            | Self::Memory(_)
            | Self::Stopped(_) => FileFault::Unreadable,
            Self::Table(_) | Self::Name | Self::UnsoundSlideFile(_) => FileFault::Corrupt,
            Self::NoSlideFile(_) => FileFault::Missing,
            Self::Manifest { .. } | Self::Values { .. } | Self::WrongSlideFile(_) => {
                FileFault::Wrong
            }
        }
    }

    /// Returns what a sound file would have, and what the file at this path has.
    pub(super) fn expected_and_found(self, path: &str) -> (String, String) {
        let sound = || SOUND.to_owned();
        match self {
            Self::Table(error) => {
                let text = error.to_string();
                (sound(), text.strip_prefix(&format!("{path}: ")).unwrap_or(&text).to_owned())
            }
            Self::Name => {
                let others = OTHER_EXTENSIONS.map(|extension| format!("*.{extension}")).join(", ");
                (format!("a name such as 44.slide, 44-ssss.drop, {others}"), "another".to_owned())
            }
            Self::NoSlideFile(slide) => {
                (format!("its slide file {slide} beside it"), "none".to_owned())
            }
            Self::UnsoundSlideFile(slide) => {
                (format!("a sound slide file {slide}"), "one that is not".to_owned())
            }
            Self::Memory(error) => ("memory to check it".to_owned(), error.to_string()),
            Self::Values { report, .. } => {
                let (offending, checked) = (count(report.offending), count(report.checked));
                (
                    "values that follow from the next ones".to_owned(),
                    format!("{offending} of {checked} that do not"),
                )
            }
            Self::WrongSlideFile(slide) => {
                (format!("right values in its slide file {slide}"), "wrong ones".to_owned())
            }
            Self::Manifest { expected, found } => (expected, found),
            Self::Stopped(stopped) => ("a whole check".to_owned(), stopped.to_string()),
        }
    }
}

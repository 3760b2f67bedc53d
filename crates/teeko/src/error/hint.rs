//! Hints: what to try next after an error.

use std::io::{self, ErrorKind};
use std::path::Path;

use teeko_export::RequestError;
use teeko_rules::NameError;
use teeko_rules::notation::GameError;

use super::{Error, ErrorKind as Kind};

impl Error {
    /// Returns what to try next, in paths and parameters of the service, if there is a hint.
    pub(super) fn hint_of_service(&self) -> Option<&'static str> {
        Some(match self {
            Self::Name(NameError::NoPrice { .. }) => {
                "add its price to the goal, as in goals=1.2.6.7=3"
            }
            Self::Name(_) | Self::NoVariant(_) => {
                "/v1/variants lists the sixteen; any name is GOALS-PLAN[+OPTION…], as in \
                 58-sppp+no-centre or 44-ssss+4x4"
            }
            Self::Rules(_) => "leave out one of the options",
            Self::DifferentBoards { .. } => "name two variants of the same board",
            Self::Drawn(_) => "leave out `points` to get a proof of the draw",
            Self::NoCertificate { .. } => {
                "ask for another number of points, or for another variant"
            }
            Self::Position(_) | Self::Slot(_) => {
                "write b:7,9,12,14 r:10,13,17,19 b with circles 1 to 25 or a5 to e1, or rows such \
                 as 5/1b1b1/5/1r1r1/5 b"
            }
            // Its message says what to try.
            Self::Game(GameError::Heading(_)) => return None,
            Self::Game(_) => {
                "write drops as 13 and slides as 14-8, with spaces or commas between them"
            }
            Self::Memory { .. } => "try a smaller board, or a game that is not for points",
            _ => return None,
        })
    }

    /// Returns what to try next, in options of the command line, if there is a hint.
    pub fn hint_of_program(&self) -> Option<String> {
        let output = |folder: Option<&Path>| {
            folder.map(|folder| format!(" -o {}", folder.display())).unwrap_or_default()
        };
        let hint = match self {
            Self::MissingTables { name, folders } => {
                let output = output(folders.first().map(|folder| &**folder));
                return Some(format!(
                    "make them with `teeko solve {name}{output}`, or leave out --no-solve"
                ));
            }
            Self::Source(error) if self.kind() == Kind::Damaged => {
                let (name, output) = (&error.name, output(Some(&error.folder)));
                return Some(format!("make it again with `teeko solve {name} --force{output}`"));
            }
            Self::Contradiction { name, file, .. } => {
                let output = output(file.as_ref().and_then(|file| file.parent()));
                return Some(format!(
                    "make its tables again with `teeko solve {name} --force{output}`"
                ));
            }
            Self::NoTables { folder, .. } => {
                return Some(format!("make them with `teeko solve{}`", output(Some(folder))));
            }
            // Other hints are about parameters.
            Self::Refused { status: 422, refusal } => return refusal.hint.clone(),
            Self::Write { cause, .. } => return Some(format!("{} with -o", after_write(cause))),
            Self::Table(_) | Self::OtherCensus(_) if self.kind() == Kind::Damaged => {
                "solve it again with --force"
            }
            Self::SameName(_) => "solve them into two folders with -o",
            Self::Folder { .. } => "choose another one",
            Self::DifferentBoards { .. } => "name variants of the same board",
            Self::Drawn(_) => "leave out --points to prove the draw",
            Self::Export(RequestError::NoFormat(_)) => "or name the format with --to",
            Self::Export(RequestError::OtherFormat { .. }) => {
                "leave out --to, or choose another name"
            }
            Self::Export(RequestError::NeedsFile { .. }) => "name a file with -o",
            Self::Disk { .. } => {
                "free some space, choose another folder with -o, or write no tables with \
                 --no-write"
            }
            Self::Journal { .. } => {
                "then run the same command again: it resumes after the last saved half-step"
            }
            Self::HalfStep(_) => "remove it, and run the same command again",
            Self::BusyJournal(_) => "wait for it, or choose another folder with --journal",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}

/// Returns what to try next after a failed write.
pub fn after_write(cause: &io::Error) -> &'static str {
    match cause.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some space, or choose another folder"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "get permission to write there, or choose another folder"
        }
        ErrorKind::NotFound => "create its folder first, or choose another folder",
        _ => "choose another folder",
    }
}

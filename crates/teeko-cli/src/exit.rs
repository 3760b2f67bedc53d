//! Exit codes, which scripts depend on.

use std::borrow::Cow;
use std::process::ExitCode;

use teeko_export::teeko_cc::NotPlayed;
use teeko_rules::RulesError;
use teeko_rules::notation::GameError;
use teeko_table::TableError;
use thiserror::Error;

use crate::commands::{BadLines, CertificateFileError, DifferentBoards, NoCertificate};
use crate::interrupt::Interrupted;
use crate::oracle::{AnswerError, MissingTable, TableFault};
use crate::positions::PositionTextError;
use crate::tables::FolderError;

/// How the program ends. The numbers never change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Exit {
    /// All went well.
    Success = 0,
    /// A verification or a certificate failed.
    Verification = 1,
    /// Wrong usage of the command line.
    Usage = 2,
    /// A bad or impossible position, move or game.
    Position = 3,
    /// A table is needed and missing.
    MissingTable = 4,
    /// A table or certificate is corrupt, truncated or of other rules.
    Corrupt = 5,
    /// A file cannot be read or written, or memory or threads do not suffice.
    Resources = 6,
    /// The user has interrupted it.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Arguments that do not go together in a way that clap cannot know.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct UsageError(Cow<'static, str>);

impl UsageError {
    pub(crate) fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }
}

impl Exit {
    /// How the program ends after an error.
    pub(crate) fn after(error: &anyhow::Error) -> Self {
        if error.is::<UsageError>()
            || error.is::<RulesError>()
            || error.is::<NotPlayed>()
            || error.is::<DifferentBoards>()
        {
            Self::Usage
        } else if error.is::<PositionTextError>() || error.is::<GameError>() || error.is::<BadLines>() {
            Self::Position
        } else if error.is::<MissingTable>() {
            Self::MissingTable
        } else if error.is::<Interrupted>() {
            Self::Interrupted
        } else if let Some(error) = error.downcast_ref::<NoCertificate>() {
            if matches!(error, NoCertificate::Drawn(_)) { Self::Usage } else { Self::Corrupt }
        } else if let Some(error) = error.downcast_ref::<CertificateFileError>() {
            error.exit()
        } else if let Some(error) = error.downcast_ref::<FolderError>() {
            error.exit()
        } else if let Some(error) = error.downcast_ref::<TableError>() {
            if matches!(error, TableError::Io { .. }) { Self::Resources } else { Self::Corrupt }
        } else if error.downcast_ref().is_some_and(TableFault::is_corrupt) {
            Self::Corrupt
        } else {
            match error.downcast_ref() {
                // A position of the rules that a table does not know.
                Some(AnswerError::Unknown(_)) => Self::Corrupt,
                Some(AnswerError::Oracle(fault)) if fault.is_corrupt() => Self::Corrupt,
                // What else can go wrong is that memory, threads, files or the output do not suffice.
                _ => Self::Resources,
            }
        }
    }
}

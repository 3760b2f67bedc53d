//! Exit codes, which scripts depend on.

use std::process::ExitCode;

/// How the program ends. The numbers never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Exit {
    /// All went well.
    Success = 0,
    /// A verification failed.
    Verification = 1,
    /// Wrong usage of the command line.
    Usage = 2,
    /// An output cannot be written, or memory or threads do not suffice.
    Resources = 6,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

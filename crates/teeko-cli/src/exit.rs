//! Everything that can end the program with an error, in one type, and the exit codes, on which
//! scripts depend.

use std::fmt::{self, Display};

use clap::ValueEnum;
use teeko::rules::{Message, message};
use teeko::table::TableError;
use teeko::{Error, ErrorKind};

/// The exit code of the program. The numbers never change. The help shows the text of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
#[repr(u8)]
pub(crate) enum Exit {
    /// success, also if the reader of a pipe closed it early
    Success = 0,
    /// a verification or a certificate failed
    Verification = 1,
    /// wrong usage of the command line
    Usage = 2,
    /// a bad or impossible position, move or game
    Position = 3,
    /// a table is missing, and --no-solve was given
    MissingTable = 4,
    /// a table or certificate is damaged, truncated or of other rules
    Corrupt = 5,
    /// cannot read or write a file, or not enough memory or threads
    Resources = 6,
    /// interrupted; no half-written file is left
    Interrupted = 130,
}

impl Exit {
    pub(crate) fn of(kind: ErrorKind) -> Self {
        let mut all = Self::value_variants().iter().copied();
        all.find(|exit| *exit as u8 == kind.exit_code())
            .unwrap_or(Self::Resources)
    }

    /// Returns the kind of the errors that end the program so, unless more is known of them.
    const fn kind(self) -> ErrorKind {
        match self {
            Self::Usage => ErrorKind::Request,
            Self::Position => ErrorKind::Position,
            Self::MissingTable => ErrorKind::MissingTables,
            Self::Corrupt => ErrorKind::DamagedTables,
            Self::Interrupted => ErrorKind::Stopped,
            Self::Success | Self::Verification | Self::Resources => ErrorKind::Resources,
        }
    }
}

/// Why the program failed: the exit code, the kind of the error, and a message of one line that
/// says what to try next.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) kind: ErrorKind,
    pub(crate) message: Message,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<Message>) -> Self {
        Self {
            exit,
            kind: exit.kind(),
            message: message.into(),
        }
    }

    /// Returns the error for wrong usage that clap does not find: arguments, or the input that they
    /// name, are missing, unreadable or contradict each other.
    pub(crate) fn usage(message: impl Into<Message>) -> Self {
        Self::new(Exit::Usage, message)
    }

    pub(crate) fn interrupted() -> Self {
        Self::new(
            Exit::Interrupted,
            "interrupted; no half-written file is left",
        )
    }

    /// Returns a function that wraps an I/O error of the system, for `map_err`.
    pub(crate) fn system<E: Display>(what: &str) -> impl Fn(E) -> Self {
        move |cause| Self::new(Exit::Resources, format!("{what}: {cause}"))
    }

    /// Returns the error for a file that may be no table at all.
    pub(crate) fn of_table(fault: &TableError) -> Self {
        Self::new(Exit::of(ErrorKind::of_table(fault)), fault.to_string())
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(formatter)
    }
}

impl<E: Into<Error>> From<E> for Failure {
    /// Converts an error; work that was stopped was interrupted by the user.
    fn from(error: E) -> Self {
        let error = error.into();
        if error.kind() == ErrorKind::Stopped {
            return Self::interrupted();
        }
        let hint = error
            .hint_of_program()
            .map(|hint| format!("; {hint}"))
            .unwrap_or_default();
        Self {
            kind: error.kind(),
            ..Self::new(Exit::of(error.kind()), message![error.message(), hint])
        }
    }
}

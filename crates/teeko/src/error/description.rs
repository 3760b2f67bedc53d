//! What all surfaces say about an error: its kind, its text, and what to try next.

use std::path::Path;

use teeko_analysis::AnalysisError;
use teeko_export::RequestError;
use teeko_rules::notation::GameError;
use teeko_rules::{Message, NameError, message};
use teeko_table::TableError;

use super::surfaces::{ErrorDocument, ErrorKind, after_write};
use super::{Error, SourceError, blamed};

const LIST_OF_VARIANTS: &str = "/v1/variants lists the sixteen; any name is \
                                GOALS-PLAN[+OPTION…], as in 58-sppp+no-centre or 44-ssss+4x4";

const FORM_OF_POSITIONS: &str = "write b:7,9,12,14 r:10,13,17,19 b with circles 1 to 25 or a5 to \
                                 e1, or rows such as 5/1b1b1/5/1r1r1/5 b";

const FORM_OF_GAMES: &str =
    "write drops as 13 and slides as 14-8, with spaces or commas between them";

/// What all surfaces say about an error.
pub(super) struct Description {
    pub(super) kind: ErrorKind,
    pub(super) message: Message,
    /// What to try next, in options of the command line.
    pub(super) hint_of_program: Option<String>,
    /// What to try next, in paths and parameters of the service.
    pub(super) hint_of_service: Option<String>,
}

impl Description {
    fn of(kind: ErrorKind, error: &Error) -> Self {
        Self {
            kind,
            message: error.to_string().into(),
            hint_of_program: None,
            hint_of_service: None,
        }
    }

    /// Replaces the text by one that has circles in any notation.
    fn message(self, message: impl Into<Message>) -> Self {
        Self {
            message: message.into(),
            ..self
        }
    }

    fn for_program(self, hint: impl Into<String>) -> Self {
        Self {
            hint_of_program: Some(hint.into()),
            ..self
        }
    }

    fn for_service(self, hint: impl Into<String>) -> Self {
        Self {
            hint_of_service: Some(hint.into()),
            ..self
        }
    }
}

impl Error {
    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.description().kind
    }

    /// Returns the text of the error. Displayed, it has the numbers of circles.
    pub fn message(&self) -> Message {
        self.description().message
    }

    /// Returns what to try next, in options of the command line, if there is a hint.
    pub fn hint_of_program(&self) -> Option<String> {
        self.description().hint_of_program
    }

    /// Returns the HTTP status: 404 if the path does not exist, 400 if a name, a position or a
    /// parameter is wrong, 422 if limits refuse a valid request or these rules have no such answer,
    /// 503 if the work was stopped, 500 otherwise.
    pub fn status(&self) -> u16 {
        match self {
            Self::Refused { status, .. } => *status,
            error => error.kind().status(),
        }
    }

    /// Returns the error as a document, with a hint in paths and parameters of the service.
    pub fn document(&self) -> ErrorDocument {
        match self {
            Self::Refused { refusal, .. } => refusal.clone(),
            error => {
                let described = error.description();
                ErrorDocument::new(described.kind, described.message, described.hint_of_service)
            }
        }
    }
}

impl Error {
    /// Describes the error.
    pub(super) fn description(&self) -> Description {
        let is = |kind| Description::of(kind, self);
        match self {
            Self::Name(NameError::NoPrice { .. }) => is(ErrorKind::Request)
                .for_service("add its price to the goal, as in goals=1.2.6.7=3"),
            Self::Name(_) | Self::NoVariant(_) => {
                is(ErrorKind::Request).for_service(LIST_OF_VARIANTS)
            }
            Self::Rules(_) => is(ErrorKind::Request).for_service("leave out one of the options"),
            Self::UnreadableRuleFile { .. } => is(ErrorKind::Resources),
            Self::RuleFile { .. } => is(ErrorKind::Request),

            Self::Position(error) => is(ErrorKind::Position)
                .message(error.message())
                .for_service(FORM_OF_POSITIONS),
            Self::Slot(message) => is(ErrorKind::Position)
                .message(message)
                .for_service(FORM_OF_POSITIONS),
            Self::Heading(error) => is(ErrorKind::Position).message(error.message()),
            Self::Game(error) => of_game(is(ErrorKind::Position), error),
            Self::Encoding(_) => is(ErrorKind::Position)
                .for_service("iconv -f UTF-16 -t UTF-8 converts it, as do most editors"),

            Self::MissingTables { name, folders } => {
                let output = output(folders.first().map(|folder| &**folder));
                is(ErrorKind::MissingTables).for_program(format!(
                    "make them with `teeko solve {name}{output}`, or leave out --no-solve"
                ))
            }
            Self::NoTables { folder, .. } => {
                let output = output(Some(folder));
                is(ErrorKind::MissingTables)
                    .for_program(format!("make them with `teeko solve{output}`"))
            }
            Self::Source(error) => of_source(is(ErrorKind::of_table(&error.fault)), error),
            Self::Table(fault) => of_table(is(ErrorKind::of_table(fault)), fault),
            Self::OtherCensus(_) => {
                is(ErrorKind::DamagedTables).for_program("solve it again with --force")
            }
            Self::Analysis(AnalysisError::Unknown(_)) => is(ErrorKind::DamagedTables),
            Self::Analysis(_) => is(ErrorKind::Resources),
            Self::Contradiction {
                name,
                file,
                contradiction,
            } => {
                let output = output(file.as_ref().and_then(|file| file.parent()));
                is(ErrorKind::DamagedTables)
                    .message(message![blamed(name, file.as_deref()), ": ", contradiction])
                    .for_program(format!(
                        "make its tables again with `teeko solve {name} --force{output}`"
                    ))
            }

            Self::DifferentBoards { .. } => is(ErrorKind::Request)
                .for_program("name variants of the same board")
                .for_service("name two variants of the same board"),
            Self::Drawn(_) => is(ErrorKind::NoAnswer)
                .for_program("leave out --points to prove the draw")
                .for_service("leave out `points` to get a proof of the draw"),
            Self::NoCertificate { .. } => is(ErrorKind::NoAnswer)
                .for_service("ask for another number of points, or for another variant"),
            Self::Refused { status, refusal } => Description {
                kind: refusal.code,
                message: refusal.error.clone(),
                // Other hints are about parameters.
                hint_of_program: refusal.hint.clone().filter(|_| *status == 422),
                hint_of_service: refusal.hint.clone(),
            },
            Self::Export(error) => of_export(is(ErrorKind::Request), error),
            Self::SameName(name) if name.ends_with(".journal") => is(ErrorKind::Request)
                .for_program("solve one after the other, or rename a rule file"),
            Self::SameName(_) => {
                is(ErrorKind::Request).for_program("solve them into two folders with -o")
            }

            Self::Memory { .. } => is(ErrorKind::Memory)
                .for_service("try a smaller board, or a game that is not for points"),
            Self::Disk { .. } => is(ErrorKind::Resources).for_program(
                "free some space, choose another folder with -o, or write no tables with \
                 --no-write",
            ),
            Self::Journal { cause, .. } => is(ErrorKind::Resources).for_program(format!(
                "{}; run the same command again to resume after the last saved half-step",
                after_write(cause)
            )),
            Self::HalfStep(_) => is(ErrorKind::DamagedTables)
                .for_program("remove it, and run the same command again"),
            Self::OtherHalfSteps(_) => is(ErrorKind::DamagedTables).for_program(
                "choose another folder with --journal, or remove it if you no longer need it",
            ),
            Self::LinkedJournal(_) => is(ErrorKind::Resources)
                .for_program("remove it, or choose another folder with --journal"),
            Self::BusyJournal(_) => is(ErrorKind::Resources)
                .for_program("wait for it, or choose another folder with --journal"),
            Self::Folder { .. } => is(ErrorKind::Resources).for_program("choose another one"),
            Self::Write { cause, .. } => {
                is(ErrorKind::Resources).for_program(format!("{} with -o", after_write(cause)))
            }
            #[cfg(feature = "atlas")]
            Self::Atlas(_) => is(ErrorKind::Resources),
            #[cfg(feature = "file")]
            Self::Unfit { .. } => is(ErrorKind::Resources),
            Self::Exists(_) | Self::Output { .. } => is(ErrorKind::Resources),
            Self::Stopped(_) => is(ErrorKind::Stopped),
        }
    }
}

fn of_game(description: Description, error: &GameError) -> Description {
    let described = description.message(error.message());
    match error {
        // Its message says what to try.
        GameError::Heading(_) => described,
        _ => described.for_service(FORM_OF_GAMES),
    }
}

fn of_source(description: Description, error: &SourceError) -> Description {
    let name = &error.name;
    let output = output(Some(&error.folder));
    if is_of_changed_file(&error.fault, name.path()) {
        let command = format!("`teeko solve --force {name}{output}`");
        return description.for_program(changed_file(&command));
    }
    if description.kind != ErrorKind::DamagedTables {
        return description;
    }
    description.for_program(format!(
        "make it again with `teeko solve {name} --force{output}`"
    ))
}

fn of_table(description: Description, fault: &TableError) -> Description {
    if is_of_changed_file(fault, None) {
        return description.for_program(changed_file("the same command with --force"));
    }
    if description.kind != ErrorKind::DamagedTables {
        return description;
    }
    description.for_program("solve it again with --force")
}

fn of_export(description: Description, error: &RequestError) -> Description {
    match error {
        RequestError::NoFormat { .. } => description.for_program("or name the format with --to"),
        RequestError::OtherFormat { .. } => {
            description.for_program("leave out --to, or choose another name")
        }
        RequestError::NeedsFile { .. } => description.for_program("name a file with -o"),
        _ => description,
    }
}

/// Returns the option that names a folder of tables.
fn output(folder: Option<&Path>) -> String {
    match folder {
        Some(folder) => format!(" -o {}", folder.display()),
        None => String::new(),
    }
}

/// Returns whether a table is sound, but of other rules than the rule file that it is called after.
/// `path` is that of the rule file, if it is known.
fn is_of_changed_file(fault: &TableError, path: Option<&str>) -> bool {
    let TableError::OtherRules { name, .. } = fault else {
        return false;
    };
    let file = Path::new(name).file_name().unwrap_or_default();
    path.is_some() || file.to_string_lossy().starts_with('@')
}

/// Returns what to try next if the tables of a rule file are of other rules.
fn changed_file(command: &str) -> String {
    format!(
        "the rule file has changed since the table was written, or another one has its name; \
         {command} writes new tables"
    )
}

//! What a learner knows of a course, in a file of the user.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy, choose_base_strategy};
use serde::{Deserialize, Serialize};
use teeko::analysis::CourseChoice;
use teeko::rules::NamedRules;
use teeko::table::NewFile;

use crate::arguments::read_input;
use crate::exit::{Exit, Failure};
use crate::{interrupt, output};

/// The most bytes of a file: more than those of the longest course.
const MOST_BYTES: u64 = 1 << 20;

/// The value of the field `schema`.
const SCHEMA: &str = "teeko.learnt/1";

/// The choices that a learner knows, by their positions: these remain the same if a course begins
/// to have another order.
pub(super) struct Known {
    /// The file; `None` if the user has no folder for it.
    path: Option<PathBuf>,
    learnt: Learnt,
}

/// The contents of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Learnt {
    schema: String,
    /// The name of the rules.
    variant: String,
    /// The positions in rows form.
    known: BTreeSet<String>,
}

impl Learnt {
    /// Returns that nothing is known of the course of some rules.
    fn nothing(variant: &str) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            variant: variant.to_owned(),
            known: BTreeSet::new(),
        }
    }
}

impl Known {
    /// Reads what is known of the course of some rules: nothing if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is about other rules.
    pub(super) fn open(named: &NamedRules) -> Result<Self, Failure> {
        let variant = named.to_string();
        let path = folder().map(|folder| folder.join(format!("{}.json", named.name().plain())));
        let learnt = match &path {
            Some(path) => learnt_in(path, &variant)?,
            None => Learnt::nothing(&variant),
        };
        if path.is_none() {
            output::note(
                "what you learn is not kept, since there is no home folder; set XDG_STATE_HOME",
            );
        }
        Ok(Self { path, learnt })
    }

    /// Returns whether a choice is known.
    pub(super) fn has(&self, choice: &CourseChoice) -> bool {
        self.learnt.known.contains(&choice.position.to_string())
    }

    /// Adds a choice to those in the file, to which another lesson may have added, and writes it.
    pub(super) fn add(&mut self, choice: &CourseChoice) -> Result<(), Failure> {
        if let Some(path) = &self.path {
            self.learnt = learnt_in(path, &self.learnt.variant)?;
        }
        self.learnt.known.insert(choice.position.to_string());
        self.write()
    }

    /// Forgets everything, and writes the file.
    pub(super) fn clear(&mut self) -> Result<(), Failure> {
        self.learnt.known.clear();
        self.write()
    }

    /// Writes the file, which has either its old or its new contents whatever happens.
    fn write(&self) -> Result<(), Failure> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let mut text = serde_json::to_string(&self.learnt).expect("text is JSON");
        text.push('\n');
        let what = format!("{}: cannot be written", path.display());
        interrupt::while_writing(|| replace(path, text.as_bytes()).map_err(Failure::system(&what)))
    }
}

/// Returns the folder of such files, where the system has the state of programs. Windows has no
/// such place of its own, so there it is among the data.
fn folder() -> Option<PathBuf> {
    let places = choose_base_strategy().ok()?;
    let state = places.state_dir().unwrap_or_else(|| places.data_dir());
    Some(state.join("teeko").join("learnt"))
}

/// Returns what the file of a course has: nothing if it is not there.
fn learnt_in(path: &Path, variant: &str) -> Result<Learnt, Failure> {
    if is_there(path) {
        read(path, variant)
    } else {
        Ok(Learnt::nothing(variant))
    }
}

fn is_there(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(_) => true,
        Err(error) => error.kind() != ErrorKind::NotFound,
    }
}

/// Reads the file of a course.
fn read(path: &Path, variant: &str) -> Result<Learnt, Failure> {
    let bytes = read_input(path, MOST_BYTES)?;
    let learnt: Learnt = serde_json::from_slice(&bytes)
        .map_err(|error| damaged(path, variant, &format!("found damage ({error})")))?;
    if learnt.schema != SCHEMA || learnt.variant != variant {
        return Err(damaged(path, variant, "found something else"));
    }
    Ok(learnt)
}

/// Returns the error for a file with other contents than expected.
fn damaged(path: &Path, variant: &str, found: &str) -> Failure {
    let path = path.display();
    Failure::new(
        Exit::Corrupt,
        format!(
            "{path}: expected what you know of the course of {variant}, {found}; move the file \
             away to begin again"
        ),
    )
}

/// Replaces a file, after making its folder.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).create(folder)?;
    }
    let new = NewFile::create(path)?;
    new.file().write_all(bytes)?;
    new.keep(true).map(drop)
}

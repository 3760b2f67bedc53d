//! Opening a game from table files.

use std::path::Path;

use teeko_rules::NamedRules;

use super::{Game, variant};
use crate::error::Error;
use crate::source::{FileTables, Source, memory_of_whole};
use crate::stopwatch::Stopwatch;

/// The way in which tables are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Reads single blocks when they are needed. Suits a few questions; each takes a fraction of a
    /// millisecond.
    AsNeeded,
    /// Decodes the whole tables when they are opened. Suits many questions: decoding takes a tenth
    /// of a second on the standard board, on the current rayon thread pool, and each question tens
    /// of nanoseconds.
    Whole,
    /// Decodes the whole tables if there is memory for them, and reads blocks when they are needed
    /// if not.
    WholeIfItFits,
    /// Decodes the whole tables if that takes at most this number of bytes, and reads blocks when
    /// they are needed if not.
    WholeWithin(u64),
}

impl Game {
    /// Opens the tables of a variant in a folder that `teeko solve` or
    /// [`TableFolder`](crate::files::TableFolder) has written.
    ///
    /// # Errors
    /// Returns an error if `name` names no variant, or the folder has no sound tables of it.
    pub fn open(name: &str, folder: &Path) -> Result<Self, Error> {
        let named = variant(name)?;
        let found = Self::from_tables(&named, folder, Reading::AsNeeded)?;
        found.ok_or_else(|| Error::MissingTables {
            name: named.name().clone(),
            folders: vec![folder.to_owned()],
        })
    }

    /// Opens the tables of these rules in a folder; `None` if one of their files is missing.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is not a sound table file or is of other rules,
    /// or if memory does not suffice for [`Reading::Whole`].
    pub fn from_tables(
        named: &NamedRules,
        folder: &Path,
        reading: Reading,
    ) -> Result<Option<Self>, Error> {
        let watch = Stopwatch::start();
        let Some(tables) = FileTables::open(folder, named)? else {
            return Ok(None);
        };
        let memory = memory_of_whole(tables.plain());
        let game = Self::new(named.clone(), Source::Files(tables), watch.elapsed());
        let expanded = match reading {
            Reading::AsNeeded => Ok(()),
            Reading::WholeWithin(bytes) if memory > bytes => Ok(()),
            Reading::Whole | Reading::WholeWithin(_) | Reading::WholeIfItFits => game.expand(),
        };
        match expanded {
            Err(Error::Memory { .. }) if reading == Reading::WholeIfItFits => {}
            expanded => expanded?,
        }
        Ok(Some(game))
    }
}

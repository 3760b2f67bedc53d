//! Games that answer from table files.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use teeko_analysis::{LayerSurvey, ThresholdCounts, memory_to_survey, survey_table};
use teeko_index::SolvedLayers;
use teeko_rules::work::Observer;
use teeko_rules::{NamedRules, Oracle, Outcome, PIECES, Position, Rules, RulesName, Side, Wdl};
use teeko_table::{
    Census, ScoredTable, Table, TableError, TableFile, ThresholdTable, VisitError,
    memory_to_expand, open_scored_tables, open_tables,
};

use crate::documents::TableFileEntry;
use crate::report::{OpenedTables, ReportFiles};
use crate::solved::counts_of_layer;
use crate::source::FileTables;
use crate::{Error, Game, MemoryError, MissingTables, Source, SourceError, check_memory, variant};

/// The size of the cache of decoded blocks, in bytes. A whole slide phase of the standard board
/// fits, since the replies to all moves are spread over most of its blocks.
const CACHE: usize = 16 << 20;

/// The most bytes of decoded blocks that a cache keeps, on boards whose tables are large. On 7 x 7,
/// the replies to all drops on a board with five pieces come from some five thousand blocks.
const LARGEST_CACHE: usize = 512 << 20;

/// The bytes for values that a survey of a table decodes at a time. It reads the table once for
/// each gigabyte of its values: six times on 7 x 7.
const SURVEYED: u64 = 1 << 30;

/// How tables are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Reads single blocks when they are needed. Suits a few questions; each takes a fraction of a
    /// millisecond.
    AsNeeded,
    /// Decodes the whole tables when they are opened. Suits many questions: decoding takes a tenth
    /// of a second on the standard board, on the current rayon thread pool, and each question tens
    /// of nanoseconds.
    Whole,
    /// Decodes the whole tables if that takes at most this number of bytes, and reads blocks when
    /// they are needed if not.
    WholeWithin(u64),
}

impl Game {
    /// Opens the tables of a variant in a folder that `teeko solve` or
    /// [`TableFolder`](crate::TableFolder) has written.
    ///
    /// # Errors
    /// Returns an error if `name` names no variant, or the folder has no sound tables of it.
    pub fn open(name: &str, folder: &Path) -> Result<Self, Error> {
        let named = variant(name)?;
        let found = Self::from_tables(&named, folder, Reading::AsNeeded)?;
        let missing =
            || MissingTables { name: named.name().clone(), folders: vec![folder.to_owned()] };
        Ok(found.ok_or_else(missing)?)
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
        let error = |fault| source_error(fault, named, folder);
        let Some(table) = open_all(folder, named).map_err(error)? else { return Ok(None) };
        let plain = table.plain();
        let is_whole = match reading {
            _ if named.rules().scoring().is_for_points() => false,
            Reading::AsNeeded => false,
            Reading::Whole => true,
            Reading::WholeWithin(bytes) => memory_of_whole(plain) <= bytes,
        };
        let hash = |file: &TableFile| file.header().content_hash();
        let content_hashes = plain.drop_file().map(|drop| [hash(plain.slide()), hash(drop)]);
        let opened = OpenedTables {
            folder: folder.to_owned(),
            files: found_files(&*table),
            census: census(plain),
            thresholds: threshold_counts(&*table),
        };
        let tables = TablesOf { table, name: named.name().clone(), folder: folder.to_owned() };
        let source = if is_whole {
            Source::Layers(tables.expanded()?)
        } else {
            Source::Tables(Box::new(tables))
        };
        Ok(Some(Self::of_tables(named.clone(), source, opened, content_hashes)))
    }
}

/// Opens the tables of a rule set in a folder; `None` if one of the files is missing.
pub(crate) fn open_all(
    folder: &Path,
    named: &NamedRules,
) -> Result<Option<Box<dyn Tables>>, TableError> {
    if named.rules().scoring().is_for_points() {
        let table = open_scored_tables(folder, named, CACHE)?;
        return Ok(table.map(|table| Box::new(table) as Box<dyn Tables>));
    }
    let table = open_tables(folder, named)?;
    Ok(table.map(|table| {
        let cache = cache_of(&table);
        Box::new(table.with_cache(cache)) as Box<dyn Tables>
    }))
}

/// The tables of a rule set: one table, and in games for points those of further threshold games.
pub(crate) trait Tables: Oracle<Error = TableError> + Debug + Send {
    /// Returns the table of the plain game.
    fn plain(&self) -> &Table;

    /// Returns the threshold games for more points than the least, ascending, with their tables.
    fn more_games(&self) -> &[(u8, ThresholdTable)];

    /// Returns an upper bound on the bytes of decoded blocks that are kept.
    fn cache(&self) -> usize;
}

impl Tables for Table {
    fn plain(&self) -> &Table {
        self
    }

    fn more_games(&self) -> &[(u8, ThresholdTable)] {
        &[]
    }

    fn cache(&self) -> usize {
        cache_of(self)
    }
}

impl Tables for ScoredTable {
    fn plain(&self) -> &Table {
        self.plain()
    }

    fn more_games(&self) -> &[(u8, ThresholdTable)] {
        self.games()
    }

    fn cache(&self) -> usize {
        (1 + self.games().len()) * CACHE
    }
}

/// The tables of a rule set, with their folder for error messages.
#[derive(Debug)]
struct TablesOf {
    table: Box<dyn Tables>,
    name: RulesName,
    folder: PathBuf,
}

impl TablesOf {
    fn error(&self, fault: TableError) -> SourceError {
        SourceError { fault: Box::new(fault), name: self.name.clone(), folder: self.folder.clone() }
    }
}

impl Oracle for TablesOf {
    type Error = SourceError;

    fn rules(&self) -> &Rules {
        self.table.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, SourceError> {
        self.table.outcome(position).map_err(|fault| self.error(fault))
    }

    fn outcomes(
        &self,
        positions: &[Position],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), SourceError> {
        self.table.outcomes(positions, outcomes).map_err(|fault| self.error(fault))
    }

    fn results(&self, positions: &[Position]) -> Result<Vec<Option<Wdl>>, SourceError> {
        self.table.results(positions).map_err(|fault| self.error(fault))
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, SourceError> {
        self.table.forces(side, points, position).map_err(|fault| self.error(fault))
    }
}

impl FileTables for TablesOf {
    fn memory(&self) -> u64 {
        self.table.cache() as u64
    }

    fn expanded(&self) -> Result<SolvedLayers, Error> {
        let table = self.table.plain();
        check_memory_to_expand(&self.name.to_string(), table)?;
        Ok(table.expand().map_err(|fault| self.error(fault))?)
    }

    fn survey(&self, examples: usize, observe: Observer<'_>) -> Result<Vec<LayerSurvey>, Error> {
        let table = self.table.plain();
        check_memory(&self.name.to_string(), memory_to_survey(table, SURVEYED))?;
        survey_table(table, examples, SURVEYED, observe).map_err(|error| match error {
            VisitError::Table(fault) => self.error(fault).into(),
            VisitError::Stopped(stopped) => stopped.into(),
        })
    }
}

/// Returns the census in the headers of both files of a table.
pub(crate) fn census(table: &Table) -> Census {
    let slides = [(2 * PIECES, table.slide().header().census().slide().clone())];
    let drops =
        table.drop_file().map(|file| file.header().census().drops().to_vec()).unwrap_or_default();
    drops.into_iter().enumerate().chain(slides).collect()
}

/// Returns the path and the length of a file.
pub(crate) fn report_file(file: &TableFile) -> TableFileEntry {
    TableFileEntry { path: file.name().to_owned(), bytes: file.header().file_length() }
}

/// Returns the files of a rule set, the plain game's first.
pub(crate) fn report_files(files: &[[TableFileEntry; 2]], found: bool) -> ReportFiles {
    let [slides, drops] =
        [0, 1].map(|kind| files.iter().map(|of_game| of_game[kind].clone()).collect());
    ReportFiles { slides, drops, found }
}

/// Returns the files of tables that existed already.
pub(crate) fn found_files(tables: &dyn Tables) -> ReportFiles {
    let of_table = |table: &Table| {
        [table.slide(), table.drop_file().unwrap_or_else(|| table.slide())].map(report_file)
    };
    let mut files = vec![of_table(tables.plain())];
    files.extend(tables.more_games().iter().map(|(_, game)| match game {
        ThresholdTable::Goals(table) => of_table(table),
        ThresholdTable::Attack(attack) => attack.files().map(report_file),
    }));
    report_files(&files, true)
}

/// Returns how many positions of the slide phase each number of points can be forced from,
/// according to the headers. Empty if the game is not for points.
pub(crate) fn threshold_counts(tables: &dyn Tables) -> Vec<ThresholdCounts> {
    if !tables.rules().scoring().is_for_points() {
        return Vec::new();
    }
    let more = tables.more_games().iter().map(|(_, game)| match game {
        ThresholdTable::Goals(table) => table.slide(),
        ThresholdTable::Attack(attack) => attack.files()[0],
    });
    let slides = [tables.plain().slide()].into_iter().chain(more);
    let counts = |(points, slide): (u8, &TableFile)| {
        counts_of_layer(points, slide.header().census().slide())
    };
    tables.rules().thresholds().into_iter().zip(slides).map(counts).collect()
}

fn source_error(fault: TableError, named: &NamedRules, folder: &Path) -> SourceError {
    SourceError { fault: Box::new(fault), name: named.name().clone(), folder: folder.to_owned() }
}

/// Checks that there is enough memory to decode whole tables. The values of a hostile file of a few
/// kilobytes may need any amount.
pub(crate) fn check_memory_to_expand(what: &str, table: &Table) -> Result<(), MemoryError> {
    check_memory(what, memory_of_whole(table))
}

/// Returns an upper bound on the memory that decoding whole tables takes.
fn memory_of_whole(table: &Table) -> u64 {
    let deepest = |file: &TableFile| file.header().census().deepest();
    let deepest = deepest(table.slide()).max(table.drop_file().map_or(0, deepest));
    memory_to_expand(table.rules(), deepest)
}

/// Returns the size of the cache of a table's blocks: an eighth of the values, within bounds.
fn cache_of(table: &Table) -> usize {
    let eighth = table.slide().header().values() / 8;
    eighth.clamp(CACHE as u64, LARGEST_CACHE as u64) as usize
}

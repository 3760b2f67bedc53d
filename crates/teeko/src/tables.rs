//! Games that answer from table files.

use std::path::{Path, PathBuf};

use teeko_analysis::{LayerSurvey, ThresholdCounts, memory_to_survey, survey_table};
use teeko_rules::work::Observer;
use teeko_rules::{NamedRules, Oracle, Outcome, PIECES, Position, Rules, RulesName, Side};
use teeko_table::{
    Census, ExpandedTable, ScoredTable, Table, TableError, TableFile, ThresholdTable, VisitError,
    memory_to_expand, open_scored_tables, open_tables,
};

use crate::report::{OpenedTables, ReportFile, ReportFiles};
use crate::solved::counts_of_layer;
use crate::source::FileTables;
use crate::{Error, Game, MemoryError, MissingTables, Source, SourceError, check_memory, variant};

/// The size of the cache of decoded blocks, in bytes. A whole slide phase of the standard board
/// fits, since the replies to all moves are spread over most of its blocks.
pub(crate) const CACHE: usize = 16 << 20;

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
        if named.rules().scoring().is_for_points() {
            return Self::from_scored_tables(named, folder);
        }
        let Some(table) =
            open_tables(folder, named).map_err(|fault| source_error(fault, named, folder))?
        else {
            return Ok(None);
        };
        let hash = |file: &TableFile| file.header().content_hash();
        let content_hashes = table.drop_file().map(|drop| [hash(table.slide()), hash(drop)]);
        let opened = OpenedTables {
            folder: folder.to_owned(),
            files: report_files(&[files_of(&table)], true),
            census: census(&table),
            thresholds: Vec::new(),
        };
        let (name, folder) = (named.name().clone(), folder.to_owned());
        let is_whole = match reading {
            Reading::AsNeeded => false,
            Reading::Whole => true,
            Reading::WholeWithin(bytes) => memory_of_whole(&table) <= bytes,
        };
        let source = if is_whole {
            Source::Expanded(TablesOf { table, name, folder }.expand()?)
        } else {
            let cache = cache_of(&table);
            Source::Tables(Box::new(TablesOf { table: table.with_cache(cache), name, folder }))
        };
        Ok(Some(Self::of_tables(named.clone(), source, opened, content_hashes)))
    }

    /// Opens the tables of a game for points; blocks are read when they are needed.
    fn from_scored_tables(named: &NamedRules, folder: &Path) -> Result<Option<Self>, Error> {
        let table = open_scored_tables(folder, named, CACHE)
            .map_err(|fault| source_error(fault, named, folder))?;
        let Some(table) = table else { return Ok(None) };
        let hash = |file: &TableFile| file.header().content_hash();
        let content_hashes =
            table.plain().drop_file().map(|drop| [hash(table.plain().slide()), hash(drop)]);
        let opened = OpenedTables {
            folder: folder.to_owned(),
            files: report_files(&files_of_scored(&table), true),
            census: census(table.plain()),
            thresholds: threshold_counts(&table),
        };
        let (name, folder) = (named.name().clone(), folder.to_owned());
        let source = Source::Tables(Box::new(TablesOf { table, name, folder }));
        Ok(Some(Self::of_tables(named.clone(), source, opened, content_hashes)))
    }
}

/// The tables of a rule set, with their folder for error messages.
#[derive(Debug)]
struct TablesOf<T> {
    table: T,
    name: RulesName,
    folder: PathBuf,
}

impl<T> TablesOf<T> {
    /// Surveys the table of a game that has this name.
    fn survey_of(
        &self,
        table: &Table,
        examples: usize,
        observe: Observer<'_>,
    ) -> Result<Vec<LayerSurvey>, Error> {
        check_memory(&self.name.to_string(), memory_to_survey(table, SURVEYED))?;
        survey_table(table, examples, SURVEYED, observe).map_err(|error| match error {
            VisitError::Table(fault) => self.error(fault).into(),
            VisitError::Stopped(stopped) => stopped.into(),
        })
    }

    fn error(&self, fault: TableError) -> SourceError {
        SourceError { fault: Box::new(fault), name: self.name.clone(), folder: self.folder.clone() }
    }
}

impl TablesOf<Table> {
    fn expand(&self) -> Result<ExpandedTable, Error> {
        check_memory_to_expand(&self.name.to_string(), &self.table)?;
        Ok(self.table.expand().map_err(|fault| self.error(fault))?)
    }
}

impl<T: Oracle<Error = TableError>> Oracle for TablesOf<T> {
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

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, SourceError> {
        self.table.forces(side, points, position).map_err(|fault| self.error(fault))
    }
}

impl FileTables for TablesOf<Table> {
    fn memory(&self) -> u64 {
        cache_of(&self.table) as u64
    }

    fn expanded(&self) -> Option<Result<ExpandedTable, Error>> {
        Some(self.expand())
    }

    fn survey(&self, examples: usize, observe: Observer<'_>) -> Result<Vec<LayerSurvey>, Error> {
        self.survey_of(&self.table, examples, observe)
    }
}

impl FileTables for TablesOf<ScoredTable> {
    fn memory(&self) -> u64 {
        (1 + self.table.games().len() as u64) * CACHE as u64
    }

    fn expanded(&self) -> Option<Result<ExpandedTable, Error>> {
        None
    }

    fn survey(&self, examples: usize, observe: Observer<'_>) -> Result<Vec<LayerSurvey>, Error> {
        self.survey_of(self.table.plain(), examples, observe)
    }
}

/// Returns the census in the headers of both files of a table.
pub(crate) fn census(table: &Table) -> Census {
    let slides = [(2 * PIECES, table.slide().header().census().slide().clone())];
    let drops =
        table.drop_file().map(|file| file.header().census().drops().to_vec()).unwrap_or_default();
    drops.into_iter().enumerate().chain(slides).collect()
}

pub(crate) fn report_file(file: &TableFile) -> ReportFile {
    ReportFile { path: file.name().to_owned(), bytes: file.header().file_length() }
}

/// Returns the slide file and the drop file of a table.
pub(crate) fn files_of(table: &Table) -> [ReportFile; 2] {
    [table.slide(), table.drop_file().unwrap_or_else(|| table.slide())].map(report_file)
}

/// Returns the files of a rule set, the plain game's first.
pub(crate) fn report_files(files: &[[ReportFile; 2]], found: bool) -> ReportFiles {
    let [slides, drops] =
        [0, 1].map(|kind| files.iter().map(|of_game| of_game[kind].clone()).collect());
    ReportFiles { slides, drops, found }
}

/// Returns the files of a game for points, the plain game's first.
pub(crate) fn files_of_scored(table: &ScoredTable) -> Vec<[ReportFile; 2]> {
    let of_game = |(_, game): &(u8, ThresholdTable)| match game {
        ThresholdTable::Goals(table) => files_of(table),
        ThresholdTable::Attack(attack) => attack.files().map(report_file),
    };
    [files_of(table.plain())].into_iter().chain(table.games().iter().map(of_game)).collect()
}

/// Returns how many positions of the slide phase each number of points can be forced from,
/// according to the headers.
pub(crate) fn threshold_counts(table: &ScoredTable) -> Vec<ThresholdCounts> {
    let more = table.games().iter().map(|(points, game)| match game {
        ThresholdTable::Goals(table) => (*points, table.slide()),
        ThresholdTable::Attack(attack) => (*points, attack.files()[0]),
    });
    let slides = [(table.least(), table.plain().slide())].into_iter().chain(more);
    slides.map(|(points, slide)| counts_of_layer(points, slide.header().census().slide())).collect()
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

//! The source of the answers about a rule set: memory or table files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use teeko_analysis::Answer;
use teeko_index::SolvedLayers;
use teeko_rules::{NamedRules, Oracle, Rules, RulesName, Scoring};
use teeko_solve::{Solution, memory_needed, memory_of_layers};
use teeko_table::{ContentHash, ScoredTable, Table, TableError, TableFile, memory_to_expand};

use crate::error::{Error, SourceError};
use crate::report::{Report, ReportFiles, TableFileEntry, ThresholdCounts};
use crate::system::check_memory;

/// The source of the answers about a rule set: memory or files.
// There is one value of each rule set, so the size of the largest variant does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
#[non_exhaustive]
pub enum Source {
    /// A solution in memory.
    Solution(Solution),
    /// Table files, whose blocks are read when they are needed.
    Files(FileTables),
}

impl Source {
    pub(crate) fn oracle(&self) -> &dyn Oracle {
        match self {
            Self::Solution(solution) => solution,
            Self::Files(tables) => &tables.tables,
        }
    }

    pub(crate) fn memory(&self) -> u64 {
        match self {
            Self::Solution(solution) if solution.rules().scoring() == Scoring::Pips => {
                memory_needed(solution.rules())
            }
            Self::Solution(solution) => {
                (1 + solution.for_more().len() as u64) * memory_of_layers(solution.rules())
            }
            Self::Files(tables) => tables.memory(),
        }
    }
}

/// The size of the cache of decoded blocks, in bytes. A whole slide phase of the standard board
/// fits, since the replies to all moves are spread over most of its blocks.
const CACHE: usize = 16 << 20;

/// The most bytes of decoded blocks that a cache keeps, on boards whose tables are large. On 8 x 8,
/// a question about a position in the drop phase takes up to 0.3 GB.
const LARGEST_CACHE: usize = 512 << 20;

/// Table files that answer for a game: one table, and in games for points those of further
/// threshold games.
#[derive(Debug)]
pub struct FileTables {
    pub(crate) tables: ScoredTable,
    /// The rules, and the folder of the files, for error messages.
    name: RulesName,
    folder: PathBuf,
    /// Without files there are none, and the compiler leaves out what reads them: a tenth of the
    /// page.
    #[cfg(not(feature = "file"))]
    _never: std::convert::Infallible,
}

impl FileTables {
    /// Opens the tables of a rule set in a folder; `None` if one of the files is missing.
    #[cfg(feature = "file")]
    pub(crate) fn open(folder: &Path, named: &NamedRules) -> Result<Option<Self>, SourceError> {
        let name = named.name().clone();
        let folder = folder.to_owned();
        let cache = |slide: &TableFile| cache_of(named.rules(), slide);
        match teeko_table::open_scored_tables(&folder, named, cache) {
            Ok(None) => Ok(None),
            Ok(Some(tables)) => Ok(Some(Self {
                tables,
                name,
                folder,
            })),
            Err(fault) => Err(SourceError {
                fault: Box::new(fault),
                name,
                folder,
            }),
        }
    }

    /// Adds the rules and the folder of the tables to an error of theirs.
    pub(crate) fn error(&self, fault: TableError) -> SourceError {
        SourceError {
            fault: Box::new(fault),
            name: self.name.clone(),
            folder: self.folder.clone(),
        }
    }

    pub(crate) fn plain(&self) -> &Table {
        self.tables.plain()
    }

    /// Returns the slide file and the drop file of each threshold game, the plain game's first.
    fn files_of_games(&self) -> Vec<[&TableFile; 2]> {
        let mut files = vec![files_of(self.plain())];
        for (_, table) in self.tables.games() {
            files.push(files_of(table));
        }
        files
    }

    /// Returns an upper bound on the memory that they keep, in bytes: decoded blocks.
    pub(crate) fn memory(&self) -> u64 {
        let cache = cache_of(self.tables.rules(), self.plain().slide());
        ((1 + self.tables.games().len()) * cache) as u64
    }

    pub(crate) fn expanded(&self) -> Result<SolvedLayers, Error> {
        let table = self.plain();
        check_memory_to_expand(&self.name.to_string(), table)?;
        Ok(table.expand().map_err(|fault| self.error(fault))?)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the report on the rule set, whose values `oracle` knows.
    pub(crate) fn report(
        &self,
        named: &NamedRules,
        oracle: &dyn Oracle,
        time: Duration,
    ) -> Answer<Report> {
        let census = self.plain().census();
        let mut report = Report::new(named, oracle, &census, self.thresholds(), time)?;
        let mut games = Vec::new();
        for files in self.files_of_games() {
            games.push(files.map(report_file));
        }
        report.files = ReportFiles { games, found: true };
        Ok(report)
    }

    pub(crate) fn content_hashes(&self) -> Option<[ContentHash; 2]> {
        let slide = self.plain().slide();
        let drop = self.plain().drop_file()?;
        Some([slide.header().content_hash, drop.header().content_hash])
    }

    /// Returns how many positions of the slide phase each number of points can be forced from,
    /// according to the headers.
    pub(crate) fn thresholds(&self) -> Vec<ThresholdCounts> {
        let thresholds = self.tables.rules().thresholds();
        let mut counts = Vec::new();
        for (points, [slide, _]) in thresholds.into_iter().zip(self.files_of_games()) {
            let census = &slide.header().description.census;
            counts.push(ThresholdCounts::new(points, census.slide()));
        }
        counts
    }
}

/// Returns the slide file and the drop file of a table; the slide file twice if it is alone.
fn files_of(table: &Table) -> [&TableFile; 2] {
    [
        table.slide(),
        table.drop_file().unwrap_or_else(|| table.slide()),
    ]
}

pub(crate) fn report_file(file: &TableFile) -> TableFileEntry {
    TableFileEntry {
        path: file.name().to_owned(),
        bytes: file.header().file_length(),
    }
}

/// Checks that there is enough memory to decode whole tables. The values of a hostile file of a few
/// kilobytes may need any amount.
pub(crate) fn check_memory_to_expand(what: &str, table: &Table) -> Result<(), Error> {
    check_memory(what, memory_of_whole(table))
}

pub(crate) fn memory_of_whole(table: &Table) -> u64 {
    memory_to_expand(table.rules(), table.census().deepest())
}

/// Returns the size of the cache of a table's blocks: an eighth of the values, within bounds. Games
/// for points have several tables, with the least size each.
fn cache_of(rules: &Rules, slide: &TableFile) -> usize {
    if rules.scoring().is_for_points() {
        return CACHE;
    }
    (slide.header().values() / 8).clamp(CACHE as u64, LARGEST_CACHE as u64) as usize
}

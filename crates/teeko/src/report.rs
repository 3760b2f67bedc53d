//! What is reported of a solved rule set.

use std::path::PathBuf;
use std::time::Duration;

use teeko_analysis::{Summary, ThresholdCounts};
use teeko_index::Census;
use teeko_rules::{NamedRules, Parity, RulesName, Scoring};

use crate::{Error, Game, Solved, Source};

/// What is reported of a solved rule set; it outlives the solution.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The name of the rules.
    pub name: RulesName,
    /// Which distances its rules have.
    pub parity: Parity,
    /// What its goals are worth.
    pub scoring: Scoring,
    /// Its value, first drops and counts.
    pub summary: Summary,
    /// The time that it took to solve all rule sets with this slide phase that were solved
    /// together, or to read this one's tables.
    pub seconds: f64,
    /// The table files, unless none were to be written.
    pub files: Option<ReportFiles>,
}

/// The table files of a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportFiles {
    /// The slide file; in games for points those of all thresholds, that of the plain game first.
    pub slides: Vec<ReportFile>,
    /// The drop file, or those of all thresholds likewise.
    pub drops: Vec<ReportFile>,
    /// Whether all were there already, so that the report is theirs.
    pub found: bool,
}

/// A table file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ReportFile {
    /// Its path, as far as it can be shown.
    pub path: String,
    /// Its length.
    pub bytes: u64,
}

/// What is known of the tables that a game was made from, whatever became of them.
#[derive(Clone, Debug)]
pub(crate) struct OpenedTables {
    pub(crate) folder: PathBuf,
    pub(crate) files: ReportFiles,
    /// How many positions there are of each kind; in games for points, of the plain game.
    pub(crate) census: Census,
    /// In games for points: how many positions each number of points can be forced from. Empty in
    /// others.
    pub(crate) thresholds: Vec<ThresholdCounts>,
}

impl Report {
    pub(crate) fn new(
        named: &NamedRules,
        summary: Summary,
        time: Duration,
        files: Option<ReportFiles>,
    ) -> Self {
        let (name, parity, scoring) =
            (named.name().clone(), named.rules().parity(), named.rules().scoring());
        Self { name, parity, scoring, summary, seconds: time.as_secs_f64(), files }
    }

    /// The report on a solution that is not written to files.
    ///
    /// # Panics
    /// Never: a solution has all positions of its rules.
    pub fn of_solution(named: &NamedRules, solution: &Solved, time: Duration) -> Self {
        Self::new(named, solution.summary(), time, None)
    }
}

impl Game {
    /// The report on its rule set, which it took this time to solve or to open. The table files are
    /// those that it was made from.
    ///
    /// # Errors
    /// If the source fails.
    pub fn report(&self, time: Duration) -> Result<Report, Error> {
        if let Source::Solution(solution) = self.source() {
            return Ok(Report::of_solution(self.named(), solution, time));
        }
        self.report_of_tables(time)
    }

    fn report_of_tables(&self, time: Duration) -> Result<Report, Error> {
        let tables = self.tables().expect("the tables that a game answers from");
        let summary =
            Summary::new(self, tables.census.clone()).map_err(|error| self.error(error))?;
        let summary = Summary { thresholds: tables.thresholds.clone(), ..summary };
        Ok(Report::new(self.named(), summary, time, Some(tables.files.clone())))
    }
}

//! `teeko.solve/1`: reports on solved rule sets.

use std::path::PathBuf;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{AnalysisError, Summary, ThresholdCounts};
use teeko_index::{Census, LayerCensus};
use teeko_rules::{NamedRules, Oracle, Parity, RulesName, Scoring};
use teeko_solve::{CountedSolution, ScoredSolution, ThresholdSolution};
use teeko_table::ContentHash;

use crate::answers::{FirstDropEntry, OutcomeFields, VariantCensus};
use crate::{Error, Game, Source};

/// A report on a solved rule set. It does not keep the solution in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The name of the rules.
    pub name: RulesName,
    /// Which distances the rules allow.
    pub parity: Parity,
    /// The scoring of its goals.
    pub scoring: Scoring,
    /// The value, first drops and counts.
    pub summary: Summary,
    /// The seconds that it took to solve all rule sets of the group with this slide phase, or to
    /// read the tables of this one.
    pub seconds: f64,
    /// The table files; `None` if none were to be written.
    pub files: Option<ReportFiles>,
}

/// The table files of a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportFiles {
    /// The slide file; in games for points those of all thresholds, the plain game's first.
    pub slides: Vec<TableFileEntry>,
    /// The drop file; in games for points those of all thresholds, the plain game's first.
    pub drops: Vec<TableFileEntry>,
    /// Whether all files existed already, so that the report was read from them.
    pub found: bool,
}

/// Facts about the tables that a game was made from, whatever its source has become.
#[derive(Clone, Debug)]
pub(crate) struct OpenedTables {
    pub(crate) folder: PathBuf,
    pub(crate) files: ReportFiles,
    /// The number of positions of each kind; in games for points, of the plain game.
    pub(crate) census: Census,
    /// In games for points: the number of positions that each number of points can be forced from.
    /// Empty in other games.
    pub(crate) thresholds: Vec<ThresholdCounts>,
    /// The content hashes of the plain game's slide file and drop file.
    pub(crate) content_hashes: Option<[ContentHash; 2]>,
}

impl OpenedTables {
    /// Returns the summary of the tables, with the values that `oracle` reads from them.
    pub(crate) fn summary(&self, oracle: &dyn Oracle) -> Result<Summary, AnalysisError> {
        let summary = Summary::new(oracle, self.census.clone())?;
        Ok(Summary { thresholds: self.thresholds.clone(), ..summary })
    }
}

/// Counts the positions of the slide phase from which each number of points can be forced. Empty if
/// the game is not for points.
pub(crate) fn thresholds(solution: &ScoredSolution) -> Vec<ThresholdCounts> {
    if !solution.rules().scoring().is_for_points() {
        return Vec::new();
    }
    let counts = |(points, game): &(u8, ThresholdSolution)| match game {
        ThresholdSolution::Goals(game) => counts_of_layer(*points, game.slide().census()),
        ThresholdSolution::Attack(attack) => counts_of_layer(*points, attack.slide().census()),
    };
    solution.games().iter().map(counts).collect()
}

/// Returns the same counts from the census of the slide phase of a threshold game.
pub(crate) fn counts_of_layer(points: u8, census: &LayerCensus) -> ThresholdCounts {
    ThresholdCounts { points, won: census.win(), lost: census.loss(), deepest: census.deepest() }
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

    /// Returns the report on a solution that is not written to files.
    ///
    /// # Panics
    /// Never panics: a solution contains all positions of its rules.
    pub fn of_solution(named: &NamedRules, solution: &ScoredSolution, time: Duration) -> Self {
        let summary = Summary::new(solution, solution.plain().census());
        let summary = summary.expect("a solution has all positions");
        let thresholds = thresholds(solution);
        Self::new(named, Summary { thresholds, ..summary }, time, None)
    }

    /// Returns the report on a rule set whose positions of seven and eight pieces were counted.
    pub(crate) fn of_counted(
        named: &NamedRules,
        counted: &CountedSolution,
        time: Duration,
        files: Option<ReportFiles>,
    ) -> Self {
        let summary = Summary::new(counted, counted.census().clone());
        Self::new(named, summary.expect("the values of all first drops"), time, files)
    }
}

impl Game {
    /// Returns the report on the rule set of this game; `time` is what solving or opening it took.
    /// The table files are those that the game was made from.
    ///
    /// # Errors
    /// Returns an error if the source fails.
    ///
    /// # Panics
    /// Never panics: a game that is not a solution was made from tables.
    pub fn report(&self, time: Duration) -> Result<Report, Error> {
        if let Source::Solution(solution) = self.source() {
            return Ok(Report::of_solution(self.named(), solution, time));
        }
        let tables = self.tables().expect("the tables that a game answers from");
        let summary = tables.summary(self).map_err(|error| self.error(error))?;
        Ok(Report::new(self.named(), summary, time, Some(tables.files.clone())))
    }
}

/// Solved variants.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Solve {
    /// `teeko.solve/1`.
    pub schema: &'static str,
    /// True if the run resumed from half-steps that an interrupted run has saved. Left out
    /// otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resumed: bool,
    /// The variants in the order requested.
    pub variants: Vec<SolvedVariant>,
}

/// A solved variant.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SolvedVariant {
    /// Its name.
    pub variant: String,
    /// The value of the game for Black.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The value of each first drop for Black, in the order of the circles.
    pub first_drops: Vec<FirstDropEntry>,
    /// The number of positions of each kind.
    pub census: VariantCensus,
    /// In games for points: the number of positions that each number of points can be forced from.
    /// Left out in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<Vec<ThresholdEntry>>,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The seconds that all variants with its slide phase took together.
    pub seconds: f64,
    /// The slide file and the drop file; empty if none were to be written.
    pub files: Vec<TableFileEntry>,
}

/// The number of positions of the slide phase from which a number of points can be forced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ThresholdEntry {
    /// The points.
    pub points: u8,
    /// Positions with the attacker to move.
    pub attacker: AttackerWins,
    /// Positions with the defender to move.
    pub defender: DefenderLosses,
    /// The longest distance, in plies.
    pub deepest: u32,
}

/// Positions in which the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AttackerWins {
    /// The positions from which the attacker forces the points.
    pub win: u64,
}

/// Positions in which the defender is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DefenderLosses {
    /// The positions in which the defender cannot stop the attacker.
    pub loss: u64,
}

impl ThresholdEntry {
    /// Returns the entries of a game for points; `None` for other games.
    fn all(thresholds: &[ThresholdCounts]) -> Option<Vec<Self>> {
        let entry = |&ThresholdCounts { points, won, lost, deepest }: &ThresholdCounts| Self {
            points,
            attacker: AttackerWins { win: won },
            defender: DefenderLosses { loss: lost },
            deepest,
        };
        (!thresholds.is_empty()).then(|| thresholds.iter().map(entry).collect())
    }
}

/// A table file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TableFileEntry {
    /// The path, with characters that cannot be displayed replaced.
    pub path: String,
    /// The length in bytes.
    pub bytes: u64,
}

impl Solve {
    /// Returns the document on some variants.
    pub fn new(reports: &[Report]) -> Self {
        let variants = reports.iter().map(SolvedVariant::new).collect();
        Self { schema: "teeko.solve/1", resumed: false, variants }
    }
}

impl SolvedVariant {
    /// Returns the entry of a variant.
    pub fn new(report: &Report) -> Self {
        let summary = &report.summary;
        let files = report.files.iter().flat_map(|files| files.slides.iter().chain(&files.drops));
        Self {
            variant: report.name.to_string(),
            value: OutcomeFields::of_value(report.scoring, Some(summary.value)),
            first_drops: FirstDropEntry::all(report.scoring, &summary.first_drops),
            census: VariantCensus::new(&summary.census, report.parity),
            thresholds: ThresholdEntry::all(&summary.thresholds),
            deepest: summary.deepest(),
            seconds: report.seconds,
            files: files.cloned().collect(),
        }
    }
}

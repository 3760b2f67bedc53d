//! `teeko.solve/1`: reports on solved rule sets.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use teeko_analysis::{Answer, first_drops};
use teeko_index::{Census, LayerCensus};
use teeko_rules::{
    Circle, Circles, NamedRules, Oracle, Position, Rules, RulesName, Scoring, SymmetryGroup,
};
use teeko_solve::Solution;

use crate::answers::{
    CensusFields, FirstDropEntry, OutcomeFields, in_loss, in_loss_schema, in_win, in_win_schema,
};

/// Solved variants.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Solve {
    /// `teeko.solve/1`.
    pub schema: &'static str,
    /// True if the run resumed from half-steps that an interrupted run has saved. Left out
    /// otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resumed: bool,
    /// The variants in the order requested.
    pub variants: Vec<Report>,
}

/// A report on a solved rule set. It does not keep the solution in memory.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Report {
    /// The name of the rules.
    #[serde(rename = "variant")]
    pub name: RulesName,
    /// What both sides play for.
    #[serde(skip)]
    pub scoring: Scoring,
    /// The value of the game for Black.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The value of each first drop for Black, in the order of the circles.
    pub first_drops: Vec<FirstDropEntry>,
    /// The first drops that keep the value, one of each set of symmetric ones.
    #[serde(skip)]
    pub best_first_drops: Circles,
    /// The number of positions of each kind; in games for points, of the plain game.
    pub census: CensusFields,
    /// In games for points: the number of positions that each number of points can be forced from.
    /// Left out in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<Vec<ThresholdCounts>>,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The seconds that it took to solve all rule sets of the group with this slide phase, or to
    /// read the tables of this one.
    pub seconds: f64,
    /// The table files; none if none were to be written.
    #[schemars(with = "Vec<TableFileEntry>")]
    pub files: ReportFiles,
}

/// The table files of a rule set, serialised as one list, the slide files first.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ReportFiles {
    /// The slide file and the drop file; in games for points those of each threshold, the plain
    /// game's first.
    pub games: Vec<[TableFileEntry; 2]>,
    /// Whether all files existed already, so that the report was read from them.
    pub found: bool,
}

impl Serialize for ReportFiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let slides = self.games.iter().map(|[slide, _]| slide);
        let drops = self.games.iter().map(|[_, drop]| drop);
        serializer.collect_seq(slides.chain(drops))
    }
}

/// The number of slide-phase positions from which `points` points can be forced.
///
/// Where pieces have numbers, the attacker's pieces are distinguished as far as the threshold
/// needs, as heavy and light; the other side's are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ThresholdCounts {
    /// The points.
    pub points: u8,
    /// Positions with the attacker to move.
    #[serde(serialize_with = "in_win")]
    #[schemars(schema_with = "in_win_schema")]
    pub attacker: u64,
    /// Positions with the defender to move.
    #[serde(serialize_with = "in_loss")]
    #[schemars(schema_with = "in_loss_schema")]
    pub defender: u64,
    /// The greatest distance in plies; 0 if there is none.
    pub deepest: u32,
}

impl ThresholdCounts {
    /// Returns the counts of a slide phase in the threshold game of `points` points.
    pub fn new(points: u8, census: &LayerCensus) -> Self {
        Self {
            points,
            attacker: census.win(),
            defender: census.loss(),
            deepest: census.deepest(),
        }
    }
}

/// Counts the positions of the slide phase from which each number of points can be forced.
pub(crate) fn thresholds(solution: &Solution) -> Vec<ThresholdCounts> {
    let censuses = solution.slide_censuses();
    censuses
        .map(|(points, census)| ThresholdCounts::new(points, census))
        .collect()
}

/// Returns the first drops that keep the outcome, one of each set of symmetric ones.
fn best_first_drops(rules: &Rules, first_drops: &[FirstDropEntry]) -> Circles {
    // The best first drop may have a shorter distance than the game: see `best_line`.
    let worths = first_drops.iter().filter_map(|drop| drop.worth.value);
    let chooses = rules.chooser(&Position::EMPTY) == Position::EMPTY.turn;
    let best = if chooses { worths.max() } else { worths.min() };
    let symmetries = rules.symmetries();
    let mut circles = Circles::EMPTY;
    for drop in first_drops {
        let circle = drop.played.to();
        let is_best = best.is_some() && drop.worth.value == best;
        if is_best && is_least(circle, &symmetries) {
            circles = circles.with(circle);
        }
    }
    circles
}

/// Returns whether no symmetry maps a circle to one with a lower number.
fn is_least(circle: Circle, symmetries: &SymmetryGroup) -> bool {
    symmetries
        .elements()
        .iter()
        .all(|symmetry| symmetry.image(circle) >= circle)
}

impl Report {
    /// Returns the report on a rule set whose values `oracle` knows, without files, given its
    /// census, and the counts of the thresholds in a game for points.
    pub(crate) fn new(
        named: &NamedRules,
        oracle: &dyn Oracle,
        census: &Census,
        thresholds: Vec<ThresholdCounts>,
        time: Duration,
    ) -> Answer<Self> {
        let (rules, scoring) = (named.rules(), named.rules().scoring());
        let first_drops = first_drops(oracle)?;
        Ok(Self {
            name: named.name().clone(),
            scoring,
            value: OutcomeFields::of_value(scoring, oracle.value(&Position::EMPTY)?),
            best_first_drops: best_first_drops(rules, &first_drops),
            first_drops,
            census: CensusFields::new(census, rules.parity()),
            thresholds: scoring.is_for_points().then_some(thresholds),
            deepest: census.deepest(),
            seconds: time.as_secs_f64(),
            files: ReportFiles::default(),
        })
    }

    /// Returns the report on a solution that is not written to files.
    pub fn of_solution(named: &NamedRules, solution: &Solution, time: Duration) -> Self {
        let (census, thresholds) = (solution.census(), thresholds(solution));
        Self::new(named, solution, &census, thresholds, time).expect("a solution has all positions")
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
    /// Returns the answer with these reports.
    pub fn new(variants: Vec<Report>, resumed: bool) -> Self {
        Self {
            schema: "teeko.solve/1",
            resumed,
            variants,
        }
    }
}

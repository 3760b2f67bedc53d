//! A report on a family of rule sets.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use teeko_analysis::atlas::{Comparison, Entry, Family, SlidePhase};
use teeko_index::OutcomeMatrix;
use teeko_rules::notation::RowsForm;
use teeko_rules::{Board, DropPlan, GoalSet, NamedRules, NamedStep, Outcome, Scoring, Variant};

use super::definition::{About, Definition, Example, Work};
use super::diff::{ByResult, by_result};
use super::{Ask, RequestError, Subject, check_circles, json};
use crate::answers::{DropCensus, FirstDropEntry, OutcomeFields, SlideCensus};
use crate::atlas::atlas_memory;
use crate::{AtlasObserver, Error, solve_atlas};

/// The most slide phases that a service solves for one answer. A slide phase for points counts as
/// several.
const MOST_PHASES: usize = 12;
const PHASES_FOR_POINTS: usize = 4;

pub(super) static ATLAS: Definition = Definition::new::<AtlasQuestion, Atlas>(
    "atlas",
    About::Nothing,
    Work::Search,
    &[
        Example::new(
            "Two rule sets",
            "/v1/atlas?goals=44,58&plans=ssss&board=4x4&steps=king&no_centre=no&points",
        ),
        Example::new("The sixteen variants", "/v1/atlas?sixteen"),
        Example::refused(400, "No goal set", "/v1/atlas?goals=45"),
        Example::refused(422, "More than a service solves", "/v1/atlas?board=8x8"),
    ],
);

/// Solve a family of rule sets, report on each, and compare them
///
/// A family is every combination of some goal sets, drop plans, steps and centre bans on one board.
/// The default has 384 rule sets: the six goal sets with squares, all plans, king and knight steps,
/// with and without the centre ban, on the standard board. For each rule set the report has the
/// value of the game, the value of each first drop, the counts of positions by outcome, and the
/// longest win. If one goal set contains another, the report also counts the positions whose
/// outcome differs between the two.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct AtlasQuestion {
    /// Goal sets, separated by commas, such as 44,58 [default: the six from 44 to 78]
    #[serde(default)]
    #[schemars(with = "Option<String>", example = "44,58")]
    pub goals: List<GoalSet>,
    /// Drop plans, separated by commas, such as ssss,sppp [default: all sixteen]
    #[serde(default)]
    #[schemars(with = "Option<String>", example = "ssss,sppp")]
    pub plans: List<DropPlan>,
    /// Board, from 4x4 to 8x8 [default: 5x5]
    #[schemars(with = "Option<String>", example = "4x4")]
    pub board: Option<Board>,
    /// Steps, separated by commas, such as king,orthogonal; `teeko variants` lists them [default:
    /// king,knight]
    #[serde(default)]
    #[schemars(with = "Option<String>", example = "king,knight")]
    pub steps: List<NamedStep>,
    /// Whether Black is banned from opening in the centre
    #[serde(default)]
    pub no_centre: CentreBans,
    /// Also report the value of each rule set when played for points, if all its goals have prices
    #[serde(default)]
    pub points: bool,
    /// Report on the sixteen variants that `teeko variants` lists, and no others
    #[serde(default)]
    pub sixteen: bool,
}

/// A list with commas between its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List<T>(pub Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let entries = text.split(',').map(str::parse).collect::<Result<_, _>>();
        entries.map(Self).map_err(D::Error::custom)
    }
}

/// Whether Black may not open in the centre, in the rule sets of a family.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CentreBans {
    /// Both, if there is a centre
    #[default]
    Any,
    /// Only rule sets with the ban
    Yes,
    /// Only rule sets without the ban
    No,
    /// Both
    Both,
}

impl AtlasQuestion {
    /// Checks that the parameters go together.
    ///
    /// # Errors
    /// Returns an error if others than points are given with the sixteen.
    pub fn check(&self) -> Result<(), RequestError> {
        self.check_form()
    }

    /// Returns the family.
    pub fn family(&self) -> Family {
        if self.sixteen {
            return Family::sixteen();
        }
        with_defaults(Family {
            board: self.board.unwrap_or(Board::STANDARD),
            goals: self.goals.0.clone(),
            plans: self.plans.0.clone(),
            steps: self.steps.0.clone(),
            no_centre: match self.no_centre {
                CentreBans::Any => Vec::new(),
                CentreBans::Yes => vec![true],
                CentreBans::No => vec![false],
                CentreBans::Both => vec![false, true],
            },
        })
    }

    /// Solves the family.
    ///
    /// # Errors
    /// Returns an error if the rules do not go together, memory does not suffice, or `observe`
    /// stops the work.
    pub fn answer(&self, observe: AtlasObserver<'_>) -> Result<Atlas, Error> {
        Ok(Atlas::new(&solve_atlas(self.family(), self.points, observe)?))
    }
}

/// Returns a family in order, in which the defaults replace empty lists: the six goal sets with
/// squares, all plans, king and knight steps, and both with and without the centre ban where there
/// is a centre.
fn with_defaults(given: Family) -> Family {
    let Family { board, mut goals, mut plans, mut steps, mut no_centre } = given;
    fill(&mut goals, GoalSet::SIX);
    goals.sort_unstable();
    goals.dedup();
    fill(&mut plans, DropPlan::all());
    let mut seen = BTreeSet::new();
    plans.retain(|&plan| seen.insert(plan));
    fill(&mut steps, [NamedStep::King, NamedStep::Knight]);
    steps.sort_unstable();
    steps.dedup();
    let bans: &[bool] = if board.centre().is_some() { &[false, true] } else { &[false] };
    fill(&mut no_centre, bans.iter().copied());
    Family { board, goals, plans, steps, no_centre }
}

fn fill<T>(list: &mut Vec<T>, default: impl IntoIterator<Item = T>) {
    if list.is_empty() {
        list.extend(default);
    }
}

impl Ask for AtlasQuestion {
    fn check_form(&self) -> Result<(), RequestError> {
        let Self { goals, plans, board, steps, no_centre, .. } = self;
        let is_default = goals.0.is_empty()
            && plans.0.is_empty()
            && board.is_none()
            && steps.0.is_empty()
            && *no_centre == CentreBans::Any;
        if self.sixteen && !is_default {
            return Err(RequestError::together("sixteen, goals, plans, board, steps, no_centre"));
        }
        Ok(())
    }

    fn check_bounds(&self, _: &[NamedRules]) -> Result<(), RequestError> {
        let family = self.family();
        check_circles(family.board)?;
        let phases = family.goals.len()
            * family.steps.len()
            * if self.points { PHASES_FOR_POINTS } else { 1 };
        if phases <= MOST_PHASES {
            return Ok(());
        }
        Err(RequestError::too_much(format!(
            "atlas: expected at most {MOST_PHASES} slide phases, one for each goal set and step \
             and \
             {PHASES_FOR_POINTS} where points are wanted, found {phases}"
        )))
    }

    fn memory(&self, _: &[NamedRules]) -> u64 {
        atlas_memory(&self.family()).ok().flatten().map_or(0, |(_, bytes)| bytes)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        Ok(json(&self.answer(&|step| (subject.observe)(step.progress))?))
    }
}

/// The whole atlas.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Atlas {
    /// `teeko.atlas/1`.
    pub schema: &'static str,
    /// The board.
    pub board: Board,
    /// The slide phases by step, then goal set.
    pub slide_phases: Vec<AtlasPhase>,
    /// The variants in the order of their slide phases.
    pub variants: Vec<AtlasVariant>,
    /// The effects of additional goals.
    pub comparisons: Vec<AtlasComparison>,
}

/// A slide phase: everything that its variants share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasPhase {
    /// Its name.
    pub slide_phase: String,
    /// The goal set.
    pub goals: GoalSet,
    /// The number of goals on the board.
    pub goal_count: usize,
    /// The step.
    pub step: NamedStep,
    /// How many positions there are of each kind.
    pub census: AtlasSlideCensus,
    /// The largest distance in plies.
    pub deepest: u32,
    /// The deepest win; null if neither side can force one.
    pub deepest_win: Option<AtlasWin>,
    /// The content hash of its table.
    pub content_hash: String,
}

/// The positions of a slide phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasSlideCensus {
    /// The counts in disjoint classes.
    pub slide: SlideCensus,
}

/// A variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasVariant {
    /// Its name.
    pub variant: Variant,
    /// The name of its slide phase.
    pub slide_phase: String,
    /// The value of the game for Black.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The value for Black when the game is played for points; left out unless it was requested and
    /// all goals have prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_points: Option<OutcomeFields>,
    /// The value of each first drop for Black, in the order of the circles.
    pub first_drops: Vec<FirstDropEntry>,
    /// How many positions there are of each kind.
    pub census: AtlasDropCensus,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The deepest win; null if neither side can force one.
    pub deepest_win: Option<AtlasWin>,
    /// The content hash of its table.
    pub content_hash: String,
}

/// The positions of a drop phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasDropCensus {
    /// The counts by layer.
    pub drop: Vec<DropCensus>,
}

/// A win that takes the most plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasWin {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The value for the side to move.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The position where it begins.
    pub position: RowsForm,
}

/// Two slide phases, one with all goals of the other and some more, and the variants that differ in
/// nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasComparison {
    /// The names; the one with fewer goals is first.
    pub slide_phases: [String; 2],
    /// The positions.
    pub slide: AtlasMatrix,
    /// The variants.
    pub drop: Vec<AtlasDropComparison>,
}

/// Positions by outcome under the first rule set, then by outcome under the second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasMatrix {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions with another outcome.
    pub flips: u64,
    /// The numbers by both outcomes.
    #[serde(flatten, serialize_with = "by_result")]
    #[schemars(with = "ByResult<ByResult<u64>>")]
    pub by_outcome: OutcomeMatrix,
}

/// Two variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasDropComparison {
    /// The names; the one with fewer goals is first.
    pub variants: [Variant; 2],
    /// The layers.
    pub layers: Vec<AtlasLayer>,
}

/// A layer of the drop phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AtlasLayer {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions with another outcome.
    pub flips: u64,
}

impl Atlas {
    fn new(atlas: &teeko_analysis::atlas::Atlas) -> Self {
        let board = atlas.family.board;
        let variants = atlas.phases.iter().flat_map(|phase| phase.variants.iter());
        Self {
            schema: "teeko.atlas/1",
            board,
            slide_phases: atlas.phases.iter().map(|phase| AtlasPhase::new(board, phase)).collect(),
            variants: variants.map(|entry| AtlasVariant::new(board, entry)).collect(),
            comparisons: atlas.comparisons().map(AtlasComparison::new).collect(),
        }
    }

    /// Returns the steps, in the order of the slide phases.
    pub fn steps(&self) -> Vec<NamedStep> {
        distinct(self.slide_phases.iter().map(|phase| phase.step))
    }

    /// Returns the drop plans, in the order of the variants.
    pub fn plans(&self) -> Vec<DropPlan> {
        distinct(self.variants.iter().map(|entry| entry.variant.plan))
    }

    /// Returns whether Black is banned from opening in the centre, in the order of the variants.
    pub fn no_centre(&self) -> Vec<bool> {
        distinct(self.variants.iter().map(|entry| entry.variant.no_centre))
    }

    /// Returns the slide phases with a step.
    pub fn phases_with(&self, step: NamedStep) -> impl Iterator<Item = &AtlasPhase> {
        self.slide_phases.iter().filter(move |phase| phase.step == step)
    }

    /// Returns the variants of a slide phase with the centre ban, or those without.
    pub fn variants_with(
        &self,
        phase: &AtlasPhase,
        no_centre: bool,
    ) -> impl Iterator<Item = &AtlasVariant> {
        self.variants.iter().filter(move |entry| {
            entry.slide_phase == phase.slide_phase && entry.variant.no_centre == no_centre
        })
    }

    /// Returns whether the variants of a slide phase have values in points.
    pub fn has_points(&self, phase: &AtlasPhase) -> bool {
        let variants = self.variants.iter();
        let mut of_phase = variants.filter(|entry| entry.slide_phase == phase.slide_phase);
        of_phase.any(|entry| entry.in_points.is_some())
    }
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

impl AtlasPhase {
    fn new(board: Board, phase: &SlidePhase) -> Self {
        Self {
            slide_phase: phase.name.clone(),
            goals: phase.goals,
            goal_count: phase.goals.on(board).patterns().len(),
            step: phase.step,
            census: AtlasSlideCensus {
                slide: SlideCensus::new(&phase.census, phase.goals.on(board).parity()),
            },
            deepest: phase.census.deepest(),
            deepest_win: AtlasWin::new(board, phase.deepest_win),
            content_hash: phase.content_hash.to_string(),
        }
    }
}

impl AtlasVariant {
    fn new(board: Board, entry: &Entry) -> Self {
        let summary = &entry.summary;
        Self {
            variant: entry.variant,
            slide_phase: entry.variant.slide_phase_name(),
            value: OutcomeFields::of_value(Scoring::Goals, Some(summary.value)),
            in_points: entry
                .in_points
                .map(|value| OutcomeFields::of_value(Scoring::Points, Some(value))),
            first_drops: FirstDropEntry::all(Scoring::Goals, &summary.first_drops),
            census: AtlasDropCensus { drop: DropCensus::all(&summary.census) },
            deepest: summary.deepest(),
            deepest_win: AtlasWin::new(board, entry.deepest_win),
            content_hash: entry.content_hash.to_string(),
        }
    }
}

impl AtlasWin {
    fn new(board: Board, win: Option<teeko_analysis::atlas::DeepestWin>) -> Option<Self> {
        win.map(|win| Self {
            layer: win.position.layer(),
            value: OutcomeFields::new(Some(Outcome::Win(win.distance))),
            position: RowsForm { board, position: win.position },
        })
    }
}

impl AtlasComparison {
    fn new((phase, comparison): (&SlidePhase, &Comparison)) -> Self {
        let drop = phase.variants.iter().zip(&comparison.drops).map(|(entry, layers)| {
            let larger = entry.variant;
            let layer = |(layer, matrix): (usize, &OutcomeMatrix)| AtlasLayer {
                layer,
                positions: matrix.total(),
                flips: matrix.flips(),
            };
            AtlasDropComparison {
                variants: [comparison.smaller_variant(larger), larger],
                layers: layers.iter().enumerate().map(layer).collect(),
            }
        });
        let smaller = comparison.smaller_variant(phase.variants[0].variant).slide_phase_name();
        Self {
            slide_phases: [smaller, phase.name.clone()],
            slide: AtlasMatrix::new(&comparison.slide),
            drop: drop.collect(),
        }
    }
}

impl AtlasMatrix {
    fn new(matrix: &OutcomeMatrix) -> Self {
        Self { positions: matrix.total(), flips: matrix.flips(), by_outcome: *matrix }
    }
}

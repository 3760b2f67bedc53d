//! A report on a family of rule sets.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::atlas::{Comparison, Entry, Family, SlidePhase};
use teeko_index::OutcomeMatrix;
use teeko_rules::notation::RowsForm;
use teeko_rules::work::Progress;
use teeko_rules::{Board, DropPlan, GoalSet, NamedRules, NamedStep, Outcome, Scoring, Variant};

use super::definition::{About, Definition, Example, Work};
use super::diff::{ByResult, by_result};
use super::parameters::{Parameter, Parameters};
use super::{Ask, RequestError, Subject, check_circles, json};
use crate::answers::{DropCensus, FirstDropEntry, OutcomeFields, SlideCensus};
use crate::atlas::atlas_memory;
use crate::{AtlasObserver, AtlasStep, Error, add_points, solve_atlas};

const GOALS: Parameter = Parameter::text(
    "goals",
    "Goal sets, with commas between them; all with squares if left out",
    "44,58",
);
const PLANS: Parameter = Parameter::text(
    "plans",
    "Drop plans, with commas between them; all sixteen if left out",
    "ssss,sppp",
);
const BOARD: Parameter = Parameter::text("board", "The board, 5x5 if left out", "4x4");
const STEPS: Parameter = Parameter::text(
    "steps",
    "Steps, with commas between them: king, knight, teleport, orthogonal; king and knight if left \
     out",
    "king,knight",
);
const NO_CENTRE: Parameter = Parameter::word(
    "no_centre",
    &["any", "yes", "no", "both"],
    "Whether Black may not open in the centre; `any`: both where there is a centre",
);
const POINTS: Parameter =
    Parameter::flag("points", "Also what each is worth for points, where all goals have prices");
const SIXTEEN: Parameter =
    Parameter::flag("sixteen", "The sixteen variants, without other parameters than points");

/// The most slide phases that a service solves for one answer. A slide phase for points counts as
/// several.
const MOST_PHASES: usize = 12;
const PHASES_FOR_POINTS: usize = 4;

pub(super) const ATLAS: Definition = Definition::new::<Atlas>(
    "atlas",
    About::Nothing,
    Work::Search,
    "A family of rule sets, and what changes between them",
    &[&GOALS, &PLANS, &BOARD, &STEPS, &NO_CENTRE, &POINTS, &SIXTEEN],
    |parameters| Ok(Box::new(AtlasQuestion::read(parameters)?)),
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

/// Asks for a report on a family of rule sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtlasQuestion {
    /// The family.
    pub family: Family,
    /// Whether to solve each rule set for points, too.
    pub points: bool,
}

impl AtlasQuestion {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let sixteen = parameters.flag(&SIXTEEN)?;
        if sixteen
            && [&GOALS, &PLANS, &BOARD, &STEPS, &NO_CENTRE]
                .iter()
                .any(|one| parameters.text(one).is_some())
        {
            return Err(RequestError::together("sixteen, goals, plans, board, steps, no_centre"));
        }
        let ban: &[bool] =
            [&[][..], &[true], &[false], &[false, true]][parameters.word(&NO_CENTRE)?];
        let board = parameters.list(&BOARD)?;
        let family = with_defaults(Family {
            goals: parameters.list(&GOALS)?,
            plans: parameters.list(&PLANS)?,
            board: match board[..] {
                [] => Board::STANDARD,
                [board] => board,
                _ => return Err(parameters.unfit(&BOARD)),
            },
            steps: parameters.list(&STEPS)?,
            no_centre: ban.to_vec(),
        });
        let family = if sixteen { Family::sixteen() } else { family };
        Ok(Self { family, points: parameters.flag(&POINTS)? })
    }

    /// Solves the family.
    ///
    /// # Errors
    /// Returns an error if the rules do not go together, memory does not suffice, or `observe`
    /// stops the work.
    pub fn answer(
        &self,
        observe: AtlasObserver<'_>,
    ) -> Result<teeko_analysis::atlas::Atlas, Error> {
        let mut atlas = solve_atlas(self.family.clone(), observe)?;
        if self.points {
            add_points(&mut atlas, observe)?;
        }
        Ok(atlas)
    }
}

/// Returns a family in order, in which the defaults replace empty lists: the six goal sets with
/// squares, all plans, king and knight steps, and both with and without the centre ban where there
/// is a centre.
pub fn with_defaults(given: Family) -> Family {
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
    fn check_bounds(&self, _: &[NamedRules]) -> Result<(), RequestError> {
        let family = &self.family;
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
        atlas_memory(&self.family).ok().flatten().map_or(0, |(_, bytes)| bytes)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        let observe = |step: AtlasStep<'_>| {
            (subject.observe)(match step {
                AtlasStep::Done(progress) => progress,
                AtlasStep::Slides(..) => Progress { done: 0, total: 0 },
            })
        };
        Ok(json(&Atlas::new(&self.answer(&observe)?)))
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
    /// Returns the document on an atlas.
    pub fn new(atlas: &teeko_analysis::atlas::Atlas) -> Self {
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

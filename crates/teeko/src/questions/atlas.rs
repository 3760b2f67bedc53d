//! A report on a family of rule sets.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use teeko_analysis::atlas::{Atlas, AtlasPhase, AtlasVariant, Family, GOAL_SETS_AT_ONCE};
use teeko_index::{LayerCensus, SolvedLayers, positions_of_layer};
use teeko_rules::work::{Observer, Progress};
use teeko_rules::{
    Board, DropPlan, GoalSet, NamedStep, Oracle, PIECES, Position, Rules, RulesError, Scoring,
    Variant,
};
use teeko_solve::{SlideProgress, Solution, SolvedSlides, memory_needed, memory_of_layers};

use super::{Ask, Asked, Subject, check_circles};
use crate::answers::OutcomeFields;
use crate::{Error, NamedObserver, PositionReader};

/// The most slide phases that a service solves for one answer. A slide phase for points counts as
/// several.
const MOST_PHASES: usize = 12;
const PHASES_FOR_POINTS: usize = 4;

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
    #[serde(default, deserialize_with = "list")]
    #[schemars(with = "Option<String>", example = "44,58")]
    pub goals: Vec<GoalSet>,
    /// Drop plans, separated by commas, such as ssss,sppp [default: all sixteen]
    #[serde(default, deserialize_with = "list")]
    #[schemars(with = "Option<String>", example = "ssss,sppp")]
    pub plans: Vec<DropPlan>,
    /// Board, from 4x4 to 8x8 [default: 5x5]
    #[schemars(with = "Option<String>", example = "4x4")]
    pub board: Option<Board>,
    /// Steps, separated by commas, such as king,orthogonal; `teeko variants` lists them [default:
    /// king,knight]
    #[serde(default, deserialize_with = "list")]
    #[schemars(with = "Option<String>", example = "king,knight")]
    pub steps: Vec<NamedStep>,
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

fn list<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.split(',').map(|entry| entry.parse().map_err(D::Error::custom)).collect()
}

/// Returns the entries of a list; those of `default` if there are none.
fn or<T: Copy>(list: &[T], default: impl IntoIterator<Item = T>) -> Vec<T> {
    if list.is_empty() { default.into_iter().collect() } else { list.to_vec() }
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
    /// Returns the family, in order.
    pub fn family(&self) -> Family {
        if self.sixteen {
            return Family::sixteen();
        }
        let board = self.board.unwrap_or(Board::STANDARD);
        let goals = or(&self.goals, GoalSet::SIX);
        let goals = GoalSet::ALL.into_iter().filter(|set| goals.contains(set)).collect();
        let mut seen = BTreeSet::new();
        let mut plans = or(&self.plans, DropPlan::all());
        plans.retain(|&plan| seen.insert(plan));
        let steps = or(&self.steps, [NamedStep::King, NamedStep::Knight]);
        let steps = NamedStep::ALL.into_iter().filter(|step| steps.contains(step)).collect();
        let no_centre = match self.no_centre {
            CentreBans::Any if board.centre().is_none() => vec![false],
            CentreBans::Any | CentreBans::Both => vec![false, true],
            CentreBans::Yes => vec![true],
            CentreBans::No => vec![false],
        };
        Family { board, goals, plans, steps, no_centre }
    }

    /// Solves the family. `observe` receives the name of the slide phase being solved, and the
    /// positions solved.
    ///
    /// # Errors
    /// Returns an error if the rules do not go together, memory does not suffice, or `observe`
    /// stops the work.
    pub fn solve(&self, observe: NamedObserver<'_>) -> Result<Atlas, Error> {
        solve_atlas(&self.family(), self.points, observe)
    }
}

impl Ask for AtlasQuestion {
    type Asked = Self;

    fn read(&self, _: &[&PositionReader]) -> Result<Self, Error> {
        let Self { goals, plans, board, steps, no_centre, .. } = self;
        let is_default = goals.is_empty()
            && plans.is_empty()
            && board.is_none()
            && steps.is_empty()
            && *no_centre == CentreBans::Any;
        if self.sixteen && !is_default {
            return Err(Error::together("sixteen, goals, plans, board, steps, no_centre"));
        }
        Ok(self.clone())
    }
}

impl Asked for AtlasQuestion {
    type Answer<'a> = Atlas;

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Atlas, Error> {
        self.solve(&|_, progress| (subject.observe)(progress))
    }

    fn check_bounds(&self, _: &[&PositionReader]) -> Result<(), Error> {
        let family = self.family();
        check_circles(family.board)?;
        let phases = family.goals.len()
            * family.steps.len()
            * if self.points { PHASES_FOR_POINTS } else { 1 };
        if phases <= MOST_PHASES {
            return Ok(());
        }
        Err(Error::too_much(format!(
            "atlas: expected at most {MOST_PHASES} slide phases, one for each goal set and step \
             and {PHASES_FOR_POINTS} where points are wanted, found {phases}"
        )))
    }

    fn memory(&self, _: &[&PositionReader]) -> u64 {
        atlas_memory(&self.family()).ok().flatten().map_or(0, |(_, bytes)| bytes)
    }
}

/// Solves a family of rule sets and compares neighbouring ones. Each solution is freed after its
/// comparisons. With `points` also finds the values of the variants in points, where all goals have
/// prices.
///
/// `observe` receives the name of the slide phase being solved, and the positions solved, of those
/// of all slide phases, threshold games included. The drop phases with one slide phase count as
/// much as it does.
fn solve_atlas(family: &Family, points: bool, observe: NamedObserver<'_>) -> Result<Atlas, Error> {
    if let Some((variant, bytes)) = atlas_memory(family)? {
        crate::check_memory(&variant.to_string(), bytes)?;
    }
    let (board, steps) = (family.board, family.steps.len() as u64);
    let positions = positions_of_layer(board, 2 * PIECES);
    let prices =
        |goals: &GoalSet| goals.scored_on(board, Scoring::Points).map(|goals| goals.prices());
    let thresholds = family.goals.iter().filter(|_| points).filter_map(prices).flatten().count();
    let total = steps * positions * (2 * family.goals.len() + thresholds) as u64;
    let before = AtomicU64::new(0);
    let tell = |name: &str, done: u64| {
        let done = before.load(Ordering::Relaxed) + done;
        observe(name, Progress { done, total })
    };
    let solve = |variants: &[Variant]| {
        let name = variants[0].slide_phase_name();
        let rules: Vec<Rules> = variants.iter().map(Variant::rules).collect::<Result<_, _>>()?;
        let slides = |progress: SlideProgress| tell(&name, progress.work.done);
        let drops = |progress: Progress| tell(&name, positions + progress.of(positions));
        let solutions =
            SolvedSlides::solve(&rules[0], None, &slides)?.with_drops(&rules, &drops)?;
        before.fetch_add(2 * positions, Ordering::Relaxed);
        Ok::<_, Error>(layers_of(&solutions))
    };
    let mut atlas = Atlas::new(family, solve)?;
    let counts_points = |phase: &&AtlasPhase| points && prices(&phase.goal_set).is_some();
    for phase in atlas.slide_phases.iter().filter(counts_points) {
        let name = format!("{}+{}", phase.slide_phase, Scoring::Points);
        let of_phase = |entry: &&mut AtlasVariant| entry.slide_phase == phase.slide_phase;
        let variants = atlas.variants.iter_mut().filter(of_phase).collect();
        let work = add_points(variants, &name, &|done| tell(&name, done))?;
        before.fetch_add(work, Ordering::Relaxed);
    }
    Ok(atlas)
}

/// Adds the values of the variants of a slide phase in points. Calls `observe` with the positions
/// solved, and returns their number.
fn add_points(
    mut variants: Vec<&mut AtlasVariant>,
    name: &str,
    observe: Observer<'_, u64>,
) -> Result<u64, Error> {
    let scored = |entry: &&mut AtlasVariant| Variant { scoring: Scoring::Points, ..entry.variant };
    let rules = variants.iter().map(|entry| scored(entry).rules());
    let rules: Vec<Rules> = rules.collect::<Result<_, RulesError>>()?;
    let thresholds = rules[0].thresholds().len() as u64;
    let bytes = memory_needed(&rules[0]) + thresholds * memory_of_layers(&rules[0]);
    crate::check_memory(name, bytes)?;
    let work = thresholds * positions_of_layer(rules[0].board(), 2 * PIECES);
    let slides = SolvedSlides::solve(&rules[0], None, &|progress| observe(progress.work.done))?;
    let solutions = slides.with_drops(&rules, &|_| observe(work))?;
    for (entry, solution) in variants.iter_mut().zip(&solutions) {
        let value = solution.value(&Position::EMPTY)?;
        entry.in_points = value.map(|value| OutcomeFields::of_value(Scoring::Points, Some(value)));
    }
    Ok(work)
}

/// Returns the layers of solutions that share a slide phase, and the census of the slide phase.
fn layers_of(solutions: &[Solution]) -> Vec<(SolvedLayers, LayerCensus)> {
    let slides = solutions.first().map(|solution| Arc::new(solution.slide().layer()));
    let layers = solutions.iter().zip(slides.iter().cycle()).map(|(solution, slides)| {
        (solution.layers_with(Arc::clone(slides)), solution.slide().census().clone())
    });
    layers.collect()
}

/// Returns an upper bound on the memory, in bytes, that solving a family takes, and its first
/// variant; `None` if there is none.
fn atlas_memory(family: &Family) -> Result<Option<(Variant, u64)>, RulesError> {
    let (Some(&goals), Some(&step)) = (family.goals.first(), family.steps.first()) else {
        return Ok(None);
    };
    let Some(variant) = family.variants(goals, step)?.first().copied() else { return Ok(None) };
    let rules = variant.rules()?;
    let goal_sets = family.goals.len().min(GOAL_SETS_AT_ONCE) as u64;
    Ok(Some((variant, memory_needed(&rules) + goal_sets * memory_of_layers(&rules))))
}

//! The atlas: summaries of every rule set of a family, and what changes from one goal set to the
//! next.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::{Census, LayerCensus, OutcomeMatrix, SolvedLayers, parallel};
use teeko_rules::notation::RowsForm;
use teeko_rules::{
    Board, DropPlan, GoalSet, NamedStep, PIECES, Position, RulesError, Value, Variant, Wdl,
};
use teeko_table::{Description, WriteError, content_hash, row_values};

use crate::answers::{ByResult, DropCensus, FirstDropEntry, OutcomeFields, SlideCensus, by_result};
use crate::first_drops;

/// The most goal sets whose solutions are in memory at once: the one solved last, and those that it
/// is still to be compared with.
pub const GOAL_SETS_AT_ONCE: usize = 4;

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
    pub goal_set: GoalSet,
    /// The number of goals on the board.
    pub goal_count: usize,
    /// The steps of a slide.
    pub steps: NamedStep,
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
    /// Makes the atlas of a family: solves every slide phase and compares neighbouring goal sets.
    /// `solve` receives variants that share a slide phase. It returns the layers of each, in the
    /// same order, with the census of the slide phase; these live only until they are compared.
    ///
    /// # Errors
    /// If the family has the centre ban and the board no centre, `solve` fails, or the content hash
    /// of a table cannot be computed.
    pub fn new<E: From<RulesError> + From<WriteError>>(
        family: &Family,
        mut solve: impl FnMut(&[Variant]) -> Result<Vec<(SolvedLayers, LayerCensus)>, E>,
    ) -> Result<Self, E> {
        let mut atlas = Self {
            schema: "teeko.atlas/1",
            board: family.board,
            slide_phases: Vec::new(),
            variants: Vec::new(),
            comparisons: Vec::new(),
        };
        for &step in &family.steps {
            let mut to_compare: Vec<(GoalSet, Vec<SolvedLayers>)> = Vec::new();
            for &goals in &family.goals {
                let variants = family.variants(goals, step)?;
                let solved = solve(&variants)?;
                let (phase, entries) = summed_up(&variants, &solved)?;
                let layers: Vec<SolvedLayers> =
                    solved.into_iter().map(|(layers, _)| layers).collect();
                let smaller =
                    to_compare.iter().filter(|(smaller, _)| family.are_neighbours(*smaller, goals));
                let compared =
                    smaller.map(|(smaller, theirs)| compare(*smaller, theirs, &layers, &variants));
                atlas.comparisons.extend(compared);
                atlas.slide_phases.push(phase);
                atlas.variants.extend(entries);
                to_compare.push((goals, layers));
                to_compare.retain(|&(smaller, _)| {
                    family
                        .goals
                        .iter()
                        .any(|&later| later > goals && family.are_neighbours(smaller, later))
                });
            }
        }
        Ok(atlas)
    }

    /// Returns the steps, in the order of the slide phases.
    pub fn steps(&self) -> Vec<NamedStep> {
        distinct(self.slide_phases.iter().map(|phase| phase.steps))
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
        self.slide_phases.iter().filter(move |phase| phase.steps == step)
    }

    /// Returns the variants of a slide phase.
    pub fn variants_of(&self, phase: &AtlasPhase) -> impl Iterator<Item = &AtlasVariant> {
        self.variants.iter().filter(move |entry| entry.slide_phase == phase.slide_phase)
    }

    /// Returns the variants of a slide phase with the centre ban, or those without.
    pub fn variants_with(
        &self,
        phase: &AtlasPhase,
        no_centre: bool,
    ) -> impl Iterator<Item = &AtlasVariant> {
        self.variants_of(phase).filter(move |entry| entry.variant.no_centre == no_centre)
    }

    /// Returns whether the variants of a slide phase have values in points.
    pub fn has_points(&self, phase: &AtlasPhase) -> bool {
        self.variants_of(phase).any(|entry| entry.in_points.is_some())
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

impl AtlasVariant {
    /// Returns the value when played for points, if it is known.
    pub fn value_in_points(&self) -> Option<Value> {
        self.in_points.as_deref().copied()
    }
}

fn summed_up(
    variants: &[Variant],
    solved: &[(SolvedLayers, LayerCensus)],
) -> Result<(AtlasPhase, Vec<AtlasVariant>), WriteError> {
    let (first, slide_census) = &solved[0];
    let rules = first.rules();
    let census = [(2 * PIECES, slide_census.clone())].into_iter().collect();
    let slide_hash =
        content_hash(&Description::slide(rules, &census), &|row| row_values(first, row))?;
    // One after another, because variants share layers, and each layer is counted once.
    let censuses: Vec<Census> =
        solved.iter().map(|(layers, slide)| whole_census(layers, slide)).collect();
    let slide_phase = variants[0].slide_phase_name();
    let entries = parallel::try_map(
        variants.iter().zip(solved).zip(censuses),
        |((&variant, (layers, _)), census)| {
            let description = Description::drop(layers.rules(), slide_hash, &census);
            let hash = content_hash(&description, &|row| row_values(layers, row))?;
            Ok::<_, WriteError>(AtlasVariant {
                variant,
                slide_phase: slide_phase.clone(),
                value: OutcomeFields::new(layers.outcome(&Position::EMPTY)),
                in_points: None,
                first_drops: first_drops(layers).expect("layers in memory have all positions"),
                census: AtlasDropCensus { drop: DropCensus::all(&census) },
                deepest: census.deepest(),
                deepest_win: deepest_win(layers, &census, 0..=2 * PIECES),
                content_hash: hash.to_string(),
            })
        },
    )?;
    let phase = AtlasPhase {
        goal_set: variants[0].goals,
        goal_count: rules.goals().patterns().len(),
        steps: variants[0].step,
        census: AtlasSlideCensus { slide: SlideCensus::new(slide_census, rules.parity()) },
        deepest: slide_census.deepest(),
        deepest_win: deepest_win(first, &census, 2 * PIECES..=2 * PIECES),
        content_hash: slide_hash.to_string(),
        slide_phase,
    };
    Ok((phase, entries))
}

/// Returns the deepest win in some layers of a rule set; of equal wins that of the lowest layer.
fn deepest_win(
    layers: &SolvedLayers,
    census: &Census,
    among: RangeInclusive<usize>,
) -> Option<AtlasWin> {
    let in_layer = |layer| Some((census.layer(layer).longest(Wdl::Win)?, layer));
    // Of equal ones the last is taken.
    let wins = among.rev().filter_map(in_layer);
    let (win, layer) = wins.max_by_key(|(win, _)| win.distance())?;
    let position = layers.layer(layer)?.first_with(win, 1).pop()?;
    Some(AtlasWin {
        layer,
        value: OutcomeFields::new(Some(win)),
        position: RowsForm { board: layers.rules().board(), position },
    })
}

/// Compares the outcomes of variants with those under a goal set with fewer goals, whose layers are
/// `smaller`. Layers that variants share are compared once.
fn compare(
    goals: GoalSet,
    smaller: &[SolvedLayers],
    larger: &[SolvedLayers],
    variants: &[Variant],
) -> AtlasComparison {
    let mut known = HashMap::new();
    let mut matrix = |place: usize, layer: usize| {
        let [one, other] = [smaller, larger]
            .map(|solved| solved[place].layer(layer).expect("all layers of a rule set"));
        let pair = [one, other].map(Arc::as_ptr);
        *known.entry(pair).or_insert_with(|| one.compare(other))
    };
    let names = |variant: Variant| [Variant { goals, ..variant }, variant];
    let by_outcome = matrix(0, 2 * PIECES);
    let (positions, flips) = (by_outcome.total(), by_outcome.flips());
    let slide = AtlasMatrix { positions, flips, by_outcome };
    let drops = variants.iter().enumerate().map(|(place, &variant)| {
        let layers = (0..2 * PIECES).map(|layer| {
            let matrix = matrix(place, layer);
            AtlasLayer { layer, positions: matrix.total(), flips: matrix.flips() }
        });
        AtlasDropComparison { variants: names(variant), layers: layers.collect() }
    });
    let drop = drops.collect();
    let slide_phases = names(variants[0]).map(|variant| variant.slide_phase_name());
    AtlasComparison { slide_phases, slide, drop }
}

fn whole_census(layers: &SolvedLayers, slide_census: &LayerCensus) -> Census {
    let drops = (0..2 * PIECES).filter_map(|layer| Some((layer, layers.census(layer)?.clone())));
    drops.chain([(2 * PIECES, slide_census.clone())]).collect()
}

/// All combinations of what it lists, on one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// The board.
    pub board: Board,
    /// Ascending, so that a set follows those nested in it.
    pub goals: Vec<GoalSet>,
    /// The drop plans.
    pub plans: Vec<DropPlan>,
    /// The steps.
    pub steps: Vec<NamedStep>,
    /// Without the centre ban, with it, or both.
    pub no_centre: Vec<bool>,
}

impl Family {
    /// The sixteen variants of *Scarne on Teeko* (1955), plans in its order.
    pub fn sixteen() -> Self {
        let mut goals: Vec<GoalSet> = Variant::sixteen().map(|variant| variant.goals).collect();
        goals.dedup();
        let plans = Variant::sixteen().filter(|variant| variant.goals == goals[0]);
        let plans = plans.map(|variant| variant.plan).collect();
        let (steps, no_centre) = (vec![NamedStep::King], vec![false]);
        Self { board: Board::STANDARD, goals, plans, steps, no_centre }
    }

    /// The variants with a goal set and step, by plan, those without the centre ban before those
    /// with it.
    ///
    /// # Errors
    /// If the centre ban is among the options and the board has no centre.
    pub fn variants(&self, goals: GoalSet, step: NamedStep) -> Result<Vec<Variant>, RulesError> {
        let variant = |plan, no_centre| Variant {
            board: self.board,
            step,
            no_centre,
            ..Variant::new(goals, plan)
        };
        let variants = self
            .plans
            .iter()
            .flat_map(|&plan| self.no_centre.iter().map(move |&ban| variant(plan, ban)));
        variants.map(|variant| variant.rules().map(|_| variant)).collect()
    }

    /// Whether `smaller` is nested in `larger`, and no third goal set of the family between them.
    pub fn are_neighbours(&self, smaller: GoalSet, larger: GoalSet) -> bool {
        let is_between = |&set: &GoalSet| is_nested(smaller, set) && is_nested(set, larger);
        is_nested(smaller, larger) && !self.goals.iter().any(is_between)
    }
}

/// Whether the families of one goal set are some, but not all, of those of another.
fn is_nested(inner: GoalSet, outer: GoalSet) -> bool {
    inner != outer && inner.families().all(|family| outer.contains(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(goals: &[GoalSet]) -> Family {
        Family { goals: goals.to_vec(), ..Family::sixteen() }
    }

    fn neighbours(family: &Family) -> Vec<String> {
        let pairs = family
            .goals
            .iter()
            .flat_map(|&one| family.goals.iter().map(move |&other| (one, other)));
        let pairs = pairs.filter(|&(one, other)| family.are_neighbours(one, other));
        pairs.map(|(one, other)| format!("{one} {other}")).collect()
    }

    #[test]
    fn neighbours_are_nested_with_none_between() {
        let six = family(&GoalSet::SIX);
        assert_eq!(
            neighbours(&six),
            ["44 54", "44 58", "54 64", "54 68", "58 68", "64 78", "68 78"]
        );
        let some =
            family(&[GoalSet::Goals44, GoalSet::Goals58, GoalSet::Goals64, GoalSet::Goals78]);
        assert_eq!(neighbours(&some), ["44 58", "44 64", "58 78", "64 78"]);
    }

    /// Nested families have nested goals.
    #[test]
    fn neighbours_have_more_goals_on_every_board() {
        for (one, other) in
            GoalSet::ALL.into_iter().flat_map(|one| GoalSet::ALL.map(|other| (one, other)))
        {
            for board in ["4x4", "4x5", "5x5", "7x6"].map(|size| size.parse::<Board>().unwrap()) {
                let (one_goals, other_goals) = (one.on(board), other.on(board));
                let contained =
                    one_goals.patterns().iter().all(|goal| other_goals.patterns().contains(goal));
                assert_eq!(
                    is_nested(one, other),
                    contained && one != other,
                    "{one}, {other} on {board}"
                );
            }
        }
    }
}

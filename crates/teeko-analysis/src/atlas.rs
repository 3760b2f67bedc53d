//! The atlas: summaries of every rule set of a family, and what changes from one goal set to the
//! next.

mod family;
mod layers;

use teeko_index::{LayerCensus, OutcomeMatrix, SolvedLayers, parallel};
use teeko_rules::{GoalSet, NamedStep, PIECES, Position, RulesError, Value, Variant};
use teeko_table::{ContentHash, Description, WriteError, content_hash, row_values};

pub use self::family::Family;
use self::layers::{SharedLayers, drop_hash};
use crate::Summary;

/// The most goal sets whose solutions are in memory at once: the one solved last, and those that it
/// is still to be compared with.
pub const GOAL_SETS_AT_ONCE: usize = 4;

/// The results for a family of rule sets.
#[derive(Clone, Debug)]
pub struct Atlas {
    /// The family.
    pub family: Family,
    /// The slide phases, by step, then goal set.
    pub phases: Vec<SlidePhase>,
}

/// A slide phase with all variants of the family that share it.
#[derive(Clone, Debug)]
pub struct SlidePhase {
    /// Its name, as in the name of its table file: `58`, `58+knight`.
    pub name: String,
    /// The goal set.
    pub goals: GoalSet,
    /// The step of a slide.
    pub step: NamedStep,
    /// Its positions by class.
    pub census: LayerCensus,
    /// Its deepest win; `None` if no position is a forced win.
    pub deepest_win: Option<DeepestWin>,
    /// The content hash of its table.
    pub content_hash: ContentHash,
    /// The variants by plan, those without the centre ban before those with it.
    pub variants: Vec<Entry>,
    /// Comparisons with the next smaller goal sets that are nested in this one.
    pub comparisons: Vec<Comparison>,
}

/// The results for one variant.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The variant.
    pub variant: Variant,
    /// Its value, first drops and counts.
    pub summary: Summary,
    /// Its value for Black when it is played for points, with the price of each goal's shape.
    /// `None` unless you asked for it and all goals have prices.
    pub in_points: Option<Value>,
    /// The deepest win of all layers; `None` if no position is a forced win.
    pub deepest_win: Option<DeepestWin>,
    /// The content hash of the table of its drop phase.
    pub content_hash: ContentHash,
}

/// The win with the greatest distance, for the side to move. Of several it is the one with the
/// fewest pieces on the board, then the first in the order of slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeepestWin {
    /// The distance in plies.
    pub distance: u32,
    /// The position that it starts from.
    pub position: Position,
}

/// The positions whose outcome changes when goals are added.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The goal set with fewer goals.
    pub smaller: GoalSet,
    /// The outcomes of the slide phase under both goal sets.
    pub slide: OutcomeMatrix,
    /// The outcomes of the drop layers, by variant in the order of [`SlidePhase::variants`], then
    /// by layer.
    pub drops: Vec<Vec<OutcomeMatrix>>,
}

impl Comparison {
    /// Returns the variant with the smaller goal set that is otherwise the same as `larger`.
    pub fn smaller_variant(&self, larger: Variant) -> Variant {
        Variant { goals: self.smaller, ..larger }
    }
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
        family: Family,
        mut solve: impl FnMut(&[Variant]) -> Result<Vec<(SolvedLayers, LayerCensus)>, E>,
    ) -> Result<Self, E> {
        let mut phases = Vec::new();
        for &step in &family.steps {
            let mut to_compare: Vec<(GoalSet, SharedLayers)> = Vec::new();
            for &goals in &family.goals {
                let variants = family.variants(goals, step)?;
                let solved = solve(&variants)?;
                let layers = SharedLayers::new(&solved);
                let mut phase = SlidePhase::new(&variants, &solved, &layers)?;
                drop(solved);
                let smaller =
                    to_compare.iter().filter(|(smaller, _)| family.are_neighbours(*smaller, goals));
                phase.comparisons = smaller
                    .map(|(smaller, theirs)| theirs.compare(*smaller, &layers, &variants))
                    .collect();
                phases.push(phase);
                to_compare.push((goals, layers));
                to_compare.retain(|&(smaller, _)| {
                    family
                        .goals
                        .iter()
                        .any(|&later| later > goals && family.are_neighbours(smaller, later))
                });
            }
        }
        Ok(Self { family, phases })
    }

    /// Returns the comparisons, each with the slide phase of the larger goal set.
    pub fn comparisons(&self) -> impl Iterator<Item = (&SlidePhase, &Comparison)> {
        self.phases
            .iter()
            .flat_map(|phase| phase.comparisons.iter().map(move |comparison| (phase, comparison)))
    }
}

impl SlidePhase {
    /// Sums up variants that share a slide phase.
    fn new(
        variants: &[Variant],
        solved: &[(SolvedLayers, LayerCensus)],
        layers: &SharedLayers,
    ) -> Result<Self, WriteError> {
        let (first, slide_census) = &solved[0];
        let census = [(2 * PIECES, slide_census.clone())].into_iter().collect();
        let description = Description::slide(first.rules(), &census);
        let content_hash = content_hash(&description, &|row| row_values(first, row))?;
        let deepest_win = layers.deepest_win_of_slide_phase(slide_census);
        let rows = layers.drop_rows(first.rules());
        // One after another, because variants share layers, and each layer is counted once.
        let summaries: Vec<Summary> =
            solved.iter().map(|(layers, slide)| summary(layers, slide)).collect();
        let entries = parallel::try_map(
            variants.iter().zip(solved).zip(summaries),
            |((&variant, (solved, _)), summary)| {
                let deepest_win = layers.deepest_win(solved.rules(), &summary);
                let content_hash = drop_hash(&rows, solved.rules(), &summary.census, content_hash)?;
                Ok::<_, WriteError>(Entry {
                    variant,
                    summary,
                    in_points: None,
                    deepest_win,
                    content_hash,
                })
            },
        )?;
        Ok(Self {
            name: variants[0].slide_phase_name(),
            goals: variants[0].goals,
            step: variants[0].step,
            census: slide_census.clone(),
            deepest_win,
            content_hash,
            variants: entries,
            comparisons: Vec::new(),
        })
    }
}

/// Returns the summary of a variant whose layers are in memory.
fn summary(layers: &SolvedLayers, slide_census: &LayerCensus) -> Summary {
    let drops = (0..2 * PIECES).filter_map(|layer| Some((layer, layers.census(layer)?.clone())));
    let census = drops.chain([(2 * PIECES, slide_census.clone())]).collect();
    Summary::new(layers, census).expect("layers in memory have all positions")
}

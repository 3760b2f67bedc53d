//! The atlas: what is found of every rule set of a family, and what changes from one goal set to
//! the next.

mod family;
mod layers;

use rayon::prelude::*;
use teeko_index::{LayerCensus, OutcomeMatrix, SolvedLayers};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{GoalSet, NamedStep, Position, RulesError, Value, Variant};
use teeko_table::{ContentHash, WriteError};
use thiserror::Error;

pub use self::family::Family;
use self::layers::SharedLayers;
use crate::Summary;
use crate::counter::Counter;

/// The goal sets whose solutions are in memory at one time, at most: the one solved last and those
/// still to be compared.
pub const GOAL_SETS_AT_ONCE: usize = 4;

/// What is found of a family of rule sets.
#[derive(Clone, Debug)]
pub struct Atlas {
    /// The family.
    pub family: Family,
    /// By step, then goal set.
    pub phases: Vec<SlidePhase>,
}

/// A slide phase with all variants of the family that share it.
#[derive(Clone, Debug)]
pub struct SlidePhase {
    /// Its name, as in that of its table file: `58`, `58+knight`.
    pub name: String,
    /// The goal set.
    pub goals: GoalSet,
    /// The step of a slide.
    pub step: NamedStep,
    /// Its positions by class.
    pub census: LayerCensus,
    /// Its deepest win; `None` if nobody can force one.
    pub deepest_win: Option<DeepestWin>,
    /// The content hash of its table.
    pub content_hash: ContentHash,
    /// By plan, those without the centre ban before those with it.
    pub variants: Vec<Entry>,
    /// Comparisons with the goal sets next below that are nested in this one.
    pub comparisons: Vec<Comparison>,
}

/// What is found of a variant.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The variant.
    pub variant: Variant,
    /// Its value, first drops and counts.
    pub summary: Summary,
    /// What it is worth to Black when played for points, its goals having the prices of their
    /// shapes. `None` unless it was asked for and all of them have one.
    pub in_points: Option<Value>,
    /// The deepest of all layers; `None` if nobody can force a win.
    pub deepest_win: Option<DeepestWin>,
    /// The content hash of the table of its drop phase.
    pub content_hash: ContentHash,
}

/// The win that takes most plies, for the side to move; where there are several, the one with the
/// fewest pieces on the board, and of these the first in the order of slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeepestWin {
    /// In plies.
    pub distance: u32,
    /// Where it begins.
    pub position: Position,
}

/// Which positions have another outcome when goals are added.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The goal set with fewer goals.
    pub smaller: GoalSet,
    /// The slide phase.
    pub slide: OutcomeMatrix,
    /// By variant, in the order of the variants of the slide phase, then layer.
    pub drops: Vec<Vec<OutcomeMatrix>>,
}

/// Why there is no atlas. `E` is what can go wrong where a slide phase is solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AtlasError<E: std::error::Error + 'static> {
    /// The centre ban is in the family, and the board has no centre.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A slide phase could not be solved.
    #[error(transparent)]
    Solver(E),
    /// The content hash of a table cannot be found.
    #[error("cannot find the content hash of a table: {0}")]
    Table(#[from] WriteError),
    /// The observer said to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Comparison {
    /// The variant with the smaller goal set that differs from one with the larger in nothing else.
    pub fn smaller_variant(&self, larger: Variant) -> Variant {
        Variant { goals: self.smaller, ..larger }
    }
}

impl Atlas {
    /// Looks at a family and compares neighbouring goal sets. `solve` has the layers of some
    /// variants with one slide phase, in their order, with their censuses; they live only until
    /// they are compared. `observe` is told how many rule sets are done.
    ///
    /// Uses the current rayon thread pool.
    ///
    /// # Errors
    /// If the rules do not go together, `solve` fails, or the observer says to stop.
    pub fn new<E: std::error::Error + 'static>(
        family: Family,
        mut solve: impl FnMut(&[Variant]) -> Result<Vec<(SolvedLayers, LayerCensus)>, E>,
        observe: Observer<'_>,
    ) -> Result<Self, AtlasError<E>> {
        let counter = Counter::new(family.count() as u64, observe);
        let mut phases = Vec::new();
        for &step in &family.steps {
            let mut to_compare: Vec<(GoalSet, SharedLayers)> = Vec::new();
            for &goals in &family.goals {
                counter.advance(0)?;
                let variants = family.variants(goals, step)?;
                let solved = solve(&variants).map_err(AtlasError::Solver)?;
                let layers = SharedLayers::new(&solved);
                let mut phase = SlidePhase::new(&variants, &solved, &layers)?;
                drop(solved);
                let smaller =
                    to_compare.iter().filter(|(smaller, _)| family.are_neighbours(*smaller, goals));
                phase.comparisons = smaller
                    .map(|(smaller, theirs)| compare(*smaller, theirs, &layers, &variants))
                    .collect();
                phases.push(phase);
                to_compare.push((goals, layers));
                to_compare.retain(|&(smaller, _)| {
                    family
                        .goals
                        .iter()
                        .any(|&later| later > goals && family.are_neighbours(smaller, later))
                });
                counter.advance(variants.len() as u64)?;
            }
        }
        Ok(Self { family, phases })
    }
}

impl SlidePhase {
    /// Whether it is known what its variants are worth in points.
    pub fn has_points(&self) -> bool {
        self.variants.iter().any(|entry| entry.in_points.is_some())
    }

    /// What is found of variants that share a slide phase.
    fn new(
        variants: &[Variant],
        solved: &[(SolvedLayers, LayerCensus)],
        layers: &SharedLayers,
    ) -> Result<Self, WriteError> {
        let (first, slide_census) = &solved[0];
        let content_hash = layers.slide_hash(first.rules(), slide_census)?;
        let deepest_win = layers.deepest_win_of_slide_phase(slide_census);
        let rows = layers.drop_rows(first.rules());
        // One after another: they count the layers that they share.
        let summaries: Vec<Summary> =
            solved.iter().map(|(layers, slide)| summary(layers, slide)).collect();
        let entries = variants.par_iter().zip(solved).zip(summaries).map(
            |((&variant, (solved, _)), summary)| {
                let deepest_win = layers.deepest_win(solved.rules(), &summary);
                let content_hash = rows.hash(solved.rules(), &summary.census, content_hash)?;
                Ok::<_, WriteError>(Entry {
                    variant,
                    summary,
                    in_points: None,
                    deepest_win,
                    content_hash,
                })
            },
        );
        Ok(Self {
            name: variants[0].slide_phase_name(),
            goals: variants[0].goals,
            step: variants[0].step,
            census: slide_census.clone(),
            deepest_win,
            content_hash,
            variants: entries.collect::<Result<_, _>>()?,
            comparisons: Vec::new(),
        })
    }
}

/// The summary of a variant whose layers are in memory.
fn summary(layers: &SolvedLayers, slide_census: &LayerCensus) -> Summary {
    let drops = (0..2 * teeko_rules::PIECES)
        .filter_map(|layer| Some((layer, layers.census(layer)?.clone())));
    let census = drops.chain([(2 * teeko_rules::PIECES, slide_census.clone())]).collect();
    Summary::new(layers, census).expect("layers in memory have all positions")
}

fn compare(
    smaller: GoalSet,
    theirs: &SharedLayers,
    ours: &SharedLayers,
    variants: &[Variant],
) -> Comparison {
    Comparison {
        smaller,
        slide: theirs.compare_slides(ours),
        drops: theirs.compare_drops(ours, variants),
    }
}

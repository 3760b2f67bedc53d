//! Solving a family of rule sets for the atlas.

use std::ops::ControlFlow;
use std::sync::Arc;

use teeko_analysis::atlas::{Atlas, Entry, Family, GOAL_SETS_AT_ONCE};
use teeko_index::{LayerCensus, SolvedLayers};
use teeko_rules::work::Progress;
use teeko_rules::{Oracle, PIECES, Position, Rules, RulesError, Scoring, Variant};
use teeko_solve::{
    InstructionSet, ScoredProgress, ScoredSlides, SlideProgress, Solution, memory_needed,
    memory_of_layers, solve_drops, solve_slide,
};

use crate::Error;

/// The progress of an atlas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AtlasStep<'a> {
    /// The slide phase of this name is being solved.
    Slides(&'a str, SlideProgress),
    /// The number of rule sets of the family that are done.
    Done(Progress),
}

/// A callback that receives the progress of an atlas and returns whether to continue.
pub type AtlasObserver<'a> = &'a (dyn Fn(AtlasStep<'_>) -> ControlFlow<()> + Sync + 'a);

/// Solves a family of rule sets and compares neighbouring ones. Each solution is freed after its
/// comparisons.
///
/// Uses the current rayon thread pool.
///
/// # Errors
/// Returns an error if the rules do not go together, memory does not suffice, or `observe` stops
/// the work.
pub fn solve_atlas(family: Family, observe: AtlasObserver<'_>) -> Result<Atlas, Error> {
    if let Some((variant, bytes)) = atlas_memory(&family)? {
        crate::check_memory(&variant.to_string(), bytes)?;
    }
    let solve = |variants: &[Variant]| {
        let name = variants[0].slide_phase_name();
        let rules: Vec<Rules> = variants.iter().map(Variant::rules).collect::<Result<_, _>>()?;
        let tell = |progress| observe(AtlasStep::Slides(&name, progress));
        let slide = Arc::new(solve_slide(&rules[0], InstructionSet::best(), &tell)?);
        let solutions = solve_drops(&slide, &rules, &teeko_rules::work::to_the_end)?;
        Ok(layers_of(&solutions))
    };
    Atlas::new(family, solve, &|progress| observe(AtlasStep::Done(progress)))
}

/// Adds the values of the variants in points to an atlas, where all goals have prices.
///
/// Uses the current rayon thread pool. Calls `observe` with the slide phase being solved.
///
/// # Errors
/// Returns an error if memory does not suffice, or `observe` stops the work.
pub fn add_points(atlas: &mut Atlas, observe: AtlasObserver<'_>) -> Result<(), Error> {
    let board = atlas.family.board;
    for phase in atlas
        .phases
        .iter_mut()
        .filter(|phase| phase.goals.scored_on(board, Scoring::Points).is_some())
    {
        let scored = |entry: &Entry| Variant { scoring: Scoring::Points, ..entry.variant };
        let rules: Vec<Rules> = phase
            .variants
            .iter()
            .map(|entry| scored(entry).rules())
            .collect::<Result<_, RulesError>>()?;
        let name = format!("{}+{}", phase.name, Scoring::Points);
        crate::check_memory(
            &name,
            memory_needed(&rules[0])
                + rules[0].thresholds().len() as u64 * memory_of_layers(&rules[0]),
        )?;
        let tell = |progress| match progress {
            ScoredProgress::Slides(_, progress) => observe(AtlasStep::Slides(&name, progress)),
            ScoredProgress::Drops(..) => ControlFlow::Continue(()),
        };
        let solutions = ScoredSlides::solve(&rules[0], &tell)?.with_drops(&rules, &tell)?;
        for (entry, solution) in phase.variants.iter_mut().zip(&solutions) {
            entry.in_points = solution.value(&Position::EMPTY)?;
        }
    }
    Ok(())
}

/// Returns the layers of solutions that share a slide phase, and the census of the slide phase.
fn layers_of(solutions: &[Solution]) -> Vec<(SolvedLayers, LayerCensus)> {
    let slides = solutions.first().map(|solution| solution.slide().layer());
    let layers = solutions.iter().zip(slides.iter().cycle()).map(|(solution, slides)| {
        let drops = (0..2 * PIECES).rev().map(|layer| solution.drop_layer(layer).clone());
        let layers = [slides.clone()].into_iter().chain(drops).collect();
        (SolvedLayers::new(solution.rules().clone(), layers), solution.slide().census().clone())
    });
    layers.collect()
}

/// Returns an upper bound on the memory, in bytes, that solving a family takes, and its first
/// variant; `None` if there is none.
pub(crate) fn atlas_memory(family: &Family) -> Result<Option<(Variant, u64)>, RulesError> {
    let (Some(&goals), Some(&step)) = (family.goals.first(), family.steps.first()) else {
        return Ok(None);
    };
    let Some(variant) = family.variants(goals, step)?.first().copied() else { return Ok(None) };
    let rules = variant.rules()?;
    let goal_sets = family.goals.len().min(GOAL_SETS_AT_ONCE) as u64;
    Ok(Some((variant, memory_needed(&rules) + goal_sets * memory_of_layers(&rules))))
}

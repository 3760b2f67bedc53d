//! Solving a family of rule sets for the atlas.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use teeko_analysis::atlas::{Atlas, AtlasPhase, AtlasVariant, Family, GOAL_SETS_AT_ONCE};
use teeko_index::{LayerCensus, SolvedLayers, positions_of_layer};
use teeko_rules::work::{Observer, Progress};
use teeko_rules::{GoalSet, Oracle, PIECES, Position, Rules, RulesError, Scoring, Variant};
use teeko_solve::{SlideProgress, Solution, SolvedSlides, memory_needed, memory_of_layers};

use crate::answers::OutcomeFields;
use crate::{Error, NamedObserver};

/// Solves a family of rule sets and compares neighbouring ones. Each solution is freed after its
/// comparisons. With `points` also finds the values of the variants in points, where all goals have
/// prices.
///
/// `observe` receives the name of the slide phase being solved, and the positions solved, of those
/// of all slide phases, threshold games included. The drop phases with one slide phase count as
/// much as it does.
pub(crate) fn solve_atlas(
    family: &Family,
    points: bool,
    observe: NamedObserver<'_>,
) -> Result<Atlas, Error> {
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
    let counts_points = |phase: &&AtlasPhase| points && prices(&phase.goals).is_some();
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
pub(crate) fn atlas_memory(family: &Family) -> Result<Option<(Variant, u64)>, RulesError> {
    let (Some(&goals), Some(&step)) = (family.goals.first(), family.steps.first()) else {
        return Ok(None);
    };
    let Some(variant) = family.variants(goals, step)?.first().copied() else { return Ok(None) };
    let rules = variant.rules()?;
    let goal_sets = family.goals.len().min(GOAL_SETS_AT_ONCE) as u64;
    Ok(Some((variant, memory_needed(&rules) + goal_sets * memory_of_layers(&rules))))
}

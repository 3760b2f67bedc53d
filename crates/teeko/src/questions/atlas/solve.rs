//! Solves a family of rule sets, sums up each of them and compares neighbouring ones.

use std::collections::HashMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use teeko_analysis::first_drops;
use teeko_index::{
    Census, Layer, LayerCensus, OutcomeMatrix, SolvedLayers, parallel, positions_of_layer,
};
use teeko_rules::notation::RowsForm;
use teeko_rules::work::Progress;
use teeko_rules::{
    Board, GoalSet, NamedStep, Oracle, Outcome, PIECES, Position, Rules, RulesError, Scoring,
    Variant, Wdl,
};
use teeko_solve::{SolvedSlides, memory_needed, memory_of_layers};
use teeko_table::{ContentHash, Description, WriteError, content_hash, row_values};

use super::answer::{
    Atlas, AtlasComparison, AtlasDropComparison, AtlasLayer, AtlasMatrix, AtlasPhase, AtlasVariant,
    AtlasWin,
};
use super::family::Family;
use crate::answers::{LayerCounts, OutcomeFields};
use crate::error::Error;
use crate::solving::NamedObserver;
use crate::system::check_memory;

/// The most goal sets whose solutions are in memory at once: the one solved last, and those that it
/// is still to be compared with.
const GOAL_SETS_AT_ONCE: usize = 4;

/// Solves a family of rule sets and compares neighbouring ones. Each solution is freed after its
/// comparisons. With `points` also finds the values of the variants in points, where all goals have
/// prices.
///
/// `observe` receives the name of the slide phase being solved, and the positions solved, of those
/// of all slide phases, threshold games included. The drop phases with one slide phase count as
/// much as it does, but those of threshold games nothing.
pub(super) fn solve_family(
    family: &Family,
    points: bool,
    observe: NamedObserver<'_>,
) -> Result<Atlas, Error> {
    let (variant, bytes) = memory(family)?;
    check_memory(&variant.to_string(), bytes)?;
    let mut work = Work::of(family, points, observe);
    let mut atlas = Atlas::new(family.board);
    for &step in &family.steps {
        add_phases_with(step, family, &mut atlas, &mut work)?;
    }
    if points {
        add_values_in_points(&mut atlas, &mut work)?;
    }
    Ok(atlas)
}

/// Returns an upper bound on the memory, in bytes, that solving a family takes, and its first
/// variant.
pub(super) fn memory(family: &Family) -> Result<(Variant, u64), RulesError> {
    let variant = family.variants(family.goals[0], family.steps[0])?[0];
    let rules = variant.rules()?;
    let goal_sets = family.goals.len().min(GOAL_SETS_AT_ONCE) as u64;
    Ok((
        variant,
        memory_needed(&rules) + goal_sets * memory_of_layers(&rules),
    ))
}

/// The work of solving a family, counted in positions of slide phases.
struct Work<'o> {
    observe: NamedObserver<'o>,
    /// The positions of a slide phase.
    positions: u64,
    /// The positions of the phases that are solved.
    done: u64,
    total: u64,
}

impl<'o> Work<'o> {
    fn of(family: &Family, points: bool, observe: NamedObserver<'o>) -> Self {
        let positions = positions_of_layer(family.board, 2 * PIECES);
        let mut phases = 0;
        for &goals in &family.goals {
            // The slide phase, and the drop phases with it.
            phases += 2;
            if points {
                phases += prices(goals, family.board).map_or(0, |prices| prices.len());
            }
        }
        Self {
            observe,
            positions,
            done: 0,
            total: (family.steps.len() * phases) as u64 * positions,
        }
    }

    /// Reports how many positions of the phase that is being solved are solved.
    fn report(&self, phase: &str, done: u64) -> ControlFlow<()> {
        let done = self.done + done;
        let total = self.total;
        (self.observe)(phase, Progress { done, total })
    }
}

/// Returns the different prices of goals, each of which is a threshold; `None` if some goals have
/// no price.
fn prices(goals: GoalSet, board: Board) -> Option<Vec<u8>> {
    Some(goals.scored_on(board, Scoring::Points)?.prices())
}

/// The solutions of the variants with one slide phase.
struct SolvedPhase {
    goals: GoalSet,
    variants: Vec<Variant>,
    /// The layers of each variant. They share those of the slide phase.
    layers: Vec<SolvedLayers>,
    slide_census: LayerCensus,
}

/// Adds the slide phases with a step and their variants, and compares those of neighbouring goal
/// sets.
fn add_phases_with(
    step: NamedStep,
    family: &Family,
    atlas: &mut Atlas,
    work: &mut Work<'_>,
) -> Result<(), Error> {
    let mut to_compare: Vec<SolvedPhase> = Vec::new();
    for &goals in &family.goals {
        let phase = solve_phase(goals, family.variants(goals, step)?, work)?;
        for smaller in &to_compare {
            if family.are_neighbours(smaller.goals, goals) {
                atlas.comparisons.push(compare(smaller, &phase));
            }
        }
        add_phase(atlas, &phase)?;
        to_compare.push(phase);
        to_compare.retain(|phase| has_later_neighbours(phase.goals, goals, family));
    }
    Ok(())
}

/// Returns whether a goal set is to be compared with any that comes after `solved`.
fn has_later_neighbours(goals: GoalSet, solved: GoalSet, family: &Family) -> bool {
    family
        .goals
        .iter()
        .any(|&later| later > solved && family.are_neighbours(goals, later))
}

/// Solves the variants of a slide phase.
fn solve_phase(
    goals: GoalSet,
    variants: Vec<Variant>,
    work: &mut Work<'_>,
) -> Result<SolvedPhase, Error> {
    let name = variants[0].slide_phase_name();
    let positions = work.positions;
    let rules = rules_of(&variants)?;
    let slides = SolvedSlides::solve(&rules[0], None, &|progress| {
        work.report(&name, progress.work.done)
    })?;
    let solutions = slides.with_drops(&rules, &|progress| {
        work.report(&name, positions + progress.of(positions))
    })?;
    work.done += 2 * positions;
    let slide = solutions[0].slide();
    let shared = Arc::new(slide.layer());
    let mut layers = Vec::new();
    for solution in &solutions {
        layers.push(solution.layers_with(Arc::clone(&shared)));
    }
    Ok(SolvedPhase {
        goals,
        variants,
        layers,
        slide_census: slide.census().clone(),
    })
}

fn rules_of(variants: &[Variant]) -> Result<Vec<Rules>, RulesError> {
    variants.iter().map(Variant::rules).collect()
}

/// Adds the values of the variants in points, where all goals have prices.
fn add_values_in_points(atlas: &mut Atlas, work: &mut Work<'_>) -> Result<(), Error> {
    for phase in &atlas.slide_phases {
        if prices(phase.goal_set, atlas.board).is_none() {
            continue;
        }
        let mut variants = Vec::new();
        for entry in &mut atlas.variants {
            if entry.slide_phase == phase.slide_phase {
                variants.push(entry);
            }
        }
        let name = format!("{}+{}", phase.slide_phase, Scoring::Points);
        add_points(variants, &name, work)?;
    }
    Ok(())
}

/// Adds the values in points of the variants of a slide phase.
fn add_points(
    mut entries: Vec<&mut AtlasVariant>,
    name: &str,
    work: &mut Work<'_>,
) -> Result<(), Error> {
    let mut variants = Vec::new();
    for entry in &entries {
        variants.push(Variant {
            scoring: Scoring::Points,
            ..entry.variant
        });
    }
    let rules = rules_of(&variants)?;
    let thresholds = rules[0].thresholds().len() as u64;
    let bytes = memory_needed(&rules[0]) + thresholds * memory_of_layers(&rules[0]);
    check_memory(name, bytes)?;
    let positions = thresholds * work.positions;
    let slides = SolvedSlides::solve(&rules[0], None, &|progress| {
        work.report(name, progress.work.done)
    })?;
    let solutions = slides.with_drops(&rules, &|_| work.report(name, positions))?;
    work.done += positions;
    for (entry, solution) in entries.iter_mut().zip(&solutions) {
        let value = solution.value(&Position::EMPTY)?;
        entry.in_points = value.map(|value| OutcomeFields::of_value(Scoring::Points, Some(value)));
    }
    Ok(())
}

/// Adds what the atlas says about a slide phase and its variants.
fn add_phase(atlas: &mut Atlas, phase: &SolvedPhase) -> Result<(), WriteError> {
    let first = &phase.layers[0];
    let rules = first.rules();
    let census: Census = [(2 * PIECES, phase.slide_census.clone())]
        .into_iter()
        .collect();
    let description = Description::slide(rules, &census);
    let slide_hash = content_hash(&description, &|row| row_values(first, row))?;
    let slide_phase = phase.variants[0].slide_phase_name();
    atlas
        .variants
        .extend(variants_of(phase, &slide_phase, slide_hash)?);
    atlas.slide_phases.push(AtlasPhase {
        slide_phase,
        goal_set: phase.goals,
        goal_count: rules.goals().patterns().len(),
        steps: phase.variants[0].step,
        slide: LayerCounts::of_slide_phase(&phase.slide_census, rules.parity()),
        deepest: phase.slide_census.deepest(),
        deepest_win: deepest_win(first, &census, 2 * PIECES..=2 * PIECES),
        content_hash: slide_hash.to_string(),
    });
    Ok(())
}

/// Returns what the atlas says about the variants of a slide phase.
fn variants_of(
    phase: &SolvedPhase,
    slide_phase: &str,
    slide_hash: ContentHash,
) -> Result<Vec<AtlasVariant>, WriteError> {
    // One after another, because variants share layers, and each layer is counted once.
    let mut censuses = Vec::new();
    for layers in &phase.layers {
        censuses.push(whole_census(layers, &phase.slide_census));
    }
    let solved = phase.variants.iter().zip(&phase.layers).zip(censuses);
    parallel::try_map(solved, |((&variant, layers), census)| {
        let description = Description::drop(layers.rules(), slide_hash, &census);
        let hash = content_hash(&description, &|row| row_values(layers, row))?;
        Ok(AtlasVariant {
            variant,
            slide_phase: slide_phase.to_owned(),
            value: OutcomeFields::new(layers.outcome(&Position::EMPTY)),
            in_points: None,
            first_drops: first_drops(layers).expect("layers in memory have all positions"),
            drop: LayerCounts::of_drop_phase(&census),
            deepest: census.deepest(),
            deepest_win: deepest_win(layers, &census, 0..=2 * PIECES),
            content_hash: hash.to_string(),
        })
    })
}

/// Returns the deepest win in some layers of a rule set; of equal wins that of the lowest layer.
fn deepest_win(
    layers: &SolvedLayers,
    census: &Census,
    among: RangeInclusive<usize>,
) -> Option<AtlasWin> {
    let mut deepest = None;
    for layer in among {
        if let Some(win) = census.layer(layer).longest(Wdl::Win)
            && deepest.is_none_or(|(_, other): (usize, Outcome)| win.distance() > other.distance())
        {
            deepest = Some((layer, win));
        }
    }
    let (layer, win) = deepest?;
    let position = layers.layer(layer)?.first_with(win, 1).pop()?;
    Some(AtlasWin {
        layer,
        value: OutcomeFields::new(Some(win)),
        position: RowsForm {
            board: layers.rules().board(),
            position,
        },
    })
}

/// Compares the outcomes of variants with those under a goal set with fewer goals.
fn compare(smaller: &SolvedPhase, larger: &SolvedPhase) -> AtlasComparison {
    let mut matrices = Matrices {
        smaller: &smaller.layers,
        larger: &larger.layers,
        known: HashMap::new(),
    };
    let mut drop = Vec::new();
    for (place, &variant) in larger.variants.iter().enumerate() {
        drop.push(AtlasDropComparison {
            variants: [smaller.variants[place], variant],
            layers: matrices.drop_layers(place),
        });
    }
    let by_outcome = matrices.of(0, 2 * PIECES);
    AtlasComparison {
        slide_phases: [smaller, larger].map(|phase| phase.variants[0].slide_phase_name()),
        slide: AtlasMatrix {
            positions: by_outcome.total(),
            flips: by_outcome.flips(),
            by_outcome,
        },
        drop,
    }
}

/// The comparisons of layers of variants in the same places of two lists. Layers that variants
/// share are compared once.
struct Matrices<'a> {
    smaller: &'a [SolvedLayers],
    larger: &'a [SolvedLayers],
    /// By the layers that are compared.
    known: HashMap<[*const Layer; 2], OutcomeMatrix>,
}

impl Matrices<'_> {
    /// Returns the matrix of a layer of the variants in a place.
    fn of(&mut self, place: usize, layer: usize) -> OutcomeMatrix {
        let smaller = shared_layer(&self.smaller[place], layer);
        let larger = shared_layer(&self.larger[place], layer);
        *self
            .known
            .entry([Arc::as_ptr(smaller), Arc::as_ptr(larger)])
            .or_insert_with(|| smaller.compare(larger))
    }

    /// Returns the comparisons of the drop phase of the variants in a place.
    fn drop_layers(&mut self, place: usize) -> Vec<AtlasLayer> {
        let mut layers = Vec::new();
        for layer in 0..2 * PIECES {
            let matrix = self.of(place, layer);
            layers.push(AtlasLayer {
                layer,
                positions: matrix.total(),
                flips: matrix.flips(),
            });
        }
        layers
    }
}

/// Returns a layer of a rule set that is solved.
fn shared_layer(layers: &SolvedLayers, layer: usize) -> &Arc<Layer> {
    layers.layer(layer).expect("all layers of a rule set")
}

/// Returns the census of all layers.
fn whole_census(layers: &SolvedLayers, slide_census: &LayerCensus) -> Census {
    let mut census = Census::default();
    for layer in 0..2 * PIECES {
        if let Some(counts) = layers.census(layer) {
            census.layer_mut(layer).merge(counts);
        }
    }
    census.layer_mut(2 * PIECES).merge(slide_census);
    census
}

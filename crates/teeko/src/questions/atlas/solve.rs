//! Solves a family of rule sets, sums up each of them and compares neighbouring ones.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use teeko_analysis::first_drops;
use teeko_index::{Census, LayerCensus, SolvedLayers, parallel, positions_of_layer};
use teeko_rules::notation::RowsForm;
use teeko_rules::work::{Observer, Progress};
use teeko_rules::{GoalSet, Oracle, PIECES, Position, Rules, RulesError, Scoring, Variant, Wdl};
use teeko_solve::{SlideProgress, SolvedSlides, memory_needed, memory_of_layers};
use teeko_table::{Description, WriteError, content_hash, row_values};

use super::answer::{
    Atlas, AtlasComparison, AtlasDropCensus, AtlasDropComparison, AtlasLayer, AtlasMatrix,
    AtlasPhase, AtlasSlideCensus, AtlasVariant, AtlasWin,
};
use super::family::Family;
use crate::answers::{DropCensus, OutcomeFields, SlideCensus};
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
/// much as it does.
pub(super) fn solve_family(
    family: &Family,
    points: bool,
    observe: NamedObserver<'_>,
) -> Result<Atlas, Error> {
    let (variant, bytes) = memory(family)?;
    check_memory(&variant.to_string(), bytes)?;
    let (board, steps) = (family.board, family.steps.len() as u64);
    let positions = positions_of_layer(board, 2 * PIECES);
    let prices = |goals: &GoalSet| {
        goals
            .scored_on(board, Scoring::Points)
            .map(|goals| goals.prices())
    };
    let thresholds = family
        .goals
        .iter()
        .filter(|_| points)
        .filter_map(prices)
        .flatten()
        .count();
    let total = steps * positions * (2 * family.goals.len() + thresholds) as u64;
    let before = AtomicU64::new(0);
    let tell = |name: &str, done: u64| {
        let done = before.load(Ordering::Relaxed) + done;
        observe(name, Progress { done, total })
    };
    let solve = |variants: &[Variant]| {
        let name = variants[0].slide_phase_name();
        let rules: Vec<Rules> = variants
            .iter()
            .map(Variant::rules)
            .collect::<Result<_, _>>()?;
        let slides = |progress: SlideProgress| tell(&name, progress.work.done);
        let drops = |progress: Progress| tell(&name, positions + progress.of(positions));
        let solutions =
            SolvedSlides::solve(&rules[0], None, &slides)?.with_drops(&rules, &drops)?;
        before.fetch_add(2 * positions, Ordering::Relaxed);
        let slide = solutions[0].slide();
        let shared = Arc::new(slide.layer());
        let layers = solutions
            .iter()
            .map(|solution| solution.layers_with(Arc::clone(&shared)));
        Ok::<_, Error>((
            layers.collect::<Vec<SolvedLayers>>(),
            slide.census().clone(),
        ))
    };
    let mut atlas = Atlas {
        schema: "teeko.atlas/1",
        board,
        slide_phases: Vec::new(),
        variants: Vec::new(),
        comparisons: Vec::new(),
    };
    for &step in &family.steps {
        let mut to_compare: Vec<(GoalSet, Vec<SolvedLayers>)> = Vec::new();
        for &goals in &family.goals {
            let variants = family.variants(goals, step)?;
            let (layers, slide_census) = solve(&variants)?;
            let (phase, entries) = summed_up(&variants, &layers, &slide_census)?;
            let smaller = to_compare
                .iter()
                .filter(|(smaller, _)| family.are_neighbours(*smaller, goals));
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
    let scored = |entry: &&mut AtlasVariant| Variant {
        scoring: Scoring::Points,
        ..entry.variant
    };
    let rules = variants.iter().map(|entry| scored(entry).rules());
    let rules: Vec<Rules> = rules.collect::<Result<_, RulesError>>()?;
    let thresholds = rules[0].thresholds().len() as u64;
    let bytes = memory_needed(&rules[0]) + thresholds * memory_of_layers(&rules[0]);
    check_memory(name, bytes)?;
    let work = thresholds * positions_of_layer(rules[0].board(), 2 * PIECES);
    let slides = SolvedSlides::solve(&rules[0], None, &|progress| observe(progress.work.done))?;
    let solutions = slides.with_drops(&rules, &|_| observe(work))?;
    for (entry, solution) in variants.iter_mut().zip(&solutions) {
        let value = solution.value(&Position::EMPTY)?;
        entry.in_points = value.map(|value| OutcomeFields::of_value(Scoring::Points, Some(value)));
    }
    Ok(work)
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

fn summed_up(
    variants: &[Variant],
    solved: &[SolvedLayers],
    slide_census: &LayerCensus,
) -> Result<(AtlasPhase, Vec<AtlasVariant>), WriteError> {
    let first = &solved[0];
    let rules = first.rules();
    let census = [(2 * PIECES, slide_census.clone())].into_iter().collect();
    let slide_hash = content_hash(&Description::slide(rules, &census), &|row| {
        row_values(first, row)
    })?;
    // One after another, because variants share layers, and each layer is counted once.
    let censuses: Vec<Census> = solved
        .iter()
        .map(|layers| whole_census(layers, slide_census))
        .collect();
    let slide_phase = variants[0].slide_phase_name();
    let entries = parallel::try_map(
        variants.iter().zip(solved).zip(censuses),
        |((&variant, layers), census)| {
            let description = Description::drop(layers.rules(), slide_hash, &census);
            let hash = content_hash(&description, &|row| row_values(layers, row))?;
            Ok::<_, WriteError>(AtlasVariant {
                variant,
                slide_phase: slide_phase.clone(),
                value: OutcomeFields::new(layers.outcome(&Position::EMPTY)),
                in_points: None,
                first_drops: first_drops(layers).expect("layers in memory have all positions"),
                census: AtlasDropCensus {
                    drop: DropCensus::all(&census),
                },
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
        census: AtlasSlideCensus {
            slide: SlideCensus::new(slide_census, rules.parity()),
        },
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
        position: RowsForm {
            board: layers.rules().board(),
            position,
        },
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
        let [one, other] = [smaller, larger].map(|solved| {
            solved[place]
                .layer(layer)
                .expect("all layers of a rule set")
        });
        let pair = [one, other].map(Arc::as_ptr);
        *known.entry(pair).or_insert_with(|| one.compare(other))
    };
    let names = |variant: Variant| [Variant { goals, ..variant }, variant];
    let by_outcome = matrix(0, 2 * PIECES);
    let (positions, flips) = (by_outcome.total(), by_outcome.flips());
    let slide = AtlasMatrix {
        positions,
        flips,
        by_outcome,
    };
    let drops = variants.iter().enumerate().map(|(place, &variant)| {
        let layers = (0..2 * PIECES).map(|layer| {
            let matrix = matrix(place, layer);
            AtlasLayer {
                layer,
                positions: matrix.total(),
                flips: matrix.flips(),
            }
        });
        AtlasDropComparison {
            variants: names(variant),
            layers: layers.collect(),
        }
    });
    let drop = drops.collect();
    let slide_phases = names(variants[0]).map(|variant| variant.slide_phase_name());
    AtlasComparison {
        slide_phases,
        slide,
        drop,
    }
}

fn whole_census(layers: &SolvedLayers, slide_census: &LayerCensus) -> Census {
    let drops = (0..2 * PIECES).filter_map(|layer| Some((layer, layers.census(layer)?.clone())));
    drops.chain([(2 * PIECES, slide_census.clone())]).collect()
}

//! The atlas: what is found of every rule set of a family, and what changes from one goal set to the next.

mod family;
mod solved;

use anyhow::Context;
use rayon::prelude::*;
use teeko_rules::{GoalSet, Position, Rules, Variant};
use teeko_solve::{OutcomeMatrix, SlideCensus, memory_needed, memory_of_layers};
use teeko_table::{ContentHash, slide_phase_name};

pub(crate) use self::family::Family;
use self::solved::Solved;
use crate::memory;
use crate::named_rules::NamedRules;
use crate::progress::Progress;
use crate::report::Report;

/// The goal sets whose solutions are in memory at one time, at most: the one solved last and those still to be compared.
const GOAL_SETS_AT_ONCE: usize = 4;

/// What is found of a family of rule sets.
#[derive(Clone, Debug)]
pub(crate) struct Atlas {
    pub(crate) family: Family,
    /// By step, then goal set.
    pub(crate) phases: Vec<SlidePhase>,
}

/// A slide phase with all variants of the family that share it.
#[derive(Clone, Debug)]
pub(crate) struct SlidePhase {
    /// Its name, as in that of its table file: `58`, `58+knight`.
    pub(crate) name: String,
    pub(crate) goals: GoalSet,
    pub(crate) knight: bool,
    pub(crate) census: SlideCensus,
    pub(crate) deepest_win: Option<DeepestWin>,
    /// The content hash of its table.
    pub(crate) content_hash: ContentHash,
    /// By plan, those without the centre ban before those with it.
    pub(crate) variants: Vec<Entry>,
    /// Comparisons with the goal sets next below that are nested in this one.
    pub(crate) comparisons: Vec<Comparison>,
}

/// What is found of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The variant.
    pub(crate) variant: Variant,
    pub(crate) report: Report,
    /// The deepest of all layers.
    pub(crate) deepest_win: Option<DeepestWin>,
    /// The content hash of the table of its drop phase.
    pub(crate) content_hash: ContentHash,
}

/// The win that takes most plies, for the side to move; where there are several, the one with the fewest pieces on the board,
/// and of these the first in the order of slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DeepestWin {
    /// In plies.
    pub(crate) distance: u32,
    pub(crate) position: Position,
}

/// Which positions have another outcome when goals are added.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pub(crate) smaller: GoalSet,
    pub(crate) slide: OutcomeMatrix,
    /// By variant, in the order of the variants of the slide phase, then layer.
    pub(crate) drops: Vec<Vec<OutcomeMatrix>>,
}

impl Comparison {
    /// The variant with the smaller goal set that differs from one with the larger in nothing else.
    pub(crate) fn smaller_variant(&self, larger: Variant) -> Variant {
        Variant { goals: self.smaller, ..larger }
    }
}

/// Solves a family and compares neighbouring goal sets. A solution lives only until that is done.
///
/// Uses the current rayon thread pool.
///
/// # Errors
/// If the rules do not go together, or memory does not suffice.
pub(crate) fn solve(family: Family, progress: &Progress) -> anyhow::Result<Atlas> {
    let mut phases = Vec::new();
    check_memory(&family)?;
    for &knight in &family.knight {
        let mut to_compare: Vec<(GoalSet, Solved)> = Vec::new();
        for &goals in &family.goals {
            let variants = family.variants(goals, knight)?;
            let name = slide_phase_name(&variants[0]);
            progress.solving(&name);
            let (mut phase, solved) =
                solve_phase(name, &variants).context("cannot find the content hash of a table")?;
            progress.solved(variants.len());
            let smaller = to_compare.iter().filter(|(smaller, _)| family.are_neighbours(*smaller, goals));
            phase.comparisons =
                smaller.map(|(smaller, theirs)| compare(*smaller, theirs, &solved, &variants)).collect();
            phases.push(phase);
            to_compare.push((goals, solved));
            to_compare.retain(|&(smaller, _)| {
                family.goals.iter().any(|&later| later > goals && family.are_neighbours(smaller, later))
            });
        }
    }
    Ok(Atlas { family, phases })
}

fn check_memory(family: &Family) -> anyhow::Result<()> {
    let variants = family.variants(family.goals[0], family.knight[0])?;
    let rules = variants[0].rules()?;
    let goal_sets = family.goals.len().min(GOAL_SETS_AT_ONCE) as u64;
    memory::check_bytes(&variants[0].to_string(), memory_needed(&rules) + goal_sets * memory_of_layers(&rules))?;
    Ok(())
}

/// Solves the variants that share a slide phase.
fn solve_phase(name: String, variants: &[Variant]) -> anyhow::Result<(SlidePhase, Solved)> {
    let rules: Vec<Rules> = variants.iter().map(Variant::rules).collect::<Result<_, _>>()?;
    let (solved, solutions) = Solved::new(&rules);
    let content_hash = solved.slide_hash(&solutions[0])?;
    let deepest_win = solved.deepest_win_of_slide_phase(solutions[0].slide().census());
    // One after another: they count the layers that they share.
    let reports = variants.iter().zip(&solutions);
    let report = |(&variant, solution)| {
        (variant, Report::of_solution(NamedRules::Variant(variant), solution, std::time::Duration::ZERO))
    };
    let reports: Vec<(Variant, Report)> = reports.map(report).collect();
    let rows = solved.drop_rows(&rules);
    let entries = reports.into_par_iter().zip(&solutions).map(|((variant, report), solution)| {
        let deepest_win = solved.deepest_win(&report);
        let content_hash = rows.hash(solution, content_hash)?;
        anyhow::Ok(Entry { variant, report, deepest_win, content_hash })
    });
    let phase = SlidePhase {
        name,
        goals: variants[0].goals,
        knight: variants[0].knight,
        census: solutions[0].slide().census().clone(),
        deepest_win,
        content_hash,
        variants: entries.collect::<anyhow::Result<_>>()?,
        comparisons: Vec::new(),
    };
    Ok((phase, solved))
}

fn compare(smaller: GoalSet, theirs: &Solved, ours: &Solved, variants: &[Variant]) -> Comparison {
    Comparison { smaller, slide: theirs.compare_slides(ours), drops: theirs.compare_drops(ours, variants) }
}

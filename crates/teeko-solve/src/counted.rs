//! All layers at once, ply by ply, with counts in the place of the values of the two largest: what
//! a board takes whose distances no memory holds.
//!
//! The slide phase is solved in two planes. The layers of seven and six pieces advance in the same
//! plies: what is newly lost in one layer wins in the layer before a ply later, and what is newly
//! won there loses. So they need no distances of the layer after, only its planes as they were a
//! ply ago. Layer 6 keeps its distances; those before it are found from them by minimax, as always.

mod drop_layer;

use std::collections::HashMap;
use std::sync::Arc;

use teeko_index::{Census, LayerCensus, Scale, SetOrbits, SolvedLayers, largest_code};
use teeko_rules::work::{Observer, Stopped};
use teeko_rules::{
    DropStyle, Oracle, OracleError, OracleResult, Outcome, PIECES, Parity, Position, Rules,
};
use thiserror::Error;

use self::drop_layer::DropLayer;
use crate::drops::{DropSolver, last_style, one_of_each_last_style};
use crate::instruction_set::InstructionSet;
use crate::journal::Journal;
use crate::layout::{Layout, orbits_by_size};
use crate::retrograde::half_step::TileReaders;
use crate::retrograde::plane::Plane;
use crate::retrograde::scratch::ScratchPool;
use crate::retrograde::{Keeps, PlaneReader, RetrogradeAnalysis, SlideProgress};
use crate::row_graph::RowGraph;

/// The last layer whose values are kept. Of the two layers that are solved ply by ply, `DropLayer`
/// keeps the distances of the one in which both sides have the same number of pieces: this one.
const LAST_KEPT: usize = 2 * PIECES - 2;

/// What a rule set is worth, with the outcome of every position of up to six pieces, and how many
/// positions there are of each class in every layer.
#[derive(Clone, Debug)]
pub struct CountedSolution {
    layers: SolvedLayers,
    census: Census,
}

/// The values of a layer were counted and not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "a position of {0} pieces: expected one of at most {LAST_KEPT}, since those of more were only \
     counted"
)]
pub struct OnlyCounted(usize);

impl CountedSolution {
    /// The rules solved.
    pub fn rules(&self) -> &Rules {
        self.layers.rules()
    }

    /// How many positions of each layer there are of each class.
    pub fn census(&self) -> &Census {
        &self.census
    }
}

impl Oracle for CountedSolution {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn outcome(&self, position: &Position) -> OracleResult<Option<Outcome>> {
        if position.layer() > LAST_KEPT {
            return Err(OracleError::new(OnlyCounted(position.layer())));
        }
        Ok(self.layers.outcome(position))
    }
}

/// Solves rule sets that share their slide phase, and only counts the positions of seven and eight
/// pieces.
///
/// This takes a third of the memory of [`solve_slide`](crate::solve_slide) and
/// [`solve_drops`](crate::solve_drops); [`memory_to_count`](crate::memory_to_count) returns how
/// much. Without `keep_undecided`, the undecided positions have no separate plane: that takes a
/// third less memory again, and a third more time. A `journal` saves the half-steps of the slide
/// phase.
///
/// Uses the current rayon thread pool. The result is the same for any number of threads and any
/// instruction set. Calls `observe` after each half-step of the slide phase and, with the same
/// progress, within it.
///
/// # Errors
/// [`Stopped`] if `observe` stops the work.
///
/// # Panics
/// If there are no rule sets or they do not share their slide phase, or if there is a distance
/// beyond 65,000 plies, or half of that where distances have no parity, which no known rules come
/// near.
pub fn solve_counted(
    rules: &[Rules],
    instructions: InstructionSet,
    keep_undecided: bool,
    journal: Option<&dyn Journal>,
    observe: Observer<'_, SlideProgress>,
) -> Result<Vec<CountedSolution>, Stopped> {
    let first = &rules[0];
    assert!(
        rules.iter().all(|rules| rules.same_slide_phase(first)),
        "rules with the same slide phase"
    );
    let layout = Layout::new(first);
    let keeps = Keeps {
        undecided: keep_undecided,
        distances: false,
    };
    let mut slide = RetrogradeAnalysis::new(first, &layout, instructions, keeps);
    let orbits = orbits_by_size(first, &layout);
    let mut drops = DropLayers::new(rules, &orbits, &layout.rows, instructions);
    run_plies(&mut slide, &mut drops, journal, observe)?;
    let census = slide.census();
    drop(slide);
    Ok(drops.finish(rules, DropSolver::new(orbits), &census))
}

/// Runs the plies of the slide phase and of the drop layers to the end.
fn run_plies(
    slide: &mut RetrogradeAnalysis<'_>,
    drops: &mut DropLayers,
    journal: Option<&dyn Journal>,
    observe: Observer<'_, SlideProgress>,
) -> Result<(), Stopped> {
    let mut fresh = slide.start();
    drops.start();
    let mut progress = SlideProgress::new(slide.positions);
    let mut ply = 0;
    // What the last half-step of the slide phase decides may decide more in the layers before, up
    // to two plies later; and wins and losses take turns.
    let mut idle = 0;
    while idle < 3 {
        let fresh_slides = fresh.won + fresh.lost;
        idle = if fresh_slides > 0 { 0 } else { idle + 1 };
        progress.add(ply, fresh_slides);
        let is_stopped = || observe(progress).is_break();
        if is_stopped() {
            return Err(Stopped);
        }
        ply += 1;
        drops.six(ply);
        fresh = slide.ply(ply, journal, &is_stopped, drops)?;
        drops.count(ply);
    }
    Ok(())
}

/// Returns the greatest code in the layer of six pieces, where the greatest distance of the slide
/// phase is `deepest`: each of the two drops in between can add a ply.
const fn largest_code_of_six(deepest: u32, parity: Parity) -> u32 {
    let drops = (2 * PIECES - LAST_KEPT) as u32;
    largest_code(deepest + drops, parity)
}

/// The layers of seven and six pieces of all rule sets, each once.
struct DropLayers {
    layers: Vec<LastLayers>,
    instructions: InstructionSet,
    scratch: ScratchPool,
}

/// The layers of seven and six pieces of the rule sets whose last drops have one style.
struct LastLayers {
    style: DropStyle,
    seven: DropLayer,
    six: DropLayer,
}

/// The layer of seven pieces reads the column tiles of the slide phase.
impl PlaneReader for DropLayers {
    fn readers<'a>(
        &'a mut self,
        outcome: Outcome,
        layout: &'a Layout,
        source: &'a Plane,
    ) -> Vec<TileReaders<'a>> {
        let instructions = self.instructions;
        let mut of_tiles: Vec<TileReaders<'a>> = Vec::new();
        of_tiles.resize_with(layout.rows.shape.column_tiles, Vec::new);
        for LastLayers { seven, .. } in &mut self.layers {
            let of_layer = seven.readers(outcome, instructions, &layout.rows, source);
            for (readers, reader) in of_tiles.iter_mut().zip(of_layer) {
                readers.push(Box::new(reader));
            }
        }
        of_tiles
    }
}

impl DropLayers {
    fn new(
        rules: &[Rules],
        orbits: &[Arc<SetOrbits>],
        slides: &RowGraph,
        instructions: InstructionSet,
    ) -> Self {
        let four = &orbits[PIECES];
        let three = &orbits[PIECES - 1];
        let mut layers = Vec::new();
        for rules in one_of_each_last_style(rules) {
            let seven = DropLayer::new(rules, LAST_KEPT + 1, [three, four], four, slides);
            let six = DropLayer::new(rules, LAST_KEPT, [three, three], four, seven.rows());
            layers.push(LastLayers {
                style: last_style(rules),
                seven,
                six,
            });
        }
        Self {
            layers,
            instructions,
            scratch: ScratchPool::default(),
        }
    }

    /// Fills the planes with what holds before any ply.
    fn start(&mut self) {
        for LastLayers { seven, six, .. } in &mut self.layers {
            seven.start(self.instructions);
            six.start(self.instructions);
        }
    }

    /// Finds the positions of six pieces with this distance, given those of seven as they were one
    /// ply ago.
    fn six(&mut self, ply: u32) {
        for LastLayers { seven, six, .. } in &mut self.layers {
            six.ply(ply, self.instructions, seven.planes(), &self.scratch);
        }
    }

    /// Counts the positions of seven pieces that the slide phase's readers have found at this ply.
    fn count(&mut self, ply: u32) {
        for layers in &mut self.layers {
            layers.seven.count(ply);
        }
    }

    /// Solves the layers before, and puts everything together.
    fn finish(
        self,
        rules: &[Rules],
        mut solver: DropSolver,
        slide: &LayerCensus,
    ) -> Vec<CountedSolution> {
        let largest = largest_code_of_six(slide.deepest(), rules[0].parity());
        assert!(
            largest <= u16::LARGEST_CODE,
            "a distance of {} plies",
            slide.deepest()
        );
        let mut last = HashMap::new();
        for LastLayers { style, seven, six } in self.layers {
            let six = if largest <= u8::LARGEST_CODE {
                six.solved::<u8>()
            } else {
                six.solved::<u16>()
            };
            last.insert(style, (seven.census(), Arc::new(six)));
        }
        let mut solutions = Vec::new();
        for rules in rules {
            let (seven, six) = &last[&last_style(rules)];
            solver.insert(rules, Arc::clone(six));
            let layers = solver.layers(rules, LAST_KEPT + 1);
            let mut census = Vec::new();
            for layer in 0..=LAST_KEPT {
                if let Some(of_layer) = layers.census(layer) {
                    census.push((layer, of_layer.clone()));
                }
            }
            census.push((LAST_KEPT + 1, seven.clone()));
            census.push((2 * PIECES, slide.clone()));
            solutions.push(CountedSolution {
                census: census.into_iter().collect(),
                layers,
            });
        }
        solutions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_index::code_of_outcome;

    /// With free parity and a slide phase of 125 plies, a win in 127 has code 256, which does not
    /// fit a byte, and a loss in 127 has code 255, which stands for no position.
    #[test]
    fn codes_of_six_pieces_choose_the_width() {
        for parity in [Parity::Fixed, Parity::Free] {
            for deepest in 0..300 {
                if largest_code_of_six(deepest, parity) <= u8::LARGEST_CODE {
                    for outcome in [Outcome::Win(deepest + 2), Outcome::Loss(deepest + 2)] {
                        assert!(code_of_outcome(outcome, parity) < 0xff, "{outcome}");
                    }
                }
            }
        }
        assert!(largest_code_of_six(125, Parity::Free) > u8::LARGEST_CODE);
    }
}

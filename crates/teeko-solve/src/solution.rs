//! The solution of a rule set: the outcome of every position of every layer.

use std::sync::Arc;

use teeko_index::{Census, Layer, LayerCensus, SolvedLayers};
use teeko_rules::work::to_the_end;
use teeko_rules::{Oracle, OracleError, Outcome, PIECES, Position, Rules};

use crate::slide::SlideSolution;
use crate::{InstructionSet, solve_drops, solve_slide};

/// The strong solution of a rule set: outcome and exact distance of every position.
#[derive(Clone, Debug)]
pub struct Solution {
    slide: Arc<SlideSolution>,
    /// The layers 0 to 7.
    drops: SolvedLayers,
}

/// Solves a rule set, both phases, with the best available instructions.
///
/// Uses the current rayon thread pool. [`solve_slide`] and [`solve_drops`] report their progress,
/// can be stopped, and solve a slide phase once for all drop plans.
///
/// # Panics
/// As [`solve_drops`].
pub fn solve(rules: &Rules) -> Solution {
    let slide = solve_slide(rules, InstructionSet::best(), &to_the_end);
    let solutions = slide
        .and_then(|slide| solve_drops(&Arc::new(slide), std::slice::from_ref(rules), &to_the_end));
    solutions
        .ok()
        .and_then(|mut solutions| solutions.pop())
        .expect("a solution: nothing stops the work")
}

impl Solution {
    pub(crate) fn new(slide: Arc<SlideSolution>, drops: SolvedLayers) -> Self {
        Self { slide, drops }
    }

    /// Returns the solved rules.
    pub fn rules(&self) -> &Rules {
        self.drops.rules()
    }

    /// Returns the slide phase.
    pub fn slide(&self) -> &Arc<SlideSolution> {
        &self.slide
    }

    /// Returns the outcome of a position for the side to move; a finished game is lost in 0 plies.
    ///
    /// `None` if there is no such position: sets overlap or leave the board, piece counts or the
    /// turn cannot come from alternate drops, or the side to move already has a goal.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.layer() < 2 * PIECES {
            self.drops.outcome(position)
        } else {
            self.slide.outcome(position.mover(), position.opponent())
        }
    }

    /// Expands all values to one or two bytes for each position. Millions of look-ups then take a
    /// fifth of the time.
    ///
    /// Uses the current rayon thread pool.
    pub fn layers(&self) -> SolvedLayers {
        self.layers_with(Arc::new(self.slide.layer()))
    }

    /// Returns the same layers as [`Solution::layers`], given that of the slide phase.
    pub fn layers_with(&self, slide: Arc<Layer>) -> SolvedLayers {
        self.drops.clone().followed_by(slide)
    }

    /// Returns the outcome of the game from the empty board, for Black.
    ///
    /// # Panics
    /// Never: the empty board is a position of every rule set.
    pub fn value(&self) -> Outcome {
        self.outcome(&Position::EMPTY).expect("the empty board is a position")
    }

    /// Returns the number of positions of a layer, 0 to 8, of each class. The first call for a drop
    /// layer counts them.
    ///
    /// # Panics
    /// If `layer` is above 8.
    pub fn layer_census(&self, layer: usize) -> &LayerCensus {
        if layer == 2 * PIECES {
            self.slide.census()
        } else {
            self.drops.census(layer).expect("a layer from 0 to 8")
        }
    }

    /// Returns the census of all layers.
    pub fn census(&self) -> Census {
        (0..Census::LAYERS).map(|layer| (layer, self.layer_census(layer).clone())).collect()
    }
}

impl Oracle for Solution {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(self.outcome(position))
    }

    /// Looks the positions of drop layers up together.
    fn outcomes(&self, positions: &[Position]) -> Result<Vec<Option<Outcome>>, OracleError> {
        if positions.iter().all(|position| position.layer() < 2 * PIECES) {
            return self.drops.outcomes(positions);
        }
        Ok(positions.iter().map(|position| self.outcome(position)).collect())
    }
}

//! A solved rule set: the outcome of every position of every layer.

use std::sync::Arc;

use teeko_index::LayerCensus;
use teeko_rules::{Circle, Move, Outcome, PIECES, Position, Rules};

use crate::slide::SlideSolution;
use crate::solved_layer::{SolvedLayer, Width};

/// The strong solution of a rule set: outcome and exact distance of every position.
#[derive(Clone, Debug)]
pub struct Solution {
    rules: Rules,
    slide: Arc<SlideSolution>,
    /// The drop layers 0 to 7.
    drops: Vec<Width>,
}

impl Solution {
    pub(crate) fn new(rules: Rules, slide: Arc<SlideSolution>, drops: Vec<Width>) -> Self {
        Self { rules, slide, drops }
    }

    /// The rules solved.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The slide phase.
    pub fn slide(&self) -> &Arc<SlideSolution> {
        &self.slide
    }

    /// The outcome of a position for the side to move; a finished game is lost in 0 plies.
    ///
    /// `None` if there is no such position: sets that overlap or leave the board, piece counts or a turn that alternate
    /// drops do not lead to, a side to move that has a goal already.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let layer = position.layer();
        if !position.fits(self.rules.board()) {
            return None;
        }
        if layer == 2 * PIECES {
            return self.slide.outcome(position.mover(), position.opponent());
        }
        self.drops[layer].outcome(position, &self.slide.layout.group)
    }

    /// The values of a drop layer on their own, which outlive the solution.
    ///
    /// # Panics
    /// If `layer` is above 7.
    pub fn drop_layer(&self, layer: usize) -> SolvedLayer {
        SolvedLayer::new(Arc::clone(&self.slide.layout.group), self.drops[layer].clone())
    }

    /// The outcome of the game from the empty board, for Black.
    ///
    /// # Panics
    /// Never: the empty board is a position of every rule set.
    pub fn value(&self) -> Outcome {
        self.outcome(&Position::EMPTY).expect("the empty board is a position")
    }

    /// What each first drop is worth to Black, in the order of the circles, the drop included; `None` where it is banned.
    pub fn first_drops(&self) -> Vec<(Circle, Option<Outcome>)> {
        let allowed = self.rules.drops(&Position::EMPTY);
        let worth = |circle| self.outcome(&Position::EMPTY.after(Move::Drop(circle))).map(Outcome::of_move);
        let circles = self.rules.board().circles().into_iter();
        circles.map(|circle| (circle, worth(circle).filter(|_| allowed.contains(circle)))).collect()
    }

    /// How many positions of a drop layer have which outcome for the side to move.
    ///
    /// # Panics
    /// If `layer` is above 7.
    pub fn drop_census(&self, layer: usize) -> &LayerCensus {
        self.drops[layer].census(&self.slide.layout.group)
    }

    /// The largest distance of any position, in plies, over all layers.
    pub fn deepest(&self) -> u32 {
        let drops =
            (0..2 * PIECES).flat_map(|layer| self.drop_census(layer).keys().filter_map(|outcome| outcome.distance()));
        drops.chain([self.slide.census().deepest()]).max().unwrap_or(0)
    }
}

//! What is reported of a solved variant.

use std::time::Duration;

use teeko_rules::{Outcome, PIECES, Square, Squares, Variant};
use teeko_solve::{LayerCensus, SlideCensus, Solution};

/// What is reported of a solved variant; it outlives the solution.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) variant: Variant,
    /// The outcome of the game for Black.
    pub(crate) value: Outcome,
    /// What each first drop is worth to Black, in the order of the circles, the drop included; `None` where it is banned.
    pub(crate) first_drops: Vec<(Square, Option<Outcome>)>,
    /// The first drops that keep the outcome, one of each set of symmetric ones.
    pub(crate) best_first_drops: Squares,
    pub(crate) slide_census: SlideCensus,
    /// By layer, 0 to 7.
    pub(crate) drop_censuses: Vec<LayerCensus>,
    /// The largest distance of any position, in plies, over all layers.
    pub(crate) deepest: u32,
    /// The time it took to solve all the variants with this slide phase that were solved together.
    pub(crate) time: Duration,
}

impl Report {
    pub(crate) fn new(variant: Variant, solution: &Solution, time: Duration) -> Self {
        let (value, first_drops) = (solution.value(), solution.first_drops());
        let best = first_drops.iter().filter(|&&(_, worth)| worth == Some(value)).map(|&(square, _)| square);
        let symmetries = solution.rules().symmetries();
        let is_least =
            |square: &Square| symmetries.elements().iter().all(|symmetry| symmetry.image(*square) >= *square);
        Self {
            variant,
            value,
            best_first_drops: best.filter(is_least).collect(),
            first_drops,
            slide_census: solution.slide().census().clone(),
            drop_censuses: (0..2 * PIECES).map(|layer| solution.drop_census(layer).clone()).collect(),
            deepest: solution.deepest(),
            time,
        }
    }
}

//! All layers of a rule set, one look-up for each question.

use std::convert::Infallible;

use teeko_rules::{Oracle, Outcome, PIECES, Position, Rules};

use crate::{LayerCensus, SolvedLayer};

/// The positions that are looked up together.
const TOGETHER: usize = 64;

/// The layers of a rule set with the value of each of their positions: of both phases, or of the
/// slide phase alone. Cloning shares the layers.
#[derive(Clone, Debug)]
pub struct SolvedLayers {
    rules: Rules,
    /// By number of pieces, from layer 8 down to the first that is there.
    layers: Vec<SolvedLayer>,
}

impl SolvedLayers {
    /// The layers of these rules, from layer 8 down.
    ///
    /// # Panics
    /// If they are not layers 8, 7 and so on.
    pub fn new(rules: Rules, layers: Vec<SolvedLayer>) -> Self {
        assert!(
            layers.iter().map(SolvedLayer::layer).eq((0..=2 * PIECES).rev().take(layers.len())),
            "layers from 8 down"
        );
        Self { rules, layers }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A layer by its number of pieces; `None` if it is not there.
    pub fn layer(&self, layer: usize) -> Option<&SolvedLayer> {
        self.layers.get((2 * PIECES).checked_sub(layer)?)
    }

    /// The outcome of a position for the side to move; a finished game is lost in 0 plies.
    ///
    /// `None` if there is no such position: sets that overlap or leave the board, piece counts or a
    /// turn that alternate drops do not lead to, a side to move that has a goal already. Nor is
    /// there one of a layer that is not there.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.fits(self.rules.board()) {
            self.layer(position.layer())?.outcome(position)
        } else {
            None
        }
    }

    /// The outcomes of many positions, each as of [`SolvedLayers::outcome`]. Memory is waited for
    /// together: one look-up after the other takes four times as long.
    ///
    /// # Panics
    /// If there is not a place for each.
    pub fn outcomes(&self, positions: &[Position], outcomes: &mut [Option<Outcome>]) {
        assert_eq!(positions.len(), outcomes.len(), "a place for each outcome");
        for (positions, outcomes) in positions.chunks(TOGETHER).zip(outcomes.chunks_mut(TOGETHER)) {
            let mut places = [None; TOGETHER];
            for (place, position) in places.iter_mut().zip(positions) {
                let layer =
                    self.layer(position.layer()).filter(|_| position.fits(self.rules.board()));
                *place = layer.map(|layer| (layer, layer.place(position)));
            }
            // Nothing here depends on what is read, so that the processor reads many at once.
            let values =
                places.map(|place| place.map_or(0, |(layer, place)| layer.value_at(place)));
            for ((outcome, place), value) in outcomes.iter_mut().zip(places).zip(values) {
                *outcome = place.and_then(|(layer, _)| layer.decoded(value));
            }
        }
    }

    /// How many positions of a layer have which outcome for the side to move, counted from the
    /// values. Draws for want of a slide count as draws, and positions that cannot be, since the
    /// mover has a goal, not at all. `None` if the layer is not there.
    pub fn census(&self, layer: usize) -> Option<&LayerCensus> {
        self.layer(layer).map(SolvedLayer::census)
    }
}

impl Oracle for SolvedLayers {
    type Error = Infallible;

    fn rules(&self) -> &Rules {
        self.rules()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Infallible> {
        Ok(self.outcome(position))
    }

    fn outcomes(
        &self,
        positions: &[Position],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), Infallible> {
        self.outcomes(positions, outcomes);
        Ok(())
    }
}

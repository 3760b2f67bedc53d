//! All layers of a rule set. Each question takes one look-up.

use teeko_rules::{Oracle, OracleError, Outcome, PIECES, Position, Rules};

use crate::{LayerCensus, SolvedLayer};

/// The number of positions that are looked up together.
const TOGETHER: usize = 64;

/// The layers of a rule set with the value of each position: of both phases, or of the slide phase
/// alone.
///
/// Clones share the layers.
#[derive(Clone, Debug)]
pub struct SolvedLayers {
    rules: Rules,
    /// Layer 8 first, then downwards to the last one present.
    layers: Vec<SolvedLayer>,
}

impl SolvedLayers {
    /// Takes the layers of these rules, from layer 8 downwards.
    ///
    /// # Panics
    /// If the layers are not 8, 7 and so on.
    pub fn new(rules: Rules, layers: Vec<SolvedLayer>) -> Self {
        assert!(
            layers.iter().map(SolvedLayer::layer).eq((0..=2 * PIECES).rev().take(layers.len())),
            "layers from 8 down"
        );
        Self { rules, layers }
    }

    /// Takes the same layers as those of other rules, such as a game for points with these
    /// outcomes.
    #[must_use]
    pub fn of_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns a layer by its number of pieces, or `None` if it is absent.
    pub fn layer(&self, layer: usize) -> Option<&SolvedLayer> {
        self.layers.get((2 * PIECES).checked_sub(layer)?)
    }

    /// Returns the outcome of a position for the side to move. A finished game is lost in 0 plies.
    ///
    /// Returns `None` if the layer is absent or there is no such position: the sets overlap or
    /// leave the board, alternate drops do not lead to the piece counts or the turn, or the side to
    /// move has a goal already.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.fits(self.rules.board()) {
            self.layer(position.layer())?.outcome(position)
        } else {
            None
        }
    }

    /// Counts the positions of a layer by their outcome for the side to move, or returns `None` if
    /// the layer is absent.
    ///
    /// Counts come from the values alone: positions without a slide count as draws, and positions
    /// in which the mover already has a goal are not counted.
    pub fn census(&self, layer: usize) -> Option<&LayerCensus> {
        self.layer(layer).map(SolvedLayer::census)
    }
}

impl Oracle for SolvedLayers {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(self.outcome(position))
    }

    /// Reads from memory overlap: one look-up after the other takes four times as long.
    fn outcomes(&self, positions: &[Position]) -> Result<Vec<Option<Outcome>>, OracleError> {
        let mut outcomes = Vec::with_capacity(positions.len());
        for positions in positions.chunks(TOGETHER) {
            let mut places = [None; TOGETHER];
            for (place, position) in places.iter_mut().zip(positions) {
                let layer =
                    self.layer(position.layer()).filter(|_| position.fits(self.rules.board()));
                *place = layer.map(|layer| (layer, layer.place(position)));
            }
            // These reads do not depend on each other, so the processor overlaps them.
            let values =
                places.map(|place| place.map_or(0, |(layer, place)| layer.value_at(place)));
            let found = places.into_iter().zip(values).take(positions.len());
            outcomes.extend(
                found.map(|(place, value)| place.and_then(|(layer, _)| layer.decoded(value))),
            );
        }
        Ok(outcomes)
    }
}

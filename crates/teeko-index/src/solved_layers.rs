//! All layers of a rule set. Each question takes one look-up.

use std::sync::Arc;

use teeko_rules::{Oracle, OracleResult, Outcome, Position, Rules};

use crate::{Layer, LayerCensus};

/// The number of positions that are looked up together.
const TOGETHER: usize = 64;

/// Layers of a rule set with the value of each position: of both phases, or of a part of them.
///
/// Clones share the layers.
#[derive(Clone, Debug)]
pub struct SolvedLayers {
    rules: Rules,
    /// The layers present, ascending without a gap.
    layers: Vec<Arc<Layer>>,
}

impl SolvedLayers {
    /// Takes layers of these rules, ascending.
    ///
    /// # Panics
    /// If a layer between them is absent.
    pub fn new(rules: Rules, layers: Vec<Arc<Layer>>) -> Self {
        let follow = |two: &[Arc<Layer>]| two[0].layer() + 1 == two[1].layer();
        assert!(layers.windows(2).all(follow), "layers one after the other");
        Self { rules, layers }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the layers, ascending.
    pub fn layers(&self) -> &[Arc<Layer>] {
        &self.layers
    }

    /// Returns a layer by its number of pieces, or `None` if it is absent.
    pub fn layer(&self, layer: usize) -> Option<&Arc<Layer>> {
        self.layers.get(layer.checked_sub(self.layers.first()?.layer())?)
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
        self.layer(layer).map(|layer| layer.census())
    }
}

impl Oracle for SolvedLayers {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> OracleResult<Option<Outcome>> {
        Ok(self.outcome(position))
    }

    /// Reads from memory overlap: one look-up after the other takes four times as long.
    fn outcomes(&self, positions: &[Position]) -> OracleResult<Vec<Option<Outcome>>> {
        let mut outcomes = Vec::with_capacity(positions.len());
        for positions in positions.chunks(TOGETHER) {
            let mut places = [None; TOGETHER];
            for (place, position) in places.iter_mut().zip(positions) {
                let layer =
                    self.layer(position.layer()).filter(|_| position.fits(self.rules.board()));
                *place = layer.map(|layer| {
                    let sides = (position.mover().into(), position.opponent().into());
                    (layer, layer.place(sides.0, sides.1))
                });
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

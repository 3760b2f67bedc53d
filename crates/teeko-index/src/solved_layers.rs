//! The layers of a rule set. An outcome takes one look-up, and the moves of a position one for each
//! move.

use std::sync::Arc;

use teeko_rules::{MoveValues, Oracle, OracleResult, Outcome, PIECES, Position, Rules, Status};

use crate::{Layer, LayerCensus};

/// The number of positions that are looked up together.
const TOGETHER: usize = 64;

/// The moves of a position for which there is room from the beginning.
const MOST_MOVES: usize = 32;

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
        for two in layers.windows(2) {
            let next = two[0].layer() + 1;
            assert_eq!(two[1].layer(), next, "layers one after the other");
        }
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
        self.layers
            .get(layer.checked_sub(self.layers.first()?.layer())?)
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

impl SolvedLayers {
    /// Returns where the value of a position is, or `None` if there is no such position.
    fn place(&self, position: &Position) -> Option<LayerPlace<'_>> {
        let layer = self.layer(position.layer())?;
        if !position.fits(self.rules.board()) {
            return None;
        }
        let mover = layer.mover.place(position.mover());
        let place = layer.place(mover, position.opponent().into());
        Some(LayerPlace { layer, place })
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

    fn outcomes(&self, positions: &[Position]) -> OracleResult<Vec<Option<Outcome>>> {
        let mut outcomes = Vec::with_capacity(positions.len());
        for positions in positions.chunks(TOGETHER) {
            let places: Vec<_> = positions.iter().map(|found| self.place(found)).collect();
            outcomes.extend(read(&places));
        }
        Ok(outcomes)
    }

    /// Finds the places of many values before it reads one.
    fn move_values(&self, positions: &[Position]) -> OracleResult<MoveValues> {
        let mut found = MoveValues::default();
        for of_layer in positions.chunk_by(|one, next| one.layer() == next.layer()) {
            for positions in of_layer.chunks(TOGETHER) {
                self.push_move_values(positions, &mut found)?;
            }
        }
        Ok(found)
    }
}

impl SolvedLayers {
    /// Appends the values of the moves in some positions of one layer.
    fn push_move_values(&self, positions: &[Position], found: &mut MoveValues) -> OracleResult<()> {
        let layer = (positions[0].layer() + 1).min(2 * PIECES);
        let Some(layer) = self.layer(layer) else {
            return Err(MoveValues::missing(&positions[0]));
        };
        let mut places = Vec::with_capacity(MOST_MOVES * positions.len());
        let mut ends = Vec::with_capacity(positions.len());
        for position in positions {
            self.push_places_after(position, layer, &mut places);
            ends.push(places.len());
        }
        if layer.push_move_values(&places, &ends, found) {
            Ok(())
        } else {
            Err(MoveValues::missing(&positions[0]))
        }
    }

    /// Appends the places of the values of the positions after each legal move in a position, which
    /// are in `layer`.
    fn push_places_after(&self, position: &Position, layer: &Layer, places: &mut Vec<usize>) {
        let fits = position.fits(self.rules.board());
        if !fits || self.rules.status(position) != Status::Open {
            return;
        }
        // After each move the same set is to move.
        let column = layer.column(position.opponent());
        let mover = position.mover();
        for to in self.rules.drops(position) {
            places.push(column.place(mover.with(to)));
        }
        let slides = self.rules.slides(position);
        slides.for_each(|slide| places.push(column.place(slide.set_after(mover))));
    }
}

/// Where the value of a position is.
#[derive(Clone, Copy)]
struct LayerPlace<'a> {
    layer: &'a Layer,
    /// Its place in the values of the layer.
    place: usize,
}

/// Returns the outcomes in some places. All are read before the first is looked at: the reads do
/// not depend on each other, so the processor overlaps them, which takes a quarter of the time.
fn read(places: &[Option<LayerPlace<'_>>]) -> impl Iterator<Item = Option<Outcome>> {
    let mut values = Vec::with_capacity(places.len());
    for found in places {
        values.push(found.map_or(0, |found| found.layer.value_at(found.place)));
    }
    let places = places.iter().zip(values);
    places.map(|(found, value)| found.and_then(|found| found.layer.decoded(value)))
}

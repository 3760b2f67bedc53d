//! How many positions of a game there are of each kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::{LayerSurvey, Limit, ScoreCount};
use teeko_index::LayerCensus;
use teeko_rules::notation::RowsForm;
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Outcome, PIECES, Position};

use super::{Ask, Subject, json};
use crate::answers::{ByDistance, DropCensus, OutcomeFields, SlideCensus};
use crate::{Error, Game};

const DEEPEST: usize = 3;

/// Count positions by outcome and distance, and show the deepest
///
/// A layer contains all positions with the same number of pieces on the board. In layers 0 to 7 the
/// next move is a drop, in layer 8 a slide. Symmetric positions count separately. The deepest
/// positions have the longest distance to the win. The first of them in the order of `slot:`
/// numbers are shown, one of each symmetric set.
///
/// Under a tournament limit of N moves, the game is a draw when each side has made N slides. The
/// limit cuts off a forced win if the winner needs more than N slides against the best defence. In
/// these counts, every position of the slide phase has just been reached, so both sides have N
/// slides left. Drops do not count.
///
/// In games for points, these counts and the histogram are those of the game without points, in
/// which any goal wins. Another table counts the positions of layer 8 by the points that the side
/// to move scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct StatsQuestion {}

impl StatsQuestion {
    /// Counts the positions. `observe` receives the number of slots counted.
    pub fn answer(&self, game: &Game, observe: Observer<'_>) -> Result<Stats, Error> {
        let rules = game.rules();
        let value = game.value(&Position::EMPTY)?;
        let layers = game.survey(DEEPEST, observe)?;
        let slide = &layers[2 * PIECES].census;
        let drop = layers[..2 * PIECES].iter().map(|layer| StatsLayer {
            counts: DropCensus::new(layer.layer, &layer.census),
            by_dtw: ByDistance::all(&layer.census),
        });
        Ok(Stats {
            schema: "teeko.stats/1",
            variant: game.name().to_owned(),
            value: OutcomeFields::of_value(rules.scoring(), Some(value)),
            census: StatsCensus {
                slide: SlideCensus::new(slide, rules.parity()),
                drop: drop.collect(),
            },
            by_score: game.by_score(slide),
            deepest: layers.iter().map(|layer| layer.census.deepest()).max().unwrap_or(0),
            deepest_positions: layers
                .iter()
                .flat_map(|layer| Deepest::of_layer(game, layer))
                .collect(),
            move_limits: Limit::scarnes(&layers),
            layers: layers.into_iter().map(|layer| layer.census).collect(),
        })
    }
}

impl Ask for StatsQuestion {
    fn reads_all_positions(&self) -> bool {
        true
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, Error> {
        Ok(json(&self.answer(subject.game(), subject.observe)?))
    }
}

/// The counts of a variant. Those of a game for points are of the plain game, except for the counts
/// by score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Stats {
    /// `teeko.stats/1`.
    pub schema: &'static str,
    /// Its name.
    pub variant: String,
    /// The value of the game for Black.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The positions of all layers.
    pub census: StatsCensus,
    /// In games for points: the positions of the slide phase by score, most points first. Left out
    /// in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_score: Option<Vec<ScoreCount>>,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The deepest positions of each layer.
    pub deepest_positions: Vec<Deepest>,
    /// The forced wins that tournament limits would cut off.
    pub move_limits: Vec<Limit>,
    /// The positions of each layer, 0 to 8, by class.
    #[serde(skip)]
    pub layers: Vec<LayerCensus>,
}

/// The positions of both phases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct StatsCensus {
    /// The slide phase.
    pub slide: SlideCensus,
    /// The drop phase by layer.
    pub drop: Vec<StatsLayer>,
}

/// A layer of the drop phase, with the counts of `solve` and counts by distance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct StatsLayer {
    /// The counts.
    #[serde(flatten)]
    pub counts: DropCensus,
    /// The won and lost positions by distance.
    pub by_dtw: Vec<ByDistance>,
}

/// The deepest wins or losses of a layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Deepest {
    /// The number of pieces on the board.
    pub layer: usize,
    /// The value for the side to move.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The positions in the first slots.
    pub examples: Vec<SlotPosition>,
}

/// A position with its slot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SlotPosition {
    /// The position.
    pub position: RowsForm,
    /// Its slot in the public index of its layer.
    pub slot: u64,
}

impl Deepest {
    fn of_layer(game: &Game, layer: &LayerSurvey) -> impl Iterator<Item = Self> {
        let (wins, losses) = (&layer.deepest_wins, &layer.deepest_losses);
        let both = [(Outcome::Win(wins.distance), wins), (Outcome::Loss(losses.distance), losses)];
        let both = both.into_iter().filter(|(_, examples)| !examples.positions.is_empty());
        let place = |&(slot, position): &(u64, Position)| SlotPosition {
            position: game.on_board(position),
            slot,
        };
        both.map(move |(outcome, examples)| Self {
            layer: layer.layer,
            value: OutcomeFields::new(Some(outcome)),
            examples: examples.positions.iter().map(place).collect(),
        })
    }
}

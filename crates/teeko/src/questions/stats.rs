//! Statistics: the positions of a game by outcome and distance.

mod by_score;
mod limits;
mod take_backs;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::TakeBacks;
use teeko_index::{Census, SolvedLayers, positions_of_layer};
use teeko_rules::notation::RowsForm;
use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Oracle, Position, Wdl};
use teeko_solve::memory_of_layers;

pub use self::by_score::ScoreCount;
use self::by_score::by_score;
pub use self::limits::{CutOff, Limit};
use self::take_backs::take_back_limits;
pub use self::take_backs::{TakeBackLimit, TakeBackLimits};
use super::ask::{Ask, Subject};
use crate::answers::{CensusFields, OutcomeFields};
use crate::error::Error;
use crate::game::Game;
use crate::position_reader::PositionReader;
use crate::system::check_memory;

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
///
/// Scarne's ten move limit is another one: a side may not keep moving one piece back and forth
/// between the same two circles. So it may take its own last slide back ten times in a row, and has
/// lost if it could only do so once more. Here the limit binds the side that holds a draw, and not
/// the other side, which is the hardest case for the draw. Once in a row is then as good as ten
/// times, or any number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StatsQuestion {
    /// Also find which draws survive if a side may take its own last slide back ten times in a row,
    /// or never
    pub take_backs: bool,
}

impl Ask for StatsQuestion {
    type Answer<'a> = Stats;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        let named = rules[0].named();
        let obstacle = TakeBacks::obstacle(named.rules());
        let Some(found) = obstacle.filter(|_| self.take_backs) else {
            return Ok(());
        };
        let error = format!(
            "take_backs: expected no points, goals without empty circles, and slides that can be \
             taken back, found {found} in {named}"
        );
        Err(Error::wrong(
            error,
            "leave it out, or ask about 44-ssss or 58-ssss",
        ))
    }

    /// Counts the positions. The observer receives the number of positions among which the deepest
    /// have been sought.
    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Stats, Error> {
        let game = subject.game();
        let rules = game.rules();
        let census = game.census();
        let value = game.value(&Position::EMPTY)?;
        let outcomes = game.all_outcomes()?;
        let mut stats = Stats {
            schema: "teeko.stats/1",
            variant: game.name().to_owned(),
            value: OutcomeFields::of_value(rules.scoring(), Some(value)),
            census: CensusFields::new(&census, rules.parity()).with_distances(&census),
            by_score: None,
            deepest: census.deepest(),
            deepest_positions: None,
            move_limits: Limit::scarnes(&census),
            take_backs: None,
        };
        if rules.scoring().is_for_points() {
            stats.by_score = Some(by_score(rules, census.slide(), &game.thresholds()));
        }
        if self.take_backs {
            check_memory(game.name(), TakeBacks::memory(rules))?;
            let oracle: &dyn Oracle = outcomes.as_ref().map_or(game, |outcomes| outcomes);
            let limits = take_back_limits(oracle, census.slide().drawn(), subject.observe);
            stats.take_backs = Some(limits.map_err(|error| game.error(error))?);
        }
        if let Some(outcomes) = &outcomes {
            let deepest = Deepest::all(game, outcomes, &census, subject.observe)?;
            stats.deepest_positions = Some(deepest);
        }
        Ok(stats)
    }

    fn reads_all_positions(&self) -> bool {
        true
    }

    fn memory(&self, rules: &[&PositionReader]) -> u64 {
        let rules = rules[0].rules();
        let mut memory = memory_of_layers(rules);
        if self.take_backs {
            memory += TakeBacks::memory(rules);
        }
        memory
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
    pub census: CensusFields,
    /// In games for points: the positions of the slide phase by score, most points first. Left out
    /// in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_score: Option<Vec<ScoreCount>>,
    /// The largest distance over all layers, in plies.
    pub deepest: u32,
    /// The deepest positions of each layer; left out if the values of all positions do not fit in
    /// memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest_positions: Option<Vec<Deepest>>,
    /// The forced wins that tournament limits would cut off.
    pub move_limits: Vec<Limit>,
    /// What limits on taking slides back leave of the draws. Left out unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take_backs: Option<TakeBackLimits>,
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
    /// Finds the deepest positions of each layer, whose distances the census has.
    fn all(
        game: &Game,
        outcomes: &SolvedLayers,
        census: &Census,
        observe: Observer<'_>,
    ) -> Result<Vec<Self>, Stopped> {
        let positions: Vec<u64> = (0..Census::LAYERS)
            .map(|layer| positions_of_layer(game.board(), layer))
            .collect();
        let work = Counter::new(positions.iter().sum(), observe);
        let mut found = Vec::new();
        for (layer, counts) in census.layers().iter().enumerate() {
            let values = outcomes.layer(layer).expect("all layers");
            for result in [Wdl::Win, Wdl::Loss] {
                if let Some(outcome) = counts.longest(result) {
                    found.push(Self {
                        layer,
                        value: OutcomeFields::new(Some(outcome)),
                        examples: SlotPosition::all(game, values.first_with(outcome, DEEPEST)),
                    });
                }
            }
            work.advance(positions[layer])?;
        }
        Ok(found)
    }
}

impl SlotPosition {
    /// Returns positions with their slots.
    fn all(game: &Game, positions: Vec<Position>) -> Vec<Self> {
        let mut all = Vec::with_capacity(positions.len());
        for position in positions {
            all.push(Self {
                position: game.on_board(position),
                slot: game.reader().slot(&position),
            });
        }
        all
    }
}

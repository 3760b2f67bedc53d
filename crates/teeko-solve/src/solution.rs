//! The solution of a rule set: the outcome of every position of every layer, in each of its
//! threshold games.

use std::sync::Arc;

use teeko_index::{Census, Layer, LayerCensus, SolvedLayers};
use teeko_rules::{Oracle, OracleResult, Outcome, PIECES, Position, Rules, Side};

use crate::attack::AttackSolution;
use crate::slide::SlideSolution;

/// The strong solution of a rule set: outcome and exact distance of every position. Of a game for
/// points, these are of the plain game, and there is a threshold game for each greater number of
/// points.
///
/// Clones are cheap and share all data.
#[derive(Clone, Debug)]
pub struct Solution {
    rules: Rules,
    slide: Arc<SlideSolution>,
    /// The layers 0 to 7.
    drops: SolvedLayers,
    /// The other threshold games by points, ascending.
    for_more: Vec<(u8, ThresholdSolution)>,
}

/// A solved threshold game for more points than those of the plain game.
#[derive(Clone, Debug)]
pub enum ThresholdSolution {
    /// One whose winner depends on the goals alone.
    Goals(Box<Solution>),
    /// One of numbered pieces.
    Attack(AttackSolution),
}

impl ThresholdSolution {
    fn slide_census(&self) -> &LayerCensus {
        match self {
            Self::Goals(game) => game.slide.census(),
            Self::Attack(attack) => attack.slide().census(),
        }
    }

    /// Returns the number of plies in which a side forces the points; `None` if it cannot, or the
    /// game is finished.
    fn forces(&self, rules: &Rules, side: Side, position: &Position) -> Option<u32> {
        match self {
            Self::Goals(solution) => solution.outcome(position)?.win_of(side == position.turn),
            Self::Attack(attack) if rules.is_open_with_numbers(position) => {
                attack.forces(side, position)
            }
            Self::Attack(_) => None,
        }
    }
}

impl Solution {
    pub(crate) fn new(slide: Arc<SlideSolution>, drops: SolvedLayers) -> Self {
        Self {
            rules: drops.rules().clone(),
            slide,
            drops,
            for_more: Vec::new(),
        }
    }

    /// Takes the solution of the plain game of these rules.
    pub(crate) fn of_rules(self, rules: &Rules) -> Self {
        Self {
            rules: rules.clone(),
            ..self
        }
    }

    /// Adds a threshold game for more points than those so far.
    pub(crate) fn push(&mut self, points: u8, game: ThresholdSolution) {
        self.for_more.push((points, game));
    }

    /// Returns the solved rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the threshold games for more points than the plain game has, by points, ascending.
    /// Empty if the game is not for points.
    pub fn for_more(&self) -> &[(u8, ThresholdSolution)] {
        &self.for_more
    }

    /// Returns the census of the slide phase in each threshold game, by points, ascending. The
    /// first is that of the plain game.
    pub fn slide_censuses(&self) -> impl Iterator<Item = (u8, &LayerCensus)> {
        let plain = self.rules.thresholds().first().copied();
        let plain = plain.map(|points| (points, self.slide.census()));
        let for_more = self.for_more.iter();
        plain
            .into_iter()
            .chain(for_more.map(|(points, game)| (*points, game.slide_census())))
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
        let mut layers = self.drops.layers().to_vec();
        layers.push(slide);
        SolvedLayers::new(self.rules.clone(), layers)
    }

    /// Returns the outcome of the game from the empty board, for Black; of the plain game if it is
    /// for points.
    ///
    /// # Panics
    /// Never: the empty board is a position of every rule set.
    pub fn game_value(&self) -> Outcome {
        self.outcome(&Position::EMPTY)
            .expect("the empty board is a position")
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
        (0..Census::LAYERS)
            .map(|layer| (layer, self.layer_census(layer).clone()))
            .collect()
    }
}

impl Oracle for Solution {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn outcome(&self, position: &Position) -> OracleResult<Option<Outcome>> {
        Ok(self.outcome(position))
    }

    /// Looks the positions of drop layers up together.
    fn outcomes(&self, positions: &[Position]) -> OracleResult<Vec<Option<Outcome>>> {
        let mut layers = positions.iter().map(Position::layer);
        if layers.all(|layer| layer < 2 * PIECES) {
            return self.drops.outcomes(positions);
        }
        let outcomes = positions.iter().map(|position| self.outcome(position));
        Ok(outcomes.collect())
    }

    fn forces(&self, side: Side, points: u8, position: &Position) -> OracleResult<Option<u32>> {
        let least = self.rules.thresholds().first().copied();
        if least.is_none_or(|least| points <= least) {
            let outcome = self.outcome(position);
            return Ok(outcome.and_then(|outcome| outcome.win_of(side == position.turn)));
        }
        let game = self.for_more.iter().find(|(of, _)| *of >= points);
        Ok(game.and_then(|(_, game)| game.forces(&self.rules, side, position)))
    }
}

//! Counts of all positions: of one game, and of two games compared.

use teeko_analysis::{Difference, LayerSurvey, ScoreCount, ScoreDifference};
use teeko_rules::work::Observer;
use teeko_rules::{PIECES, Position, Value};

use super::definition::{About, Definition, Example, Work};
use super::parameters::Parameter;
use super::{Ask, RequestError, Subject, json};
use crate::{Error, Game, documents};

/// The deepest positions of each layer that `stats` shows.
const DEEPEST: usize = 3;

const EXAMPLES: Parameter =
    Parameter::number("examples", [0, 100], Some(3), "The most positions to show of each layer");

pub(super) const STATS: Definition = Definition::new::<documents::Stats>(
    "stats",
    About::Game,
    Work::Search,
    "How many positions there are, by layer, outcome and distance",
    &[],
    |_| Ok(Box::new(StatsQuestion)),
    &[
        Example::new("The small board", "/v1/44-ssss+4x4/stats"),
        Example::new("For points", "/v1/58-ssss+4x4+points/stats"),
        Example::refused(422, "Too many positions", "/v1/44-ssss+5x6/stats"),
    ],
);

pub(super) const DIFF: Definition = Definition::new::<documents::Diff>(
    "diff",
    About::Games,
    Work::Search,
    "The positions that are worth something else in another variant",
    &[&EXAMPLES],
    |parameters| Ok(Box::new(DiffQuestion { examples: parameters.number(&EXAMPLES)? })),
    &[
        Example::new("Two goal sets", "/v1/diff?variants=44-ssss%2B4x4,58-ssss%2B4x4&examples=1"),
        Example::new("For points", "/v1/diff?variants=58-ssss%2B4x4,58-ssss%2B4x4%2Bpoints"),
        Example::refused(400, "Two boards", "/v1/diff?variants=44-ssss,44-ssss%2B4x4"),
        Example::refused(400, "One variant", "/v1/diff?variants=44-ssss"),
    ],
);

/// Asks for the number of positions of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatsQuestion;

/// The number of positions of each kind.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StatsAnswer<'a> {
    /// The game.
    pub game: &'a Game,
    /// The value for Black.
    pub value: Value,
    /// Its layers, 0 to 8.
    pub layers: Vec<LayerSurvey>,
    /// In games for points: the positions of layer 8 by score.
    pub by_score: Option<Vec<ScoreCount>>,
}

/// Asks for the positions whose value differs in another variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiffQuestion {
    /// The most positions to show of each layer.
    pub examples: u16,
}

/// The positions whose value differs between two variants.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DiffAnswer<'a> {
    /// The two games.
    pub games: [&'a Game; 2],
    /// The difference in outcomes.
    pub difference: Difference,
    /// The difference in points, if one of the two is a game for points.
    pub in_points: Option<ScoreDifference>,
}

impl StatsQuestion {
    /// Counts the positions. `observe` receives the number of slots counted.
    ///
    /// # Errors
    /// Returns an error if the source fails, or `observe` stops the count.
    pub fn answer<'a>(
        &self,
        game: &'a Game,
        observe: Observer<'_>,
    ) -> Result<StatsAnswer<'a>, Error> {
        let value = game.value(&Position::EMPTY)?;
        let layers = game.survey(DEEPEST, observe)?;
        let by_score = game.by_score(&layers[2 * PIECES].census);
        Ok(StatsAnswer { game, value, layers, by_score })
    }
}

impl Ask for StatsQuestion {
    fn reads_all_positions(&self) -> bool {
        true
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        Ok(json(&self.answer(subject.game(), subject.observe)?.document()))
    }
}

impl DiffQuestion {
    /// Compares the games. `observe` receives the number of slots compared.
    ///
    /// # Errors
    /// Returns an error if the games have different boards, a source fails, or `observe` stops the
    /// comparison.
    pub fn answer<'a>(
        &self,
        games: [&'a Game; 2],
        observe: Observer<'_>,
    ) -> Result<DiffAnswer<'a>, Error> {
        let [one, other] = games;
        let difference = one.difference(other, self.examples.into(), observe)?;
        let in_points = one.score_difference(other, self.examples.into())?;
        Ok(DiffAnswer { games, difference, in_points })
    }
}

impl Ask for DiffQuestion {
    fn reads_all_positions(&self) -> bool {
        true
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        let games = [&subject.games[0], &subject.games[1]];
        Ok(json(&self.answer(games, subject.observe)?.document()))
    }
}

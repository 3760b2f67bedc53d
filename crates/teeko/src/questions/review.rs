//! Reviews of games.

use std::borrow::Cow;

use teeko_analysis::Review;
use teeko_rules::notation::{GameError, GameRecord, parse_playable_part};
use teeko_rules::{NamedRules, Oracle, Rules};

use super::definition::{About, Definition, Example, Work};
use super::parameters::{Parameter, Parameters};
use super::position::{FROM, start};
use super::{Ask, RequestError, Subject, json};
use crate::{Error, Game, PositionReader, documents};

const GAME: Parameter = Parameter::required("game", "The moves of the game", "13,12,18,8");

pub(super) const REVIEW: Definition = Definition::new::<documents::Review>(
    "review",
    About::Game,
    Work::Slow,
    "A game, judged move by move",
    &[&GAME, &FROM],
    |parameters| Ok(Box::new(ReviewQuestion::read(parameters)?)),
    &[
        Example::new("A game with a mistake", "/v1/44-ssss/review?game=13,18,12,14,8,7,9,2"),
        Example::new(
            "From a position on",
            "/v1/44-ssss/review?game=14-8&from=b:7,9,12,14%20r:10,13,17,19%20b",
        ),
        Example::new("A record that goes no further", "/v1/44-ssss/review?game=13,12,13"),
        Example::refused(400, "No ply that can be read", "/v1/44-ssss/review?game=hello"),
    ],
);

/// Asks for a review of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewQuestion<'a> {
    /// The game.
    pub game: Cow<'a, str>,
    /// The position that it starts from; `None` for the empty board.
    pub from: Option<Cow<'a, str>>,
}

/// A game, judged ply by ply.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReviewAnswer<'a> {
    /// The game that answers.
    pub game: &'a Game,
    /// The plies that can be played.
    pub record: GameRecord,
    /// The review of these plies.
    pub review: Review,
    /// Why the record ends early, if a ply cannot be played.
    pub error: Option<GameError>,
}

impl ReviewQuestion<'_> {
    fn read(parameters: &Parameters<'_>) -> Result<ReviewQuestion<'static>, RequestError> {
        let game = parameters.required(&GAME)?.to_owned().into();
        Ok(ReviewQuestion { game, from: parameters.text(&FROM).map(|text| text.to_owned().into()) })
    }

    /// Reads the plies up to the first wrong one, at least one. Also returns the error of the wrong
    /// ply.
    fn played(
        &self,
        rules: &Rules,
        reader: &PositionReader,
    ) -> Result<(GameRecord, Option<GameError>), Error> {
        let start = start(rules, reader, self.from.as_deref())?;
        let (record, error) =
            parse_playable_part(rules, start, &self.game).map_err(GameError::Start)?;
        match error {
            Some(error) if record.plies.is_empty() => Err(error.into()),
            error => Ok((record, error)),
        }
    }

    /// Checks the question against the rules, before there is a solution.
    ///
    /// # Errors
    /// Returns an error if the position is invalid, or the first ply cannot be played.
    pub fn check(&self, named: &NamedRules) -> Result<(), RequestError> {
        Ok(self.played(named.rules(), &PositionReader::new(named.rules())).map(drop)?)
    }

    /// Judges the game.
    ///
    /// # Errors
    /// Returns the errors of [`ReviewQuestion::check`], and an error if the source fails.
    pub fn answer<'a>(&self, game: &'a Game) -> Result<ReviewAnswer<'a>, RequestError> {
        let (record, error) = self.played(game.rules(), game.reader())?;
        let review = game.review(&record)?;
        Ok(ReviewAnswer { game, record, review, error })
    }
}

impl Ask for ReviewQuestion<'static> {
    fn check(&self, rules: &NamedRules) -> Result<(), RequestError> {
        self.check(rules)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        Ok(json(&self.answer(subject.game())?.document()))
    }
}

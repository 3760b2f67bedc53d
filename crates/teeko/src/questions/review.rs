//! Reviews of games.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{Decision, Judgement};
use teeko_rules::notation::{GameError, GameRecord, Ply, parse_playable_part, rows_form};
use teeko_rules::{NamedRules, Oracle, Position, Rules, Side};

use super::definition::{About, Definition, Example, Work};
use super::parameters::{Parameter, Parameters};
use super::position::{FROM, start};
use super::{Ask, RequestError, Subject, json};
use crate::answers::OutcomeFields;
use crate::words::{by_number, mark, phase, verdict, winner};
use crate::{Error, Game, PositionReader};

const GAME: Parameter = Parameter::text(
    "game",
    "The moves of the game, after comment lines that name its rules and its start if it was saved",
    "13,12,18,8",
)
.required();

pub(super) const REVIEW: Definition = Definition::new::<Review>(
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
        Example::new(
            "A saved game, with its rules and its start",
            "/v1/44-ssss/review?game=%23%20variant:%2044-ssss%0A%23%20from:%20b:13%20r:%0A12",
        ),
        Example::refused(
            400,
            "A saved game of other rules",
            "/v1/44-ssss/review?game=%23%20variant:%2058-ssss%0A13%2012",
        ),
        Example::refused(400, "No ply that can be read", "/v1/44-ssss/review?game=hello"),
    ],
);

/// Asks for a review of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewQuestion {
    /// The game.
    pub game: String,
    /// The position that it starts from; `None` for the empty board.
    pub from: Option<String>,
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
    pub review: teeko_analysis::Review,
    /// Why the record ends early, if a ply cannot be played.
    pub error: Option<GameError>,
}

impl ReviewQuestion {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let game = parameters.required(&GAME, "a game")?.to_owned();
        Ok(Self { game, from: parameters.text(&FROM).map(str::to_owned) })
    }

    /// Reads the plies up to the first wrong one, at least one. Also returns the error of the wrong
    /// ply.
    fn played(
        &self,
        rules: &Rules,
        reader: &PositionReader,
    ) -> Result<(GameRecord, Option<GameError>), Error> {
        let start = start(rules, reader, self.from.as_deref())?;
        let (record, error) = parse_playable_part(rules, start, &self.game)?;
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

impl Ask for ReviewQuestion {
    fn check(&self, rules: &NamedRules) -> Result<(), RequestError> {
        self.check(rules)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        Ok(json(&self.answer(subject.game())?.document()))
    }
}

/// A game, judged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Review {
    /// `teeko.review/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The position where the game starts.
    pub position: String,
    /// The choices in order; a ply after a pass has two.
    pub choices: Vec<ReviewChoice>,
    /// The position after the last ply.
    pub end: ReviewEnd,
    /// The number of the ply that decided the result; null if none changed it.
    pub turning_point: Option<usize>,
    /// The number of the ply with the worst choice: the last that turned a win into a loss,
    /// otherwise the last that changed the result. Null if none did.
    pub worst: Option<usize>,
    /// How the game stands and why, as text.
    pub verdict: String,
    /// Why the record ends early, if a ply cannot be read or played. The choices are those before
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReviewEnd {
    /// The position.
    pub position: String,
    /// `drop`, `slide` or `over`.
    pub phase: &'static str,
    /// The side to move.
    pub turn: &'static str,
    /// The value for the side to move.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The side that wins or has won.
    pub winner: Option<&'static str>,
}

/// One choice of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReviewChoice {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The position before it.
    pub position: String,
    /// The side to move.
    pub turn: &'static str,
    /// The side that chose.
    pub chooser: &'static str,
    /// The choice.
    #[serde(rename = "move")]
    pub choice: String,
    /// The outcome before the choice, for the side to move.
    pub before: OutcomeFields,
    /// In games for points: the outcome with the best choice, for the side to move. Its `dtw` is
    /// comparable with that of `after`; that of `before` may be larger. Left out in other games,
    /// where it equals `before`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<OutcomeFields>,
    /// The outcome after the choice, for the side to move.
    pub after: OutcomeFields,
    /// The points that the chooser gave away; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_given_away: Option<i16>,
    /// Whether nothing was better.
    pub optimal: bool,
    /// Whether the result stayed what it was.
    pub keeps_outcome: bool,
    /// `??` if the result changed or points were given away, `?` if the result came later or sooner
    /// than necessary (in games for points: the same points), null if nothing was better.
    pub mark: Option<&'static str>,
    /// All best choices, if this was not one.
    pub better: Vec<String>,
    /// If the choice changed the result: best play from then on, to the end of the game or, in a
    /// draw, for a few plies. It begins with the next ply; after a pass, with the drop of the same
    /// ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<String>>,
}

impl ReviewAnswer<'_> {
    /// Returns the answer as a document.
    pub fn document(&self) -> Review {
        let Self { game, record, review, error } = self;
        let rules = game.rules();
        let for_points = rules.scoring().is_for_points();
        let position = |position: &Position| rows_form(rules.board(), position);
        let choice = |decision: &Decision| ReviewChoice {
            ply: decision.ply,
            position: position(&decision.position),
            turn: decision.position.turn.name(),
            chooser: decision.chooser.name(),
            choice: decision.choice.to_string(),
            before: OutcomeFields::of_value(rules.scoring(), Some(decision.before)),
            best: for_points.then(|| OutcomeFields::of_value(rules.scoring(), Some(decision.best))),
            after: OutcomeFields::of_value(rules.scoring(), Some(decision.after)),
            points_given_away: for_points.then(|| decision.points_given_away()),
            optimal: decision.judgement == Judgement::Best,
            keeps_outcome: decision.judgement != Judgement::WorseResult,
            mark: mark(decision.judgement),
            better: decision.better.iter().map(ToString::to_string).collect(),
            refutation: decision
                .refutation
                .as_ref()
                .map(|line| line.plies.iter().map(Ply::to_string).collect()),
        };
        Review {
            schema: "teeko.review/1",
            variant: game.name().to_owned(),
            position: position(&record.start),
            choices: review.decisions.iter().map(choice).collect(),
            end: ReviewEnd {
                position: position(&review.end),
                phase: phase(rules, &review.end).name(),
                turn: review.end.turn.name(),
                value: OutcomeFields::of_value(rules.scoring(), Some(review.value)),
                winner: winner(&review.end, review.value.outcome).map(Side::name),
            },
            turning_point: review.turning_point().map(|decision| decision.ply),
            worst: review.worst().map(|decision| decision.ply),
            verdict: verdict(rules, review, None, &by_number),
            error: error.as_ref().map(ToString::to_string),
        }
    }
}

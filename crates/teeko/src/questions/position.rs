//! The value of a position, and the choice of a player in it.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{
    Analysis, RankedChoice, Strength, analyse, analyse_after_pass, analyse_pieces, chosen_by,
};
use teeko_rules::notation::{RowsForm, parse_circle, parse_game};
use teeko_rules::{Circle, NamedRules, Oracle, Position, Rules, Scoring, Side};

use super::definition::{About, Definition, Example, Work};
use super::parameters::{Parameter, Parameters};
use super::query::Query;
use super::{Ask, RequestError, Subject, json};
use crate::answers::OutcomeFields;
use crate::words::{Phase, phase};
use crate::{Error, Game, PositionReader};

pub(super) const POSITION: Parameter = Parameter::text(
    "position",
    "A position: circles, rows, or a slot of the public index",
    "b:7,9,12,14 r:10,13,17,19 b",
);
pub(super) const MOVES: Parameter = Parameter::text(
    "moves",
    "Instead of position: moves from the empty board, or from `from`",
    "13,12,18,8",
);
pub(super) const FROM: Parameter =
    Parameter::text("from", "The position that moves start from", "b:7,9,12,14 r:10,13,17,19 b");
pub(super) const SEED: Parameter = Parameter::number(
    "seed",
    [0, u64::MAX],
    Some(1),
    "For puzzles: picks the order in which positions are searched. For a choice: picks one of \
     equally good moves",
);
const BRIEF: Parameter = Parameter::flag("brief", "Leave out the moves");
const PASS: Parameter = Parameter::flag(
    "pass",
    "The choices of the side to move once its opponent has passed instead of pointing; under the \
     pass rule",
);
const AT: Parameter = Parameter::text(
    "at",
    "The choices among the pieces of the side to move once its opponent has pointed at this \
     circle; in games with pips",
    "13",
);
const STRENGTH: Parameter = Parameter::number(
    "strength",
    [1, Strength::PERFECT.number() as u64],
    Some(Strength::PERFECT.number() as u64),
    "How well the player plays, from 1, a beginner, to 5, perfect",
);

pub(super) const QUERY: Definition = Definition::new::<Query<'_>>(
    "position",
    About::Game,
    Work::Quick,
    "What a position is worth, and every move",
    &[&POSITION, &MOVES, &FROM, &BRIEF, &PASS, &AT],
    |parameters| Ok(Box::new(PositionQuestion::read(parameters)?)),
    &[
        Example::new(
            "Scarne's first winning play",
            "/v1/44-ssss/position?position=b:7,9,12,14%20r:10,13,17,19%20b",
        ),
        Example::new("After a move", "/v1/advanced/position?moves=13"),
        Example::new("The empty board", "/v1/58-ssss/position?moves="),
        Example::new(
            "After a move from a position",
            "/v1/44-ssss/position?moves=14-8&from=b:7,9,12,14%20r:10,13,17,19%20b",
        ),
        Example::new("The value alone", "/v1/44-ssss/position?moves=13,12&brief"),
        Example::new("What to choose after a pass", "/v1/44-pppp+pass/position?moves=13&pass"),
        Example::new("Which piece to drop", "/v1/44-pppp+4x4+pips/position?moves=6%3D1&at=7"),
        Example::new(
            "A finished game",
            "/v1/44-ssss/position?position=b:1,2,3,4%20r:7,9,17,25%20r",
        ),
        Example::refused(
            400,
            "Two pieces on one circle",
            "/v1/44-ssss/position?position=b:1%20r:1%20b",
        ),
        Example::refused(400, "A move that is not legal", "/v1/44-ssss/position?moves=13,13"),
        Example::refused(400, "No position", "/v1/44-ssss/position"),
    ],
);

pub(super) const CHOICE: Definition = Definition::new::<Choice>(
    "choice",
    About::Game,
    Work::Quick,
    "What a player of some strength chooses",
    &[&POSITION, &MOVES, &FROM, &PASS, &AT, &STRENGTH, &SEED],
    |parameters| Ok(Box::new(ChoiceQuestion::read(parameters)?)),
    &[
        Example::new(
            "The perfect player",
            "/v1/44-ssss/choice?position=b:7,9,12,14%20r:10,13,17,19%20b",
        ),
        Example::new("A beginner", "/v1/58-ssss/choice?moves=13&strength=1&seed=7"),
        Example::new(
            "After a move from a position",
            "/v1/44-ssss/choice?moves=14-8&from=b:7,9,12,14%20r:10,13,17,19%20b",
        ),
        Example::new("After a pass", "/v1/44-pppp+pass/choice?moves=13&pass"),
        Example::new("Which piece to drop", "/v1/44-pppp+4x4+pips/choice?moves=6%3D1&at=7"),
        Example::new("A finished game", "/v1/44-ssss/choice?position=b:1,2,3,4%20r:7,9,17,25%20r"),
        Example::refused(400, "No strength", "/v1/44-ssss/choice?moves=&strength=6"),
    ],
);

/// A position in a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AskedPosition {
    /// In circles or rows form, or as a slot.
    Position(String),
    /// The position after some moves.
    Moves {
        /// The moves.
        moves: String,
        /// The position that they start from; `None` for the empty board.
        from: Option<String>,
    },
}

/// The choices to return.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Choices {
    /// All choices.
    All,
    /// No choices, only the value.
    Brief,
    /// The choices of the side to move after its opponent has passed instead of pointing.
    AfterPass,
    /// The choices of the side to move among its pieces, after its opponent has pointed at this
    /// circle.
    PiecesAt(String),
}

/// Asks for the value of a position, and its choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionQuestion {
    /// The position.
    pub at: AskedPosition,
    /// The choices to return.
    pub choices: Choices,
}

/// Asks for the choice of a player in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ChoiceQuestion {
    position: PositionQuestion,
    strength: Strength,
    seed: u64,
}

impl AskedPosition {
    pub(super) fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let text = |parameter| parameters.text(parameter).map(str::to_owned);
        match (text(&POSITION), text(&MOVES), text(&FROM)) {
            (Some(_), None, Some(_)) => Err(RequestError::wrong(
                "parameter `from`: expected `moves` to start from there, found `position`",
                "write moves=14-8 instead of position, or leave out from",
            )),
            (Some(position), None, None) => Ok(Self::Position(position)),
            (None, Some(moves), from) => Ok(Self::Moves { moves, from }),
            (Some(_), Some(_), _) => Err(RequestError::together("position, moves")),
            (None, None, _) => Err(RequestError::missing(
                "position` or `moves",
                "add a position such as position=b:7,9,12,14%20r:10,13,17,19%20b, or moves such \
                 as moves=13,12,18,8",
            )),
        }
    }

    /// Reads the position.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the rules.
    pub fn position(&self, rules: &Rules, reader: &PositionReader) -> Result<Position, Error> {
        match self {
            Self::Position(text) => reader.read(rules, text),
            Self::Moves { moves, from } => {
                Ok(parse_game(rules, start(rules, reader, from.as_deref())?, moves)?.end())
            }
        }
    }

    pub(super) fn check(&self, named: &NamedRules) -> Result<Position, RequestError> {
        Ok(self.position(named.rules(), &PositionReader::new(named.rules()))?)
    }
}

/// Reads the position that moves start from.
pub(super) fn start(
    rules: &Rules,
    reader: &PositionReader,
    from: Option<&str>,
) -> Result<Position, Error> {
    Ok(from.map(|text| reader.read(rules, text)).transpose()?.unwrap_or(Position::EMPTY))
}

impl PositionQuestion {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let choices = Choices::read(parameters)?;
        Ok(Self { at: AskedPosition::read(parameters)?, choices })
    }

    /// Checks the question against the rules, before there is a solution.
    ///
    /// # Errors
    /// Returns an error if the position is invalid, or does not have such choices.
    pub fn check(&self, named: &NamedRules) -> Result<(), RequestError> {
        self.choices.check(named.rules(), &self.at.check(named)?)
    }

    /// Returns the value of the position, with its choices.
    ///
    /// # Errors
    /// Returns an error if the position is not one of the game, does not have such choices, or the
    /// source fails.
    pub fn answer<'a>(&self, game: &'a Game) -> Result<Query<'a>, RequestError> {
        if self.choices == Choices::Brief {
            let position = self.at.position(game.rules(), game.reader())?;
            return Ok(Query::brief(game, &position, game.value(&position)?));
        }
        Ok(Query::new(game, &self.analysis(game)?))
    }

    /// Returns the choices, best first.
    fn analysis(&self, game: &Game) -> Result<Analysis, RequestError> {
        let rules = game.rules();
        let position = self.at.position(rules, game.reader())?;
        self.choices.check(rules, &position)?;
        let analysis = match &self.choices {
            Choices::All | Choices::Brief => analyse(game, &position),
            Choices::AfterPass => analyse_after_pass(game, &position),
            Choices::PiecesAt(circle) => {
                analyse_pieces(game, &position, pointed_at(rules, &position, circle)?)
            }
        };
        Ok(analysis.map_err(|error| game.error(error))?)
    }
}

impl Ask for PositionQuestion {
    fn check(&self, rules: &NamedRules) -> Result<(), RequestError> {
        self.check(rules)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        Ok(json(&self.answer(subject.game())?))
    }
}

impl ChoiceQuestion {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let strength = Strength::new(parameters.number(&STRENGTH)?)
            .map_err(|_| parameters.unfit(&STRENGTH))?;
        let position = PositionQuestion::read(parameters)?;
        Ok(Self { position, strength, seed: parameters.number(&SEED)? })
    }
}

impl Ask for ChoiceQuestion {
    fn check(&self, rules: &NamedRules) -> Result<(), RequestError> {
        self.position.check(rules)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        let game = subject.game();
        let analysis = self.position.analysis(game)?;
        let chosen = chosen_by(self.strength, &analysis, self.seed);
        Ok(json(&Choice::new(game, &analysis, self.strength, chosen)))
    }
}

impl Choices {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let brief = parameters.flag(&BRIEF)?.then_some(Self::Brief);
        let pass = parameters.flag(&PASS)?.then_some(Self::AfterPass);
        let pieces = parameters.text(&AT).map(|circle| Self::PiecesAt(circle.to_owned()));
        let mut asked = [brief, pass, pieces].into_iter().flatten();
        match (asked.next(), asked.next()) {
            (choices, None) => Ok(choices.unwrap_or(Self::All)),
            _ => Err(RequestError::together("brief, pass, at")),
        }
    }

    fn check(&self, rules: &Rules, position: &Position) -> Result<(), RequestError> {
        match self {
            Self::All | Self::Brief => Ok(()),
            Self::AfterPass => check_pass(rules, position),
            Self::PiecesAt(circle) => pointed_at(rules, position, circle).map(drop),
        }
    }
}

/// Checks that the opponent may pass.
fn check_pass(rules: &Rules, position: &Position) -> Result<(), RequestError> {
    if rules.pass_rule() && phase(rules, position) == Phase::Drop {
        return Ok(());
    }
    let found = if rules.pass_rule() { "a position without a drop" } else { "rules without it" };
    Err(no_choices(format!(
        "pass: expected a drop under the pass rule as in 44-pppp+pass, found {found}"
    )))
}

fn no_choices(error: String) -> RequestError {
    RequestError::wrong(error, "leave it out: the choices of a position say who chooses")
}

/// Parses the circle that the opponent points at.
fn pointed_at(rules: &Rules, position: &Position, circle: &str) -> Result<Circle, RequestError> {
    let refused = |reason: String| no_choices(format!("at: {reason}"));
    let is_pointed =
        phase(rules, position) == Phase::Drop && rules.chooser(position) != position.turn;
    if rules.scoring() != Scoring::Pips || !is_pointed {
        let expected =
            "a drop where the opponent points and pieces have numbers, as in 44-pppp+pips";
        return Err(refused(format!("expected {expected}, found another position")));
    }
    let found = parse_circle(rules.board(), circle).map_err(|error| refused(error.to_string()))?;
    if rules.drops(position).contains(found) {
        return Ok(found);
    }
    Err(refused(format!("expected an empty circle that can be dropped on, found {found}")))
}

/// The choice of a player of a given strength in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Choice {
    /// `teeko.choice/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The position in rows form.
    pub position: RowsForm,
    /// The side to move.
    pub turn: Side,
    /// The side that chooses.
    pub chooser: Side,
    /// The strength, from 1, a beginner, to 5, perfect.
    pub strength: u8,
    /// The choice; null if there is nothing to choose.
    #[serde(rename = "move")]
    #[schemars(with = "Option<String>")]
    pub choice: Option<teeko_analysis::Choice>,
    /// The value of the choice for the side to move.
    #[serde(flatten)]
    pub worth: OutcomeFields,
}

impl Choice {
    /// Returns the document on a choice.
    pub fn new(
        game: &Game,
        analysis: &Analysis,
        strength: Strength,
        chosen: Option<RankedChoice>,
    ) -> Self {
        let scoring = game.rules().scoring();
        Self {
            schema: "teeko.choice/1",
            variant: game.name().to_owned(),
            position: game.on_board(analysis.position),
            turn: analysis.position.turn,
            chooser: analysis.chooser,
            strength: strength.number(),
            choice: chosen.map(|chosen| chosen.choice),
            worth: OutcomeFields::of_value(scoring, chosen.map(|chosen| chosen.value)),
        }
    }
}

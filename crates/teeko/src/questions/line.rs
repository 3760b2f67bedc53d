//! Perfect play from a position.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::BestLine;
use teeko_rules::notation::{Ply, RowsForm};
use teeko_rules::{NamedRules, Oracle, Position};

use super::definition::{About, Definition, Example, Work};
use super::parameters::{Parameter, Parameters};
use super::position::{AskedPosition, FROM, MOVES, POSITION};
use super::{Ask, RequestError, Subject, json};
use crate::Game;
use crate::answers::OutcomeFields;

/// The plies of a draw that are shown unless others are asked for.
const DRAWN_PLIES: u16 = 20;

const PLIES: Parameter = Parameter::number(
    "plies",
    [0, u16::MAX as u64],
    Some(DRAWN_PLIES as u64),
    "Plies to show of a draw",
);
const BOARDS: Parameter = Parameter::flag("boards", "Give the position after each ply");

pub(super) const LINE: Definition = Definition::new::<Line>(
    "line",
    About::Game,
    Work::Slow,
    "One line of perfect play",
    &[&POSITION, &MOVES, &FROM, &PLIES, &BOARDS],
    |parameters| Ok(Box::new(LineQuestion::read(parameters)?)),
    &[
        Example::new(
            "Scarne's seventeenth winning play",
            "/v1/44-ssss/line?position=b:3,10,15,18%20r:7,13,16,17%20b",
        ),
        Example::new("Some plies of a draw", "/v1/44-ssss/line?moves=13&plies=4&boards"),
        Example::new(
            "After a move from a position",
            "/v1/44-ssss/line?from=b:7,9,12,14%20r:10,13,17,19%20b&moves=14-8",
        ),
        Example::refused(400, "No number", "/v1/44-ssss/line?moves=&plies=many"),
    ],
);

/// Asks for a line of perfect play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineQuestion {
    /// The position.
    pub at: AskedPosition,
    /// The number of plies to show of a draw.
    pub plies: u16,
    /// Whether the positions after each ply are wanted.
    pub boards: bool,
}

impl LineQuestion {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        Ok(Self {
            at: AskedPosition::read(parameters)?,
            plies: parameters.number(&PLIES)?,
            boards: parameters.flag(&BOARDS)?,
        })
    }

    /// Checks the question against the rules, before there is a solution.
    ///
    /// # Errors
    /// Returns an error if the position is invalid.
    pub fn check(&self, named: &NamedRules) -> Result<(), RequestError> {
        self.at.check(named).map(drop)
    }

    /// Returns the line.
    ///
    /// # Errors
    /// Returns an error if the position is not one of the game, or the source fails.
    pub fn answer(&self, game: &Game) -> Result<Line, RequestError> {
        let position = self.at.position(game.rules(), game.reader())?;
        let line = game.best_line(&position, self.plies.into())?;
        let after = || line.positions(&position).map(|position| game.on_board(position)).collect();
        let positions = self.boards.then(after);
        let BestLine { value, plies, .. } = line;
        Ok(Line {
            schema: "teeko.line/1",
            variant: game.name().to_owned(),
            position: game.on_board(position),
            value: OutcomeFields::of_value(game.rules().scoring(), Some(value)),
            line: plies,
            positions,
        })
    }
}

impl Ask for LineQuestion {
    fn check(&self, rules: &NamedRules) -> Result<(), RequestError> {
        self.check(rules)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        if subject.positions.is_some() && self.plies > DRAWN_PLIES {
            let longest = subject.game().deepest()?.max(DRAWN_PLIES.into());
            if u32::from(self.plies) > longest {
                return Err(RequestError::too_much(format!(
                    "plies: expected at most {longest}, the longest distance of {}, found {}",
                    subject.game().named(),
                    self.plies
                )));
            }
        }
        Ok(json(&self.answer(subject.game())?))
    }
}

/// A line of perfect play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Line {
    /// `teeko.line/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The position where the line starts.
    pub position: RowsForm,
    /// The value of that position for the side to move.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The plies.
    pub line: Vec<Ply>,
    /// The positions after each ply; left out unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<RowsForm>>,
}

impl Line {
    /// Returns the position after the last ply.
    pub fn end(&self) -> Position {
        self.line.iter().fold(*self.position, |position, ply| position.after(ply.played))
    }
}

//! The value of a position, with every move.

use std::ops::Deref;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::{Analysis, Choice, Phase, analyse, analyse_after, explain, phase};
use teeko_rules::notation::{Notation, parse_circle_in};
use teeko_rules::{Circle, Message, Move, Oracle, Position, Rules, Scoring, message};

use super::ask::{Ask, Subject, unread};
use super::asked_position::AskedPosition;
use super::parameters::TextKind;
use super::place::Place;
use crate::error::Error;
use crate::game::Game;
use crate::position_reader::PositionReader;

/// What the opponent of the side to move has just chosen, if it has: to pass, or a circle to point
/// at.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
pub struct OpponentChoice {
    /// The choices of the side to move once its opponent has passed instead of pointing; under the
    /// pass rule
    #[serde(default)]
    pub pass: bool,
    /// The choices among the pieces of the side to move once its opponent has pointed at this
    /// circle; in games with pips
    #[schemars(example = "13", extend("x-kind" = TextKind::Circle))]
    pub at: Option<String>,
    /// The choice itself: once the parameters are read, or if the program that asks has it.
    #[serde(skip)]
    pub value: Option<Choice>,
}

/// Show who wins a position, how fast, and the value of every move
///
/// Moves are listed best first, each with its outcome and the number of replies that hold it.
/// Draws, and losses in equally many plies, are listed by this number: the fewer replies hold, the
/// harder for the other side. If the opponent points at the circle of a drop, the list has the
/// circles to point at, best for the opponent first.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
pub struct PositionQuestion {
    /// The position.
    #[serde(flatten)]
    pub at: AskedPosition,
    /// Leave out the moves
    #[serde(default)]
    pub brief: bool,
    /// The choice of the opponent.
    #[serde(flatten)]
    pub opponent: OpponentChoice,
    /// Say why each move is good or bad: what it completes, threatens, meets and allows
    #[serde(default)]
    pub why: bool,
}

impl PositionQuestion {
    /// Asks for the value of a position, with the choices of the side that chooses.
    pub fn of(position: Position) -> Self {
        Self {
            at: AskedPosition::of_value(position),
            ..Self::default()
        }
    }

    /// Checks that the choices that are wanted do not exclude each other.
    ///
    /// # Errors
    /// Returns an error if they do.
    pub fn check_form(&self) -> Result<(), Error> {
        let OpponentChoice { pass, at, .. } = &self.opponent;
        check_single([self.brief, self.why], "brief, why")?;
        check_single([self.brief, *pass, at.is_some()], "brief, pass, at")
    }

    /// Returns the values of the choices, explained on request.
    fn analysis(&self, game: &Game, position: &Position) -> Result<Analysis, Error> {
        let mut analysis = self.opponent.analysis(game, position)?;
        if self.why {
            explain(game, &mut analysis).map_err(|error| game.error(error))?;
        }
        Ok(analysis)
    }
}

impl Ask for PositionQuestion {
    type Answer<'a> = Query<'a>;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        self.check_form()?;
        self.at.read(rules[0])?;
        self.opponent.read(rules[0].rules(), &self.at)
    }

    fn answer<'a>(&self, subject: &Subject<'a, '_>) -> Result<Query<'a>, Error> {
        let game = subject.game();
        let position = self.at.value()?;
        let analysis = if self.brief {
            Analysis::brief(game.rules(), &position, game.value(&position)?)
        } else {
            self.analysis(game, &position)?
        };
        Ok(Query {
            schema: Some("teeko.query/1"),
            variant: game.name(),
            analysis,
        })
    }

    fn set_place(&mut self, place: Place) -> Result<(), Error> {
        self.at.set_place(place)
    }

    fn first_layer(&self) -> usize {
        self.at.layer()
    }
}

/// Checks that at most one of some parameters is there.
pub(super) fn check_single<const N: usize>(there: [bool; N], names: &str) -> Result<(), Error> {
    if there.into_iter().filter(|&there| there).count() <= 1 {
        return Ok(());
    }
    Err(Error::together(names))
}

impl OpponentChoice {
    /// Reads the choice in a position that is read, after a check that the opponent has it there.
    pub(super) fn read(&mut self, rules: &Rules, at: &AskedPosition) -> Result<(), Error> {
        let position = at.value()?;
        if self.pass {
            check_pass(rules, &position)?;
            self.value = Some(Choice::Pass);
        } else if let Some(circle) = &self.at {
            check_pips(rules, &position)?;
            let circle = read_drop(rules, &position, at.notation, circle)?;
            self.value = Some(Choice::Move(Move::Drop(circle)));
        }
        Ok(())
    }

    /// Returns the values of the choices that are left in a position.
    pub(super) fn analysis(&self, game: &Game, position: &Position) -> Result<Analysis, Error> {
        let analysis = match self.value {
            Some(choice) => analyse_after(game, position, choice),
            None if self.pass || self.at.is_some() => return Err(unread()),
            None => analyse(game, position),
        };
        analysis.map_err(|error| game.error(error))
    }
}

/// Checks that the opponent of the side to move may pass instead of pointing.
fn check_pass(rules: &Rules, position: &Position) -> Result<(), Error> {
    if phase(rules, position) == Phase::Drop && rules.may_pass(position) {
        return Ok(());
    }
    let found = if rules.pass_rule() {
        "another position"
    } else {
        "rules without it"
    };
    Err(no_choices(format!(
        "pass: expected a drop where the opponent points, under the pass rule as in \
         44-pppp+pass, found {found}"
    )))
}

/// Checks that the opponent of the side to move points, and leaves it a choice of pieces.
fn check_pips(rules: &Rules, position: &Position) -> Result<(), Error> {
    let is_drop = phase(rules, position) == Phase::Drop;
    let is_pointed = is_drop && rules.chooser(position) != position.turn;
    if rules.scoring() == Scoring::Pips && is_pointed {
        return Ok(());
    }
    Err(no_choices(
        "at: expected a drop where the opponent points and pieces have numbers, as in \
         44-pppp+pips, found another position",
    ))
}

/// Reads the circle that the opponent has pointed at.
fn read_drop(
    rules: &Rules,
    position: &Position,
    notation: Notation,
    text: &str,
) -> Result<Circle, Error> {
    let circle = parse_circle_in(rules.board(), notation, text)
        .map_err(|error| no_choices(message!["at: ", error.message()]))?;
    if rules.drops(position).contains(circle) {
        return Ok(circle);
    }
    let found = Message::circles(rules.board(), &circle);
    Err(no_choices(message![
        "at: expected an empty circle that can be dropped on, found ",
        found
    ]))
}

fn no_choices(error: impl Into<Message>) -> Error {
    Error::wrong(
        error,
        "leave it out: the choices of a position say who chooses",
    )
}

/// The value of a position, and its choices.
///
/// `outcome` and `dtw` are for the side to move in this position, also those of the moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Query<'a> {
    /// `teeko.query/1`, or `teeko.random/1` if the position is random; left out where the document
    /// is part of another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<&'static str>,
    /// The name of the rules.
    pub variant: &'a str,
    /// The value and the choices.
    #[serde(flatten)]
    pub analysis: Analysis,
}

impl Deref for Query<'_> {
    type Target = Analysis;

    fn deref(&self) -> &Analysis {
        &self.analysis
    }
}

/// The value of a position in several variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Queries<'a> {
    /// `teeko.query/1`.
    pub schema: &'static str,
    /// The answers in the order of the variants.
    pub variants: Vec<VariantQuery<'a>>,
}

/// The value of a position in one of several variants, or why it is not a position there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum VariantQuery<'a> {
    /// The value.
    Answer(Query<'a>),
    /// The reason why there is no value.
    Error {
        /// The name of the rules.
        variant: &'a str,
        /// The fault.
        error: Message,
    },
}

impl Query<'_> {
    /// Removes the field `schema`, for a document within another.
    #[must_use]
    pub fn as_part(self) -> Self {
        Self {
            schema: None,
            ..self
        }
    }

    /// Removes the explanations of all choices but the best.
    #[must_use]
    pub fn with_reason_of_best_alone(mut self) -> Self {
        for ranked in self.analysis.moves.iter_mut().flatten().skip(1) {
            ranked.why = None;
        }
        self
    }

    /// Removes all choices but the best.
    #[must_use]
    pub fn with_best_alone(mut self) -> Self {
        if let Some(moves) = &mut self.analysis.moves {
            moves.truncate(1);
        }
        self
    }
}

impl<'a> Queries<'a> {
    /// Returns the document on some variants.
    pub fn new(variants: Vec<VariantQuery<'a>>) -> Self {
        Self {
            schema: "teeko.query/1",
            variants,
        }
    }
}

//! The value of a position, with every move.

use std::ops::Deref;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::{Analysis, Choice, Phase, analyse, analyse_after, phase};
use teeko_rules::notation::{Notation, parse_circle_in};
use teeko_rules::{Message, Move, Oracle, Position, Rules, Scoring, message};

use super::asked_position::AskedPosition;
use super::{Ask, Asked, Error, Game, PositionReader, Subject};

/// Whose choices a question is about, if its opponent has just passed or pointed.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
pub struct AskedChoices {
    /// The choices of the side to move once its opponent has passed instead of pointing; under the
    /// pass rule
    #[serde(default)]
    pub pass: bool,
    /// The choices among the pieces of the side to move once its opponent has pointed at this
    /// circle; in games with pips
    #[schemars(example = "13")]
    pub at: Option<String>,
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
    /// Whose choices.
    #[serde(flatten)]
    pub choices: AskedChoices,
}

impl PositionQuestion {
    /// Checks that the choices that are wanted do not exclude each other.
    ///
    /// # Errors
    /// Returns an error if they do.
    pub fn check_form(&self) -> Result<(), Error> {
        let AskedChoices { pass, at } = &self.choices;
        check_single([self.brief, *pass, at.is_some()], "brief, pass, at")
    }
}

impl Ask for PositionQuestion {
    type Asked = PositionAsked;

    fn read(&self, rules: &[&PositionReader]) -> Result<PositionAsked, Error> {
        self.check_form()?;
        let position = self.at.read(rules[0])?;
        let choices = if self.brief {
            Choices::None
        } else {
            self.choices
                .read(rules[0].rules(), self.at.notation, &position)?
        };
        Ok(PositionAsked { position, choices })
    }

    fn at(&mut self) -> Option<&mut AskedPosition> {
        Some(&mut self.at)
    }
}

/// A [`PositionQuestion`] that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionAsked {
    /// The position.
    pub position: Position,
    /// The choices that the answer lists.
    pub choices: Choices,
}

/// The choices that a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choices {
    /// None: the value alone.
    None,
    /// The choices of the side that chooses.
    All,
    /// The choices that the opponent of the side to move leaves to it by this choice.
    After(Choice),
}

impl PositionAsked {
    /// Asks for the value of a position, with the choices of the side that chooses.
    pub const fn new(position: Position) -> Self {
        Self {
            position,
            choices: Choices::All,
        }
    }

    /// Asks for the value of a position alone.
    pub const fn brief(position: Position) -> Self {
        Self {
            position,
            choices: Choices::None,
        }
    }

    pub(super) fn analysis(&self, game: &Game) -> Result<Analysis, Error> {
        let analysis = match self.choices {
            Choices::None => {
                let value = game.value(&self.position)?;
                return Ok(Analysis::brief(game.rules(), &self.position, value));
            }
            Choices::All => analyse(game, &self.position),
            Choices::After(choice) => analyse_after(game, &self.position, choice),
        };
        analysis.map_err(|error| game.error(error))
    }
}

impl Asked for PositionAsked {
    type Answer<'a> = Query<'a>;

    fn answer<'a>(&self, subject: &Subject<'a, '_>) -> Result<Query<'a>, Error> {
        let game = subject.game();
        let (schema, variant) = (Some("teeko.query/1"), game.name());
        Ok(Query {
            schema,
            variant,
            analysis: self.analysis(game)?,
        })
    }

    fn first_layer(&self) -> usize {
        self.position.layer()
    }
}

/// Checks that at most one of some parameters is there.
pub(super) fn check_single<const N: usize>(there: [bool; N], names: &str) -> Result<(), Error> {
    if there.into_iter().filter(|&there| there).count() <= 1 {
        return Ok(());
    }
    Err(Error::together(names))
}

impl AskedChoices {
    /// Reads the choices, after a check that the position has them.
    pub(super) fn read(
        &self,
        rules: &Rules,
        notation: Notation,
        position: &Position,
    ) -> Result<Choices, Error> {
        let is_drop = phase(rules, position) == Phase::Drop;
        if self.pass && !(is_drop && rules.may_pass(position)) {
            let found = if rules.pass_rule() {
                "another position"
            } else {
                "rules without it"
            };
            return Err(no_choices(format!(
                "pass: expected a drop where the opponent points, under the pass rule as in \
                 44-pppp+pass, found {found}"
            )));
        }
        if self.pass {
            return Ok(Choices::After(Choice::Pass));
        }
        let Some(circle) = &self.at else {
            return Ok(Choices::All);
        };
        let refused = |reason: Message| no_choices(message!["at: ", reason]);
        let is_pointed = is_drop && rules.chooser(position) != position.turn;
        if rules.scoring() != Scoring::Pips || !is_pointed {
            let expected =
                "a drop where the opponent points and pieces have numbers, as in 44-pppp+pips";
            return Err(refused(
                format!("expected {expected}, found another position").into(),
            ));
        }
        let found = parse_circle_in(rules.board(), notation, circle);
        let found = found.map_err(|error| refused(error.message()))?;
        if !rules.drops(position).contains(found) {
            let expected = "expected an empty circle that can be dropped on, found ";
            return Err(refused(message![
                expected,
                Message::circles(rules.board(), found)
            ]));
        }
        Ok(Choices::After(Choice::Move(Move::Drop(found))))
    }
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
    /// `teeko.query/1`; left out where the document is part of another.
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

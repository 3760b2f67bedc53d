//! The choice of a player in a position.

mod player;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::Choice;
use teeko_rules::notation::RowsForm;
use teeko_rules::{OutcomeFields, Side};

pub use self::player::{Strength, StrengthError, chosen_by};
use super::ask::{Ask, Subject};
use super::asked_position::AskedPosition;
use super::place::Place;
use super::position::{OpponentChoice, check_single};
use crate::error::Error;
use crate::position_reader::PositionReader;

/// Show what a player of some strength chooses in a position
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub(super) struct ChoiceQuestion {
    #[serde(flatten)]
    at: AskedPosition,
    /// The choice of the opponent.
    #[serde(flatten)]
    opponent: OpponentChoice,
    /// How well the player plays, from 1, a beginner, to 5, perfect
    #[serde(default)]
    #[schemars(range(min = 1, max = 5))]
    strength: Strength,
    /// Picks one of equally good moves: the same seed picks the same
    #[serde(default = "first_seed")]
    seed: u64,
}

/// The seed of random choices unless another is asked for.
pub(super) const fn first_seed() -> u64 {
    1
}

impl Ask for ChoiceQuestion {
    type Answer<'a> = PlayerChoice;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        let OpponentChoice { pass, at, .. } = &self.opponent;
        check_single([*pass, at.is_some()], "pass, at")?;
        self.at.read(rules[0])?;
        self.opponent.read(rules[0].rules(), &self.at)
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<PlayerChoice, Error> {
        let game = subject.game();
        let analysis = self.opponent.analysis(game, &self.at.value()?)?;
        let chosen = chosen_by(self.strength, &analysis, self.seed);
        Ok(PlayerChoice {
            schema: "teeko.choice/1",
            variant: game.name().to_owned(),
            position: analysis.position,
            turn: analysis.turn,
            chooser: analysis.chooser,
            strength: self.strength.number(),
            choice: chosen.map(|chosen| chosen.choice),
            worth: chosen.map_or(OutcomeFields::new(None), |chosen| chosen.value),
        })
    }

    fn set_place(&mut self, place: Place) -> Result<(), Error> {
        self.at.set_place(place)
    }
}

/// The choice of a player of a given strength in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
#[schemars(rename = "Choice")]
pub struct PlayerChoice {
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
    /// The choice; null if there is nothing to choose. Then the result is null, too: that of a
    /// finished game is in the answer to `position`.
    #[serde(rename = "move")]
    #[schemars(with = "Option<String>")]
    pub choice: Option<Choice>,
    /// The value of the choice for the side to move.
    #[serde(flatten)]
    pub worth: OutcomeFields,
}

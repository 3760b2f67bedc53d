//! `teeko.choice/1`: what a player chooses.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_analysis::{Analysis, RankedChoice, Strength};
use teeko_rules::Oracle;
use teeko_rules::notation::rows_form;

use super::OutcomeFields;
use crate::Game;

/// The choice of a player of a given strength in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Choice {
    /// `teeko.choice/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The position in rows form.
    pub position: String,
    /// The side to move.
    pub turn: &'static str,
    /// The side that chooses.
    pub chooser: &'static str,
    /// The strength, from 1, a beginner, to 5, perfect.
    pub strength: u8,
    /// The choice; null if there is nothing to choose.
    #[serde(rename = "move")]
    pub choice: Option<String>,
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
        let rules = game.rules();
        Self {
            schema: "teeko.choice/1",
            variant: game.name().to_owned(),
            position: rows_form(rules.board(), &analysis.position),
            turn: analysis.position.turn.name(),
            chooser: analysis.chooser.name(),
            strength: strength.number(),
            choice: chosen.map(|chosen| chosen.choice.to_string()),
            worth: OutcomeFields::of_value(rules.scoring(), chosen.map(|chosen| chosen.value)),
        }
    }
}

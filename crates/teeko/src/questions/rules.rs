//! The rules of a game.

mod goal_shape;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_rules::{Board, NamedRules, Symmetry};

pub use self::goal_shape::GoalShape;
use super::ask::{Ask, Subject, unread};
use crate::answers::RuleSet;
use crate::error::Error;
use crate::position_reader::PositionReader;
use crate::surfaces::words::{called, explanation, recorded_value};

/// Show the goals and other rules
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RulesQuestion {
    /// The rules, once the question is read.
    #[serde(skip)]
    rules: Option<NamedRules>,
}

impl Ask for RulesQuestion {
    type Answer<'a> = RulesDocument;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        self.rules = Some(rules[0].named().clone());
        Ok(())
    }

    fn answer(&self, _: &Subject<'_, '_>) -> Result<RulesDocument, Error> {
        let rules = self.rules.as_ref().ok_or_else(unread)?;
        Ok(RulesDocument::new(rules))
    }
}

/// A rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
#[schemars(rename = "Rules")]
pub struct RulesDocument {
    /// `teeko.rules/1`.
    pub schema: &'static str,
    /// Its name.
    pub variant: String,
    /// Scarne's name for it; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scarne_name: Option<String>,
    /// What it is called, and by whom, in words; left out if it has no such name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// The rules.
    #[serde(flatten)]
    pub rules: RuleSet,
    /// The shapes of the goals, up to shifts, turns and reflections.
    pub shapes: Vec<GoalShape>,
    /// The symmetries of the rules, the identity first. Each lists, for each circle, the circle
    /// that it maps to. Images of a position have the same value.
    pub symmetries: Vec<Vec<usize>>,
    /// The drops, the slides and the end in words, a paragraph each. If the game takes more than a
    /// second to solve, also what it is worth, where that is recorded.
    pub explanation: Vec<String>,
}

impl RulesDocument {
    /// Returns the document on a rule set.
    pub fn new(named: &NamedRules) -> Self {
        let rules = named.rules();
        let mut symmetries = Vec::new();
        for symmetry in rules.symmetries().elements() {
            symmetries.push(images(rules.board(), symmetry));
        }
        Self {
            schema: "teeko.rules/1",
            variant: named.to_string(),
            scarne_name: named.name().scarne_name(),
            called: called(named.name()),
            rules: RuleSet::new(rules),
            shapes: GoalShape::all(rules),
            symmetries,
            explanation: explanation(rules)
                .into_iter()
                .chain(recorded_value(named))
                .collect(),
        }
    }
}

/// Returns the number of the circle that each circle maps to.
fn images(board: Board, symmetry: &Symmetry) -> Vec<usize> {
    board
        .circles()
        .iter()
        .map(|circle| symmetry.image(circle).number())
        .collect()
}

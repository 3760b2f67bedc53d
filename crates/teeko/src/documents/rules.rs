//! `teeko.rules/1`: a rule set, without its values.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_rules::{Circle, Circles, Goal, NamedRules, Rules as GameRules, Scoring};

/// A rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Rules {
    /// `teeko.rules/1`.
    pub schema: &'static str,
    /// Its name.
    pub variant: String,
    /// Scarne's name for it; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scarne_name: Option<String>,
    /// The columns and rows of the board.
    pub board: [usize; 2],
    /// The goals.
    pub goals: Vec<RulesGoal>,
    /// The step of a slide.
    pub steps: Steps,
    /// The drop plan.
    pub plan: String,
    /// Whether Black's first drop may not be the centre.
    pub centre_banned: bool,
    /// Whether the opponent may pass instead of pointing.
    pub pass: bool,
    /// What both sides play for: `goals`, `points` or `pips`.
    pub scoring: &'static str,
}

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RulesGoal {
    /// The circles of its pieces.
    pub circles: Vec<usize>,
    /// The circles that must be empty for it to count; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<usize>,
    /// The points of the goal; left out in games in which goals have no prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
}

/// The name of a step, or the columns and rows that a piece may move by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Steps {
    /// `king`, `knight`, …
    Named(&'static str),
    /// Any other step, as columns and rows.
    Offsets(Vec<(isize, isize)>),
}

impl Rules {
    /// Returns the document on a rule set.
    pub fn new(named: &NamedRules) -> Self {
        let rules: &GameRules = named.rules();
        let step = rules.step();
        Self {
            schema: "teeko.rules/1",
            variant: named.to_string(),
            scarne_name: named.name().scarne_name(),
            board: [rules.board().width(), rules.board().height()],
            goals: RulesGoal::all(rules),
            steps: step
                .name()
                .map_or_else(|| Steps::Offsets(step.offsets().to_vec()), Steps::Named),
            plan: rules.plan().to_string(),
            centre_banned: rules.centre_ban(),
            pass: rules.pass_rule(),
            scoring: rules.scoring().name(),
        }
    }
}

impl RulesGoal {
    /// Returns the goals of a rule set.
    pub(crate) fn all(rules: &GameRules) -> Vec<Self> {
        let numbers = |circles: Circles| circles.iter().map(Circle::number).collect();
        let goal = |goal: &Goal| Self {
            circles: numbers(goal.circles()),
            empty: numbers(goal.empty()),
            points: (rules.scoring() == Scoring::Points).then(|| goal.points()),
        };
        rules.goals().patterns().iter().map(goal).collect()
    }
}

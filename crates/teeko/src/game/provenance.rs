//! The origin of an export: the rules, and the content hashes of tables with the same values.

use serde::Serialize;
use teeko_export::Provenance;
use teeko_rules::{Board, DropPlan, Oracle};
use teeko_solve::Solution;
use teeko_table::{ContentHash, Description, content_hash, row_values};

use crate::answers::RulesGoal;
use crate::{Game, Source};

/// The rules in full.
#[derive(Serialize)]
struct RulesDocument<'a> {
    variant: &'a str,
    board: Board,
    goals: Vec<GoalDocument>,
    /// Steps as columns to the right and rows down.
    steps: &'a [(isize, isize)],
    plan: DropPlan,
    no_centre: bool,
    pass: bool,
    /// In games for points: what both sides play for.
    #[serde(skip_serializing_if = "Option::is_none")]
    scoring: Option<&'static str>,
}

/// A goal in the form of rule files.
#[derive(Serialize)]
#[serde(untagged)]
enum GoalDocument {
    /// The numbers of its circles.
    Circles(Vec<usize>),
    /// The same, with the circles that must be empty or the price.
    Full(RulesGoal),
}

impl From<RulesGoal> for GoalDocument {
    fn from(goal: RulesGoal) -> Self {
        match goal {
            RulesGoal { circles, empty, points: None } if empty.is_empty() => {
                Self::Circles(circles)
            }
            goal => Self::Full(goal),
        }
    }
}

impl Game {
    /// Returns the origin of an export. The first call hashes all values of a solution in memory,
    /// which takes some tenths of a second on the standard board.
    pub fn provenance(&self) -> Provenance {
        let rules = self.rules();
        let scoring = rules.scoring();
        let document = RulesDocument {
            variant: self.name(),
            board: rules.board(),
            goals: RulesGoal::all(rules).into_iter().map(GoalDocument::from).collect(),
            steps: rules.step().offsets(),
            plan: rules.plan(),
            no_centre: rules.centre_ban(),
            pass: rules.pass_rule(),
            scoring: scoring.is_for_points().then_some(scoring.name()),
        };
        Provenance {
            variant: self.name().to_owned(),
            rules: serde_json::to_string(&document).expect("rules that can be written"),
            content_hashes: self.content_hashes().map(|hashes| hashes.map(|hash| hash.to_string())),
        }
    }

    /// Returns the content hashes of the slide file and of the drop file; `None` if the format
    /// cannot hold the values.
    fn content_hashes(&self) -> Option<[ContentHash; 2]> {
        match self.source() {
            Source::Files(tables) => tables.content_hashes(),
            // The hashes of the plain game cover no scores.
            Source::Solution(_) if self.rules().scoring().is_for_points() => None,
            Source::Solution(solution) => {
                *self.inner.content_hashes.get_or_init(|| hashes(solution))
            }
        }
    }
}

fn hashes(solution: &Solution) -> Option<[ContentHash; 2]> {
    let (rules, census) = (solution.rules(), solution.census());
    let slide =
        content_hash(&Description::slide(rules, &census), &|row| row_values(solution, row)).ok()?;
    let drop =
        content_hash(&Description::drop(rules, slide, &census), &|row| row_values(solution, row))
            .ok()?;
    Some([slide, drop])
}

//! The origin of an export: the rules, and the content hashes of tables with the same values.

use serde_json::{Value, json};
use teeko_export::Provenance;
use teeko_rules::Oracle;
use teeko_table::{ContentHash, Description, content_hash, row_values};

use crate::answers::RulesGoal;
use crate::{Game, Source};

/// Returns a goal in the form of rule files: the numbers of its circles, as an object if some
/// circles must be empty or the goal has a price.
fn goal(goal: &RulesGoal) -> Value {
    match goal {
        RulesGoal { circles, empty, points: None } if empty.is_empty() => json!(circles),
        goal => json!(goal),
    }
}

impl Game {
    /// Returns the origin of an export. Hashes all values of a solution in memory, which takes some
    /// tenths of a second on the standard board.
    pub fn provenance(&self) -> Provenance {
        let rules = self.rules();
        let mut document = json!({
            "variant": self.name(),
            "board": rules.board(),
            "goals": RulesGoal::all(rules).iter().map(goal).collect::<Value>(),
            // Columns to the right and rows down.
            "steps": rules.step().offsets(),
            "plan": rules.plan(),
            "no_centre": rules.centre_ban(),
            "pass": rules.pass_rule(),
        });
        if rules.scoring().is_for_points() {
            document["scoring"] = rules.scoring().name().into();
        }
        Provenance {
            variant: self.name().to_owned(),
            rules: document.to_string(),
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
                let (rules, census) = (solution.rules(), solution.census());
                let hash = |description: &Description| {
                    content_hash(description, &|row| row_values(solution, row)).ok()
                };
                let slide = hash(&Description::slide(rules, &census))?;
                Some([slide, hash(&Description::drop(rules, slide, &census))?])
            }
        }
    }
}

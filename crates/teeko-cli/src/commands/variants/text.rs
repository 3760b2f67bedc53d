//! The text of variants: the list of the sixteen, and the explanation of one game.

use teeko::analysis::winner;
use teeko::answers::{RankedChoice, VariantEntry};
use teeko::questions::PositionQuestion;
use teeko::rules::NamedRules;
use teeko::surfaces::words::{called, plies, points, short_outcome};
use teeko::{Error, Game, Oracle, Position, Rules, Value};

use crate::help::{steps, variant_names};
use crate::render::{PLAIN, named, outcome, paragraph, rules, style_of, table};

const NOTE: &str = "\
Drops: who chooses the circle of a player's 1st to 4th drop, the player (s) or
the opponent (p). Published: the outcome for Black, distances in plies.

There are more variants.";

/// Renders the sixteen variants, and says which other names there are.
pub(super) fn list(variants: &[VariantEntry]) -> String {
    let headings = ["variant", "Scarne's name", "goals", "drops", "published"];
    let rows = variants.iter().map(|variant| {
        let outcome = variant.published.outcome;
        [
            (PLAIN, variant.id.to_string()),
            (PLAIN, variant.name.clone()),
            (PLAIN, variant.goal_set.to_string()),
            (PLAIN, variant.plan.to_string()),
            (style_of(outcome), short_outcome(outcome)),
        ]
    });
    let table = table("lllll", headings, rows);
    format!("{table}\n{NOTE} {}\nSteps:\n{}\n", variant_names(), steps())
}

/// Explains a game: who named it, what wins, how pieces are dropped and slid, what else ends it,
/// and its `value`.
pub(super) fn explained(named: &NamedRules, value: &str) -> String {
    let rules = named.rules();
    let called = called(named.name())
        .map(|called| format!(": {called}"))
        .unwrap_or_default();
    let mut text = paragraph(&format!("{named}{called}."));
    text.extend(["\n", &rules::goals(rules), "\n"]);
    text += &rules::text(rules);
    text + &paragraph(value)
}

/// Says who wins, how fast, and with which first drops.
pub(super) fn value(game: &Game) -> Result<String, Error> {
    let (rules, start) = (game.rules(), Position::EMPTY);
    let query = game.answer(&PositionQuestion::of(start))?;
    let (value, chooser) = (*query.value, query.chooser);
    let sentence = outcome(rules, &start, value);
    let moves = query.choices();
    let keeping: Vec<&RankedChoice> = moves.iter().filter(|one| one.keeps_outcome).collect();
    let first = if moves.iter().all(|one| *one.value == *moves[0].value) {
        String::new()
    } else if winner(&start, value.outcome) == Some(chooser) {
        format!(" First drops that win: {}.", by_value(rules, &keeping))
    } else if keeping.len() < moves.len() {
        format!(
            " First drops that keep the draw: {}.",
            circles(rules, &keeping)
        )
    } else {
        String::new()
    };
    Ok(format!("With best play: {sentence}.{first}"))
}

/// Lists first drops by what they are worth: `13 in 11 plies; 7 9 17 19 in 49`.
fn by_value(rules: &Rules, drops: &[&RankedChoice]) -> String {
    let groups = drops.chunk_by(|one, next| *one.value == *next.value);
    let entries = groups.enumerate().map(|(place, group)| {
        let Value { outcome, score } = *group[0].value;
        let distance = outcome.distance().unwrap_or_default();
        let distance = if place == 0 {
            plies(distance)
        } else {
            distance.to_string()
        };
        let circles = circles(rules, group);
        if rules.scoring().is_for_points() {
            format!("{circles} for {} within {distance}", points(score.abs()))
        } else {
            format!("{circles} in {distance}")
        }
    });
    entries.collect::<Vec<_>>().join("; ")
}

fn circles(rules: &Rules, drops: &[&RankedChoice]) -> String {
    let circle = |drop: &&RankedChoice| named(rules.board(), drop.choice);
    drops.iter().map(circle).collect::<Vec<_>>().join(" ")
}

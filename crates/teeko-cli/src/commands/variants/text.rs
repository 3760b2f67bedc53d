//! The text of variants: the list of the sixteen, and the explanation of one game.

use teeko::analysis::winner;
use teeko::answers::{Query, RankedChoice, VariantEntry};
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
    let mut rows = Vec::new();
    for variant in variants {
        let outcome = variant.published.outcome;
        rows.push([
            (PLAIN, variant.id.to_string()),
            (PLAIN, variant.name.clone()),
            (PLAIN, variant.goal_set.to_string()),
            (PLAIN, variant.plan.to_string()),
            (style_of(outcome), short_outcome(outcome)),
        ]);
    }
    let table = table("lllll", headings, rows);
    format!("{table}\n{NOTE} {}\nSteps:\n{}\n", variant_names(), steps())
}

/// Explains a game: who named it, what wins, how pieces are dropped and slid, what else ends it,
/// and its `value`.
pub(super) fn explained(named: &NamedRules, value: &str) -> String {
    let rules = named.rules();
    let called = match called(named.name()) {
        Some(called) => format!(": {called}"),
        None => String::new(),
    };
    let mut text = paragraph(&format!("{named}{called}."));
    text.extend(["\n", &rules::goals(rules), "\n"]);
    text += &rules::text(rules);
    text + &paragraph(value)
}

/// Says who wins, how fast, and with which first drops.
pub(super) fn value(game: &Game) -> Result<String, Error> {
    let query = game.answer(&PositionQuestion::of(Position::EMPTY))?;
    let sentence = outcome(game.rules(), &Position::EMPTY, *query.value);
    let first_drops = first_drops(game.rules(), &query);
    Ok(format!("With best play: {sentence}.{first_drops}"))
}

/// Lists the first drops that keep the result, unless all are worth the same.
fn first_drops(rules: &Rules, query: &Query<'_>) -> String {
    let all = query.choices();
    if all.iter().all(|drop| *drop.value == *all[0].value) {
        return String::new();
    }
    let keeping: Vec<&RankedChoice> = all.iter().filter(|drop| drop.keeps_outcome).collect();
    if winner(&Position::EMPTY, query.value.outcome) == Some(query.chooser) {
        format!(" First drops that win: {}.", by_value(rules, &keeping))
    } else if keeping.len() < all.len() {
        let circles = circles(rules, &keeping);
        format!(" First drops that keep the draw: {circles}.")
    } else {
        String::new()
    }
}

/// Lists first drops by what they are worth: `13 in 11 plies; 7 9 17 19 in 49`.
fn by_value(rules: &Rules, drops: &[&RankedChoice]) -> String {
    let mut entries = Vec::new();
    for group in drops.chunk_by(|one, next| *one.value == *next.value) {
        let Value { outcome, score } = *group[0].value;
        let distance = outcome.distance().unwrap_or_default();
        let distance = if entries.is_empty() {
            plies(distance)
        } else {
            distance.to_string()
        };
        let circles = circles(rules, group);
        entries.push(if rules.scoring().is_for_points() {
            format!("{circles} for {} within {distance}", points(score.abs()))
        } else {
            format!("{circles} in {distance}")
        });
    }
    entries.join("; ")
}

fn circles(rules: &Rules, drops: &[&RankedChoice]) -> String {
    let circles: Vec<String> = drops
        .iter()
        .map(|drop| named(rules.board(), &drop.choice))
        .collect();
    circles.join(" ")
}

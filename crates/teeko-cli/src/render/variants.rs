//! The sixteen variants as text.

use teeko::questions::Variant;
use teeko::words::short_outcome;

use crate::help::{VARIANT_NAMES, steps};

use super::style::{PLAIN, style_of};
use super::text_table::table;

const NOTE: &str = "\
Drops: who chooses the circle of a player's 1st to 4th drop, the player (s) or
the opponent (p). Published: the outcome for Black, distances in plies.

There are more variants.";

pub(crate) fn text(variants: &[Variant]) -> String {
    let headings = ["variant", "Scarne's name", "goals", "drops", "published"];
    let rows = variants.iter().map(|variant| {
        let outcome = variant.published.value_or_draw().outcome;
        [
            (PLAIN, variant.id.to_string()),
            (PLAIN, variant.name.clone()),
            (PLAIN, variant.goals.to_string()),
            (PLAIN, variant.plan.to_string()),
            (style_of(outcome), short_outcome(outcome)),
        ]
    });
    format!("{}\n{NOTE} {VARIANT_NAMES}\nSteps:\n{}\n", table("lllll", headings, rows), steps())
}

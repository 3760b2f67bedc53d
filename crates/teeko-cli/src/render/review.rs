//! Judged games.

use teeko::analysis::{Decision, Review};
use teeko::words::{mark, outcome_entry, verdict};
use teeko::{Outcome, Position, Rules};

use super::style::{LOSS, PLAIN, heading, paragraph, style_of};
use super::text_table::{Align, TextTable};

/// A line for each choice, what the marks mean, and the verdict.
pub(crate) fn text(variant: &str, rules: &Rules, start: &Position, review: &Review) -> String {
    let mut table = TextTable::new([
        ("ply", Align::Right),
        ("by", Align::Left),
        ("choice", Align::Left),
        ("", Align::Left),
        ("before", Align::Left),
        ("after", Align::Left),
        ("better", Align::Left),
    ]);
    for decision in &review.decisions {
        let value = |outcome: Outcome| (style_of(outcome), outcome_entry(&decision.position, outcome));
        let mark = mark(decision.judgement);
        table.push([
            (PLAIN, decision.ply.to_string()),
            (PLAIN, decision.chooser.to_string()),
            (PLAIN, decision.choice.to_string()),
            (LOSS.bold(), mark.unwrap_or_default().to_owned()),
            value(decision.before),
            value(decision.after),
            (PLAIN, better(decision)),
        ]);
    }
    let legend = "By: who chose; where the opponent points, that is the opponent of the side that drops. Before and after: the \
                  outcome with best play and with this choice, in plies from the position before it. ?? changed the result, ? \
                  won later or lost sooner than it had to.";
    let verdict = format!("Verdict: {}", verdict(rules, review));
    [heading(variant, start), table.render(), paragraph(legend), paragraph(&verdict)].join("\n")
}

/// The first of the better choices, and how many more there were.
fn better(decision: &Decision) -> String {
    match decision.better.as_slice() {
        [] => String::new(),
        [only] => only.to_string(),
        [first, more @ ..] => format!("{first} and {} more", more.len()),
    }
}

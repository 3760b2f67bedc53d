//! Judged games as text and as JSON.

use serde::Serialize;
use teeko_analysis::{Decision, Judgement, Review};
use teeko_rules::notation::rows_form;
use teeko_rules::{Outcome, Position, Rules, Side, Status};

use super::table::{Align, Table};
use super::words::{heading, outcome_entry, outcome_sentence, phase, turn_sentence, winner};
use super::{LOSS, OutcomeFields, PLAIN, json_line, paragraph, style_of};
use crate::named_rules::NamedRules;

/// A line for each choice, what the marks mean, and the verdict.
pub(crate) fn text(variant: NamedRules, rules: &Rules, start: &Position, review: &Review) -> String {
    let mut table = Table::new([
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

/// The sign for a choice that was not the best.
fn mark(judgement: Judgement) -> Option<&'static str> {
    match judgement {
        Judgement::Best => None,
        Judgement::SlowerWin | Judgement::FasterLoss => Some("?"),
        Judgement::WorseResult => Some("??"),
    }
}

/// The first of the better choices, and how many more there were.
fn better(decision: &Decision) -> String {
    match decision.better.as_slice() {
        [] => String::new(),
        [only] => only.to_string(),
        [first, more @ ..] => format!("{first} and {} more", more.len()),
    }
}

/// How the game stands, and which choice made it so.
fn verdict(rules: &Rules, review: &Review) -> String {
    let outcome = outcome_sentence(rules, &review.end, review.outcome);
    let state = match rules.status(&review.end) {
        Status::Over => outcome,
        _ => format!("unfinished, {}. {outcome}", turn_sentence(rules, &review.end)),
    };
    let cause = match review.turning_point() {
        Some(decision) => {
            let Decision { ply, chooser, choice, .. } = decision;
            let (before, after) = (decision.before_for_chooser().name(), decision.after_for_chooser().name());
            format!("{chooser}'s {choice} on ply {ply} turned a {before} into a {after}")
        }
        None => "No choice changed the result".to_owned(),
    };
    format!("{state}. {cause}.")
}

/// The JSON of the same.
pub(crate) fn json(variant: NamedRules, rules: &Rules, start: &Position, review: &Review) -> String {
    #[derive(Serialize)]
    struct Document {
        schema: &'static str,
        variant: String,
        position: String,
        choices: Vec<Entry>,
        end: End,
        turning_point: Option<usize>,
        verdict: String,
    }
    #[derive(Serialize)]
    struct End {
        position: String,
        phase: &'static str,
        turn: &'static str,
        #[serde(flatten)]
        value: OutcomeFields,
        winner: Option<&'static str>,
    }
    #[derive(Serialize)]
    struct Entry {
        ply: usize,
        position: String,
        turn: &'static str,
        chooser: &'static str,
        #[serde(rename = "move")]
        choice: String,
        before: OutcomeFields,
        after: OutcomeFields,
        optimal: bool,
        keeps_outcome: bool,
        mark: Option<&'static str>,
        better: Vec<String>,
    }
    let position = |position: &Position| rows_form(rules.board(), position);
    let entry = |decision: &Decision| Entry {
        ply: decision.ply,
        position: position(&decision.position),
        turn: decision.position.turn.name(),
        chooser: decision.chooser.name(),
        choice: decision.choice.to_string(),
        before: OutcomeFields::new(Some(decision.before)),
        after: OutcomeFields::new(Some(decision.after)),
        optimal: decision.judgement == Judgement::Best,
        keeps_outcome: decision.judgement != Judgement::WorseResult,
        mark: mark(decision.judgement),
        better: decision.better.iter().map(ToString::to_string).collect(),
    };
    json_line(&Document {
        schema: "teeko.review/1",
        variant: variant.to_string(),
        position: position(start),
        choices: review.decisions.iter().map(entry).collect(),
        end: End {
            position: position(&review.end),
            phase: phase(rules, &review.end).name(),
            turn: review.end.turn.name(),
            value: OutcomeFields::new(Some(review.outcome)),
            winner: winner(&review.end, review.outcome).map(Side::name),
        },
        turning_point: review.turning_point().map(|decision| decision.ply),
        verdict: verdict(rules, review),
    })
}

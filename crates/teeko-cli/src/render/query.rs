//! Answers about positions as text and as JSON.

use std::io::Write;

use serde::{Serialize, Serializer};
use teeko_analysis::{Analysis, Choice, RankedChoice, symmetric_groups};
use teeko_rules::notation::{circle_form, rows_form};
use teeko_rules::{Circles, Outcome, Position, Rules, Side, Status};

use super::board::diagram;
use super::table::{Align, Table};
use super::words::{Phase, heading, outcome_entry, outcome_sentence, phase, turn_sentence, winner};
use super::{PLAIN, json_line, paragraph, style_of, styled};
use crate::named_rules::NamedRules;

const SCHEMA: &str = "teeko.query/1";

/// What is answered about a position.
pub(crate) struct Answer<'a> {
    pub(crate) variant: NamedRules,
    pub(crate) rules: &'a Rules,
    pub(crate) position: Position,
    pub(crate) outcome: Outcome,
    /// What can be chosen, if that is asked for.
    pub(crate) analysis: Option<Analysis>,
}

/// What is answered about a position in one variant of several, or why it is no position there.
pub(crate) struct VariantAnswer<'a> {
    pub(crate) variant: NamedRules,
    pub(crate) answer: Result<Answer<'a>, String>,
}

/// The diagram, the outcome and the choices; without choices, the outcome on one line.
pub(crate) fn text(answer: &Answer<'_>) -> String {
    let Answer { variant, rules, position, outcome, analysis } = answer;
    let sentence = outcome_sentence(rules, position, *outcome);
    let Some(analysis) = analysis else {
        return format!("{}: {}\n", circle_form(position), styled(style_of(*outcome), &sentence));
    };
    let goal = if rules.status(position) == Status::Over { position.opponent() } else { Circles::EMPTY };
    let mut sentences = format!("{}.\n", turn_sentence(rules, position));
    sentences += &styled(style_of(*outcome), &format!("{sentence}."));
    sentences.push('\n');
    if let Some(completions) = completions(analysis) {
        sentences += &paragraph(&completions);
    }
    let mut parts = vec![heading(*variant, position), diagram(rules.board(), position, goal), sentences];
    if !analysis.choices.is_empty() {
        parts.extend([choices_table(rules, analysis), legend(analysis)]);
    }
    parts.join("\n")
}

/// The moves that complete a goal, and on which circles.
fn completions(analysis: &Analysis) -> Option<String> {
    let completes = |ranked: &RankedChoice| match ranked.choice {
        Choice::Move(played) if ranked.outcome == Outcome::Win(1) => {
            let after = analysis.position.after(played);
            Some(format!("{played} completes the goal {}", after.opponent()))
        }
        _ => None,
    };
    let texts: Vec<String> = analysis.choices.iter().filter_map(completes).collect();
    (!texts.is_empty()).then(|| texts.join("; ") + ".")
}

/// A line for each set of choices that symmetry makes equal.
fn choices_table(rules: &Rules, analysis: &Analysis) -> String {
    let position = &analysis.position;
    let what = if phase(rules, position) == Phase::Drop { "circle" } else { "move" };
    let columns = [("", Align::Left), (what, Align::Left), ("outcome", Align::Left), ("holding", Align::Left)];
    let mut table = Table::new(columns);
    for group in symmetric_groups(rules, analysis) {
        let first = group[0];
        let texts: Vec<String> = group.iter().map(|ranked| ranked.choice.to_string()).collect();
        let mark = if first.optimal {
            "*"
        } else if first.keeps_outcome {
            "+"
        } else {
            ""
        };
        table.push([
            (PLAIN, mark.to_owned()),
            (PLAIN, texts.join(" ")),
            (style_of(first.outcome), outcome_entry(position, first.outcome)),
            (PLAIN, format!("{} of {}", first.replies.holding, first.replies.total)),
        ]);
    }
    table.render()
}

/// What the marks and the figures in the table mean.
fn legend(analysis: &Analysis) -> String {
    let Analysis { position, chooser, .. } = analysis;
    let who = if *chooser == position.turn { chooser.to_string() } else { format!("{chooser}, who points,") };
    let text = format!(
        "Best for {who} first: * best, + keeps the outcome. Distances are in plies from this position. Holding: of the \
         choices at the next ply, those that keep the outcome that stands then."
    );
    paragraph(&text)
}

/// A line for each variant.
pub(crate) fn variants_text(answers: &[VariantAnswer<'_>]) -> String {
    let mut table = Table::new(["variant", "Scarne's name", "outcome"].map(|heading| (heading, Align::Left)));
    for VariantAnswer { variant, answer } in answers {
        let (style, outcome) = match answer {
            Ok(Answer { rules, position, outcome, .. }) => {
                (style_of(*outcome), outcome_sentence(rules, position, *outcome))
            }
            Err(error) => (PLAIN, error.clone()),
        };
        let name = variant.scarne_name().unwrap_or_default();
        table.push([(PLAIN, variant.to_string()), (PLAIN, name.to_owned()), (style, outcome)]);
    }
    table.render()
}

/// Writes the JSON of an answer, without a line end.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write_json(out: &mut impl Write, answer: &Answer<'_>) -> serde_json::Result<()> {
    serde_json::to_writer(out, &Document::new(Some(SCHEMA), answer))
}

/// The JSON of the answers in several variants.
pub(crate) fn variants_json(answers: &[VariantAnswer<'_>]) -> String {
    #[derive(Serialize)]
    struct Documents<'a> {
        schema: &'static str,
        variants: Vec<VariantDocument<'a>>,
    }
    #[derive(Serialize)]
    #[serde(untagged)]
    enum VariantDocument<'a> {
        Answer(Document<'a>),
        Error { variant: String, error: &'a str },
    }
    let variants = answers.iter().map(|VariantAnswer { variant, answer }| match answer {
        Ok(answer) => VariantDocument::Answer(Document::new(None, answer)),
        Err(error) => VariantDocument::Error { variant: variant.to_string(), error },
    });
    json_line(&Documents { schema: SCHEMA, variants: variants.collect() })
}

/// Writes what is answered to a line that names no position, without a line end.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write_json_error(out: &mut impl Write, line: u64, error: &str) -> serde_json::Result<()> {
    #[derive(Serialize)]
    struct Document<'a> {
        error: &'a str,
        line: u64,
    }
    serde_json::to_writer(out, &Document { error, line })
}

/// The JSON of an answer.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    #[serde(serialize_with = "as_text")]
    variant: NamedRules,
    position: String,
    phase: &'static str,
    turn: &'static str,
    chooser: &'static str,
    outcome: &'static str,
    dtw: Option<u32>,
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Entry<'a>>>,
}

/// The JSON of a choice.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(rename = "move", serialize_with = "as_text")]
    choice: &'a Choice,
    outcome: &'static str,
    dtw: Option<u32>,
    optimal: bool,
    keeps_outcome: bool,
    replies: RepliesFields,
}

/// The JSON of the choices there are after a choice.
#[derive(Serialize)]
struct RepliesFields {
    total: usize,
    holding: usize,
}

impl<'a> Document<'a> {
    fn new(schema: Option<&'static str>, answer: &'a Answer<'_>) -> Self {
        let Answer { variant, rules, position, outcome, analysis } = answer;
        let phase = phase(rules, position);
        // Nobody chooses once the game is over.
        let chooser = if phase == Phase::Drop { rules.chooser(position) } else { position.turn };
        Self {
            schema,
            variant: *variant,
            position: rows_form(rules.board(), position),
            phase: phase.name(),
            turn: position.turn.name(),
            chooser: chooser.name(),
            outcome: outcome.name(),
            dtw: outcome.distance(),
            winner: winner(position, *outcome).map(Side::name),
            moves: analysis.as_ref().map(|analysis| analysis.choices.iter().map(Entry::new).collect()),
        }
    }
}

impl<'a> Entry<'a> {
    fn new(ranked: &'a RankedChoice) -> Self {
        Self {
            choice: &ranked.choice,
            outcome: ranked.outcome.name(),
            dtw: ranked.outcome.distance(),
            optimal: ranked.optimal,
            keeps_outcome: ranked.keeps_outcome,
            replies: RepliesFields { total: ranked.replies.total, holding: ranked.replies.holding },
        }
    }
}

/// Writes a value in its own notation, without a text in between.
fn as_text<S: Serializer>(value: &impl std::fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

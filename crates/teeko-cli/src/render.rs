//! Results as text and as JSON. Text fits 80 columns as far as its contents allow; colour only repeats what the words say.

pub(crate) mod atlas;
mod board;
mod census;
pub(crate) mod certificate;
pub(crate) mod check;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod histogram;
pub(crate) mod info;
pub(crate) mod line;
pub(crate) mod puzzles;
pub(crate) mod query;
pub(crate) mod review;
pub(crate) mod solve;
pub(crate) mod stats;
mod table;
pub(crate) mod variants;
pub(crate) mod verify;
mod words;

use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;
use serde::Serialize;
use teeko_rules::{Circle, Outcome};

/// The columns that text is laid out for.
const WIDTH: usize = 80;

const WIN: Style = AnsiColor::Green.on_default();
const LOSS: Style = AnsiColor::Red.on_default();
const PLAIN: Style = Style::new();
const HEADING: Style = Style::new().bold();

/// The outcomes in the order of an [`OutcomeMatrix`](teeko_solve::OutcomeMatrix), in the words of tables.
const OUTCOMES: [&str; 3] = ["won", "drawn", "lost"];

/// An outcome for people, `win in 13` or `draw`; the heading or a note beside it says that the distance is in plies.
fn short_outcome(outcome: Outcome) -> String {
    match outcome.distance() {
        Some(plies) => format!("{} in {plies}", outcome.name()),
        None => outcome.name().to_owned(),
    }
}

fn style_of(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Win(_) => WIN,
        Outcome::Loss(_) => LOSS,
        Outcome::Draw => PLAIN,
    }
}

/// A number for people, with commas: `75,710,250`.
fn count(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A text in a style.
fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// An outcome in JSON, null and null for none.
#[derive(Serialize)]
struct OutcomeFields {
    outcome: Option<&'static str>,
    dtw: Option<u32>,
}

impl OutcomeFields {
    fn new(outcome: Option<Outcome>) -> Self {
        Self { outcome: outcome.map(Outcome::name), dtw: outcome.and_then(Outcome::distance) }
    }
}

/// What a first drop is worth, in JSON.
#[derive(Serialize)]
struct MoveEntry {
    #[serde(rename = "move")]
    played: String,
    #[serde(flatten)]
    worth: OutcomeFields,
}

impl MoveEntry {
    /// All first drops, in the order given; nulls for those that are banned.
    fn all(first_drops: &[(Circle, Option<Outcome>)]) -> Vec<Self> {
        let entry = |&(circle, worth): &(Circle, Option<Outcome>)| Self {
            played: circle.to_string(),
            worth: OutcomeFields::new(worth),
        };
        first_drops.iter().map(entry).collect()
    }
}

/// A JSON value on a line of its own.
///
/// # Panics
/// Never: what is rendered has text keys only and no way to fail.
fn json_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("a document that can be written") + "\n"
}

/// A text in lines of at most `width` characters, as far as its words allow.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("one line at least");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A text in lines that fit.
fn paragraph(text: &str) -> String {
    wrap(text, WIDTH).join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_longer_than_a_line_stand_alone() {
        assert_eq!(wrap("a bcdefgh ij k", 4), ["a", "bcdefgh", "ij k"]);
    }
}

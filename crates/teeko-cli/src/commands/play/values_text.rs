//! The values of all choices, as a person sees them during a game.

use teeko::analysis::{Analysis, Choice};
use teeko::rules::{Value, Wdl};
use teeko::surfaces::words::{points, wrap};
use teeko::{Board, Move, Rules};

use crate::render::{named, width};

/// The most lines for the values of all choices, so that the board stays on the screen.
const MOST_LINES: usize = 8;

/// Renders the values of all choices for the side that chooses, best first: `wins 7 9 in 11 · 12
/// 14 in 15`, a paragraph for wins, draws and losses each. Pieces for a circle share an entry:
/// `13=2,4`. An ellipsis stands for what does not fit.
pub(super) fn values_text(rules: &Rules, analysis: &Analysis) -> String {
    let groups = by_value(analysis);
    let mut lines = Vec::new();
    for kind in groups.chunk_by(|one, next| one.wdl() == next.wdl()) {
        let entries: Vec<String> = kind.iter().map(|group| entry(rules, group)).collect();
        let line = format!("{} {}", verb(analysis, kind[0].wdl()), entries.join(" · "));
        lines.extend(wrap(&line, width() - 2));
    }
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines[MOST_LINES - 1] += " …";
    }
    lines.join("\n") + "\n"
}

/// Choices of the same value.
struct Group {
    value: Value,
    choices: Vec<Choice>,
}

impl Group {
    fn wdl(&self) -> Wdl {
        self.value.outcome.wdl()
    }
}

/// Groups the choices by their values, best first, each group in the order of the circles.
fn by_value(analysis: &Analysis) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for ranked in analysis.choices() {
        let value = *ranked.value;
        match groups.iter_mut().find(|group| group.value == value) {
            Some(group) => group.choices.push(ranked.choice),
            None => groups.push(Group {
                value,
                choices: vec![ranked.choice],
            }),
        }
    }
    for group in &mut groups {
        group.choices.sort_unstable();
    }
    groups
}

/// Returns what a choice does for the side that chooses. Outcomes are for the side to move.
fn verb(analysis: &Analysis, outcome: Wdl) -> &'static str {
    let is_own = analysis.chooser == analysis.position.turn;
    match if is_own { outcome } else { outcome.reversed() } {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    }
}

/// Renders choices and their distance, such as `7 9 in 11`.
fn entry(rules: &Rules, Group { value, choices }: &Group) -> String {
    let choices = by_circle(rules.board(), choices);
    match value.outcome.distance() {
        Some(bound) if rules.scoring().is_for_points() => {
            format!("{choices} for {} within {bound}", points(value.score.abs()))
        }
        Some(distance) => format!("{choices} in {distance}"),
        None => choices,
    }
}

/// Returns choices by their circles: `7 9`, and `13=2,4` for two pieces on one circle.
fn by_circle(board: Board, choices: &[Choice]) -> String {
    let mut text = String::new();
    let mut last_circle = None;
    for &choice in choices {
        let Choice::Move(Move::DropPiece { to, pips }) = choice else {
            last_circle = None;
            separate(&mut text, &named(board, &choice));
            continue;
        };
        if last_circle == Some(to) {
            text.extend([",", &pips.to_string()]);
        } else {
            separate(&mut text, &named(board, &choice));
        }
        last_circle = Some(to);
    }
    text
}

/// Adds an entry, after a space unless it is the first one.
fn separate(text: &mut String, entry: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    *text += entry;
}

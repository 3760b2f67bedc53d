//! A game in progress as text.

use teeko::analysis::{Analysis, Choice};
use teeko::rules::{Circle, Value, Wdl};
use teeko::words::{points, wrap};
use teeko::{Board, Move, Position, Rules, Side};

use super::board::diagram_with;
pub(crate) use super::notation::named;
pub(crate) use super::style::paragraph;
use super::style::{HEADING, styled, width};

/// Renders the board with pieces drawn as `marks`, between blank lines.
pub(crate) fn board(rules: &Rules, position: &Position, marks: [char; 2]) -> String {
    format!("\n{}\n", diagram_with(marks, rules, position))
}

pub(crate) fn request(what: &str) -> String {
    format!("{} {what}.\n", styled(HEADING, "Your move."))
}

/// The most lines for the values of all choices, so that the board stays on the screen.
const MOST_LINES: usize = 8;

/// Renders the values of all choices for the side that chooses, best first: `wins 7 9 in 11 · 12 14
/// in 15`, a paragraph for wins, draws and losses each. Pieces for a circle share an entry:
/// `13=2,4`. An ellipsis stands for what does not fit.
pub(crate) fn values(rules: &Rules, analysis: &Analysis) -> String {
    let is_own = analysis.chooser == analysis.position.turn;
    let mut groups: Vec<(Value, Vec<Choice>)> = Vec::new();
    for ranked in &analysis.choices {
        match groups.iter_mut().find(|(value, _)| *value == ranked.value) {
            Some((_, choices)) => choices.push(ranked.choice),
            None => groups.push((ranked.value, vec![ranked.choice])),
        }
    }
    for (_, choices) in &mut groups {
        choices.sort_unstable();
    }
    let kinds = groups.chunk_by(|one, other| one.0.outcome.wdl() == other.0.outcome.wdl());
    let lines = kinds.flat_map(|kind| {
        let wdl = kind[0].0.outcome.wdl();
        let verb = match if is_own { wdl } else { wdl.reversed() } {
            Wdl::Win => "wins",
            Wdl::Draw => "draws",
            Wdl::Loss => "loses",
        };
        let groups = kind.iter().map(|(value, choices)| {
            let choices = by_circle(rules.board(), choices);
            match value.outcome.distance() {
                Some(bound) if rules.scoring().is_for_points() => {
                    format!("{choices} for {} within {bound}", points(value.score.abs()))
                }
                Some(distance) => format!("{choices} in {distance}"),
                None => choices,
            }
        });
        let line = format!("{verb} {}", groups.collect::<Vec<_>>().join(" · "));
        wrap(&line, width() - 2)
    });
    let mut lines: Vec<String> = lines.collect();
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines[MOST_LINES - 1] += " …";
    }
    lines.join("\n") + "\n"
}

/// Returns choices by their circles: `7 9`, and `13=2,4` for two pieces on one circle.
fn by_circle(board: Board, choices: &[Choice]) -> String {
    let mut entries: Vec<(Option<Circle>, String)> = Vec::new();
    for choice in choices {
        match (choice, entries.last_mut()) {
            (Choice::Move(Move::DropPiece { to, pips }), Some((Some(last), text)))
                if last == to =>
            {
                text.extend([",".to_owned(), pips.to_string()]);
            }
            (Choice::Move(Move::DropPiece { to, .. }), _) => {
                entries.push((Some(*to), named(board, choice)));
            }
            _ => entries.push((None, named(board, choice))),
        }
    }
    entries.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// Returns the marks of black and red pieces: filled and empty discs if the output has colours and
/// the terminal shows Unicode, otherwise the letters of the sides.
pub(crate) fn marks() -> [char; 2] {
    let coloured = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let encoding = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let encoding = encoding.to_ascii_lowercase().replace('-', "");
    if coloured && (cfg!(windows) || encoding.contains("utf8")) {
        ['●', '○']
    } else {
        [Side::Black, Side::Red].map(Side::letter)
    }
}

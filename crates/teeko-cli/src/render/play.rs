//! A game in progress as text.

use teeko::analysis::{Analysis, Choice};
use teeko::rules::{Value, Wdl};
use teeko::words::{points, wrap};
use teeko::{Board, Move, Position, Rules};

use super::board::diagram;
pub(crate) use super::notation::named;
pub(crate) use super::style::paragraph;
use super::style::{HEADING, styled, width};

/// Renders the board between blank lines.
pub(crate) fn board(rules: &Rules, position: &Position) -> String {
    format!("\n{}\n", diagram(rules, position))
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
    let piece = |choice: &Choice| match choice {
        Choice::Move(Move::DropPiece { to, pips }) => Some((*to, *pips)),
        _ => None,
    };
    let circle = |choice: &Choice| piece(choice).map(|(to, _)| to);
    let of_circle =
        choices.chunk_by(|one, next| circle(one).is_some() && circle(one) == circle(next));
    let entry = |pieces: &[Choice]| {
        let more = pieces[1..].iter().filter_map(piece).map(|(_, pips)| format!(",{pips}"));
        named(board, pieces[0]) + &more.collect::<String>()
    };
    of_circle.map(entry).collect::<Vec<_>>().join(" ")
}

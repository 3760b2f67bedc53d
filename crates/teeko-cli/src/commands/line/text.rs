//! The text of a line of perfect play.

use std::fmt::Display;

use teeko::analysis::BestLine;
use teeko::answers::Line;
use teeko::rules::notation::Ply;
use teeko::surfaces::words::{line_sentence, turn_sentence};
use teeko::{Board, Game, Oracle, Outcome, Position, Rules};

use crate::render::{
    HEADING, diagram, heading, named, paragraph, style_of, styled, styled_paragraph,
};

/// A space that does not break; it keeps a number and its ply on one line.
const NO_BREAK: &str = "\u{a0}";

/// Renders the position, the numbered plies and the final position; with `boards`, the board after
/// each ply.
pub(crate) fn render(game: &Game, answer: &Line) -> String {
    let Line {
        line: BestLine {
            position,
            value,
            plies,
        },
        positions,
        ..
    } = answer;
    let (rules, board, value, end) = (game.rules(), game.board(), **value, answer.line.end());
    let names = |circles: &dyn Display| named(board, circles);
    let sentence = line_sentence(rules, position, value, plies.len(), &names) + ".";
    let turn = paragraph(&format!("{}.", turn_sentence(rules, position)));
    let sentences = turn + &styled_paragraph(style_of(value.outcome), &sentence);
    let mut parts = vec![
        heading(game.name(), board, position),
        diagram(rules, position),
        sentences,
    ];
    if !plies.is_empty() {
        parts.push(numbered_plies(board, 1, plies));
        if let Some(positions) = positions {
            let after = positions.iter().zip(plies).zip(1..);
            parts.extend(after.map(|((position, ply), number)| {
                format!(
                    "{}\n{}",
                    styled(HEADING, &format!("{number}. {}", named(board, ply))),
                    diagram(rules, position)
                )
            }));
        } else {
            parts.push(diagram(rules, &end));
        }
        parts.push(paragraph(&explanation(rules, value.outcome, &end)));
    }
    parts.join("\n")
}

pub(crate) fn numbered_plies(board: Board, first: usize, plies: &[Ply]) -> String {
    let plies = (first..)
        .zip(plies)
        .map(|(number, ply)| format!("{number}. {}", named(board, ply)).replace(' ', NO_BREAK));
    paragraph(&plies.collect::<Vec<_>>().join(" ")).replace(NO_BREAK, " ")
}

fn explanation(rules: &Rules, outcome: Outcome, end: &Position) -> String {
    match outcome {
        Outcome::Draw if rules.moves(end).is_empty() => {
            format!("{} has no legal slide, and the game is drawn.", end.turn)
        }
        Outcome::Draw => {
            "Play never ends. Each ply is the first in the order of `teeko query`: of the plies \
             that keep the draw, the one after which the fewest choices keep it; among equals, the \
             lowest circle."
                .to_owned()
        }
        _ => {
            let winner = rules.winner(end).unwrap_or(end.turn.other());
            let points = if rules.scoring().is_for_points() {
                " Both sides play for points first, for plies second."
            } else {
                ""
            };
            format!(
                "{winner} has a goal on {}.{points} Each ply is the first in the order of `teeko \
                 query`: of equally slow losses, the one after which the fewest choices keep the \
                 win; among equals, the lowest circle.",
                named(rules.board(), end.pieces(winner))
            )
        }
    }
}

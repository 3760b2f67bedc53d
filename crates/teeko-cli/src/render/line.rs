//! Lines of perfect play as text.

use teeko::analysis::BestLine;
use teeko::questions::LineAnswer;
use teeko::rules::notation::Ply;
use teeko::words::{line_sentence, turn_sentence};
use teeko::{Board, Oracle, Outcome, Rules};

use super::board::diagram;
use super::notation::named;
use super::style::{HEADING, heading, paragraph, style_of, styled, styled_paragraph};

/// A space that does not break; it keeps a number and its ply on one line.
const NO_BREAK: &str = "\u{a0}";

/// Renders the position, the numbered plies and the final position; with `boards`, the board after
/// each ply.
pub(crate) fn text(answer: &LineAnswer<'_>) -> String {
    let LineAnswer { game, position, line, boards, .. } = answer;
    let (rules, board) = (game.rules(), game.board());
    let sentence = line_sentence(rules, position, line, &|circles| named(board, circles)) + ".";
    let turn = paragraph(&format!("{}.", turn_sentence(rules, position)));
    let sentences = turn + &styled_paragraph(style_of(line.value.outcome), &sentence);
    let mut parts =
        vec![heading(game.name(), board, position), diagram(rules, position), sentences];
    if !line.plies.is_empty() {
        parts.push(numbered(board, 1, &line.plies));
        if *boards {
            let after = line.positions(position).zip(&line.plies).zip(1..);
            parts.extend(after.map(|((position, ply), number)| {
                format!(
                    "{}\n{}",
                    styled(HEADING, &format!("{number}. {}", named(board, ply))),
                    diagram(rules, &position)
                )
            }));
        } else {
            parts.push(diagram(rules, &line.end));
        }
        parts.push(paragraph(&explanation(rules, line)));
    }
    parts.join("\n")
}

/// Renders numbered plies, in lines that fit.
pub(super) fn numbered(board: Board, first: usize, plies: &[Ply]) -> String {
    let plies = (first..)
        .zip(plies)
        .map(|(number, ply)| format!("{number}. {}", named(board, ply)).replace(' ', NO_BREAK));
    paragraph(&plies.collect::<Vec<_>>().join(" ")).replace(NO_BREAK, " ")
}

/// Explains how the line ends and how its plies were chosen.
fn explanation(rules: &Rules, line: &BestLine) -> String {
    match line.value.outcome {
        Outcome::Draw if rules.moves(&line.end).is_empty() => {
            format!("{} has no legal slide, and the game is drawn.", line.end.turn)
        }
        Outcome::Draw => {
            "Play never ends. Each ply is the first in the order of `teeko query`: of the plies \
             that keep the draw, the one after which the fewest choices keep it; among equals, the \
             lowest circle."
                .to_owned()
        }
        _ => {
            let winner = rules.winner(&line.end).unwrap_or(line.end.turn.other());
            let points = if rules.scoring().is_for_points() {
                " Both sides play for points first, for plies second."
            } else {
                ""
            };
            format!(
                "{winner} has a goal on {}.{points} Each ply is the first in the order of `teeko \
                 query`: of equally slow losses, the one after which the fewest choices keep the \
                 win; among equals, the lowest circle.",
                named(rules.board(), line.end.pieces(winner))
            )
        }
    }
}

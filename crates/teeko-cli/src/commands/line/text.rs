//! The text of a line of perfect play.

use teeko::analysis::BestLine;
use teeko::answers::Line;
use teeko::rules::notation::{Ply, RowsForm};
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
    let rules = game.rules();
    let line = &answer.line;
    let outcome = line.value.outcome;
    let end = line.end();
    let mut parts = vec![
        heading(game.name(), game.board(), &line.position),
        diagram(rules, &line.position),
        sentences(rules, line),
    ];
    if !line.plies.is_empty() {
        parts.push(numbered_plies(game.board(), 1, &line.plies));
        match &answer.positions {
            Some(positions) => parts.extend(boards(rules, positions, &line.plies)),
            None => parts.push(diagram(rules, &end)),
        }
        parts.push(paragraph(&explanation(rules, outcome, &end)));
    }
    parts.join("\n")
}

/// Says whose turn it is, and what best play leads to.
fn sentences(rules: &Rules, line: &BestLine) -> String {
    let turn = turn_sentence(rules, &line.position);
    let plies = line.plies.len();
    let sentence = line_sentence(rules, &line.position, *line.value, plies, &|circles| {
        named(rules.board(), circles)
    });
    let style = style_of(line.value.outcome);
    paragraph(&format!("{turn}.")) + &styled_paragraph(style, &format!("{sentence}."))
}

/// Renders the board after each ply, below the ply.
fn boards(rules: &Rules, positions: &[RowsForm], plies: &[Ply]) -> Vec<String> {
    let mut boards = Vec::new();
    for (number, (position, ply)) in (1..).zip(positions.iter().zip(plies)) {
        let ply = format!("{number}. {}", named(rules.board(), ply));
        let board = diagram(rules, position);
        boards.push(format!("{}\n{board}", styled(HEADING, &ply)));
    }
    boards
}

/// Renders plies with their numbers, from `first` on. No line ends between a number and its ply.
pub(crate) fn numbered_plies(board: Board, first: usize, plies: &[Ply]) -> String {
    let mut numbered = Vec::new();
    for (number, ply) in (first..).zip(plies) {
        let text = format!("{number}. {}", named(board, ply));
        numbered.push(text.replace(' ', NO_BREAK));
    }
    paragraph(&numbered.join(" ")).replace(NO_BREAK, " ")
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
                named(rules.board(), &end.pieces(winner))
            )
        }
    }
}

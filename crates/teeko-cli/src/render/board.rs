//! Diagrams of positions.

use anstyle::{AnsiColor, Style};
use teeko::rules::notation::Notation;
use teeko::rules::{Circles, Position, Rules, Side};

use super::notation::{chosen, named};
use super::style::{HEADING, styled};

const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const EMPTY: Style = Style::new().dimmed();

/// Renders the board with the number of each circle, files as letters above and ranks at the left.
/// In the other notations, which need no numbers, an empty circle is a dot, and in the course's the
/// rows have letters. A piece is a letter after its circle, `b` or `r`, followed by its pips if it
/// has any. The circles of a completed goal are in brackets.
///
/// ```text
///     a     b     c     d     e
/// 5   1     2     3     4     5
/// 4   6     7b    8     9b   10r
/// 3  11    12b   13r   14b   15
/// 2  16    17r   18    19r   20
/// 1  21    22    23    24    25
/// ```
pub(super) fn diagram(rules: &Rules, position: &Position) -> String {
    diagram_with([Side::Black, Side::Red].map(Side::letter), rules, position)
}

/// Renders the board with these marks for the black and the red pieces; see [`diagram`].
pub(super) fn diagram_with(marks: [char; 2], rules: &Rules, position: &Position) -> String {
    let board = rules.board();
    let goal = rules.winner(position).map_or(Circles::EMPTY, |winner| position.pieces(winner));
    let mut text = String::new();
    let numbered = position.is_numbered();
    // Each name is a letter and a digit.
    let (edges, column, row) = match chosen() {
        Notation::Course => (Notation::Course, 1, 0),
        Notation::Numbers | Notation::Letters => (Notation::Letters, 0, 1),
    };
    let edge = |circle, place| edges.name(board, circle)[place..=place].to_owned();
    for circle in board.circles().into_iter().take(board.width()) {
        text += if text.is_empty() { "    " } else { "     " };
        text += if numbered && text.len() > 4 { " " } else { "" };
        text += &styled(HEADING, &edge(circle, column));
    }
    let mut gap = 0;
    for circle in board.circles() {
        if board.column(circle) == 0 {
            text.push('\n');
            text += &styled(HEADING, &edge(circle, row));
            gap = 1;
        }
        let sides = [(Side::Black, BLACK, marks[0]), (Side::Red, RED, marks[1])];
        let piece = sides.into_iter().find(|(side, ..)| position.pieces(*side).contains(circle));
        let (style, letter) = piece.map_or((EMPTY, ' '), |(_, style, letter)| (style, letter));
        let pips = match piece.and_then(|(side, ..)| position.pips.on(side, circle)) {
            Some(pips) => pips.to_string(),
            None if numbered => " ".to_owned(),
            None => String::new(),
        };
        let (open, close) = if goal.contains(circle) { ('[', ']') } else { (' ', ' ') };
        // The letters and digits at the edges name the circles already.
        let (name, letter) = match letter {
            _ if chosen() == Notation::Numbers => (named(board, circle), letter),
            ' ' => (".".to_owned(), ' '),
            piece => (piece.to_string(), ' '),
        };
        let cell = format!("{open}{name:>2}{letter}{pips}{close}");
        // Spaces are added only before another text, so that no line ends with any.
        gap += cell.len() - cell.trim_start().len();
        text += &" ".repeat(gap);
        text += &styled(style, cell.trim());
        gap = 1 + cell.len() - cell.trim_end().len();
    }
    text.push('\n');
    text
}

//! Diagrams of positions.

use anstyle::{AnsiColor, Style};
use teeko::rules::notation::Notation;
use teeko::rules::{Circle, Circles, Position, Rules, Side};

use super::{HEADING, chosen, named, styled};

const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const EMPTY: Style = Style::new().dimmed();

/// Renders the board with the number of each circle, files as letters above and ranks at the left.
/// In the other notations, which need no numbers, an empty circle is a dot. In the course's the
/// letters are below, as its program prints them. A piece is a letter after its circle, `b` or `r`,
/// followed by its pips if it has any. The circles of a completed goal are in brackets.
///
/// ```text
///     a     b     c     d     e
/// 5   1     2     3     4     5
/// 4   6     7b    8     9b   10r
/// 3  11    12b   13r   14b   15
/// 2  16    17r   18    19r   20
/// 1  21    22    23    24    25
/// ```
pub(crate) fn diagram(rules: &Rules, position: &Position) -> String {
    let board = rules.board();
    let goal = rules
        .winner(position)
        .map_or(Circles::EMPTY, |winner| position.pieces(winner));
    let numbered = position.is_numbered();
    let is_course = chosen() == Notation::Course;
    let edges = if is_course {
        Notation::Course
    } else {
        Notation::Letters
    };
    // Each name is the letter of the column and the digit of the row.
    let edge = |circle, place| styled(HEADING, &edges.name(board, circle)[place..=place]);
    let cell = |circle: &Circle| {
        let piece = [(Side::Black, BLACK), (Side::Red, RED)]
            .into_iter()
            .find(|(side, _)| position.pieces(*side).contains(*circle));
        let (style, letter) = piece.map_or((EMPTY, ' '), |(side, style)| (style, side.letter()));
        let pips = match piece.and_then(|(side, _)| position.pips.on(side, *circle)) {
            Some(pips) => pips.to_string(),
            None if numbered => " ".to_owned(),
            None => String::new(),
        };
        let (open, close) = if goal.contains(*circle) {
            ('[', ']')
        } else {
            (' ', ' ')
        };
        // The letters and digits at the edges name the circles already.
        let (name, letter) = match letter {
            _ if chosen() == Notation::Numbers => (named(board, circle), letter),
            ' ' => (".".to_owned(), ' '),
            piece => (piece.to_string(), ' '),
        };
        let cell = format!("{open}{name:>2}{letter}{pips}{close}");
        cell.replace(cell.trim(), &styled(style, cell.trim()))
    };
    let circles: Vec<Circle> = board.circles().into_iter().collect();
    let rows = circles.chunks(board.width());
    let files: Vec<String> = rows
        .clone()
        .take(1)
        .flatten()
        .map(|&circle| edge(circle, 0))
        .collect();
    let between = " ".repeat(if numbered { 6 } else { 5 });
    let lines = rows.map(|row| {
        let cells: Vec<String> = row.iter().map(cell).collect();
        let mark = if is_course { ':' } else { ' ' };
        format!("{}{mark}{}", edge(row[0], 1), cells.join(" "))
            .trim_end()
            .to_owned()
            + "\n"
    });
    let (files, rows) = (
        format!("    {}\n", files.join(&between)),
        lines.collect::<String>(),
    );
    if is_course {
        rows + &files
    } else {
        files + &rows
    }
}

//! The forms in which positions are written: circles of both sides, and rows.

use std::fmt;
use std::ops::Deref;

use crate::{Board, CircleNames, NamesCircles, Position, Side};

/// Writes a position in circle form: `b:7,9,12,14 r:10,13,17,19 b`, the side to move last; with
/// numbered pieces `b:7=2,9=4 r:10=1 r`.
pub fn circle_form(position: &Position) -> String {
    position.text(CircleNames::NUMBERS)
}

impl NamesCircles for Position {
    /// Writes the circle form.
    fn write(&self, names: CircleNames, text: &mut dyn fmt::Write) -> fmt::Result {
        for side in [Side::Black, Side::Red] {
            write!(text, "{}:", side.letter())?;
            for (place, circle) in self.pieces(side).iter().enumerate() {
                if place > 0 {
                    text.write_char(',')?;
                }
                circle.write(names, text)?;
                if let Some(pips) = self.pips.on(side, circle) {
                    write!(text, "={pips}")?;
                }
            }
            text.write_char(' ')?;
        }
        text.write_char(self.turn.letter())
    }
}

impl fmt::Display for Position {
    /// Writes the circle form; see [`circle_form`].
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&circle_form(self))
    }
}

/// Writes a position in rows form, like FEN: `5/1b1b1/5/5/5 b`, top row first, a digit for each run
/// of empty circles, the side to move last. The pips of a numbered piece follow its letter:
/// `1b2b4b1/…`.
///
/// The pieces must be on the board. If the sides share a circle, Black's piece is written.
pub fn rows_form(board: Board, position: &Position) -> String {
    let mut text = String::with_capacity(rows_form_length(board));
    push_rows_form(&mut text, board, position);
    text
}

/// A position with its board, displayed and serialised in [`rows_form`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowsForm {
    /// The board.
    pub board: Board,
    /// The position.
    pub position: Position,
}

impl Deref for RowsForm {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}

impl fmt::Display for RowsForm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&rows_form(self.board, &self.position))
    }
}

/// Returns the length of the longest [`rows_form`] without numbered pieces: a letter for each
/// circle, slashes between the rows, a space and the side to move.
pub const fn rows_form_length(board: Board) -> usize {
    board.circle_count() + board.height() - 1 + 2
}

/// Appends the [`rows_form`] of a position to a text. It allocates nothing, for callers that write
/// millions of positions.
pub fn push_rows_form(text: &mut String, board: Board, position: &Position) {
    let mut empty = 0;
    let numbered = position.is_numbered();
    for circle in board.circles() {
        if circle.index() > 0 && board.column(circle) == 0 {
            end_run(text, &mut empty);
            text.push('/');
        }
        match position.owner(circle) {
            None => empty += 1,
            Some(side) => {
                end_run(text, &mut empty);
                text.push(side.letter());
                if numbered && let Some(pips) = position.pips.on(side, circle) {
                    text.push(char::from(b'0' + pips));
                }
            }
        }
    }
    end_run(text, &mut empty);
    text.push(' ');
    text.push(position.turn.letter());
}

/// Writes the length of the last run of empty circles, if any. No row has more than 8 circles.
fn end_run(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + std::mem::take(empty)));
    }
}

//! Moves as people write them.

use std::str::FromStr;

use super::circle::parse_piece;
use super::{Notation, parse_circle_in};
use crate::{Board, Move, TextError};

/// Parses a drop, `13`, `c3` or with the piece's pips `13=4`, or a slide, `14-8`, `14>8`, `14->8`,
/// `14→8`, `14 to 8` or `d3-c4`.
///
/// The circles are checked against the board. The move is not checked against any position.
///
/// # Errors
/// If the text has another form, or a circle is not on the board.
pub fn parse_move(board: Board, text: &str) -> Result<Move, TextError> {
    parse_move_in(board, Notation::default(), text)
}

/// Parses a move whose circles are named in a notation; see [`parse_move`].
pub(super) fn parse_move_in(
    board: Board,
    notation: Notation,
    text: &str,
) -> Result<Move, TextError> {
    if let Some((from, to)) = split_slide(text) {
        return Ok(Move::Slide {
            from: parse_circle_in(board, notation, from)?,
            to: parse_circle_in(board, notation, to)?,
        });
    }
    Ok(match parse_piece(board, notation, text.trim())? {
        (to, None) => Move::Drop(to),
        (to, Some(pips)) => Move::DropPiece { to, pips },
    })
}

impl FromStr for Move {
    type Err = TextError;

    /// Reads what its `Display` writes.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let is_plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'='));
        match parse_move(Board::LARGEST, text) {
            Ok(read) if is_plain => Ok(read),
            _ => {
                let expected = "a drop such as 13 or a slide such as 14-8";
                Err(TextError::new("move", text, expected))
            }
        }
    }
}

/// Returns whether a word can stand between the two circles of a slide: `to`, `-`, `→` and the
/// like.
pub(super) fn is_arrow(word: &str) -> bool {
    word.eq_ignore_ascii_case("to") || split_arrow(word) == Some(("", ""))
}

pub(super) fn split_arrow(text: &str) -> Option<(&str, &str)> {
    let (before, after) = text.split_once(['-', '–', '>', '→'])?;
    let dash = text[before.len()..].starts_with('-');
    let after = if dash {
        after.strip_prefix('>').unwrap_or(after)
    } else {
        after
    };
    Some((before.trim(), after.trim()))
}

fn split_slide(text: &str) -> Option<(&str, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [from, between, to] if between.eq_ignore_ascii_case("to") => Some((from, to)),
        _ => split_arrow(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "-", "14-", "-8", "14-8-3", "14 8", "14to8", "14 to", "1 to 2 3", "14-26", "0",
            "14=8", "14=", "=4", "14=4=4", "14-8=4", "14--8",
        ] {
            assert!(parse_move(Board::STANDARD, text).is_err(), "{text}");
        }
        assert_eq!(
            parse_move(Board::STANDARD, "14-f9")
                .unwrap_err()
                .to_string(),
            "circle `f9`: expected 1 to 25 or a5 to e1, those of a 5x5 board"
        );
    }
}

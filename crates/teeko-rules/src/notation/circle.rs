//! Circles: their numbers and algebraic names.

use crate::{Board, Circle, PIECES, Pips, TextError};

/// Returns the letter of a column, 0 at the left.
fn file(board: Board, column: usize) -> char {
    debug_assert!(column < board.width());
    (b'a' + column as u8) as char
}

/// Returns the algebraic name of a circle: files `a`, `b`, … from left to right, ranks 1, 2, … from
/// the bottom up.
///
/// On the standard board circle 1 is `a5`, 13 is `c3` and 25 is `e1`.
pub fn circle_name(board: Board, circle: Circle) -> String {
    let rank = board.height() as isize - board.row(circle);
    format!("{}{rank}", file(board, board.column(circle) as usize))
}

/// Replaces the numbers of circles in a text by their algebraic names: `14-8` becomes `d3-c4`.
///
/// The text may hold circles, a move or a position. Every number in it has to be a circle's, or the
/// pips of a piece after an equals sign.
pub fn with_letters(board: Board, text: &str) -> String {
    let mut named = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let length = rest[start..]
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(rest.len() - start);
        let (before, number) = (&rest[..start], &rest[start..start + length]);
        named += before;
        let circle =
            number.parse().ok().and_then(Circle::from_number).filter(|_| !before.ends_with('='));
        match circle {
            Some(circle) => named += &circle_name(board, circle),
            None => named += number,
        }
        rest = &rest[start + length..];
    }
    named + rest
}

/// Parses a circle's number, counted from 1, or its algebraic name in either case.
///
/// # Errors
/// If the text is neither, or the circle is not on the board.
pub fn parse_circle(board: Board, text: &str) -> Result<Circle, TextError> {
    let circle = match *text.as_bytes() {
        [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => {
            let column = isize::from(letter.to_ascii_lowercase() - b'a');
            board.circle_at(column, board.height() as isize - isize::from(digit - b'0'))
        }
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text
            .parse()
            .ok()
            .and_then(Circle::from_number)
            .filter(|&circle| board.circles().contains(circle)),
        _ => None,
    };
    circle.ok_or_else(|| {
        let (count, last) = (board.circle_count(), file(board, board.width() - 1));
        let expected = format!("1 to {count} or a{} to {last}1", board.height());
        TextError::new("circle", text, format!("{expected}, those of a {board} board"))
    })
}

/// Parses a circle, optionally with the pips of the piece there after an equals sign: `13`, `c3`,
/// `13=4`.
///
/// # Errors
/// If the circle is not on the board, or no piece has that number of pips.
pub(super) fn parse_piece(board: Board, text: &str) -> Result<(Circle, Option<u8>), TextError> {
    let Some((circle, pips)) = text.split_once('=') else {
        return Ok((parse_circle(board, text)?, None));
    };
    let circle = parse_circle(board, circle.trim_end())?;
    Ok((circle, Some(read_pips(pips, circle)?)))
}

/// Reads the pips of the piece on a circle.
pub(super) fn read_pips(text: &str, circle: Circle) -> Result<u8, TextError> {
    let pips = Pips::from_text(text.trim_start());
    let expected = || format!("1 to {PIECES} for the piece on circle {circle}");
    pips.ok_or_else(|| TextError::new("pips", text, expected()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Circle names as the rules give them.
    #[test]
    fn numbers_and_names_agree() {
        for (number, name) in [(1, "a5"), (5, "e5"), (13, "c3"), (21, "a1"), (25, "e1")] {
            let circle = Circle::from_number(number).unwrap();
            assert_eq!(circle_name(Board::STANDARD, circle), name);
            for text in [name, &name.to_uppercase(), &number.to_string(), &format!("00{number}")] {
                assert_eq!(parse_circle(Board::STANDARD, text), Ok(circle), "{text}");
            }
        }
        let board = Board::new(8, 4).unwrap();
        assert_eq!(parse_circle(board, "h4").map(Circle::number), Ok(8));
        assert_eq!(parse_circle(board, "A1").map(Circle::number), Ok(25));
    }

    #[test]
    fn other_texts_are_refused() {
        let long = "9".repeat(23);
        for text in [
            "", "0", "26", &long, "+1", "-1", "a0", "a6", "f1", "a", "a55", "aa", "1a", "{5", "1 ",
            "１３", "é1",
        ] {
            assert!(parse_circle(Board::STANDARD, text).is_err(), "{text}");
        }
        assert_eq!(
            parse_circle(Board::new(6, 4).unwrap(), "f5\n").unwrap_err().to_string(),
            "circle `f5\\n`: expected 1 to 24 or a4 to f1, those of a 6x4 board"
        );
    }
}

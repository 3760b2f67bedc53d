//! Circles as people write them: their numbers and their names.

use super::Notation;
use crate::{Board, Circle, Message, PIECES, Pips, TextError, message};

impl Notation {
    /// Returns the circles that a text means in other notations or in another case, each with that
    /// name: `18 (c2) or 13 (C2 with notation course)`. `None` if it means none.
    fn meanings(self, board: Board, text: &str) -> Option<Message> {
        let lower = text.to_ascii_lowercase();
        let upper = text.to_ascii_uppercase();
        let in_letters = self.meaning(board, Self::Letters, &lower);
        let in_course = self.meaning(board, Self::Course, &upper);
        match (in_letters, in_course) {
            (Some(one), Some(other)) => Some(message![one, " or ", other]),
            (one, other) => one.or(other),
        }
    }

    /// Returns the circle that has a name in another notation, with that name.
    fn meaning(self, board: Board, other: Self, name: &str) -> Option<Message> {
        let circle = other.named(board, name)?;
        let circle = Message::circles(board, &circle);
        Some(match (other, self) {
            // The circle is called so.
            (Self::Letters, Self::Letters) | (Self::Course, Self::Course) => circle,
            (Self::Letters, Self::Course) => {
                message![circle, format!(" ({name} without notation course)")]
            }
            (Self::Course, _) => message![circle, format!(" ({name} with notation course)")],
            _ => message![circle, format!(" ({name})")],
        })
    }

    /// Returns examples of a drop and a slide for messages: 13 and 14-8 of the standard board.
    pub(super) const fn examples(self) -> [&'static str; 2] {
        match self {
            Self::Numbers | Self::Letters => ["c3", "d3-c4"],
            Self::Course => ["C2", "D2-C1"],
        }
    }
}

/// Parses a circle's number, counted from 1, or its coordinates such as `c3`.
///
/// # Errors
/// If the text is neither, or the circle is not on the board. Capitals are refused, since `C2` is
/// one circle in [`Notation::Course`] and `c2` another one.
pub fn parse_circle(board: Board, text: &str) -> Result<Circle, TextError> {
    parse_circle_in(board, Notation::default(), text)
}

/// Parses a circle's number, counted from 1, or its name in a notation.
///
/// # Errors
/// If the text is neither, or the circle is not on the board. If it is a circle's name in another
/// notation, the message has the numbers of the circles that may be meant.
pub fn parse_circle_in(board: Board, notation: Notation, text: &str) -> Result<Circle, TextError> {
    let by_number = Circle::from_digits(text).filter(|&circle| board.circles().contains(circle));
    by_number
        .or_else(|| notation.named(board, text))
        .ok_or_else(|| no_circle(board, notation, text))
}

/// Returns the error for a text that is not the name of a circle.
fn no_circle(board: Board, notation: Notation, text: &str) -> TextError {
    if let Some(meanings) = notation.meanings(board, text) {
        return TextError::new("circle", text, meanings);
    }
    let letters = match notation {
        Notation::Numbers => Notation::Letters,
        other => other,
    };
    let count = board.circle_count();
    let ends = [Circle::from_number(1), Circle::from_number(count)].into_iter();
    let names: Vec<String> = ends
        .flatten()
        .map(|circle| letters.name(board, circle))
        .collect();
    let from_zero = if text == "0" {
        "; where circles count from 0, add 1 to each"
    } else {
        ""
    };
    let names = names.join(" to ");
    let expected = format!("1 to {count} or {names}, those of a {board} board{from_zero}");
    TextError::new("circle", text, expected)
}

/// Parses a circle, optionally with the pips of the piece there after an equals sign: `13`, `c3`,
/// `13=4`.
///
/// # Errors
/// If the circle is not on the board, or no piece has that number of pips.
pub(super) fn parse_piece(
    board: Board,
    notation: Notation,
    text: &str,
) -> Result<(Circle, Option<u8>), TextError> {
    let Some((circle, pips)) = text.split_once('=') else {
        return Ok((parse_circle_in(board, notation, text)?, None));
    };
    let circle = parse_circle_in(board, notation, circle.trim_end())?;
    Ok((circle, Some(read_pips(board, pips, circle)?)))
}

/// Reads the pips of the piece on a circle.
pub(super) fn read_pips(board: Board, text: &str, circle: Circle) -> Result<u8, TextError> {
    let named = Pips::all().find(|pips| pips.to_string() == text.trim_start());
    named.ok_or_else(|| {
        let on_circle = format!("1 to {PIECES} for the piece on circle ");
        let expected = message![on_circle, Message::circles(board, &circle)];
        TextError::new("pips", text, expected)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Circle names as the rules and the course give them. The course's starter code has a list of
    /// rows, from the top, and reads a move such as `B3` as the row `int(move[1])` and the column
    /// `ord(move[0]) - ord("A")`.
    #[test]
    fn numbers_and_names_agree() {
        for (number, letters, course) in [
            (1, "a5", "A0"),
            (5, "e5", "E0"),
            (8, "c4", "C1"),
            (13, "c3", "C2"),
            (17, "b2", "B3"),
            (21, "a1", "A4"),
            (25, "e1", "E4"),
        ] {
            let circle = Circle::from_number(number).unwrap();
            assert_eq!(Notation::Letters.name(Board::STANDARD, circle), letters);
            assert_eq!(Notation::Course.name(Board::STANDARD, circle), course);
            for text in [letters, &number.to_string(), &format!("00{number}")] {
                assert_eq!(parse_circle(Board::STANDARD, text), Ok(circle), "{text}");
            }
            for text in [course, &number.to_string()] {
                let read = parse_circle_in(Board::STANDARD, Notation::Course, text);
                assert_eq!(read, Ok(circle), "{text}");
            }
        }
        for (size, letters, course, number) in [
            ("8x4", "h4", "H0", 8),
            ("8x4", "a1", "A3", 25),
            ("4x8", "d1", "D7", 32),
        ] {
            let board: Board = size.parse().unwrap();
            let circle = Circle::from_number(number).unwrap();
            assert_eq!(parse_circle(board, letters), Ok(circle), "{size}");
            assert_eq!(
                parse_circle_in(board, Notation::Course, course),
                Ok(circle),
                "{size}"
            );
            assert_eq!(Notation::Course.name(board, circle), course, "{size}");
        }
    }

    /// A name means the same circle or none, in any case and notation.
    #[test]
    fn no_name_means_two_circles() {
        let (numbers, letters, course) = (Notation::Numbers, Notation::Letters, Notation::Course);
        for (notation, text, expected) in [
            (
                numbers,
                "C2",
                "circle `C2`: expected 18 (c2) or 13 (C2 with notation course)",
            ),
            (
                numbers,
                "A0",
                "circle `A0`: expected 1 (A0 with notation course)",
            ),
            (numbers, "E5", "circle `E5`: expected 5 (e5)"),
            (
                numbers,
                "0",
                "circle `0`: expected 1 to 25 or a5 to e1, those of a 5x5 board; where circles \
                 count from 0, add 1 to each",
            ),
            (
                numbers,
                "F1",
                "circle `F1`: expected 1 to 25 or a5 to e1, those of a 5x5 board",
            ),
            (
                letters,
                "C2",
                "circle `C2`: expected c2 or c3 (C2 with notation course)",
            ),
            (
                letters,
                "A0",
                "circle `A0`: expected a5 (A0 with notation course)",
            ),
            (
                letters,
                "F1",
                "circle `F1`: expected 1 to 25 or a5 to e1, those of a 5x5 board",
            ),
            (
                course,
                "c2",
                "circle `c2`: expected C3 (c2 without notation course) or C2",
            ),
            (course, "a0", "circle `a0`: expected A0"),
            (
                course,
                "e5",
                "circle `e5`: expected E0 (e5 without notation course)",
            ),
            (
                course,
                "E5",
                "circle `E5`: expected E0 (e5 without notation course)",
            ),
            (
                course,
                "F0",
                "circle `F0`: expected 1 to 25 or A0 to E4, those of a 5x5 board",
            ),
        ] {
            let refused = parse_circle_in(Board::STANDARD, notation, text).unwrap_err();
            assert_eq!(refused.message().text(notation), expected);
        }
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
            parse_circle(Board::new(6, 4).unwrap(), "f5\n")
                .unwrap_err()
                .to_string(),
            "circle `f5\\n`: expected 1 to 24 or a4 to f1, those of a 6x4 board"
        );
    }
}

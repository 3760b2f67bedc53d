//! Positions as people write them: the circle form `b:7,9,12,14 r:10,13,17,19 b`, the rows form
//! `5/1b1b1/5/5/5 b`, and boards with a character for each circle.

mod circles;
mod pieces;
mod rows;

use self::pieces::Pieces;
use self::rows::{Rows, turn_of};
use super::sides::{CircleWord, TwoLists, labelled_circles, named_sides};
use super::words::words;
use super::{Notation, check_position, rows_form};
use crate::quoted::quoted;
use crate::{Board, Circle, Circles, Illegal, Message, Position, Rules, Scoring, message};

/// Parses a position in circle form, in rows form or from a board.
///
/// In circle form the parts may stand in either order, circles may be numbers or algebraic names
/// with any spaces and commas between, and a missing or empty part means no pieces. The colons may
/// be missing, as in `black 7,9 red 13`; without the sides, two lists of circles are those of Black
/// and Red if the side to move stands after them, as in `7,9 13 r`, and are refused otherwise, since
/// they may be moves.
///
/// In rows form runs may have several digits, and dots are empty circles. A board has a character
/// for each circle from the top left, a dot if it is empty, without gaps, in rows, or one by one.
/// It may also be printed as in [`Notation::Course`]: `0:` and so on before the rows, the letters
/// of the columns below. Instead of `b` and `r`, rows and boards may have `x` for Black and `o` for
/// Red. Pieces and sides may be capitals, `to move` or `to play` may follow the side to move, and
/// the side to move may be left out while pieces are still to be dropped.
///
/// The game may be over in the returned position: see [`Rules::status`].
///
/// # Errors
/// If the text has another form, or [`check_position`] refuses the position.
pub fn parse_position(rules: &Rules, text: &str) -> Result<Position, Illegal> {
    parse_position_in(rules, Notation::default(), text)
}

/// Parses a position whose circles are named in a notation; see [`parse_position`].
///
/// # Errors
/// As for [`parse_position`].
pub fn parse_position_in(
    rules: &Rules,
    notation: Notation,
    text: &str,
) -> Result<Position, Illegal> {
    let pieces = read_pieces(rules, notation, without_to_move(text))?;
    let position = pieces.position(rules.board())?;
    check_position(rules, &position)?;
    Ok(position)
}

/// Reads the pieces and the side to move, in the form that the text has.
fn read_pieces(rules: &Rules, notation: Notation, text: &str) -> Result<Pieces, Illegal> {
    let board = rules.board();
    if let Some(words) = circle_words(text)? {
        return circles::read(board, notation, &words)
            .map_err(|fault| with_example(fault, circles_example(board)));
    }
    if let Some(rows) = Rows::find(board, text) {
        let is_numbered = rules.scoring() == Scoring::Pips;
        return rows
            .and_then(|rows| rows.read(board, is_numbered))
            .map_err(|fault| with_example(fault, example_like(board, text).into()));
    }
    Err(unknown_form(board, text))
}

/// Returns the words of a text that has the circles of both sides; `None` for other texts.
///
/// # Errors
/// If the circles may be either a position or moves.
fn circle_words(text: &str) -> Result<Option<Vec<CircleWord<'_>>>, Illegal> {
    if let Some(words) = labelled_circles(text).or_else(|| named_sides(text)) {
        return Ok(Some(words));
    }
    let Some(lists) = TwoLists::find(text) else {
        return Ok(None);
    };
    match lists.circle_words() {
        Ok(words) => Ok(Some(words)),
        Err(fault) => {
            let position = quoted(text.trim());
            Err(Illegal(format!("position `{position}`: {fault}").into()))
        }
    }
}

/// Returns a text without `to move` or `to play` after the side at its end.
fn without_to_move(text: &str) -> &str {
    let mut rest = text.trim_end();
    for endings in [&["move", "play"][..], &["to"]] {
        let Some((before, last)) = rest.rsplit_once(char::is_whitespace) else {
            return text;
        };
        if !endings.iter().any(|end| last.eq_ignore_ascii_case(end)) {
            return text;
        }
        rest = before.trim_end();
    }
    let names_side = words(rest).last().and_then(turn_of).is_some();
    if names_side { rest } else { text }
}

/// Returns the error for a text that has none of the forms of a position.
fn unknown_form(board: Board, text: &str) -> Illegal {
    Illegal(message![
        format!(
            "position `{}`: expected circles such as `",
            quoted(text.trim())
        ),
        circles_example(board),
        format!(
            "`, rows such as `{}`, a board such as `{}`, or ",
            rows_example(board),
            board_example(board)
        ),
        "slot:LAYER:NUMBER",
    ])
}

/// Adds a position in the form that was meant to an error.
fn with_example(fault: Message, example: Message) -> Illegal {
    Illegal(message![fault, ", as in `", example, "`"])
}

/// Returns an example position, for messages, that fits every board.
fn example() -> Position {
    Position {
        black: example_circles([7, 9]),
        red: example_circles([6, 13]),
        ..Position::EMPTY
    }
}

fn example_circles(numbers: [usize; 2]) -> Circles {
    numbers
        .into_iter()
        .filter_map(Circle::from_number)
        .collect()
}

fn circles_example(board: Board) -> Message {
    Message::circles(board, &example())
}

fn rows_example(board: Board) -> String {
    rows_form(board, &example())
}

/// Returns the example position as a board: a character for each circle, a space between the rows.
fn board_example(board: Board) -> String {
    let mut text = String::new();
    for character in rows_example(board).chars() {
        match (character, character.to_digit(10)) {
            (_, Some(empty)) => text += &".".repeat(empty as usize),
            ('/', None) => text.push(' '),
            (character, None) => text.push(character),
        }
    }
    text
}

/// Returns the example position in the form of a text that has rows: with slashes, or as a board.
fn example_like(board: Board, text: &str) -> String {
    if text.contains('/') {
        rows_example(board)
    } else {
        board_example(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::notation::circle_form;
    use crate::testing::{self, rules};

    /// The first of Scarne's winning plays, drawn by hand:
    /// ```text
    /// . . . . .
    /// . b . b r
    /// . b r b .
    /// . r . r .
    /// . . . . .
    /// ```
    const PLAY_1: (&str, &str) = ("b:7,9,12,14 r:10,13,17,19 b", "5/1b1br/1brb1/1r1r1/5 b");

    #[test]
    fn every_way_to_write_a_position_means_the_same() {
        let rules = rules("44-ssss");
        for text in [
            "black: 7 9 12 14; red: 10 13 17 19; black",
            "  B:14,12,9,7,R:19,17,13,10,B  ",
            "b:b4,9,12,d3 r:10,13\t17,19\nb",
            " 5 / 1b1br / 1brb1 / 1r1r1 / 5  BLACK ",
            "11111/1B1BR/1brb1/1r1r1/1211 b",
            "......b.br.brb..r.r...... b",
            ".....\n.X.XO\r\n.xox.\n\n.o.o.\n.....\n x",
            "..... .b.br .brb. .r.r. ..... black",
            "...../.x.xo/1xox1/.o.o./5 X",
            ". . . . .\n. b . b r\n. b r b .\n. r . r .\n. . . . . b",
        ] {
            let position =
                parse_position(&rules, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let expected = testing::position(&[7, 9, 12, 14], &[10, 13, 17, 19], Side::Black);
            assert_eq!(position, expected, "{text}");
            assert_eq!(
                (
                    circle_form(&position).as_str(),
                    rows_form(rules.board(), &position).as_str()
                ),
                PLAY_1
            );
        }
    }

    #[test]
    fn wrong_texts_say_what_is_wrong() {
        let rules = rules("44-ssss");
        for [text, expected] in
            &teeko_testing::cases(include_str!("../../tests/data/positions.jsonl"))
        {
            let message = parse_position(&rules, text).expect_err(text).to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
        let beyond = testing::position(&[13, 26], &[27], Side::Red);
        let message = check_position(&rules, &beyond).unwrap_err().to_string();
        assert_eq!(
            message,
            "circle 26,27: expected 1 to 25, those of a 5x5 board"
        );
    }
}

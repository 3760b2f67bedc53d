//! Rows of a board: the rows form `5/1b1b1/5/5/5 b`, boards with a character for each circle, and
//! boards as a course's program prints them.

use std::borrow::Cow;

use super::pieces::{Parsed, Pieces, wrong};
use crate::notation::circle::read_pips;
use crate::notation::words::side;
use crate::quoted::quoted;
use crate::{Board, Message, Side};

/// The rows of a board, from the top.
pub(super) struct Rows<'a> {
    /// The cells of each row: letters of pieces, dots, and digits for runs of empty circles.
    rows: Vec<Cow<'a, str>>,
    /// The words after them: none, or the side to move.
    after: Vec<&'a str>,
}

impl<'a> Rows<'a> {
    /// Finds the rows of a text, or says what is wrong with its board; `None` if it has no rows.
    pub(super) fn find(board: Board, text: &'a str) -> Option<Parsed<Self>> {
        let text = text.trim();
        if let Some(printed) = text.strip_prefix("0:") {
            return Some(Self::of_printed_board(printed, board.width()));
        }
        if text.contains(':') {
            return None;
        }
        if text.contains('/') {
            return Some(Ok(Self::of_rows_form(text)));
        }
        Self::of_board(board, text)
    }

    /// Splits a text with slashes between its rows.
    fn of_rows_form(text: &'a str) -> Self {
        let mut rows: Vec<&str> = text.split('/').map(str::trim).collect();
        let mut last_words = rows.pop().unwrap_or_default().split_whitespace();
        rows.push(last_words.next().unwrap_or_default());
        Self {
            rows: rows.into_iter().map(Cow::Borrowed).collect(),
            after: last_words.collect(),
        }
    }

    /// Splits a board with a character for each circle: in rows, or one by one with a space between
    /// circles. `None` if the text is something else.
    fn of_board(board: Board, text: &'a str) -> Option<Parsed<Self>> {
        let count = board.circle_count();
        let (cells, after) = split_turn(count, text);
        let found = count_characters(cells);
        if found != count && cells.matches('.').count() < 2 {
            return None;
        }
        let parts = parts_of_board(cells);
        let width = board.width();
        if parts.len() == 1 && found != count {
            let expected = format!("expected {count} in rows of {width} on a {board} board");
            let fault = format!("board of {found} characters: {expected}");
            return Some(Err(fault.into()));
        }
        let mut rows = Vec::new();
        for part in &parts {
            // Several rows may stand together.
            let are_whole_rows = part.len().is_multiple_of(width);
            let length = if are_whole_rows { width } else { part.len() };
            for row in part.chunks(length) {
                rows.push(row.iter().collect::<String>().into());
            }
        }
        Some(Ok(Self {
            rows,
            after: after.into_iter().collect(),
        }))
    }

    /// Splits a board as a course's program prints it, from the text of its first row on. Each row
    /// is `0: b   r`, with a space or a dot for an empty circle; the letters of the columns stand
    /// below.
    fn of_printed_board(text: &'a str, width: usize) -> Parsed<Self> {
        let mut printed = Vec::new();
        let mut rest = text;
        while let Some((row, after)) = rest.split_once(&format!("{}:", printed.len() + 1)) {
            printed.push(row);
            rest = after;
        }
        let (last, below) = match rest.split_once('A') {
            Some((row, letters)) => (row, letters),
            None => rest.split_once('\n').unwrap_or((rest, "")),
        };
        printed.push(last);
        let mut rows = Vec::new();
        for (number, row) in printed.into_iter().enumerate() {
            rows.push(cells_of_printed_row(number, row, width)?.into());
        }
        let mut letters = ('B'..).take(width - 1);
        let after = below
            .split_whitespace()
            .skip_while(|word| word.chars().eq(letters.next()))
            .collect();
        Ok(Self { rows, after })
    }

    /// Reads the pieces and the side to move. If pieces are `numbered`, the digit after a letter is
    /// the piece's pips.
    pub(super) fn read(&self, board: Board, numbered: bool) -> Parsed<Pieces> {
        let mut pieces = Pieces::default();
        pieces.turn = self.turn()?;
        self.check_count(board)?;
        let mut letters = None;
        for (number, row) in self.rows.iter().enumerate() {
            let row = Row {
                board,
                numbered,
                number,
                text: row,
            };
            row.read(&mut letters, &mut pieces)?;
        }
        Ok(pieces)
    }

    /// Returns the side to move, if it was given.
    fn turn(&self) -> Parsed<Option<Side>> {
        match self.after[..] {
            [] => Ok(None),
            [word] => match turn_of(word) {
                Some(turn) => Ok(Some(turn)),
                None => Err(wrong(word, "b or r, the side to move")),
            },
            [_, next, ..] => Err(wrong(next, "nothing after the side to move")),
        }
    }

    fn check_count(&self, board: Board) -> Parsed<()> {
        let expected = board.height();
        let found = self.rows.len();
        if found == expected {
            return Ok(());
        }
        if let Some(last) = self.rows.last()
            && found == expected + 1
            && last.chars().all(char::is_alphabetic)
        {
            return Err(wrong(last, "b or r, the side to move"));
        }
        let rows = if found == 1 { "row" } else { "rows" };
        Err(format!("{found} {rows}: expected {expected} on a {board} board").into())
    }
}

/// A row of a board.
struct Row<'a> {
    board: Board,
    numbered: bool,
    /// From 0 at the top.
    number: usize,
    text: &'a str,
}

impl Row<'_> {
    /// Adds the pieces of the row. `letters` is the pair that letters of pieces are of, once one
    /// has been read.
    fn read(&self, letters: &mut Option<&'static str>, pieces: &mut Pieces) -> Parsed<()> {
        let board = self.board;
        let mut column = 0;
        let mut characters = self.text.chars().peekable();
        while let Some(character) = characters.next() {
            let Some((side, pair)) = piece(character) else {
                column += self.read_empty(character)?;
                continue;
            };
            if *letters.get_or_insert(pair) != pair {
                return Err(self.wrong("b and r or x and o, one pair", "letters of both"));
            }
            let digit = characters.next_if(|next| self.numbered && next.is_ascii_digit());
            // The width shows a piece beyond the end of a row.
            if let Some(circle) = board.circle_at(column as isize, self.number as isize) {
                let pips = match digit {
                    Some(digit) => Some(
                        read_pips(board, &digit.to_string(), circle)
                            .map_err(|fault| fault.message())?,
                    ),
                    None => None,
                };
                pieces.add(board, side, circle, pips)?;
            }
            column += 1;
        }
        if column != board.width() {
            let expected = format!("{} circles on a {board} board", board.width());
            return Err(self.wrong(&expected, &column.to_string()));
        }
        Ok(())
    }

    /// Returns how many empty circles a character stands for.
    fn read_empty(&self, character: char) -> Parsed<usize> {
        match character {
            '.' => Ok(1),
            '1'..='9' => Ok(character as usize - '0' as usize),
            _ => {
                let character_shown = quoted(&character.to_string());
                let found = format!("`{character_shown}`{}", instead_of(character));
                Err(self.wrong("b, r, and dots or digits for empty circles", &found))
            }
        }
    }

    fn wrong(&self, expected: &str, found: &str) -> Message {
        let number = self.number + 1;
        let text = quoted(self.text);
        format!("row {number} from the top, `{text}`: expected {expected}, found {found}").into()
    }
}

/// Splits the side to move from the end of a board with `count` circles.
fn split_turn(count: usize, text: &str) -> (&str, Option<&str>) {
    if let Some((cells, last)) = text.rsplit_once(char::is_whitespace) {
        // A letter at the end of single letters may be the last circle.
        let is_whole = !is_spaced(cells) || count_characters(cells) >= count;
        if is_whole && turn_of(last).is_some() {
            return (cells, Some(last));
        }
    }
    (text, None)
}

/// Returns the parts of a board, each of one or several rows: its words, or if circles have spaces
/// between them, its lines.
fn parts_of_board(cells: &str) -> Vec<Vec<char>> {
    if !is_spaced(cells) {
        return cells
            .split_whitespace()
            .map(|word| word.chars().collect())
            .collect();
    }
    let mut parts = Vec::new();
    for line in cells.lines() {
        let part: Vec<char> = line.split_whitespace().flat_map(str::chars).collect();
        if !part.is_empty() {
            parts.push(part);
        }
    }
    parts
}

/// Returns whether there is white space between all characters.
fn is_spaced(text: &str) -> bool {
    text.split_whitespace()
        .all(|word| word.chars().count() == 1)
}

/// Returns the number of characters without white space.
fn count_characters(text: &str) -> usize {
    text.split_whitespace().flat_map(str::chars).count()
}

/// Returns the cells of a row as a course's program prints it, without its number and colon.
fn cells_of_printed_row(number: usize, row: &str, width: usize) -> Parsed<String> {
    let words = row.split_whitespace();
    if words.clone().count() == width {
        return Ok(words.map(|word| word.trim_matches(['[', ']'])).collect());
    }
    let row = row.strip_prefix(' ').unwrap_or(row).trim_end();
    let mut cells = String::new();
    for (place, character) in row.chars().enumerate() {
        let is_between = place % 2 == 1;
        match character {
            ' ' if is_between => {}
            _ if is_between => {
                let expected =
                    "a space after each circle, and a space or a dot for an empty circle";
                return Err(wrong(&format!("{number}: {row}"), expected));
            }
            ' ' => cells.push('.'),
            _ => cells.push(character),
        }
    }
    // Spaces at the end of a row are often lost.
    let missing = width.saturating_sub(cells.chars().count());
    Ok(cells + &".".repeat(missing))
}

/// Returns what to write instead of a character that stands for a piece or an empty circle in other
/// programs. They are not read: a `b` next to an `n` or a `w` is Black in some, white in others.
fn instead_of(character: char) -> &'static str {
    match character.to_ascii_lowercase() {
        'n' | 'w' => "; write b for the side that moves first, r for the other",
        '-' | '_' | '0' => "; write . for an empty circle",
        _ => "",
    }
}

/// Returns the side of a piece in rows, `b` or `r`, `x` or `o` in either case, and the pair that
/// its letter is of.
fn piece(character: char) -> Option<(Side, &'static str)> {
    match character.to_ascii_lowercase() {
        'b' => Some((Side::Black, "br")),
        'r' => Some((Side::Red, "br")),
        'x' => Some((Side::Black, "xo")),
        'o' => Some((Side::Red, "xo")),
        _ => None,
    }
}

/// Returns the side that a word after rows names: as [`side`] does, or by the letter of its pieces.
pub(super) fn turn_of(word: &str) -> Option<Side> {
    let mut letters = word.chars();
    let letter = letters.next().filter(|_| letters.as_str().is_empty());
    side(word).or_else(|| Some(piece(letter?)?.0))
}

#[cfg(test)]
mod tests {
    use crate::notation::{circle_form, parse_position};
    use crate::testing::rules;

    /// The course's starter code prints each list of its board after the number of the row, with a
    /// space after each circle. A circle without a piece is a space, too. The letters of the
    /// columns stand below, three spaces from the left. Some copies have dots for spaces.
    #[test]
    fn boards_printed_by_a_course_are_read() {
        let rules = rules("44-ssss");
        let printed = "\
0:           \n1:   b   b r \n2:   b r b   \n3:   r   r   \n4:           \n   A B C D E\n";
        let trimmed = printed
            .lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\r\n");
        let dotted = "0: . . . . .\n1: . b . b r\n2: . b r b .\n3: . r . r .\n4: . . . . .\n";
        for text in [
            format!("{printed}b"),
            format!("{trimmed} b\n"),
            format!("{dotted}  A B C D E\nb"),
            format!("{dotted}black"),
            format!("{} A B C D E b", dotted.replace('\n', " ")),
            dotted.replace("b .", "[b] .") + "A B C D E b",
        ] {
            let position = parse_position(&rules, &text).map(|position| circle_form(&position));
            assert_eq!(
                position.as_deref(),
                Ok("b:7,9,12,14 r:10,13,17,19 b"),
                "{text}"
            );
        }
        let corners = "0: b       r \n1:           \n2:           \n3:           \n4: b         \n";
        let position = parse_position(&rules, &format!("{corners}   A B C D E\n"));
        assert_eq!(
            position.map(|position| circle_form(&position)).as_deref(),
            Ok("b:1,21 r:5 r")
        );
    }

    #[test]
    fn a_single_printed_row_is_counted_as_one() {
        let fault = parse_position(&rules("44-ssss"), "0: b   r").unwrap_err();
        let expected = "1 row: expected 5 on a 5x5 board, as in `";
        assert!(fault.to_string().starts_with(expected), "{fault}");
    }
}

//! Positions: the circle form `b:7,9,12,14 r:10,13,17,19 b`, the rows form `5/1b1b1/5/5/5 b` and
//! boards with a character for each circle.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use super::circle::{parse_piece, read_pips};
use super::legal::check_pieces;
use super::sides::{TwoLists, of_named_sides};
use super::{Notation, check_position, quoted};
use crate::{
    Board, Circle, Circles, Illegal, Message, PIECES, Pips, Position, Rules, Scoring, Side, message,
};

/// Returns an example position, for messages, that fits every board.
fn example() -> Position {
    let circles = |numbers: [usize; 2]| {
        numbers
            .into_iter()
            .filter_map(Circle::from_number)
            .collect()
    };
    Position {
        black: circles([7, 9]),
        red: circles([6, 13]),
        ..Position::EMPTY
    }
}

/// Writes a position in circle form: `b:7,9,12,14 r:10,13,17,19 b`, the side to move last; with
/// numbered pieces `b:7=2,9=4 r:10=1 r`.
pub fn circle_form(position: &Position) -> String {
    let pieces = |side| {
        let piece = |circle| {
            position
                .pips
                .on(side, circle)
                .map_or(format!("{circle}"), |pips| format!("{circle}={pips}"))
        };
        position
            .pieces(side)
            .iter()
            .map(piece)
            .collect::<Vec<String>>()
            .join(",")
    };
    format!(
        "b:{} r:{} {}",
        pieces(Side::Black),
        pieces(Side::Red),
        position.turn.letter()
    )
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

/// Parses a position in circle form, in rows form or from a board.
///
/// In circle form the parts may stand in either order, circles may be numbers or algebraic names
/// with any spaces and commas between, and a missing or empty part means no pieces. The colons may
/// be missing, as in `black 7,9 red 13`; without the sides, two lists of circles are those of Black
/// and Red if the side to move stands after them, as in `7,9 13 r`, and are refused otherwise, since
/// they may be moves. In rows form
/// runs may have several digits, and dots are empty circles. A board has a character for each
/// circle from the top left, a dot if it is empty, without gaps, in rows, or one by one. It may
/// also be printed as in [`Notation::Course`]: `0:` and so on before the rows, the letters of the
/// columns below. Instead of `b` and `r`, rows and boards may have `x` for Black and `o` for Red.
/// Pieces and sides may be capitals, `to move` or `to play` may follow the side to move, and the
/// side to move may be left out while pieces are still to be dropped.
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
    let (board, text) = (rules.board(), without_to_move(text));
    let in_circles = || Message::circles(board, circle_form(&example()));
    let in_rows = || rows_form(board, &example());
    let on_board = || {
        let empty = |digit: u32| ".".repeat(digit as usize);
        let sign = |sign: char| sign.to_digit(10).map_or_else(|| sign.to_string(), empty);
        in_rows()
            .replace('/', " ")
            .chars()
            .map(sign)
            .collect::<String>()
    };
    let as_in = |fault: Message, form: Message| Illegal(message![fault, ", as in `", form, "`"]);
    let label = text
        .split_once(':')
        .and_then(|(before, _)| words(before).last())
        .and_then(side);
    let Parts {
        pieces: [black, red],
        turn,
        pips,
    } = if label.is_some() {
        parse_circle_form(board, notation, text).map_err(|fault| as_in(fault, in_circles()))?
    } else if let Some(circles) = circles_of(text) {
        let circles = circles.map_err(|fault| {
            let position = quoted(text.trim());
            Illegal(format!("position `{position}`: {fault}").into())
        })?;
        parse_circle_form(board, notation, &circles).map_err(|fault| as_in(fault, in_circles()))?
    } else if let Some(rows) = rows_of(board, text) {
        let is_numbered = rules.scoring() == Scoring::Pips;
        let parts = rows.and_then(|rows| parse_rows_form(board, &rows, is_numbered));
        let example = || {
            if text.contains('/') {
                in_rows()
            } else {
                on_board()
            }
        };
        parts.map_err(|fault| as_in(fault, example().into()))?
    } else {
        return Err(Illegal(message![
            format!(
                "position `{}`: expected circles such as `",
                quoted(text.trim())
            ),
            in_circles(),
            format!(
                "`, rows such as `{}`, a board such as `{}`, or ",
                in_rows(),
                on_board()
            ),
            "slot:LAYER:NUMBER",
        ]));
    };
    check_pieces(board, black, red)?;
    let turn = turn.or_else(|| Position::turn_in_layer(black.len() + red.len()));
    let turn = turn.ok_or_else(|| {
        let found = "side to move: expected b or r at the end, found none";
        let all = format!("with all {} pieces down it may be either", 2 * PIECES);
        Illegal(format!("{found}; {all}, so add ` b` or ` r`").into())
    })?;
    let position = Position {
        black,
        red,
        turn,
        pips,
    };
    check_position(rules, &position)?;
    Ok(position)
}

#[derive(Default)]
struct Parts {
    /// By side.
    pieces: [Circles; 2],
    /// The side to move, if given.
    turn: Option<Side>,
    /// The numbers of the pieces that were given one.
    pips: Pips,
}

/// Returns the circle form of a text that has the circles of both sides without its colons, or what
/// is wrong with it; `None` for other texts.
fn circles_of(text: &str) -> Option<Result<String, String>> {
    if let Some(form) = of_named_sides(text) {
        return Some(Ok(form));
    }
    Some(TwoLists::find(text)?.circle_form())
}

/// The parsed position, or why the text is wrong.
type Parsed<T> = Result<T, Message>;

/// Returns the error for a word out of place.
fn wrong<T>(found: &str, expected: &str) -> Parsed<T> {
    Err(format!("`{}`: expected {expected}", quoted(found)).into())
}

impl Parts {
    /// Adds a piece. The same circle may come twice, once for each side.
    fn add(&mut self, board: Board, side: Side, circle: Circle, pips: Option<u8>) -> Parsed<()> {
        let pieces = &mut self.pieces[side as usize];
        if pieces.contains(circle) {
            let twice = format!(": expected each circle once, found twice among {side}'s");
            return Err(message!["circle ", Message::circles(board, circle), twice]);
        }
        *pieces = pieces.with(circle);
        if let Some(pips) = pips {
            if self.pips.circle(side, pips).is_some() {
                let twice = format!("expected once on {side}'s pieces, found twice");
                return Err(format!("{}: {twice}", Pips::in_words(pips)).into());
            }
            self.pips = self.pips.with(side, pips, circle);
        }
        Ok(())
    }
}

fn parse_circle_form(board: Board, notation: Notation, text: &str) -> Parsed<Parts> {
    let mut found = Parts::default();
    let mut sides: Vec<Side> = Vec::new();
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        let ends_with_label = parts.peek().is_some();
        let mut words = words(part).peekable();
        if ends_with_label && words.peek().is_none() {
            return wrong(":", "b: or r:");
        }
        while let Some(word) = words.next() {
            let labels = ends_with_label && words.peek().is_none();
            match (side(word), sides.last()) {
                _ if found.turn.is_some() => return wrong(word, "nothing after the side to move"),
                (None, _) if labels => return wrong(&format!("{word}:"), "b: or r:"),
                (Some(side), _) if labels => {
                    if sides.contains(&side) {
                        return wrong(&format!("{word}:"), "each of b: and r: once");
                    }
                    sides.push(side);
                }
                (Some(side), _) => found.turn = Some(side),
                (None, None) => return wrong(word, "b: or r: before the circles"),
                (None, Some(&side)) => {
                    let piece = parse_piece(board, notation, word);
                    let (circle, pips) = piece.map_err(|fault| fault.message())?;
                    found.add(board, side, circle, pips)?;
                }
            }
        }
    }
    Ok(found)
}

/// Returns a text in rows form: the text itself if it has slashes, or the rows of a board, with the
/// side to move after them. `None` if the text is neither.
fn rows_of(board: Board, text: &str) -> Option<Parsed<Cow<'_, str>>> {
    let (text, width) = (text.trim(), board.width());
    if let Some(rest) = text.strip_prefix("0:") {
        return Some(printed_rows(rest, width).map(Cow::from));
    }
    if text.contains(':') {
        return None;
    }
    if text.contains('/') {
        return Some(Ok(text.into()));
    }
    let characters = |text: &str| text.split_whitespace().flat_map(str::chars).count();
    // A letter at the end of single letters may be the last circle.
    let is_single = |text: &str| {
        text.split_whitespace()
            .all(|word| word.chars().count() == 1)
    };
    let is_turn = |pieces: &str, last: &str| {
        let is_all = !is_single(pieces) || characters(pieces) >= board.circle_count();
        turn_of(last).is_some() && is_all
    };
    let (pieces, turn) = text
        .rsplit_once(char::is_whitespace)
        .filter(|(pieces, last)| is_turn(pieces, last))
        .unwrap_or((text, ""));
    let (found, expected) = (characters(pieces), board.circle_count());
    if found != expected && pieces.matches('.').count() < 2 {
        return None;
    }
    let given: Vec<Vec<char>> = if is_single(pieces) {
        let lines = pieces
            .lines()
            .map(|line| line.split_whitespace().flat_map(str::chars));
        lines.map(Iterator::collect).collect()
    } else {
        pieces
            .split_whitespace()
            .map(|word| word.chars().collect())
            .collect()
    };
    if given.len() == 1 && found != expected {
        let expected = format!("expected {expected} in rows of {width} on a {board} board");
        return Some(Err(
            format!("board of {found} characters: {expected}").into()
        ));
    }
    // Several rows may stand together.
    let whole = |row: &Vec<char>| row.len().is_multiple_of(width);
    let rows = given
        .iter()
        .flat_map(|row| row.chunks(if whole(row) { width } else { row.len() }));
    let rows: Vec<String> = rows.map(String::from_iter).collect();
    Some(Ok(format!("{} {turn}", rows.join("/")).into()))
}

/// Returns the rows of a board as a course's program prints it, from the first one's text on, with
/// the side to move after them. Each row is `0: b   r`, with a space or a dot for an empty circle;
/// the letters of the columns stand below.
fn printed_rows(text: &str, width: usize) -> Parsed<String> {
    let (mut rows, mut rest) = (Vec::new(), text);
    while let Some((row, after)) = rest.split_once(&format!("{}:", rows.len() + 1)) {
        rows.push(row);
        rest = after;
    }
    let (last, below) = match rest.split_once('A') {
        Some((row, letters)) => (row, letters),
        None => rest.split_once('\n').unwrap_or((rest, "")),
    };
    rows.push(last);
    let mut letters = ('B'..).take(width - 1);
    let is_letter = |word: &&str| word.chars().eq(letters.next());
    let turn: Vec<&str> = below.split_whitespace().skip_while(is_letter).collect();
    let cells = |(number, row): (usize, &&str)| {
        let words = row
            .split_whitespace()
            .map(|word| word.trim_matches(['[', ']']));
        if words.clone().count() == width {
            return Ok(words.collect::<String>());
        }
        let row = row.strip_prefix(' ').unwrap_or(row).trim_end();
        let (circles, between): (Vec<_>, Vec<_>) = row
            .chars()
            .enumerate()
            .partition(|(place, _)| place % 2 == 0);
        if between.iter().any(|&(_, character)| character != ' ') {
            let expected = "a space after each circle, and a space or a dot for an empty circle";
            return wrong(&format!("{number}: {row}"), expected);
        }
        let circles: String = circles
            .into_iter()
            .map(|(_, character)| character)
            .collect();
        Ok(format!("{circles:width$}").replace(' ', "."))
    };
    let rows = rows
        .iter()
        .enumerate()
        .map(cells)
        .collect::<Parsed<Vec<String>>>()?;
    Ok(format!("{} {}", rows.join("/"), turn.join(" ")))
}

/// Parses rows. If pieces are `numbered`, the digit after a letter is the piece's pips.
fn parse_rows_form(board: Board, text: &str, numbered: bool) -> Parsed<Parts> {
    let (upper, last) = text.rsplit_once('/').unwrap_or(("", text));
    let mut last_words = last.split_whitespace();
    let rows: Vec<&str> = upper
        .split('/')
        .map(str::trim)
        .chain([last_words.next().unwrap_or_default()])
        .collect();
    let turn = match (last_words.next(), last_words.next()) {
        (_, Some(word)) => return wrong(word, "nothing after the side to move"),
        (Some(word), None) if turn_of(word).is_none() => {
            return wrong(word, "b or r, the side to move");
        }
        (word, None) => word.and_then(turn_of),
    };
    if rows.len() != board.height() {
        let (expected, found) = (board.height(), rows.len());
        if let Some(&last) = rows.last()
            && found == expected + 1
            && last.chars().all(char::is_alphabetic)
        {
            return wrong(last, "b or r, the side to move");
        }
        return Err(format!("{found} rows: expected {expected} on a {board} board").into());
    }
    let mut found = Parts {
        turn,
        ..Parts::default()
    };
    let mut letters = None;
    for (row, text) in rows.into_iter().enumerate() {
        let wrong = |expected: &str, found: &str| {
            let row = format!("row {} from the top, `{}`", row + 1, quoted(text));
            Err(format!("{row}: expected {expected}, found {found}").into())
        };
        let mut width = 0;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match (piece(character), character) {
                (Some((_, pair)), _) if *letters.get_or_insert(pair) != pair => {
                    return wrong("b and r or x and o, one pair", "letters of both");
                }
                (Some((side, _)), _) => {
                    let digit = characters.next_if(|next| numbered && next.is_ascii_digit());
                    // The width shows a piece beyond the end of a row.
                    if let Some(circle) = board.circle_at(width as isize, row as isize) {
                        let pips = digit.map(|digit| read_pips(board, &digit.to_string(), circle));
                        let pips = pips.transpose().map_err(|fault| fault.message())?;
                        found.add(board, side, circle, pips)?;
                    }
                }
                (None, '1'..='9' | '.') => {}
                _ => {
                    let quoted = quoted(&character.to_string());
                    let found = format!("`{quoted}`{}", instead_of(character));
                    return wrong("b, r, and dots or digits for empty circles", &found);
                }
            }
            width += character.to_digit(10).map_or(1, |empty| empty as usize);
        }
        if width != board.width() {
            let expected = format!("{} circles on a {board} board", board.width());
            return wrong(&expected, &width.to_string());
        }
    }
    Ok(found)
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

/// Returns the words of a text, separated by white space, commas and semicolons.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| character.is_whitespace() || matches!(character, ',' | ';'))
        .filter(|word| !word.is_empty())
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

/// Returns the side of a piece in rows, `b` or `r`, `x` or `o` in either case, and the pair that
/// its letter is of.
fn piece(character: char) -> Option<(Side, &'static str)> {
    ["br", "xo"].into_iter().find_map(|pair| {
        let place = pair.find(character.to_ascii_lowercase())?;
        Some((if place == 0 { Side::Black } else { Side::Red }, pair))
    })
}

/// Returns the side that a word after rows names: as [`side`] does, or by the letter of its pieces.
fn turn_of(word: &str) -> Option<Side> {
    let mut letters = word.chars();
    let letter = letters.next().filter(|_| letters.as_str().is_empty());
    side(word).or_else(|| Some(piece(letter?)?.0))
}

/// Returns the side that a word names: `b`, `black`, `r` or `red` in any case.
pub(super) fn side(word: &str) -> Option<Side> {
    [Side::Black, Side::Red].into_iter().find(|side| {
        word.eq_ignore_ascii_case(side.name())
            || word.eq_ignore_ascii_case(side.letter().encode_utf8(&mut [0; 4]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
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
            assert_eq!(position.as_deref(), Ok(PLAY_1.0), "{text}");
        }
        let corners = "0: b       r \n1:           \n2:           \n3:           \n4: b         \n";
        let position = parse_position(&rules, &format!("{corners}   A B C D E\n"));
        assert_eq!(
            position.map(|position| circle_form(&position)).as_deref(),
            Ok("b:1,21 r:5 r")
        );
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

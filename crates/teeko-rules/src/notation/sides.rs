//! The words of texts that have the circles of both sides: `b:7,9 r:13`, `black 7,9 red 13` and
//! `7,9 13 r`.

use super::words::{side, words};
use crate::quoted::quoted;
use crate::{PIECES, Side};

/// What joins circles and separates lists of them.
const SEPARATORS: [char; 2] = [',', ';'];

/// The words of a sound position: both labels, all pieces and the side to move.
const MOST_WORDS: usize = 2 + 2 * PIECES + 1;

/// A word of a text that has the circles of both sides.
#[derive(Clone, Copy)]
pub(super) enum CircleWord<'a> {
    /// The name of the side whose circles follow, or another word in its place.
    Label(&'a str),
    /// A circle, or the side to move at the end.
    Word(&'a str),
}

/// Returns the words of a text whose labels end with colons: `b:7,9 r:13`. `None` if its first
/// colon does not stand after the name of a side.
pub(super) fn labelled_circles(text: &str) -> Option<Vec<CircleWord<'_>>> {
    let (first, _) = text.split_once(':')?;
    side(words(first).last()?)?;
    let (labelled, last) = text.rsplit_once(':')?;
    // Batches read a position a line: one request for memory each.
    let mut found = Vec::with_capacity(MOST_WORDS);
    for part in labelled.split(':') {
        let mut words = words(part).peekable();
        let mut label = "";
        while let Some(word) = words.next() {
            if words.peek().is_some() {
                found.push(CircleWord::Word(word));
            } else {
                label = word;
            }
        }
        found.push(CircleWord::Label(label));
    }
    found.extend(words(last).map(CircleWord::Word));
    Some(found)
}

/// Returns whether a text has two lists of circles: `7,9,12,14 10,13,17,19`. Such a text may be the
/// circles of Black and Red, or the moves of a game in two parts, so that it is read as neither.
/// With the side to move after them, they are a position.
///
/// The circles of a list are joined by commas, and the lists are separated by white space or a
/// semicolon; or the circles are separated by spaces, and the lists by a semicolon. Two lines of
/// four circles each are also two lists.
pub fn are_two_lists(text: &str) -> bool {
    TwoLists::find(text).is_some()
}

/// Two lists of circles without names.
pub(super) struct TwoLists<'a> {
    black: Vec<&'a str>,
    red: Vec<&'a str>,
    turn: Option<Side>,
}

impl<'a> TwoLists<'a> {
    /// Finds the lists of a text that has nothing else, except for the side to move at the end.
    pub(super) fn find(text: &'a str) -> Option<Self> {
        let (text, turn) = without_turn(text);
        let lists = lists(text)?;
        let [black, red] = <[Vec<&str>; 2]>::try_from(lists).ok()?;
        let has_two = black.len() > 1 || red.len() > 1;
        let is_whole = black.len() == PIECES && red.len() == PIECES;
        let are_lists = match turn {
            Some(_) => true,
            None if text.contains(SEPARATORS) => has_two,
            None => is_whole,
        };
        let is_empty = black.is_empty() || red.is_empty();
        let are_circles = black.iter().chain(&red).all(|word| is_circle(word));
        if !are_lists || !are_circles || is_empty {
            return None;
        }
        Some(Self { black, red, turn })
    }

    /// Returns the words of the circle form if the side to move is given; otherwise what is wrong.
    pub(super) fn circle_words(&self) -> Result<Vec<CircleWord<'a>>, String> {
        let Some(turn) = self.turn else {
            return Err(self.ambiguity());
        };
        let mut words = vec![CircleWord::Label(Side::Black.name())];
        words.extend(self.black.iter().copied().map(CircleWord::Word));
        words.push(CircleWord::Label(Side::Red.name()));
        words.extend(self.red.iter().copied().map(CircleWord::Word));
        words.push(CircleWord::Word(turn.name()));
        Ok(words)
    }

    /// Returns the error for lists that may be a position or moves, with both to choose from.
    fn ambiguity(&self) -> String {
        let position = format!("b:{} r:{}", self.black.join(","), self.red.join(","));
        let moves = [&self.black[..], &self.red[..]].concat().join(" ");
        let turn = if self.black.len() + self.red.len() == 2 * PIECES {
            ", with the side to move, b or r, after it"
        } else {
            ""
        };
        format!(
            "expected a position or moves, found two lists of circles, which may be either; for \
             the circles of Black and Red write `{}`{turn}; for moves write `{}`",
            quoted(&position),
            quoted(&moves)
        )
    }
}

/// Splits the side to move from the end of a text.
fn without_turn(text: &str) -> (&str, Option<Side>) {
    let text = text.trim_end();
    let last = words(text).last().unwrap_or_default();
    match (side(last), text.strip_suffix(last)) {
        (Some(turn), Some(before)) => {
            let before = before.trim_end().trim_end_matches(SEPARATORS);
            (before, Some(turn))
        }
        _ => (text, None),
    }
}

/// Splits a text into lists of words; `None` if they are more than two.
fn lists(text: &str) -> Option<Vec<Vec<&str>>> {
    if !text.contains(',') {
        let end = if text.contains(';') { ';' } else { '\n' };
        let mut lists = Vec::new();
        for part in text.trim().split(end) {
            if lists.len() == 2 {
                return None;
            }
            lists.push(words(part).collect());
        }
        return Some(lists);
    }
    let mut lists = vec![Vec::new()];
    for joined in text.split(',') {
        // A second word without a comma before it begins another list.
        for (place, word) in words(joined).enumerate() {
            if place > 0 {
                lists.push(Vec::new());
            }
            lists.last_mut()?.push(word);
        }
        if lists.len() > 2 {
            return None;
        }
    }
    Some(lists)
}

/// Returns the words of a text whose sides have names without colons: `black 7,9 red 13 black`.
/// `None` for other texts.
pub(super) fn named_sides(text: &str) -> Option<Vec<CircleWord<'_>>> {
    side(words(text).next()?)?;
    let words: Vec<&str> = words(text).collect();
    let has_circles = words.iter().any(|word| is_circle(word));
    let has_others = words
        .iter()
        .any(|word| !is_circle(word) && side(word).is_none());
    if has_others || !has_circles {
        return None;
    }
    let mut found = Vec::new();
    for (place, &word) in words.iter().enumerate() {
        let is_last = place + 1 == words.len();
        found.push(if side(word).is_some() && !is_last {
            CircleWord::Label(word)
        } else {
            CircleWord::Word(word)
        });
    }
    Some(found)
}

/// Returns whether a word can be a circle, perhaps with pips: it begins with a number, or with a
/// letter and a digit.
fn is_circle(word: &str) -> bool {
    let (circle, pips) = word.split_once('=').unwrap_or((word, "1"));
    let digits = circle.strip_prefix(|first: char| first.is_ascii_alphabetic());
    are_digits(digits.unwrap_or(circle)) && are_digits(pips)
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{circle_form, parse_position};
    use crate::testing::rules;

    /// The first of Scarne's plays as he prints a position, with the side to move.
    #[test]
    fn circles_of_two_sides_are_a_position() {
        let rules = rules("44-ssss");
        for text in [
            "7,9,12,14 10,13,17,19 b",
            "7, 9, 12, 14  10, 13, 17, 19 Black",
            "7,9,12,14; 10,13,17,19; b",
            "7 9 12 14; 10 13 17 19 b",
            "b: 7 9 12 14; r: 10 13 17 19 Black to move",
            "black 7 9 12 14 red 10 13 17 19 b to play\n",
            "5/1b1br/1brb1/1r1r1/5 b TO MOVE",
            "7,9,12,14\n10,13,17,19\nb",
            "7 9 12 14\r\n10 13 17 19\r\nb",
            "b4,d4,b3,d3 e4,c3,b2,d2 b",
            "black 7,9,12,14, red 10,13,17,19, black",
            "B 7 9 12 14 R 10 13 17 19 B",
            "red 10 13 17 19\nblack 7 9 12 14\nblack",
        ] {
            let position = parse_position(&rules, text).map(|position| circle_form(&position));
            let expected = Ok("b:7,9,12,14 r:10,13,17,19 b".to_owned());
            assert_eq!(position, expected, "{text}");
        }
        let dropped = parse_position(&rules, "black 7,9 red 13").unwrap();
        assert_eq!(circle_form(&dropped), "b:7,9 r:13 r");
    }

    #[test]
    fn two_lists_are_told_from_moves() {
        for lists in [
            "7,9,12,14 10,13,17,19",
            "7,9 13",
            "7 13,12",
            "13,12 18,8",
            "13 12; 18 8",
            "7,9;13",
            "7,9,12,14\n10,13,17,19",
            "7 9 12 14\n10 13 17 19\n",
            "7=1,9=2 10=3,13=4",
            "13 12\n18 8 r",
        ] {
            assert!(are_two_lists(lists), "{lists}");
        }
        for moves in [
            "",
            "b",
            "13",
            "13,12,18,8",
            "13, 12, 18, 8",
            "13 12 18 8",
            "13; 12",
            "13 12;",
            "13 12\n18 8",
            "13 12 18 8\n14",
            "13,12 18,8 14,7",
            "13 12; 18 8; 14 7",
            "1. 13,12 2. 18,8",
            "13,12 18-14",
            "7,9 13!",
            "5,25 pass 13",
            "13 12 b",
        ] {
            assert!(!are_two_lists(moves), "{moves}");
        }
    }

    #[test]
    fn names_of_sides_need_circles_and_nothing_else() {
        assert!(named_sides("black 7 red 9").is_some());
        for other in ["black", "black red", "black 7 of 9", "7 black"] {
            assert!(named_sides(other).is_none(), "{other}");
        }
    }
}

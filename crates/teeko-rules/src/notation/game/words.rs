//! Words between the moves of a game: numbers, marks and results.

use std::iter::Peekable;
use std::vec;

use crate::notation::words::words;

/// The words of a game that are left to read.
pub(super) type Words<'t> = Peekable<vec::IntoIter<&'t str>>;

/// The marks after the number of a move.
const NUMBER_MARKS: [char; 3] = ['.', ')', '…'];

/// Returns the words of a text without marks such as `!?` and `$6`.
pub(super) fn words_without_marks(text: &str) -> Words<'_> {
    let mut found = Vec::new();
    for word in words(text) {
        let word = word.trim_end_matches(['!', '?']);
        if !word.is_empty() && !is_annotation(word) {
            found.push(word);
        }
    }
    found.into_iter().peekable()
}

/// Returns whether a word is the code of a mark in records of chess games, such as `$6`.
fn is_annotation(word: &str) -> bool {
    word.strip_prefix('$')
        .is_some_and(|code| code.parse::<u8>().is_ok())
}

/// Returns whether a word is the result of a game: `1-0`, `0-1`, `1/2-1/2`, `½-½`, or `*` for a
/// game without one.
pub fn is_result(word: &str) -> bool {
    ["1-0", "0-1", "1/2-1/2", "½-½", "*"].contains(&word)
}

/// The number of a move: `3.`, `3...`, `3 . …`.
pub(super) struct MoveNumber<'t> {
    pub(super) digits: &'t str,
    /// The number with its marks, as it is written.
    pub(super) text: String,
    /// What stands in the same word after the marks: a move or nothing.
    pub(super) rest: &'t str,
}

impl<'t> MoveNumber<'t> {
    /// Reads the number that begins with a word; `None` if the word has none. The marks may be
    /// separate words: `1. ... c2`, `1 . 13`.
    pub(super) fn read(word: &'t str, words: &mut Words<'t>) -> Option<Self> {
        let (digits, mut rest) = match split_number(word) {
            (Some(digits), rest) => (digits, rest),
            (None, _)
                if is_number(word)
                    && words
                        .peek()
                        .is_some_and(|next| begins_with_number_mark(next)) =>
            {
                (word, "")
            }
            (None, _) => return None,
        };
        let mut text = word[..word.len() - rest.len()].to_owned();
        while rest.is_empty()
            && let Some(marks) = words.next_if(|next| begins_with_number_mark(next))
        {
            rest = marks.trim_start_matches(NUMBER_MARKS);
            text.push(' ');
            text += &marks[..marks.len() - rest.len()];
        }
        Some(Self { digits, text, rest })
    }

    /// Returns whether the marks are those of a move of Red's: `3...`.
    pub(super) fn is_of_red(&self) -> bool {
        self.text.contains("..") || self.text.contains('…')
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn begins_with_number_mark(word: &str) -> bool {
    word.starts_with(NUMBER_MARKS)
}

/// Splits a word into the digits of a move number at its start, if any, and the rest: `1.c3` into
/// `1` and `c3`.
pub fn split_number(word: &str) -> (Option<&str>, &str) {
    let marked = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = &word[..word.len() - marked.len()];
    if digits.is_empty() || !begins_with_number_mark(marked) {
        (None, word)
    } else {
        (Some(digits), marked.trim_start_matches(NUMBER_MARKS))
    }
}

//! Words of positions and games, and the words that name a side.

use crate::Side;

/// Returns the words of a text, separated by white space, commas and semicolons.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_separator).filter(|word| !word.is_empty())
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';')
}

/// Returns the side that a word names: `b`, `black`, `r` or `red` in any case.
pub(super) fn side(word: &str) -> Option<Side> {
    [Side::Black, Side::Red].into_iter().find(|side| {
        word.eq_ignore_ascii_case(side.name())
            || word.eq_ignore_ascii_case(side.letter().encode_utf8(&mut [0; 4]))
    })
}

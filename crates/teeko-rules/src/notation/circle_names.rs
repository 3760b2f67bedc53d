//! The names of circles in a text whose notation is not known.

use std::ops::Range;

use super::Notation;
use crate::{Board, Circle};

/// Returns the names of circles in a text: letters with a digit that stand alone, such as `c2` or
/// `C2`, whether or not a board has a circle of that name.
pub fn circle_names(text: &str) -> Vec<&str> {
    places_of_names(text)
        .into_iter()
        .map(|place| &text[place])
        .collect()
}

impl Notation {
    /// Returns the circle that a name means in this notation, in small letters or in capitals.
    pub fn circle_named(self, board: Board, name: &str) -> Option<Circle> {
        self.named(board, &self.in_case(name))
    }

    /// Returns a text whose names of circles are in the case of this notation: `c2` is `C2` in
    /// [`Notation::Course`]. In [`Notation::Numbers`] it stays as it is.
    pub fn in_case(self, text: &str) -> String {
        let mut cased = text.to_owned();
        for place in places_of_names(text) {
            match self {
                Self::Numbers => {}
                Self::Letters => cased[place].make_ascii_lowercase(),
                Self::Course => cased[place].make_ascii_uppercase(),
            }
        }
        cased
    }
}

/// Returns where the names of circles are in a text. In rows of a position, letters and digits
/// stand next to others or to a slash.
fn places_of_names(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    for (start, pair) in text.as_bytes().windows(2).enumerate() {
        let end = start + pair.len();
        if pair[0].is_ascii_alphabetic()
            && pair[1].is_ascii_digit()
            && !text[..start].ends_with(belongs_to_word)
            && !text[end..].starts_with(belongs_to_word)
        {
            places.push(start..end);
        }
    }
    places
}

fn belongs_to_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '/'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_alone() {
        for (text, expected) in [
            ("1.C2 c3-D1! {é} 13", "C2 c3 D1"),
            ("b:C2,a5=4 r: b", "C2 a5"),
            ("b4/1b1b1/5/r2r1/3b1 b", ""),
            ("slot:8:123 b13 _c2 éc2 c2é 58-ssss+4x4", ""),
        ] {
            assert_eq!(circle_names(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn names_are_read_in_either_case() {
        let number = |notation: Notation, name: &str| {
            notation
                .circle_named(Board::STANDARD, name)
                .map(Circle::number)
        };
        for name in ["c2", "C2"] {
            assert_eq!(number(Notation::Letters, name), Some(18));
            assert_eq!(number(Notation::Course, name), Some(13));
        }
        assert_eq!(number(Notation::Letters, "A0"), None);
        assert_eq!(number(Notation::Course, "a0"), Some(1));
        assert_eq!(Notation::Course.in_case("c2 5/b4/5 b"), "C2 5/b4/5 b");
    }
}

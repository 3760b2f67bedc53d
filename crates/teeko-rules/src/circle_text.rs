//! Names of circles in text: what has circles is written with those of any notation.

use std::fmt;

use crate::{Board, Circle, Circles, Message, Notation};

/// A value whose text names circles: a circle, circles, a move, a game, a position.
///
/// Its `Display`, if it has one, writes numbers, by [`CircleNames::NUMBERS`].
pub trait NamesCircles {
    /// Writes the text of the value, with these names of circles.
    ///
    /// # Errors
    /// If `text` cannot be written to, which a `String` always can.
    fn write(&self, names: CircleNames, text: &mut dyn fmt::Write) -> fmt::Result;

    /// Returns the text of the value, with these names of circles.
    fn text(&self, names: CircleNames) -> String {
        let mut text = String::new();
        // A `String` takes everything.
        _ = self.write(names, &mut text);
        text
    }
}

/// The names of the circles of a board in a notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CircleNames {
    notation: Notation,
    board: Board,
}

impl CircleNames {
    /// The numbers of circles, which are the names of those of every board.
    pub const NUMBERS: Self = Self {
        notation: Notation::Numbers,
        board: Board::LARGEST,
    };
}

impl Notation {
    /// Returns the name of a circle.
    pub fn name(self, board: Board, circle: Circle) -> String {
        self.write(board, &circle)
    }

    /// Returns the text of a circle, circles, a move or a position with the names of circles in
    /// this notation: `14-8` in letters is `d3-c4`.
    pub fn write(self, board: Board, circles: &dyn NamesCircles) -> String {
        circles.text(CircleNames {
            notation: self,
            board,
        })
    }

    /// Returns the circle that has a name of a letter and a digit.
    pub(crate) fn named(self, board: Board, name: &str) -> Option<Circle> {
        let [letter, digit @ b'0'..=b'9'] = *name.as_bytes() else {
            return None;
        };
        let digit = isize::from(digit - b'0');
        let (first, row) = match self {
            Self::Numbers | Self::Letters => (b'a', board.height() as isize - digit),
            Self::Course => (b'A', digit),
        };
        board.circle_at(isize::from(letter.checked_sub(first)?), row)
    }
}

impl Message {
    /// Returns circles, a move or a position as a part of a message.
    pub fn circles(board: Board, circles: &dyn NamesCircles) -> Self {
        Self::in_each_notation(|notation| notation.write(board, circles))
    }
}

impl NamesCircles for Circle {
    fn write(&self, names: CircleNames, text: &mut dyn fmt::Write) -> fmt::Result {
        let board = names.board;
        let column = board.column(*self) as u8;
        let row = board.row(*self);
        match names.notation {
            Notation::Numbers => write!(text, "{}", self.number()),
            Notation::Letters => {
                let rank = board.height() as isize - row;
                write!(text, "{}{rank}", char::from(b'a' + column))
            }
            Notation::Course => write!(text, "{}{row}", char::from(b'A' + column)),
        }
    }
}

impl NamesCircles for Circles {
    fn write(&self, names: CircleNames, text: &mut dyn fmt::Write) -> fmt::Result {
        for (place, circle) in self.iter().enumerate() {
            if place > 0 {
                text.write_char(',')?;
            }
            circle.write(names, text)?;
        }
        Ok(())
    }
}

impl fmt::Display for Circles {
    /// Writes the circles' numbers with commas between: `7,9,12,14`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(CircleNames::NUMBERS, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Ply, parse_position};
    use crate::testing::{circles, rules};
    use crate::{Move, message};

    #[test]
    fn values_have_the_circles_of_any_notation() {
        let played = |text: &str| text.parse::<Move>().unwrap();
        let position = |rules_of: &str, text| parse_position(&rules(rules_of), text).unwrap();
        let pass = Ply {
            played: played("13"),
            passed: true,
        };
        let values: [(&dyn NamesCircles, [&str; 3]); 8] = [
            (&circles(&[1, 25]), ["1,25", "a5,e1", "A0,E4"]),
            (&Circles::EMPTY, ["", "", ""]),
            (&played("14-8"), ["14-8", "d3-c4", "D2-C1"]),
            (&played("13=4"), ["13=4", "c3=4", "C2=4"]),
            (&pass, ["pass 13", "pass c3", "pass C2"]),
            (
                &position("44-ssss", "b:1,25 r:5 r"),
                ["b:1,25 r:5 r", "b:a5,e1 r:e5 r", "b:A0,E4 r:E0 r"],
            ),
            (
                &position("44-ssss", "b: r: b"),
                ["b: r: b", "b: r: b", "b: r: b"],
            ),
            (
                &position("44-ssss+pips", "b:1=2,25=4 r:5=1 r"),
                [
                    "b:1=2,25=4 r:5=1 r",
                    "b:a5=2,e1=4 r:e5=1 r",
                    "b:A0=2,E4=4 r:E0=1 r",
                ],
            ),
        ];
        for (value, expected) in values {
            let texts = Notation::ALL.map(|notation| notation.write(Board::STANDARD, value));
            assert_eq!(texts, expected);
        }
        let board = "8x4".parse().unwrap();
        assert_eq!(Notation::Letters.write(board, &played("8-32")), "h4-h1");
        assert_eq!(Notation::Course.write(board, &played("8-32")), "H0-H3");
    }

    #[test]
    fn a_message_names_circles_and_nothing_else() {
        let slide: Move = "14-8".parse().unwrap();
        let slide = Message::circles(Board::STANDARD, &slide);
        let message = message!["ply 14, ", slide, format!(": expected {} of 8", 3)];
        let expected = [
            "ply 14, 14-8: expected 3 of 8",
            "ply 14, d3-c4: expected 3 of 8",
            "ply 14, D2-C1: expected 3 of 8",
        ];
        assert_eq!(
            Notation::ALL.map(|notation| message.text(notation)),
            expected
        );
        assert_eq!(message.to_string(), expected[0]);
        assert_eq!(format!("{message:?}"), format!("{:?}", expected[0]));
    }
}

//! Names of circles in text for people: numbers, or letters and ranks. Output for programs always
//! uses numbers.

use std::fmt::Display;
use std::sync::OnceLock;

use clap::ValueEnum;
use teeko::Board;
use teeko::rules::notation::with_letters;

/// How circles are named.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Notation {
    /// 1, 2, 3 … row by row from the top left
    #[default]
    Numbers,
    /// a5 to e1: files from the left, ranks from the bottom
    Letters,
}

/// The notation of this run.
static CHOICE: OnceLock<Notation> = OnceLock::new();

impl Notation {
    /// Sets the notation of all text from now on. Only the first call counts.
    pub(crate) fn set(self) {
        CHOICE.get_or_init(|| self);
    }
}

/// Returns a circle, circles, a move or a position in the chosen notation. Every number in the text
/// must be that of a circle, or the pips of a piece after an equals sign.
pub(crate) fn named(board: Board, circles: impl Display) -> String {
    in_notation(CHOICE.get().copied().unwrap_or_default(), board, &circles.to_string())
}

/// Returns whether the chosen notation is letters.
pub(super) fn shows_letters() -> bool {
    CHOICE.get() == Some(&Notation::Letters)
}

fn in_notation(notation: Notation, board: Board, text: &str) -> String {
    match notation {
        Notation::Numbers => text.to_owned(),
        Notation::Letters => with_letters(board, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_circle_is_named() {
        for (text, expected) in [
            ("13", "c3"),
            ("14-8", "d3-c4"),
            ("pass → 13", "pass → c3"),
            ("b:1,25 r:5 b", "b:a5,e1 r:e5 b"),
            ("b: r: b", "b: r: b"),
            ("b:1=2,25=4 r:5=1 b", "b:a5=2,e1=4 r:e5=1 b"),
            ("13=4", "c3=4"),
        ] {
            assert_eq!(in_notation(Notation::Letters, Board::STANDARD, text), expected);
            assert_eq!(in_notation(Notation::Numbers, Board::STANDARD, text), text);
        }
        assert_eq!(in_notation(Notation::Letters, "8x4".parse().unwrap(), "8-32"), "h4-h1");
    }
}

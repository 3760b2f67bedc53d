//! The circle form: `b:7,9,12,14 r:10,13,17,19 b`.

use super::pieces::{Parsed, Pieces, wrong};
use crate::notation::Notation;
use crate::notation::circle::parse_piece;
use crate::notation::sides::CircleWord;
use crate::notation::words::side;
use crate::{Board, Side};

/// Reads the pieces of both sides, and the side to move after them.
pub(super) fn read(board: Board, notation: Notation, words: &[CircleWord<'_>]) -> Parsed<Pieces> {
    let mut pieces = Pieces::default();
    let mut has_label = [false; 2];
    let mut current = None;
    for &word in words {
        match word {
            CircleWord::Label("") => return Err(wrong(":", "b: or r:")),
            CircleWord::Label(word) | CircleWord::Word(word) if pieces.turn.is_some() => {
                return Err(wrong(word, "nothing after the side to move"));
            }
            CircleWord::Label(label) => current = Some(read_label(label, &mut has_label)?),
            CircleWord::Word(word) => match (side(word), current) {
                (Some(turn), _) => pieces.turn = Some(turn),
                (None, None) => return Err(wrong(word, "b: or r: before the circles")),
                (None, Some(side)) => {
                    let piece = parse_piece(board, notation, word);
                    let (circle, pips) = piece.map_err(|fault| fault.message())?;
                    pieces.add(board, side, circle, pips)?;
                }
            },
        }
    }
    Ok(pieces)
}

/// Returns the side that a label names, and notes that it has one. No side has two.
fn read_label(label: &str, has_label: &mut [bool; 2]) -> Parsed<Side> {
    let Some(side) = side(label) else {
        return Err(wrong(&format!("{label}:"), "b: or r:"));
    };
    if has_label[side as usize] {
        return Err(wrong(&format!("{label}:"), "each of b: and r: once"));
    }
    has_label[side as usize] = true;
    Ok(side)
}

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
    let mut sides: Vec<Side> = Vec::new();
    for &word in words {
        match word {
            CircleWord::Label("") => return Err(wrong(":", "b: or r:")),
            CircleWord::Label(word) | CircleWord::Word(word) if pieces.turn.is_some() => {
                return Err(wrong(word, "nothing after the side to move"));
            }
            CircleWord::Label(label) => sides.push(read_label(label, &sides)?),
            CircleWord::Word(word) => match (side(word), sides.last()) {
                (Some(turn), _) => pieces.turn = Some(turn),
                (None, None) => return Err(wrong(word, "b: or r: before the circles")),
                (None, Some(&side)) => {
                    let piece = parse_piece(board, notation, word);
                    let (circle, pips) = piece.map_err(|fault| fault.message())?;
                    pieces.add(board, side, circle, pips)?;
                }
            },
        }
    }
    Ok(pieces)
}

/// Returns the side that a label names. It must not have come `before`.
fn read_label(label: &str, before: &[Side]) -> Parsed<Side> {
    let shown = format!("{label}:");
    let side = side(label).ok_or_else(|| wrong(&shown, "b: or r:"))?;
    if before.contains(&side) {
        return Err(wrong(&shown, "each of b: and r: once"));
    }
    Ok(side)
}

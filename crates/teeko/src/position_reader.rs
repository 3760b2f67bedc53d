//! Positions as text: every notation of the rules, and slots of the public index.

use std::borrow::Cow;
use std::sync::OnceLock;

use teeko_index::LayerIndex;
use teeko_rules::notation::{
    Heading, Notation, check_position, parse_position_in, without_comments,
};
use teeko_rules::{NamedRules, PIECES, Position, Rules, Side, SymmetryGroup, message, quoted};

use crate::error::Error;
use crate::system::check_memory;

/// A reader of positions in every notation: circles, rows, slots of the public index. The position
/// after a game is read by [`parse_game_in`](teeko_rules::notation::parse_game_in).
///
/// It caches data for reading slots of the layers that have been used.
#[derive(Debug)]
pub struct PositionReader {
    named: NamedRules,
    group: SymmetryGroup,
    layers: [OnceLock<LayerIndex>; 2 * PIECES + 1],
}

impl PositionReader {
    /// Creates a reader of positions of `rules`.
    pub fn new(named: NamedRules) -> Self {
        let group = named.rules().symmetries();
        Self {
            named,
            group,
            layers: std::array::from_fn(|_| OnceLock::new()),
        }
    }

    /// Returns the rules of the positions, with their name.
    pub fn named(&self) -> &NamedRules {
        &self.named
    }

    /// Returns the rules of the positions.
    pub fn rules(&self) -> &Rules {
        self.named.rules()
    }

    /// Returns the symmetries of the rules.
    pub fn symmetries(&self) -> &SymmetryGroup {
        &self.group
    }

    /// Reads a position: circles such as `b:7,9,12,14 r:10,13,17,19 b`, rows such as `5/1b1b1/5/5/5
    /// b`, or `slot:LAYER:NUMBER` of the public index. `notation` says how circles are named. Lines
    /// that begin with `#` are comments; a [`Heading`] among them may name the rules.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the rules, or names other rules.
    pub fn read(&self, notation: Notation, text: &str) -> Result<Position, Error> {
        const PREFIX: &str = "slot:";
        let uncommented = without_comments(text);
        if let Cow::Owned(_) = uncommented {
            Heading::read(text)?.check(self.rules())?;
        }
        // An error quotes a text that has nothing but comments.
        let text = Some(uncommented.trim())
            .filter(|text| !text.is_empty())
            .unwrap_or(text.trim());
        match text.get(..PREFIX.len()) {
            Some(prefix) if prefix.eq_ignore_ascii_case(PREFIX) => {
                self.read_slot(text, &text[PREFIX.len()..])
            }
            _ => Ok(parse_position_in(self.rules(), notation, text)?),
        }
    }

    /// Returns the slot of a position in its layer. Symmetric positions share one slot, which reads
    /// as one of them.
    ///
    /// # Panics
    /// Panics if the position is of another board.
    pub fn slot(&self, position: &Position) -> u64 {
        self.index(position.layer()).rank(position)
    }

    fn index(&self, layer: usize) -> &LayerIndex {
        let index = || LayerIndex::new(self.rules().board(), &self.group, layer);
        self.layers[layer].get_or_init(index)
    }

    /// Reads a slot. `whole` is the text, `rest` the part after `slot:`.
    fn read_slot(&self, whole: &str, rest: &str) -> Result<Position, Error> {
        let board = self.rules().board();
        let (layer, slot, turn) = slot_form(rest).ok_or_else(|| {
            let (found, last) = (quoted(whole), 2 * PIECES);
            let expected = format!(
                "`{found}`: expected slot:LAYER:NUMBER with a layer from 0 to {last}, in layer \
                 {last} with the side to move after it, as in `slot:{last}:123456 b`"
            );
            Error::Slot(expected.into())
        })?;
        let turn = match (Position::turn_in_layer(layer), turn) {
            (Some(expected), Some(found)) if found != expected => {
                let (found, letter) = (found.letter(), expected.letter());
                let expected = format!("expected {expected} to move (`{letter}`)");
                let fault = format!("slot:{layer}:{slot} {found}: {expected} in layer {layer}");
                return Err(Error::Slot(fault.into()));
            }
            (Some(turn), _) | (None, Some(turn)) => turn,
            (None, None) => {
                let expected = format!(
                    "slot:{layer}:{slot}: expected the side to move after it, b or r, found none; \
                     write `slot:{layer}:{slot} b`"
                );
                return Err(Error::Slot(expected.into()));
            }
        };
        if self.layers[layer].get().is_none() {
            let what = format!("slots of layer {layer} on a {board} board");
            check_memory(&what, LayerIndex::memory(board, layer))?;
        }
        let index = self.index(layer);
        let last = index.slots() - 1;
        let position = index.unrank(slot, turn).ok_or_else(|| {
            let expected = format!("expected a slot from 0 to {last} on this board");
            Error::Slot(format!("slot {slot} of layer {layer}: {expected}").into())
        })?;
        check_position(self.rules(), &position).map_err(|fault| {
            Error::Slot(message![format!("slot:{layer}:{slot}: "), fault.message()])
        })?;
        Ok(position)
    }
}

fn slot_form(text: &str) -> Option<(usize, u64, Option<Side>)> {
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| digits)
    };
    let mut words = text.split_whitespace();
    let (layer, slot) = words.next()?.split_once(':')?;
    let layer = number(layer).filter(|&layer| layer <= 2 * PIECES as u64)? as usize;
    let turn = match (words.next(), words.next()) {
        (None, _) => None,
        (Some("b" | "B"), None) => Some(Side::Black),
        (Some("r" | "R"), None) => Some(Side::Red),
        _ => return None,
    };
    Some((layer, number(slot)?, turn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::notation::circle_form;
    use teeko_testing::cases;

    fn reader() -> PositionReader {
        PositionReader::new(crate::variant("44-ssss").unwrap())
    }

    fn read(text: &str) -> Result<String, String> {
        let read = reader().read(Notation::Numbers, text);
        read.map(|position| circle_form(&position))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn every_slot_of_a_layer_reads_as_its_position() {
        let reader = reader();
        let index = LayerIndex::new(reader.rules().board(), reader.symmetries(), 3);
        for slot in 0..index.slots() {
            let position = reader
                .read(Notation::Numbers, &format!("slot:3:{slot}"))
                .unwrap();
            assert_eq!(
                index.rank(&position) == slot,
                index.is_canonical(slot),
                "{slot}"
            );
        }
    }

    #[test]
    fn other_slots_are_refused_with_the_reason() {
        for [text, expected] in &cases(include_str!("../tests/data/slots.jsonl")) {
            let found = read(text).unwrap_err();
            assert!(found.contains(expected), "{text}: {found}");
        }
        assert!(
            read(&format!("slot:{}", "\0".repeat(10_000)))
                .unwrap_err()
                .len()
                < 500
        );
    }
}

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
        let text = match uncommented.trim() {
            // An error quotes a text that has nothing but comments.
            "" => text.trim(),
            uncommented => uncommented,
        };
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
        self.layers[layer].get_or_init(|| LayerIndex::new(self.rules().board(), &self.group, layer))
    }

    /// Reads a slot. `whole` is the text, `rest` the part after `slot:`.
    fn read_slot(&self, whole: &str, rest: &str) -> Result<Position, Error> {
        let board = self.rules().board();
        let Some(slot) = Slot::parse(rest) else {
            return Err(not_a_slot(whole));
        };
        let turn = slot.turn()?;
        let Slot { layer, number, .. } = slot;
        if self.layers[layer].get().is_none() {
            let what = format!("slots of layer {layer} on a {board} board");
            check_memory(&what, LayerIndex::memory(board, layer))?;
        }
        let index = self.index(layer);
        let Some(position) = index.unrank(number, turn) else {
            let last = index.slots() - 1;
            let message = format!(
                "slot {number} of layer {layer}: expected a slot from 0 to {last} on this board"
            );
            return Err(Error::Slot(message.into()));
        };
        match check_position(self.rules(), &position) {
            Ok(_) => Ok(position),
            Err(fault) => {
                let slot = format!("slot:{layer}:{number}: ");
                Err(Error::Slot(message![slot, fault.message()]))
            }
        }
    }
}

/// A slot as written: `slot:8:123456 b`.
struct Slot {
    layer: usize,
    number: u64,
    /// The side to move, if it is written.
    turn: Option<Side>,
}

impl Slot {
    /// Reads the part after `slot:`.
    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (layer, number) = words.next()?.split_once(':')?;
        let layer = usize::try_from(parse_digits(layer)?).ok()?;
        let number = parse_digits(number)?;
        let turn = match words.next() {
            None => None,
            Some("b" | "B") => Some(Side::Black),
            Some("r" | "R") => Some(Side::Red),
            Some(_) => return None,
        };
        if layer > 2 * PIECES || words.next().is_some() {
            return None;
        }
        Some(Self {
            layer,
            number,
            turn,
        })
    }

    /// Returns the side to move, which the layer and the text have to agree on.
    fn turn(&self) -> Result<Side, Error> {
        let Self { layer, number, .. } = self;
        let message = match (Position::turn_in_layer(*layer), self.turn) {
            (Some(expected), Some(found)) if found != expected => format!(
                "slot:{layer}:{number} {}: expected {expected} to move (`{}`) in layer {layer}",
                found.letter(),
                expected.letter()
            ),
            (Some(turn), _) | (None, Some(turn)) => return Ok(turn),
            (None, None) => format!(
                "slot:{layer}:{number}: expected the side to move after it, b or r, found none; \
                 write `slot:{layer}:{number} b`"
            ),
        };
        Err(Error::Slot(message.into()))
    }
}

fn parse_digits(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

fn not_a_slot(text: &str) -> Error {
    let found = quoted(text);
    let last = 2 * PIECES;
    let message = format!(
        "`{found}`: expected slot:LAYER:NUMBER with a layer from 0 to {last}, in layer {last} with \
         the side to move after it, as in `slot:{last}:123456 b`"
    );
    Error::Slot(message.into())
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

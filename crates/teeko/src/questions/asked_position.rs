//! A position in a question, and how its text is read.

use schemars::JsonSchema;
use serde::Deserialize;
use teeko_rules::Position;
use teeko_rules::notation::{
    Heading, Notation, are_two_lists, is_result, parse_game_in, split_number, without_comments,
};

use super::ask::unread;
use super::parameters::TextKind;
use super::place::Place;
use crate::error::Error;
use crate::position_reader::PositionReader;

/// A position in a question: a text, the moves that lead to it, or the position itself.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
pub struct AskedPosition {
    /// A position: circles, rows, or a slot of the public index
    #[schemars(example = "b:7,9,12,14 r:10,13,17,19 b", extend("x-kind" = TextKind::Position))]
    pub position: Option<String>,
    /// Instead of position: moves from the empty board, or from `from`
    #[schemars(example = "13,12,18,8", extend("x-kind" = TextKind::Game))]
    pub moves: Option<String>,
    /// The position that moves start from
    #[schemars(example = "b:7,9,12,14 r:10,13,17,19 b", extend("x-kind" = TextKind::Start))]
    pub from: Option<String>,
    /// How these texts name circles.
    #[serde(skip)]
    pub notation: Notation,
    /// The position itself: once the texts are read, or if the program that asks has it.
    #[serde(skip)]
    pub value: Option<Position>,
}

impl AskedPosition {
    /// Returns the position of a text.
    pub fn of(text: &str) -> Self {
        Self {
            position: Some(text.to_owned()),
            ..Self::default()
        }
    }

    /// Returns a position that needs no reading.
    pub fn of_value(position: Position) -> Self {
        Self {
            value: Some(position),
            ..Self::default()
        }
    }

    /// Returns the position after some moves from the empty board.
    pub fn after(moves: &str) -> Self {
        Self {
            moves: Some(moves.to_owned()),
            ..Self::default()
        }
    }

    /// Returns the position of a text, or the position after the moves of a game.
    pub fn of_text(text: &str) -> Self {
        let uncommented = without_comments(text);
        // A heading without moves is a game that has just begun. Other comments say nothing.
        let has_begun = uncommented.trim().is_empty()
            && Heading::read(text).map_or(true, |heading| !heading.is_empty());
        if has_begun || is_game(&uncommented) {
            Self::after(text)
        } else {
            Self::of(text)
        }
    }

    /// Returns this position in the notation of `usual`. Moves that do not say where they start
    /// from start where those of `usual` do.
    #[must_use]
    pub fn instead_of(self, usual: &Self) -> Self {
        let from = self.from.or_else(|| usual.from.clone());
        Self {
            from,
            notation: usual.notation,
            ..self
        }
    }

    /// Sets the value: the position, or the end of the game.
    ///
    /// # Errors
    /// Returns an error if a ply of the game is wrong.
    pub(super) fn set_place(&mut self, place: Place) -> Result<(), Error> {
        let position = match place {
            Place::Position(position) => position,
            Place::Game(record, None) => record.end(),
            Place::Game(_, Some(error)) => return Err(error.into()),
        };
        self.value = Some(position);
        Ok(())
    }

    /// Reads the position, and keeps its value: the text of one, or the end of a game. The rules
    /// are checked on the way.
    ///
    /// # Errors
    /// Returns an error if there is no text or more than one, or it is not a position of the rules.
    pub fn read(&mut self, reader: &PositionReader) -> Result<Position, Error> {
        let position = self.meaning(reader)?;
        self.value = Some(position);
        Ok(position)
    }

    /// Returns the position, which must be read.
    ///
    /// # Errors
    /// Returns an error if it is not.
    pub fn value(&self) -> Result<Position, Error> {
        self.value.ok_or_else(unread)
    }

    /// Returns the layer of the position, or the first one if it is not read.
    pub(super) fn layer(&self) -> usize {
        self.value.map_or(0, |position| position.layer())
    }

    /// Returns the position that one of the texts means, or the value that is there.
    fn meaning(&self, reader: &PositionReader) -> Result<Position, Error> {
        let has_position = self.value.is_some() || self.position.is_some();
        if has_position && self.moves.is_some() {
            return Err(Error::together("position, moves"));
        }
        if has_position && self.from.is_some() {
            return Err(Error::wrong(
                "parameter `from`: expected `moves` to start from there, found `position`",
                "write moves=14-8 instead of position, or leave out from",
            ));
        }
        if let Some(position) = self.value {
            return Ok(position);
        }
        if let Some(text) = &self.position {
            return reader.read(self.notation, text);
        }
        if let Some(moves) = &self.moves {
            let start = start(reader, self.notation, self.from.as_deref())?;
            return Ok(parse_game_in(reader.rules(), self.notation, start, moves)?.end());
        }
        Err(Error::missing(
            "position` or `moves",
            "add a position such as position=b:7,9,12,14%20r:10,13,17,19%20b, or moves such as \
             moves=13,12,18,8",
        ))
    }
}

/// Returns the position that a game starts from, by default the empty board.
pub(super) fn start(
    reader: &PositionReader,
    notation: Notation,
    from: Option<&str>,
) -> Result<Position, Error> {
    match from {
        Some(text) => reader.read(notation, text),
        None => Ok(Position::EMPTY),
    }
}

/// Returns whether a text is more like a game than like a position: it begins with a circle or a
/// move number, or as a JSON list. Two lists of circles are no game: see [`are_two_lists`].
pub fn is_game(text: &str) -> bool {
    if text.trim_start().starts_with('[') {
        return true;
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_position = || {
        text.split_whitespace()
            .any(|word| word.contains([':', '/']) && !is_result(word))
    };
    (is_drop(first) || first.eq_ignore_ascii_case("pass")) && !is_position() && !are_two_lists(text)
}

/// Whether a word begins with a number or with the name of a circle, perhaps after the number of a
/// move.
fn is_drop(word: &str) -> bool {
    let (number, word) = split_number(word);
    let mut characters = word.chars();
    match characters.next() {
        None => number.is_some(),
        Some('0'..='9') => !word.contains(|character: char| character.is_alphabetic()),
        Some('a'..='h' | 'A'..='H') => {
            characters.next().is_some_and(|rank| rank.is_ascii_digit())
                && !characters.next().is_some_and(char::is_alphanumeric)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_positions_are_told_apart() {
        const GAMES: &str = "13|13 12|1. 13 12|1.13|1.c3 b3|1...d3-c4|1)C2|c3|C3,B3|14-8|pass 13|\
            d3-c4|13,12|13! 12 1/2-1/2|[\"13\",\"12\"]|1 . 13";
        const POSITIONS: &str = "|b:13 r: r|5/5/5/5/5 b|1.b:|..... .|slot:1:2|hello|b13 r12 b|4x4|b.... .....|\
            7,9 13,12|7 9 13 12; 1 2 3 4|black 7 red 9";
        for game in GAMES.split('|') {
            assert!(is_game(game), "{game}");
        }
        for position in POSITIONS.split('|') {
            assert!(!is_game(position), "{position}");
        }
    }
}

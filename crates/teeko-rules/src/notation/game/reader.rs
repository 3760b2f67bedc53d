//! Reading a game ply by ply.

use super::error::{GameError, PlyError};
use super::record::{GameRecord, Ply};
use super::words::{MoveNumber, Words, is_result, words_without_marks};
use crate::notation::Notation;
use crate::notation::heading::without_braces;
use crate::notation::moves::{is_arrow, parse_move_in, split_arrow};
use crate::quoted::quoted;
use crate::{Illegal, Message, Move, Position, Rules, Side, message};

/// Reads a game move by move, for programs whose moves are values: each is checked as by
/// [`parse_game`](crate::notation::parse_game), without a detour through text.
#[derive(Debug)]
pub struct GameReader<'a> {
    rules: &'a Rules,
    notation: Notation,
    start: Position,
    plies: Vec<Ply>,
    /// The position after these plies.
    position: Position,
    /// Whether the record starts with a ply of Red, half-way through a turn.
    red_starts: bool,
    /// The number of the first ply, counting turns and counting plies, as far as known.
    first: Option<(i64, i64)>,
}

impl<'a> GameReader<'a> {
    /// Begins a game at a position of these rules. `notation` is that of the texts.
    pub fn new(rules: &'a Rules, notation: Notation, start: Position) -> Self {
        let is_whole_game = start == Position::EMPTY;
        Self {
            rules,
            notation,
            start,
            plies: Vec::new(),
            position: start,
            red_starts: start.turn == Side::Red,
            first: if is_whole_game { Some((1, 1)) } else { None },
        }
    }

    /// Returns whether the game has no ply so far.
    pub(super) fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Returns the game so far.
    pub fn into_game(self) -> GameRecord {
        GameRecord {
            start: self.start,
            plies: self.plies,
        }
    }

    /// Adds a move.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn play(&mut self, played: Move) -> Result<(), GameError> {
        let passed = false;
        self.add(Ply { played, passed })
            .map_err(|reason| self.wrong(&played.to_string(), reason.into()))
    }

    /// Adds the move of a text that has no other: a ply such as `13` or `pass 13`.
    ///
    /// # Errors
    /// If the text has no move, several, or one that is not legal. None of several legal moves is
    /// added.
    pub fn read_item(&mut self, item: &str) -> Result<(), GameError> {
        let before = self.plies.len();
        let (position, first) = (self.position, self.first);
        self.read(item)?;
        let found = match self.plies.len() - before {
            0 => "none",
            1 => return Ok(()),
            _ => "several",
        };
        self.plies.truncate(before);
        self.position = position;
        self.first = first;
        let expected = "expected one move in each text of a list, found";
        Err(self.refused(item, format!("{expected} {found}")))
    }

    /// Adds the plies of a text, up to the first wrong one.
    pub(super) fn read(&mut self, text: &str) -> Result<(), GameError> {
        let text = without_braces(text);
        let mut words = words_without_marks(&text);
        while let Some(word) = words.next() {
            if is_result(word) {
                return self.check_end(words.next());
            }
            self.check_brackets(word)?;
            let word = self.read_number(word, &mut words)?;
            self.read_ply(word, &mut words)?;
        }
        Ok(())
    }

    /// Checks that nothing comes after the result of a game.
    fn check_end(&self, next: Option<&str>) -> Result<(), GameError> {
        let Some(next) = next else {
            return Ok(());
        };
        let expected = "expected nothing after the result of a game, one game at a time";
        Err(self.refused(next, expected))
    }

    /// Checks that a word begins no variation, no comment without an end, and no list.
    fn check_brackets(&self, word: &str) -> Result<(), GameError> {
        let expected = match word.chars().next() {
            Some('(') => "expected a move, found a variation; remove what is in ( )",
            _ if word.contains('{') => "expected a } at the end of this comment, found none",
            Some('[') => {
                "expected a move, found a bracket; a header is a line such as [Event \"…\"], \
                 a list of moves is JSON such as [\"13\", \"12\"]"
            }
            _ => return Ok(()),
        };
        Err(self.refused(word, expected))
    }

    /// Reads the number before a move, if there is one. Returns the first word of the move.
    fn read_number<'t>(
        &mut self,
        word: &'t str,
        words: &mut Words<'t>,
    ) -> Result<&'t str, GameError> {
        let Some(number) = MoveNumber::read(word, words) else {
            return Ok(word);
        };
        self.check_number(&number)?;
        if !number.rest.is_empty() {
            return Ok(number.rest);
        }
        let Some(word) = words.next() else {
            let alone = PlyError::number("a move after it, found none");
            return Err(self.wrong(&number.text, alone));
        };
        Ok(word)
    }

    /// Checks that the number of a move is that of the next ply, counting turns or plies. The first
    /// number says where to begin.
    fn check_number(&mut self, number: &MoveNumber<'_>) -> Result<(), GameError> {
        let MoveNumber { digits, text, .. } = number;
        if self.position.turn == Side::Black && number.is_of_red() {
            let read = "this is read as the number of a move of Red's, but Black is to move";
            return Err(self.refused(text, format!("{read}; write {digits}.")));
        }
        let found = digits.parse::<u32>().ok().map(i64::from);
        let plies = self.plies.len() as i64;
        let turns = if self.red_starts {
            plies - plies / 2
        } else {
            plies / 2
        };
        if self.first.is_none()
            && let Some(found) = found
        {
            self.first = Some((found - turns, found - plies));
        }
        let (first_turn, first_ply) = self.first.unwrap_or((1, 1));
        let by_turn = first_turn + turns;
        let by_ply = first_ply + plies;
        if found == Some(by_turn) || found == Some(by_ply) {
            return Ok(());
        }
        let expected =
            format!("{by_turn}. counting turns or {by_ply}. counting plies, or no numbers");
        Err(self.wrong(text, PlyError::number(&expected)))
    }

    /// Reads a ply that begins with a word, and adds it.
    fn read_ply<'t>(&mut self, word: &'t str, words: &mut Words<'t>) -> Result<(), GameError> {
        if let Some(winner) = self.rules.winner(&self.position) {
            let over = Illegal::over(self.rules.board(), &self.position, winner);
            return Err(self.wrong(word, over.into()));
        }
        let (passed, first) = self.read_pass(word, words)?;
        let text = text_of_move(first, words);
        let played = parse_move_in(self.rules.board(), self.notation, &text)
            .map_err(|fault| self.wrong(&text, PlyError::Unreadable(fault, self.notation)))?;
        self.add(Ply { played, passed })
            .map_err(|reason| self.wrong(&text, reason.into()))
    }

    /// Reads a pass, if there is one: `pass 13`, `pass → 13`. Returns whether there is, and the
    /// first word of the move.
    fn read_pass<'t>(
        &self,
        word: &'t str,
        words: &mut Words<'t>,
    ) -> Result<(bool, &'t str), GameError> {
        let (pass, drop) = split_arrow(word).unwrap_or((word, ""));
        if !pass.eq_ignore_ascii_case("pass") {
            return Ok((false, word));
        }
        if !self.rules.may_pass(&self.position) {
            let expected = "expected pass only where the opponent points under the pass rule, \
                            as in 44-pppp+pass; write the move alone, such as 13";
            return Err(self.refused(word, expected));
        }
        if !drop.is_empty() {
            return Ok((true, drop));
        }
        words.next_if(|word| is_arrow(word));
        let Some(drop) = words.next() else {
            let example = Message::circles(self.rules.board(), &Move::EXAMPLE_DROP);
            let expected = "expected the mover's drop after it, found none; write pass ";
            return Err(self.refused(word, message![expected, example]));
        };
        Ok((true, drop))
    }

    /// Adds a ply if it is legal.
    fn add(&mut self, ply: Ply) -> Result<(), Illegal> {
        self.position = self.rules.play(&self.position, ply.played)?;
        self.plies.push(ply);
        Ok(())
    }

    /// Returns the error for the words of the next ply.
    fn wrong(&self, word: &str, reason: PlyError) -> GameError {
        GameError::Ply {
            ply: self.plies.len() + 1,
            word: quoted(word),
            reason,
        }
    }

    fn refused(&self, word: &str, reason: impl Into<Message>) -> GameError {
        self.wrong(word, PlyError::Refused(reason.into()))
    }
}

/// Returns the text of a move from its first word on. The words of a slide such as `14 to 8` belong
/// together.
fn text_of_move<'t>(first: &'t str, words: &mut Words<'t>) -> String {
    match words.next_if(|word| is_arrow(word)) {
        None => first.to_owned(),
        Some(arrow) => format!("{first} {arrow} {}", words.next().unwrap_or_default()),
    }
}

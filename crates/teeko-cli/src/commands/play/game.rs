//! The state of a game that is being played, choice by choice.

use teeko::analysis::{Analysis, AnalysisError, Choice, analyse, analyse_after};
use teeko::questions::PositionQuestion;
use teeko::rules::notation::{
    GameError, GameRecord, Ply, PlyError, parse_circle_in, parse_game_in,
};
use teeko::rules::{Circle, Message, Scoring, quoted};
use teeko::surfaces::words::points;
use teeko::{Game, Move, Oracle, Position, Rules, Side};

use crate::render::{chosen, named};

/// The most plies of a continued game that can be taken back one by one.
const MOST_UNDONE: usize = 1000;

#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) record: GameRecord,
    /// The choice of the opponent of the side to move for the next ply, if the side to move still
    /// has a choice: a pass, or the circle for a numbered piece.
    pub(super) pending: Option<Choice>,
}

impl State {
    /// Returns the state before each ply of a game and after its last one; of a very long game, the
    /// first and the last one alone, since each state has all plies before it.
    pub(super) fn all_of(game: &GameRecord) -> Vec<Self> {
        let end = game.plies.len();
        let mut states = vec![Self::at_ply(game, 0)];
        let first = if end > MOST_UNDONE { end } else { 1 };
        for ply in first..=end {
            states.push(Self::at_ply(game, ply));
        }
        states
    }

    /// Returns the state of a game that begins in a position.
    pub(super) fn at(start: Position) -> Self {
        let game = GameRecord {
            start,
            plies: Vec::new(),
        };
        Self::at_ply(&game, 0)
    }

    /// Returns the state after this many plies of a game.
    fn at_ply(game: &GameRecord, ply: usize) -> Self {
        let record = GameRecord {
            start: game.start,
            plies: game.plies[..ply].to_vec(),
        };
        Self {
            record,
            pending: None,
        }
    }

    pub(super) fn chooser(&self, rules: &Rules) -> Side {
        let position = self.record.end();
        if self.pending.is_some() {
            position.turn
        } else {
            rules.chooser(&position)
        }
    }

    pub(super) fn analysis(&self, game: &Game) -> Result<Analysis, teeko::Error> {
        let mut question = PositionQuestion::of(self.record.end());
        question.opponent.value = self.pending;
        Ok(game.answer(&question)?.analysis)
    }

    /// Returns the choices and their values in any source.
    pub(super) fn analysis_of(&self, oracle: &dyn Oracle) -> Result<Analysis, AnalysisError> {
        let position = self.record.end();
        match self.pending {
            None => analyse(oracle, &position),
            Some(chosen) => analyse_after(oracle, &position, chosen),
        }
    }

    /// Returns the legal choices, by circle, without their values.
    pub(super) fn choices(&self, rules: &Rules) -> Vec<Choice> {
        let position = self.record.end();
        let moves = match self.pending {
            Some(Choice::Move(pointed)) => rules.drops_on(&position, pointed.to()).collect(),
            _ => rules.moves(&position),
        };
        let is_pointing = self.chooser(rules) != position.turn;
        let mut choices = Vec::new();
        for played in moves {
            // The side that points does not choose the piece.
            let chosen = if is_pointing {
                Move::Drop(played.to())
            } else {
                played
            };
            choices.push(Choice::Move(chosen));
        }
        choices.dedup();
        if is_pointing && rules.pass_rule() {
            choices.push(Choice::Pass);
        }
        choices
    }

    /// Returns what can be typed: the legal choices, then the commands.
    pub(super) fn words(&self, rules: &Rules, commands: &[&str]) -> Vec<String> {
        let mut words = Vec::new();
        for choice in self.choices(rules) {
            words.push(named(rules.board(), &choice));
        }
        words.extend(commands.iter().map(ToString::to_string));
        words
    }

    /// Returns the state after a legal choice.
    pub(super) fn after(&self, rules: &Rules, choice: Choice) -> Self {
        let mut next = self.clone();
        let passed = next.pending.take() == Some(Choice::Pass);
        match choice {
            Choice::Move(Move::Drop(_)) if rules.scoring() == Scoring::Pips => {
                next.pending = Some(choice);
            }
            Choice::Move(played) => next.record.plies.push(Ply { played, passed }),
            Choice::Pass => next.pending = Some(choice),
        }
        next
    }

    /// Reads a choice as a person types it, or says why it is not one.
    pub(super) fn read(&self, rules: &Rules, text: &str) -> Result<Choice, Message> {
        let is_pointing = self.chooser(rules) != self.record.end().turn;
        if is_pointing && text.eq_ignore_ascii_case("pass") && rules.pass_rule() {
            Ok(Choice::Pass)
        } else if is_pointing && rules.scoring() == Scoring::Pips {
            self.read_circle(rules, text)
        } else if let Some(Choice::Move(pointed)) = self.pending {
            self.read_piece(rules, pointed.to(), text)
        } else {
            self.read_move(rules, text)
        }
    }

    /// Reads the circle that the opponent points at for a numbered piece.
    fn read_circle(&self, rules: &Rules, text: &str) -> Result<Choice, Message> {
        let to = parse_circle_in(rules.board(), chosen(), text);
        let to = to.map_err(|fault| fault.message())?;
        let piece = rules.drops_on(&self.record.end(), to).next();
        self.check(rules, piece.ok_or("expected a circle to point at")?)?;
        Ok(Choice::Move(Move::Drop(to)))
    }

    /// Reads the piece to drop on a circle that is fixed: its pips are enough.
    fn read_piece(&self, rules: &Rules, to: Circle, text: &str) -> Result<Choice, Message> {
        let (_, pips) = text.rsplit_once('=').unwrap_or(("", text));
        let Ok(pips) = pips.trim().parse() else {
            let text = quoted(text);
            let error = format!("`{text}`: expected the pips of a piece, such as =4");
            return Err(error.into());
        };
        let played = Move::DropPiece { to, pips };
        self.check(rules, played)?;
        Ok(Choice::Move(played))
    }

    fn read_move(&self, rules: &Rules, text: &str) -> Result<Choice, Message> {
        let record = match parse_game_in(rules, chosen(), self.record.end(), text) {
            Ok(record) => record,
            Err(error) => return Err(in_place_of_a_move(error, text)),
        };
        match record.plies[..] {
            [
                Ply {
                    played,
                    passed: false,
                },
            ] => Ok(Choice::Move(played)),
            _ => Err("expected one move".into()),
        }
    }

    /// Checks that a move is legal.
    fn check(&self, rules: &Rules, played: Move) -> Result<(), Message> {
        match rules.play(&self.record.end(), played) {
            Ok(_) => Ok(()),
            Err(fault) => Err(fault.message().clone()),
        }
    }

    /// Returns how the game has ended; `None` if it has not.
    pub(super) fn result(&self, rules: &Rules) -> Option<String> {
        let end = self.record.end();
        if let Some(winner) = rules.winner(&end) {
            return Some(match self.score(rules) {
                Some(score) => format!("{winner} wins {}.", points(score)),
                None => format!("{winner} wins."),
            });
        }
        if rules.moves(&end).is_empty() {
            return Some(format!("Draw: {} has no legal slide.", end.turn));
        }
        if self.record.is_repeated() {
            return Some("Draw: this position has occurred three times.".to_owned());
        }
        None
    }

    /// Returns the points of the last move of a game that it has won; `None` in games that are not
    /// for points.
    fn score(&self, rules: &Rules) -> Option<i16> {
        if !rules.scoring().is_for_points() {
            return None;
        }
        let (before, ply) = self.record.positions().zip(&self.record.plies).last()?;
        let value = rules.value_after(&before, ply.played)?;
        Some(value.score.abs())
    }
}

/// Returns the error for a text that is no move in this position. A text without digits may have
/// been meant as a command.
fn in_place_of_a_move(error: GameError, text: &str) -> Message {
    match error {
        GameError::Ply {
            reason: PlyError::Unreadable(fault, _),
            ..
        } => {
            if text.contains(|character: char| character.is_ascii_digit()) {
                return fault.message();
            }
            let text = quoted(text);
            format!("`{text}`: expected a move or a command; help lists the commands").into()
        }
        GameError::Ply { reason, .. } => reason.message(),
        error => error.message(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_points_chooses_a_circle_or_passes() {
        let named = teeko::variant("44-pppp+4x4+pass").unwrap();
        let rules = named.rules();
        let choices = State::at(Position::EMPTY).choices(rules);
        assert_eq!((choices.len(), choices.last()), (17, Some(&Choice::Pass)));
        let drops = State::at(Position::EMPTY)
            .after(rules, Choice::Pass)
            .choices(rules);
        assert_eq!(drops, choices[..16]);
    }

    #[test]
    fn the_circle_is_chosen_before_the_piece() {
        let named = teeko::variant("44-pppp+4x4+pips").unwrap();
        let rules = named.rules();
        let circles = State::at(Position::EMPTY).choices(rules);
        assert_eq!(circles.len(), 16);
        let pieces = State::at(Position::EMPTY)
            .after(rules, circles[0])
            .choices(rules);
        let to = rules.board().circles().iter().next().unwrap();
        let expected = [1, 2, 3, 4].map(|pips| Choice::Move(Move::DropPiece { to, pips }));
        assert_eq!(pieces, expected);
    }
}

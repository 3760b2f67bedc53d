//! Games and positions as people paste them, read into one form.

mod naming;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_rules::notation::{
    GameError, GameRecord, Heading, Notation, RowsForm, parse_playable_part, without_comments,
};
use teeko_rules::{NamedRules, PIECES, Position};

use self::naming::{Naming, notation_of};
use super::ask::{Ask, Subject, unread};
use super::asked_position::{AskedPosition, start};
use super::asked_rules::{AskedRules, goals_of, goals_text};
use super::parameters::TextKind;
use crate::error::Error;
use crate::position_reader::PositionReader;

/// Read a game or a position as people write them, without its value
///
/// The text is a record of a game with or without a heading, moves, or a position in any notation.
/// If its heading names rules, the game is one under those. Plies after the end of a game are left
/// out.
///
/// A name of a circle such as C2 can mean two circles. Small letters are read as elsewhere: c2 is
/// in row 2 from the bottom. Otherwise the names in the text may fit one notation only. If they
/// fit both, the text is refused, and "found" has what such a name means in each.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub(super) struct RecordQuestion {
    /// The game or the position
    #[schemars(example = "1. C2 B3 2. D2", extend("x-kind" = TextKind::Record))]
    text: String,
    /// How the text names circles
    #[serde(default)]
    naming: Naming,
    /// Position from which the moves start [default: the empty board]
    #[schemars(example = "b:7,9,12,14 r:10,13,17,19 b", extend("x-kind" = TextKind::Start))]
    from: Option<String>,
    /// The game, once the text is read.
    #[serde(skip)]
    game: Option<RecordedGame>,
}

impl Ask for RecordQuestion {
    type Answer<'a> = RecordedGame;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        let heading = Heading::read(&self.text)?;
        let rules = PositionReader::new(rules_of(&heading, rules[0].named())?);
        let notation = self.notation(&heading, &rules)?;
        let (record, over_after) = self.playable_part(&rules, notation)?;
        self.game = Some(RecordedGame::new(rules.named(), &record, over_after));
        Ok(())
    }

    fn answer(&self, _: &Subject<'_, '_>) -> Result<RecordedGame, Error> {
        self.game.clone().ok_or_else(unread)
    }
}

/// Returns the rules of a game: those that its heading names, or those of the question. The rules
/// of a rule file are named as a request can name them.
fn rules_of(heading: &Heading, asked: &NamedRules) -> Result<NamedRules, Error> {
    let found = match heading.rules() {
        Ok(found) => found,
        // A heading may name a rule file without its goals.
        Err(_) if is_of_file(asked) && heading.check(asked.rules()).is_ok() => None,
        Err(error) => return Err(error.into()),
    };
    match found {
        Some(named) if named.rules() == asked.rules() => Ok(asked.clone()),
        Some(named) => AskedRules::of(&named)?.named(),
        None => Ok(asked.clone()),
    }
}

/// Returns whether rules have goals of their own.
fn is_of_file(named: &NamedRules) -> bool {
    named.name().variant().is_none()
}

impl RecordQuestion {
    /// Returns the notation of the text and of the start.
    fn notation(&self, heading: &Heading, rules: &PositionReader) -> Result<Notation, Error> {
        let from = [heading.from(), self.from.as_deref()];
        let mut text = without_comments(&self.text).into_owned();
        for start in from.into_iter().flatten() {
            text = format!("{start}\n{text}");
        }
        notation_of(&text, self.naming, rules.named().board())
    }

    /// Reads the text. Returns the game up to its end, and the number of its plies if others
    /// follow.
    fn playable_part(
        &self,
        rules: &PositionReader,
        notation: Notation,
    ) -> Result<(GameRecord, Option<usize>), Error> {
        let text = notation.in_case(&self.text);
        let from = self.from.as_deref().map(|from| notation.in_case(from));
        if let Some(start) = position_of(rules, notation, &text)? {
            if from.is_some() {
                let error =
                    "parameter `from`: expected moves to start from there, found a position";
                return Err(Error::wrong(error, "leave out one of them"));
            }
            let plies = Vec::new();
            return Ok((GameRecord { start, plies }, None));
        }
        let start = start(rules, notation, from.as_deref())?;
        let (record, error) = game_of(rules, notation, start, &text)?;
        let Some(error) = error else {
            return Ok((record, None));
        };
        let plies = record.plies.len();
        let is_over = rules.rules().winner(&record.end()).is_some();
        if plies == 0 || !is_over {
            return Err(error.into());
        }
        Ok((record, Some(plies)))
    }
}

/// Returns the position that a text is; `None` if it is a game. A blank text is a game without
/// moves.
fn position_of(
    rules: &PositionReader,
    notation: Notation,
    text: &str,
) -> Result<Option<Position>, Error> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let mut asked = AskedPosition {
        notation,
        ..AskedPosition::of_text(text)
    };
    if asked.moves.is_some() {
        return Ok(None);
    }
    asked.read(rules).map(Some)
}

/// Reads the plies of a game up to the first wrong one, and the error in that one. Some programs
/// join all plies by hyphens, those that are drops included.
fn game_of(
    rules: &PositionReader,
    notation: Notation,
    start: Position,
    text: &str,
) -> Result<(GameRecord, Option<GameError>), Error> {
    let read = |text: &str| parse_playable_part(rules.rules(), notation, start, text);
    let (record, error) = read(text)?;
    let moves = without_comments(text);
    let is_chain = error.is_some() && record.plies.is_empty() && is_chain(moves.trim());
    if !is_chain {
        return Ok((record, error));
    }
    let drops = 2 * PIECES - record.start.layer();
    let separated = separated(moves.trim(), drops);
    Ok(read(&text.replace(moves.trim(), &separated))?)
}

/// Returns whether a text is numbers joined by hyphens.
fn is_chain(text: &str) -> bool {
    text.contains('-') && text.split('-').all(|number| number.parse::<u8>().is_ok())
}

/// Separates the plies of a game whose numbers are all joined by hyphens: `13-12-18` has three
/// drops. After the drops, two numbers are a slide.
fn separated(chain: &str, drops: usize) -> String {
    let mut plies = String::new();
    for (place, number) in chain.split('-').enumerate() {
        let is_target = place > drops && (place - drops) % 2 == 1;
        plies.push(if is_target { '-' } else { ' ' });
        plies += number;
    }
    plies
}

/// A game in one form. A position is a game without plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RecordedGame {
    /// `teeko.record/1`.
    pub schema: &'static str,
    /// The name of the rules: those of the heading, if it names any.
    pub variant: String,
    /// The goals as the parameter `goals` has them, if the rules are no variant; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goals: Option<String>,
    /// The position that the game starts from; left out if it is the empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<RowsForm>,
    /// The plies, such as `13`, `14-8` or `pass 13`.
    pub plies: Vec<String>,
    /// The position after the last ply.
    pub position: RowsForm,
    /// The number of plies after which the game is over, if others follow in the text. They are
    /// left out. Left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_after: Option<usize>,
    /// The game as a file has it: a heading, then the plies in a line.
    pub text: String,
}

impl RecordedGame {
    fn new(named: &NamedRules, record: &GameRecord, over_after: Option<usize>) -> Self {
        let board = named.board();
        let on_board = |position| RowsForm { board, position };
        let goals = is_of_file(named).then(|| goals_text(&goals_of(named.rules())));
        Self {
            schema: "teeko.record/1",
            variant: named.to_string(),
            goals,
            start: (record.start != Position::EMPTY).then(|| on_board(record.start)),
            plies: record.plies.iter().map(ToString::to_string).collect(),
            position: on_board(record.end()),
            over_after,
            text: record.text(named),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Reads a text under the rules of Standard Teeko, or of those in its heading.
    fn read(text: &str, naming: Naming) -> Result<RecordedGame, Error> {
        let standard = PositionReader::new(crate::variant("44-ssss")?);
        let mut question = RecordQuestion {
            text: text.to_owned(),
            naming,
            from: None,
            game: None,
        };
        question.read(&[&standard])?;
        Ok(question.game.expect("a game that was read"))
    }

    #[test]
    fn names_mean_circles_of_the_notation_that_all_of_them_fit() {
        for (text, naming, expected) in [
            // Small letters are coordinates, as elsewhere.
            ("c2 b3", Naming::Any, "18 12"),
            ("c2 b3", Naming::Course, "13 17"),
            ("C2 B3", Naming::Letters, "18 12"),
            // No row has the number 5 from 0, and none has 0 from 1.
            ("C2 B5", Naming::Any, "18 2"),
            ("C2 b0", Naming::Any, "13 2"),
            // The page writes slides with a dash.
            (
                "# from: b:a0,B0,c0,D2 r:a4,b4,d4,E4 b\nD2–C2",
                Naming::Any,
                "14-13",
            ),
        ] {
            let game = read(text, naming).unwrap();
            assert_eq!(game.plies.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn a_name_of_two_circles_is_refused_with_both() {
        let refusal = read("13 C2", Naming::Any).unwrap_err().document();
        let found = json!([
            {"naming": "letters", "circle": 18},
            {"naming": "course", "circle": 13},
        ]);
        assert_eq!(refusal.found.map(|found| *found), Some(found));
        assert!(refusal.hint.unwrap().contains("naming=letters"));
    }

    #[test]
    fn names_that_fit_no_notation_are_refused() {
        for (text, part) in [
            ("A0 B5", "circles `A0` and `B5`"),
            ("C0 Z9", "ply 2, `Z9`: circle `Z9`"),
            ("13 C9", "ply 2, `C9`: circle `C9`: expected 1 to 25"),
        ] {
            let error = read(text, Naming::Any).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn plies_joined_by_hyphens_are_drops_first() {
        let drops = "13-12-18-8-14-17-9-7";
        let from = "# from: b:7,9,12,14 r:10,13,17,19 b\n";
        for (text, expected) in [
            ("13-12".to_owned(), "13 12"),
            (format!("{drops}-14-19"), "13 12 18 8 14 17 9 7 14-19"),
            (format!("{from}14-8"), "14-8"),
            (format!("{from}14-8-13-14"), "14-8 13-14"),
        ] {
            let game = read(&text, Naming::Any).unwrap();
            assert_eq!(game.plies.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn plies_after_the_end_are_left_out() {
        let game = read("7 1 13 2 12 3 11 4 9", Naming::Any);
        assert_eq!(game.unwrap().over_after, Some(8));
        let error = read("# from: b:1,2,3,4 r:7,9,17,25 r\n13", Naming::Any).unwrap_err();
        assert!(error.to_string().starts_with("ply 1"), "{error}");
    }

    #[test]
    fn a_heading_names_the_rules_as_requests_do() {
        let text = "# variant: @my/r.toml-psss\n# goals = [[1, 2, 6, 7]]\n# steps = \"knight\"\n13";
        let game = read(text, Naming::Any).unwrap();
        assert_eq!(game.variant, "@own-psss+knight");
        assert_eq!(game.goals.as_deref(), Some("1.2.6.7"));
        let named = AskedRules::read(&game.variant, game.goals.as_deref()).unwrap();
        assert_eq!(named.named().unwrap().to_string(), game.variant);
        let error = read("# variant: @r-ssss\n13", Naming::Any).unwrap_err();
        assert!(error.to_string().contains("expected the goals"), "{error}");
    }
}

//! Many positions, each in a line: a position, a game, or either as JSON. `POST /v1/V/positions`
//! and `teeko query --stdin` ask about them; lines of the latter may name variants.

mod asked_line;
#[cfg(feature = "json")]
mod json;

use std::io::Write as _;
use std::str::Utf8Error;

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::parallel;
use teeko_rules::notation::{Heading, is_comment};
use teeko_rules::{Oracle, Rules, RulesName, quoted, without_byte_order_mark};

use self::asked_line::NO_QUESTION;
pub use self::asked_line::{AskedLine, AskedLineError, LineFault};
#[cfg(feature = "json")]
pub use self::json::lines_of_array;
use super::ask::Ask as _;
use super::asked_position::AskedPosition;
use super::position::{PositionQuestion, Query};
use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::json::write_json;

/// Show what each of many positions is worth: a position in each line, an answer in each line
#[derive(JsonSchema)]
#[allow(dead_code, reason = "declares a question")]
pub(super) struct PositionsQuestion {}

impl<'a> AskedLine<'a> {
    /// Returns whether a line looks like a JSON object, and not like a game after a comment in
    /// braces.
    pub fn is_object(line: &str) -> bool {
        line.trim_start().strip_prefix('{').is_some_and(|inside| {
            let after = inside.split_once('}').map_or("", |(_, after)| after);
            inside.trim_start().starts_with('"') || after.trim().is_empty()
        })
    }

    /// Says what a line that is not blank asks about: a position or a game; with the feature `json`
    /// also a JSON string with one of them, which may have line ends, a JSON list of moves, or a
    /// JSON object with `position` or `moves`. Their text is read by [`AskedPosition::read`].
    ///
    /// # Errors
    /// Returns an error if the line is JSON and has another form, or names no variant.
    pub fn of_text(text: &'a str) -> Result<Self, AskedLineError<'a>> {
        #[cfg(feature = "json")]
        if Self::is_object(text) {
            return json::object(text);
        } else if text.starts_with('"') {
            return json::string(text);
        }
        Ok(Self::of(AskedPosition::of_text(text)))
    }

    /// Reads a line of many, or returns `None` if it asks nothing: it is blank, or a comment.
    ///
    /// # Errors
    /// Returns an error if the line is not UTF-8, if a comment names other rules than `rules`, or
    /// as [`AskedLine::of_text`].
    pub fn of_line(
        line: Result<&'a str, Utf8Error>,
        rules: &Rules,
    ) -> Result<Option<Self>, AskedLineError<'a>> {
        let text = line.map_err(|error| LineFault::of_encoding(error).without_id())?;
        let text = text.trim();
        if let Some(item) = text.strip_prefix(NO_QUESTION) {
            let expected = "expected a string, an object or a list of moves";
            let error = format!("item: {expected}, found {}", quoted(item));
            return Err(LineFault::of_form(error).without_id());
        }
        if is_comment(text) {
            Heading::check_line(text, rules)
                .map_err(|error| LineFault::from(error).without_id())?;
            return Ok(None);
        }
        if text.is_empty() {
            return Ok(None);
        }
        Self::of_text(text).map(Some)
    }
}

/// The answer to a line, or to an item of an array, that is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BadLine<'a> {
    /// The fault.
    pub error: &'a str,
    /// The kind of the fault.
    pub code: ErrorKind,
    /// The number of the line or item, from 1.
    pub line: u64,
}

/// The answer to a line of many.
#[derive(Debug)]
pub struct LineAnswer<'a, 'g> {
    /// The number of the line, from 1.
    pub line: u64,
    /// The id of the line, if it has one.
    pub id: Option<&'a str>,
    /// The position as the line gives it, the game and the answer; or the fault of the line.
    pub answer: Result<(AskedPosition, &'g Game, Query<'g>), LineFault>,
}

impl LineAnswer<'_, '_> {
    /// Appends the answer or the error to `out` as a line of JSON, with the id of the line and its
    /// number.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        if let Some(id) = self.id {
            write_id(out, id);
        }
        // An error has its line at its end.
        if self.answer.is_ok() {
            write!(out, "\"line\":{},", self.line).expect("room in memory");
        }
        let second_brace = out.len();
        match &self.answer {
            Ok((_, _, answer)) => write_json(out, answer),
            Err(fault) => {
                let bad = BadLine {
                    error: &fault.message.to_string(),
                    code: fault.kind,
                    line: self.line,
                };
                write_json(out, &bad);
            }
        }
        out.remove(second_brace);
        out.push(b'\n');
    }
}

/// Appends the id of a line as a field. JSON has no carriage returns within strings, and a line of
/// an answer has none at all.
fn write_id(out: &mut Vec<u8>, id: &str) {
    let id = id.replace('\r', " ");
    write!(out, "\"id\":{id},").expect("room in memory");
}

/// Answers a line of many, or returns `None` if it asks nothing. `question` is asked about its
/// position: how circles are named, where moves start unless the line says so, and which choices
/// are wanted. `game` finds the game of the variant that the line names, or the usual one.
///
/// # Errors
/// Returns an error if the source fails. The error of a wrong line is part of its answer.
pub fn answer_line<'a, 'g>(
    line: u64,
    text: Result<&'a str, Utf8Error>,
    question: &PositionQuestion,
    rules: &Rules,
    game: impl Fn(Option<&RulesName>) -> Result<&'g Game, LineFault>,
) -> Result<Option<LineAnswer<'a, 'g>>, Error> {
    let asked = match AskedLine::of_line(text, rules) {
        Ok(None) => return Ok(None),
        Ok(Some(asked)) => asked,
        Err(AskedLineError { id, fault }) => {
            return Ok(Some(LineAnswer {
                line,
                id,
                answer: Err(fault),
            }));
        }
    };
    let mut question = PositionQuestion {
        at: asked.at.instead_of(&question.at),
        ..question.clone()
    };
    let game = game(asked.variant.as_ref()).and_then(|game| {
        question.read(&[game.reader()])?;
        Ok(game)
    });
    let answer = match game {
        Ok(game) => {
            let answer = game.answer(&question)?;
            Ok((question.at, game, answer))
        }
        Err(fault) => Err(fault),
    };
    Ok(Some(LineAnswer {
        line,
        id: asked.id,
        answer,
    }))
}

const LINES_AT_A_TIME: usize = 64;

/// Answers a text with one position, game, JSON string or JSON object a line; see [`AskedLine`]. An
/// object can name only the variant of `game`. Each answer is a line of JSON with the value of the
/// position without its moves, or the error of the line, with the number of the line and the id of
/// an object. Blank lines and comments have no answer, unless one names other rules. `first` is the
/// number of the first line, 1 unless the text continues another.
///
/// # Errors
/// Returns an error if the text is in UTF-16 or UTF-32, or the source of the outcomes fails.
pub fn answer_positions(game: &Game, first: u64, text: &[u8]) -> Result<Vec<u8>, Error> {
    let text = if first == 1 {
        without_byte_order_mark(text)?
    } else {
        text
    };
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let parts = (first..)
        .step_by(LINES_AT_A_TIME)
        .zip(lines.chunks(LINES_AT_A_TIME));
    let answers = parallel::try_map(parts, |(first, lines)| answer_lines(game, first, lines))?;
    Ok(answers.concat())
}

/// Answers some lines of many. `first` is the number of the first.
fn answer_lines(game: &Game, first: u64, lines: &[&[u8]]) -> Result<Vec<u8>, Error> {
    let brief = PositionQuestion {
        brief: true,
        ..PositionQuestion::default()
    };
    let mut out = Vec::new();
    for (number, line) in (first..).zip(lines) {
        let text = std::str::from_utf8(line);
        let answer = answer_line(number, text, &brief, game.rules(), |name| {
            check_variant(game, name)
        })?;
        if let Some(answer) = answer {
            answer.write_json(&mut out);
        }
    }
    Ok(out)
}

/// Returns the game, unless a line names another variant.
fn check_variant<'g>(game: &'g Game, name: Option<&RulesName>) -> Result<&'g Game, LineFault> {
    match name {
        Some(other) if other != game.named().name() => {
            let error = format!("variant: expected {}, found {other}", game.named());
            Err(LineFault::of_form(error))
        }
        _ => Ok(game),
    }
}

/// Returns the length of the whole lines at the beginning of a text, line ends included, and the
/// number of their line ends. The length is not much more than `bytes`: at least one line, and
/// everything if there is no further line end.
pub fn whole_lines(text: &[u8], bytes: usize) -> (usize, u64) {
    let rest = text.get(bytes..).unwrap_or_default();
    let end = match rest.iter().position(|&byte| byte == b'\n') {
        Some(place) => bytes + place + 1,
        None => text.len(),
    };
    let line_ends = text[..end].iter().filter(|&&byte| byte == b'\n');
    (end, line_ends.count() as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_line_is_a_position_a_game_or_an_object_that_says_more() {
        let game = AskedLine::of_text("13 12 18").unwrap();
        assert_eq!(game.at, AskedPosition::after("13 12 18"));
        let plain = AskedLine::of_text("b:13 r: r").unwrap();
        assert!(plain.id.is_none() && plain.variant.is_none());
        assert_eq!(plain.at, AskedPosition::of("b:13 r: r"));
        let object = AskedLine::of_text(
            r#" {"moves": "13 1\u0032", "variant": "58-ssss", "id": [1.50, "a"]}"#,
        )
        .unwrap();
        assert_eq!(
            (object.id, object.variant),
            (Some("[1.50, \"a\"]"), "58-ssss".parse().ok())
        );
        assert_eq!(object.at, AskedPosition::after("13 12"));
        // Lines of answers and of exports.
        let empty = "5/5/5/5/5 b";
        for more in [
            r#""moves": [{"move": "13", "dtw": null}]"#,
            r#""slot": 0, "dtw": -1"#,
        ] {
            let line = format!(r#"{{"position": "{empty}", {more}}}"#);
            assert_eq!(
                AskedLine::of_text(&line).unwrap().at,
                AskedPosition::of(empty),
                "{line}"
            );
        }
        let commented = AskedLine::of_text("{open} 13 12 {why}").unwrap();
        assert_eq!(commented.at, AskedPosition::after("{open} 13 12 {why}"));
        for (text, is_game) in [
            ("# no", false),
            ("# variant: 58-ssss", true),
            ("# from: x", true),
        ] {
            assert_eq!(
                AskedPosition::of_text(text).moves.is_some(),
                is_game,
                "{text}"
            );
        }
        for (list, moves) in [
            (r#" ["13", "12"]"#, r#" ["13", "12"]"#),
            (r#"{"moves": ["13", "12"], "id": null}"#, r#"["13", "12"]"#),
            ("[13, 12]", "[13, 12]"),
        ] {
            assert_eq!(
                AskedLine::of_text(list).unwrap().at,
                AskedPosition::after(moves),
                "{list}"
            );
        }
        let string = AskedLine::of_text(r#""1. 13 12\n2. 18""#).unwrap();
        assert_eq!(string.at, AskedPosition::after("1. 13 12\n2. 18"));
    }

    #[test]
    fn an_answer_is_one_line_whatever_its_id_is() {
        let game = Game::solve("44-ssss+4x4").unwrap();
        let text = b"{\"position\": \"b: r:\", \"id\": [1,\r 2]}";
        let answer = answer_positions(&game, 1, text).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        assert!(
            answer.starts_with("{\"id\":[1,  2],\"line\":1,"),
            "{answer:?}"
        );
        assert!(!answer.contains('\r'), "{answer:?}");
    }

    /// The other items are answered.
    #[test]
    fn an_item_of_another_type_has_an_error_in_its_place() {
        let game = Game::solve("44-ssss+4x4").unwrap();
        let lines = lines_of_array(b"[\"6\", null, 7]").unwrap();
        let answers = answer_positions(&game, 1, &lines).unwrap();
        let answers: Vec<Value> = answers
            .split(|&byte| byte == b'\n')
            .filter_map(|line| serde_json::from_slice(line).ok())
            .collect();
        assert_eq!(answers[0]["outcome"], "draw");
        for (answer, found) in [(&answers[1], "null"), (&answers[2], "7")] {
            let expected = "item: expected a string, an object or a list of moves, found ";
            assert_eq!(answer["error"], format!("{expected}{found}"));
            assert_eq!(answer["code"], "request");
        }
        assert_eq!((answers.len(), &answers[2]["line"]), (3, &3.into()));
    }

    #[test]
    fn blank_lines_and_comments_ask_nothing() {
        let rules = crate::variant("44-ssss").unwrap();
        for line in [
            "",
            " \t",
            "\u{a0}",
            "\u{b}",
            "# a comment",
            " # variant: 44-ssss",
        ] {
            assert!(
                AskedLine::of_line(Ok(line), rules.rules())
                    .unwrap()
                    .is_none(),
                "{line:?}"
            );
        }
        assert!(AskedLine::of_line(Ok("# variant: 58-ssss"), rules.rules()).is_err());
    }

    #[test]
    fn an_array_is_lines() {
        let lines =
            |text: &str| lines_of_array(text.as_bytes()).map(|l| String::from_utf8(l).unwrap());
        let text = "\u{feff}[\"13\\n12\", {\"moves\":\r\n\"\"},\n\"\", [\"13\",\n\"12\"]]";
        let expected = "\"13\\n12\"\n{\"moves\":\r \"\"}\n\"\"\n[\"13\", \"12\"]\n";
        assert_eq!(lines(text).unwrap(), expected);
        assert_eq!(lines(" [] ").unwrap(), "");
        assert_eq!(lines("[13, null]").unwrap(), "\u{0}13\n\u{0}null\n");
        for (text, part) in [
            ("", "body: expected a JSON array, found ``"),
            ("{}", "body: expected a JSON array, found `{}`"),
            ("[\0", "expected UTF-8 text, found UTF-16; save it as UTF-8"),
            ("[\"13\"", "EOF"),
            ("[\"1\n3\"]", "control character"),
            ("[] []", "trailing characters"),
        ] {
            let error = lines(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_bad_object_keeps_its_id_where_it_has_one() {
        for (text, id, part) in [
            (
                r#"{"id": 7}"#,
                Some("7"),
                "expected a field `position` or `moves`, found neither",
            ),
            (
                r#"{"position": "", "moves": "", "id": "x"}"#,
                Some("\"x\""),
                "found both",
            ),
            (
                r#"{"id": 7, "pos": ""}"#,
                Some("7"),
                "`position` or `moves`, found neither",
            ),
            (
                r#"{"id": 7, "position": "", "moves": ["13"]}"#,
                Some("7"),
                "found both",
            ),
            (
                r#"{"id": 7, "moves": 13}"#,
                Some("7"),
                "invalid type: integer `13`",
            ),
            (
                r#"{"id": 7, "moves": "", "variant": "45-ssss"}"#,
                Some("7"),
                "goal set `45`",
            ),
            (r#"{"id": 7, "moves""#, None, "column 17: EOF"),
            (
                "{moves: 13}",
                None,
                "object: column 2: key must be a string",
            ),
            ("{13 12", None, "object: column 2: key must be a string"),
        ] {
            let bad = AskedLine::of_text(text).unwrap_err();
            let error = bad.fault.message.to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(bad.id, id, "{text}");
        }
    }
}

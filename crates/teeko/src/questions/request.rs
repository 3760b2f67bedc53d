//! Questions as text: paths with queries, and the names of questions with their parameters.

use std::slice;

use serde_json::{Map, Value};
use teeko_rules::quoted;
use teeko_rules::work::Observer;

use super::ask::{AnyQuestion, Subject};
use super::asked_rules::AskedRules;
use super::definition::{About, Definition, JSON};
use super::parameters::{Parameter, check_required, decoded_path, decoded_query, fields_of};
use super::place::Place;
use super::table::QUESTIONS;
use crate::error::Error;
use crate::game::Game;
use crate::position_reader::PositionReader;

/// A question with its parameters as text.
#[derive(Debug)]
#[non_exhaustive]
pub struct Question {
    /// Its definition.
    pub definition: &'static Definition,
    parameters: Map<String, Value>,
    /// The position or the game that it is about, if the program that asks has it.
    place: Option<Place>,
}

impl Question {
    /// Parses a path, such as `/v1/44-ssss/line`, and a query without the question mark. Both are
    /// percent-encoded; in the query `+` stands for a space. Returns the rules that the question is
    /// about, none, one or two, and the question; neither are read yet.
    ///
    /// # Errors
    /// Returns an error if the path does not exist, or the name of the rules or a parameter cannot
    /// be read.
    pub fn of_path(path: &str, query: &str) -> Result<(Vec<AskedRules>, Self), Error> {
        match find(path) {
            Some(definition) => Self::of(definition, path, query),
            None => Err(no_such_path(path)),
        }
    }

    /// Parses a path and a query as [`Question::of_path`] does, if it is known that the path is
    /// that of this question.
    ///
    /// # Errors
    /// Returns an error if the name of the rules is missing, or it or a parameter cannot be read.
    pub fn of(
        definition: &'static Definition,
        path: &str,
        query: &str,
    ) -> Result<(Vec<AskedRules>, Self), Error> {
        let Some(name) = name_of_rules(definition, path) else {
            return Err(no_such_path(path));
        };
        let name = decoded_path(name)?;
        let of_rules = match definition.about {
            About::Rules | About::Game | About::Lines if !AskedRules::has_own_goals(&name) => &[],
            _ => definition.rules_parameters(),
        };
        let known: Vec<&Parameter> = definition
            .declared
            .parameters
            .iter()
            .chain(of_rules)
            .collect();
        let mut parameters = fields_of(decoded_query(query), &known)?;
        check_required(&parameters, &known)?;
        let of_rules = of_rules
            .first()
            .and_then(|one| parameters.shift_remove(&one.name));
        let text = of_rules.as_ref().and_then(Value::as_str);
        let rules = match definition.about {
            About::Nothing => Vec::new(),
            About::Games => pair(text.unwrap_or_default())?,
            About::Rules | About::Game | About::Lines => vec![AskedRules::read(&name, text)?],
        };
        let question = Self {
            definition,
            parameters,
            place: None,
        };
        Ok((rules, question))
    }

    /// Reads the question about these rules, without a solution, so that a question without an
    /// answer causes no solving.
    ///
    /// # Errors
    /// Returns the errors of [`Ask::read`](super::Ask::read), and an error if the question is about
    /// another number of rule sets, or about the lines of a request body.
    pub fn read<'a>(
        self,
        rules: impl IntoIterator<Item = &'a PositionReader>,
    ) -> Result<Box<dyn AnyQuestion>, Error> {
        let rules: Vec<&PositionReader> = rules.into_iter().collect();
        let expected = match self.definition.about {
            About::Nothing => 0,
            About::Rules | About::Game | About::Lines => 1,
            About::Games => 2,
        };
        if rules.len() != expected {
            let (name, found) = (self.definition.name, rules.len());
            let error = format!("question {name}: expected {expected} games, found {found}");
            return Err(Error::refused(400, error, None));
        }
        let Some(read) = self.definition.read else {
            let hint = "send the positions as the body of a POST, one per line";
            return Err(Error::missing("body", hint));
        };
        read(self.parameters, self.place, &rules)
    }
}

fn pair(names: &str) -> Result<Vec<AskedRules>, Error> {
    let Some((one, other)) = names.split_once(',') else {
        let expected = "two variants such as 44-ssss,advanced";
        return Err(Error::unfit("variants", names, expected));
    };
    // In a query `+` stands for a space; in the name of a variant it begins an option.
    let read = |name: &str| {
        AskedRules::read(name, None)
            .or_else(|error| AskedRules::read(&name.replace(' ', "+"), None).map_err(|_| error))
    };
    [one, other].into_iter().map(read).collect()
}

/// Returns the question at a path.
pub fn find(path: &str) -> Option<&'static Definition> {
    let rest = path.strip_prefix("/v1/")?;
    let (first, last) = rest.split_once('/').unwrap_or((rest, ""));
    if first.is_empty() || rest.ends_with('/') {
        return None;
    }
    QUESTIONS.iter().find(|question| match question.about {
        About::Nothing | About::Games => question.name == rest,
        About::Rules | About::Game | About::Lines => question.last_part() == last,
    })
}

/// Returns the name of the rules in the path of a question, which is empty if the question is about
/// none. `None` if the name is missing: routers take nothing between two slashes for a name.
fn name_of_rules<'a>(question: &Definition, path: &'a str) -> Option<&'a str> {
    match question.about {
        About::Nothing | About::Games => Some(""),
        About::Rules | About::Game | About::Lines => {
            let name = path.split('/').nth(2)?;
            Some(name).filter(|name| !name.is_empty())
        }
    }
}

/// Returns the error for a path that is that of no question.
pub fn no_such_path(path: &str) -> Error {
    let expected = "expected one such as /v1/44-ssss/position";
    let error = format!("`{}`: no such path: {expected}", quoted(path));
    let hint = "/v1/questions lists all paths with their parameters";
    Error::refused(404, error, Some(hint))
}

/// Answers a question about games, in the form that other languages use: the name of the question,
/// and its parameters as names and values. An empty name stands for `solution`. `place` is what the
/// question is about, if the program that asks has it as a value. `observe` receives the progress
/// of a search, and can stop it.
///
/// # Errors
/// Returns an error if the question does not exist, needs another number of games, or has no
/// answer.
pub fn ask(
    name: &str,
    parameters: Vec<(String, String)>,
    place: Option<Place>,
    games: &[Game],
    observe: Observer<'_>,
) -> Result<Vec<u8>, Error> {
    let definition = definition_of(name, is_about_games)
        .ok_or_else(|| no_such_question(name, is_about_games))?;
    let known: Vec<&Parameter> = definition.declared.parameters.iter().collect();
    let parameters = fields_of(parameters, &known)?;
    // No question requires more than what it is about.
    if place.is_none() {
        check_required(&parameters, &known)?;
    }
    let question = Question {
        definition,
        parameters,
        place,
    };
    let about = if definition.about == About::Nothing {
        &[]
    } else {
        games
    };
    let question = question.read(about.iter().map(Game::reader))?;
    question.document(&Subject {
        observe,
        ..Subject::of(games)
    })
}

/// Finds the definition of a question among those that `fits` accepts.
fn definition_of(name: &str, fits: fn(&Definition) -> bool) -> Option<&'static Definition> {
    QUESTIONS
        .iter()
        .filter(|known| fits(known))
        .find(|known| known.name == name || known.last_part() == name)
}

/// Returns whether games can answer a question without a request body.
fn is_about_games(question: &Definition) -> bool {
    question.about != About::Lines
}

/// Returns whether one game can answer a question with JSON. The answer to `certificate` is a file.
fn is_about_a_game(question: &Definition) -> bool {
    question.about != About::Games && question.media_type == JSON
}

fn no_such_question(question: &str, fits: fn(&Definition) -> bool) -> Error {
    let names = QUESTIONS
        .iter()
        .filter(|known| fits(known))
        .map(|known| known.name)
        .collect::<Vec<_>>()
        .join(", ");
    let expected = format!("one of {names}, with parameters as in position?moves=13+12");
    Error::refused(
        404,
        format!("question `{}`: expected {expected}", quoted(question)),
        None,
    )
}

impl Game {
    /// Answers a question about this game with JSON, without a line end. The question is a name
    /// with a query, such as `line?position=b:13+r:`, `puzzles?dtw=7&limit=3` or `diff?examples=1`;
    /// see [`ask`].
    ///
    /// # Errors
    /// Returns an error if the question does not exist, is about two games, or has no answer. A
    /// certificate is a file, not JSON: see [`Game::proof`].
    pub fn ask(&self, question: &str, observe: Observer<'_>) -> Result<String, Error> {
        let (name, query) = question.split_once('?').unwrap_or((question, ""));
        definition_of(name, is_about_a_game)
            .ok_or_else(|| no_such_question(question, is_about_a_game))?;
        let games = slice::from_ref(self);
        let answer = ask(name, decoded_query(query), None, games, observe)?;
        Ok(String::from_utf8(answer).expect("JSON is UTF-8"))
    }
}

//! Questions: their parameters as objects of Python, read as the questions declare them.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use teeko::rules::notation::Notation;
use teeko::surfaces::{self, Parameter, Place, QUESTIONS, TextKind};

use crate::arguments::Text;
use crate::failure::Failure;
use crate::game::Game;
use crate::moves::MovesArgument;
use crate::parameter_text::parameter_text;
use crate::position::PositionArgument;
use crate::record::GameRecord;
use crate::rule_set::Rules;
use crate::work::until_interrupted;

/// Answers a question about some games. Options that are None are left out.
#[pyfunction]
pub(crate) fn ask<'py>(
    py: Python<'py>,
    question: Text,
    parameters: &Bound<'py, PyDict>,
    games: Vec<Bound<'py, Game>>,
) -> Result<Bound<'py, PyBytes>, Failure> {
    let mut given = Given::default();
    for (name, value) in parameters {
        given.add(&question.0, name.extract::<Text>()?.0, value)?;
    }
    let place = match games.first() {
        Some(game) => given.take_place(&game.get().rules)?,
        None => None,
    };
    let texts = given.texts()?;
    let games: Vec<teeko::Game> = games.iter().map(|game| game.get().source.clone()).collect();
    let answer = until_interrupted(py, |observe| {
        surfaces::ask(&question.0, texts, place, &games, &|_| observe())
    })?;
    Ok(PyBytes::new(py, &answer?))
}

/// The parameters of a question.
#[derive(Default)]
struct Given<'py> {
    /// The position that the question is about.
    position: Option<Bound<'py, PyAny>>,
    /// The game that the question is about, with the name of its parameter.
    game: Option<(String, Bound<'py, PyAny>)>,
    /// The position that the game starts from, with the name of its parameter.
    start: Option<(String, String)>,
    /// The names and values of the others.
    others: Vec<(String, String)>,
}

impl<'py> Given<'py> {
    /// Adds a parameter of a question.
    fn add(
        &mut self,
        question: &str,
        name: String,
        value: Bound<'py, PyAny>,
    ) -> Result<(), Failure> {
        let declared = declared(question, &name);
        let kind = declared.and_then(|parameter| parameter.kind.text_kind());
        // The position, and a game without a default, may not be left out.
        let keeps_none = match kind {
            Some(TextKind::Position) => true,
            Some(TextKind::Game) => declared.is_some_and(|one| one.kind.is_required()),
            _ => false,
        };
        if value.is_none() && !keeps_none {
            return Ok(());
        }
        match kind {
            Some(TextKind::Position) => self.position = Some(value),
            Some(TextKind::Game) => self.game = Some((name, value)),
            Some(TextKind::Start) => {
                let text = parameter_text(&name, &value)?;
                self.start = Some((name, text));
            }
            _ => {
                let text = parameter_text(&name, &value)?;
                self.others.push((name, text));
            }
        }
        Ok(())
    }

    /// Takes what the question is about, if it is a value: a position, a list of moves or a record.
    fn take_place(&mut self, rules: &Rules) -> Result<Option<Place>, Failure> {
        if let Some(position) = self.position.take() {
            let position = position.extract::<PositionArgument<'_>>();
            let position = position.map_err(Failure::Python)?;
            return Ok(Some(Place::Position(position.by(rules)?)));
        }
        match self.game.take() {
            Some((name, game)) => self.take_game(name, &game, rules),
            None => Ok(None),
        }
    }

    /// Reads a game. A text stays one: its comments may name rules and a start.
    fn take_game(
        &mut self,
        name: String,
        game: &Bound<'py, PyAny>,
        rules: &Rules,
    ) -> Result<Option<Place>, Failure> {
        // The result of a match has its record.
        let record = game.getattr_opt("record").map_err(Failure::of_python)?;
        let game = record.as_ref().unwrap_or(game);
        if let Ok(record) = game.cast::<GameRecord>() {
            let record = record.get();
            if self.start.is_none() && record.rules() == rules {
                return Ok(Some(Place::Game(record.value().clone(), None)));
            }
            // The text says which rules and which start do not fit.
            self.others.push((name, record.text()));
            return Ok(None);
        }
        match MovesArgument::of(game, rules.rules().board())? {
            MovesArgument::Text(text) => {
                self.others.push((name, text));
                Ok(None)
            }
            MovesArgument::List(moves) => {
                let start = self.take_start(rules)?;
                let (record, error) = moves.playable_part(rules.rules(), start);
                Ok(Some(Place::Game(record, error)))
            }
        }
    }

    /// Takes the position that the game starts from, by default the empty board.
    fn take_start(&mut self, rules: &Rules) -> Result<teeko::Position, Failure> {
        match self.start.take() {
            Some((_, text)) => Ok(rules.reader().read(Notation::default(), &text)?),
            None => Ok(teeko::Position::EMPTY),
        }
    }

    /// Returns the names and values of those that are texts.
    fn texts(self) -> Result<Vec<(String, String)>, Failure> {
        let mut texts = self.others;
        texts.extend(self.start);
        if let Some((name, game)) = self.game {
            // The question refuses it beside a position.
            let text = parameter_text(&name, &game)?;
            texts.push((name, text));
        }
        Ok(texts)
    }
}

/// Returns the declaration of a parameter, if the question has one of this name.
fn declared(question: &str, name: &str) -> Option<&'static Parameter> {
    let question = QUESTIONS.iter().find(|known| known.name == question)?;
    let parameters = &question.declared.parameters;
    parameters.iter().find(|parameter| parameter.name == name)
}

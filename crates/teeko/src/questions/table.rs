//! The table of all questions, and what they have in common while they are text.

use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::all::AllQuestion;
use super::asked_position::AskedPosition;
#[cfg(feature = "atlas")]
use super::atlas::AtlasQuestion;
use super::certificate::CertificateQuestion;
use super::choice::ChoiceQuestion;
use super::claims::ClaimsQuestion;
use super::definition::{About, AnswerTime, Definition};
use super::diff::DiffQuestion;
use super::line::LineQuestion;
use super::plays::PlaysQuestion;
use super::position::PositionQuestion;
use super::positions::PositionsQuestion;
use super::puzzles::PuzzlesQuestion;
use super::random::RandomQuestion;
use super::review::ReviewQuestion;
use super::rules::RulesQuestion;
use super::solution::SolutionQuestion;
use super::stats::StatsQuestion;
use super::variants::VariantsQuestion;
use super::{Asked, Subject};
use crate::error::Error;
use crate::position_reader::PositionReader;

/// The table of all questions. Those about no rules come first, so their names are not taken for
/// those of rules.
pub static QUESTIONS: [Definition; NUMBER] = [
    Definition::new::<VariantsQuestion>("variants", About::Nothing, AnswerTime::Quick),
    Definition::new::<PlaysQuestion>("plays", About::Nothing, AnswerTime::Quick),
    Definition::new::<ClaimsQuestion>("claims", About::Nothing, AnswerTime::Quick),
    Definition::new::<AllQuestion>("questions", About::Nothing, AnswerTime::Quick),
    Definition::new::<DiffQuestion>("diff", About::Games, AnswerTime::Search),
    #[cfg(feature = "atlas")]
    Definition::new::<AtlasQuestion>("atlas", About::Nothing, AnswerTime::Search),
    Definition::new::<SolutionQuestion>("solution", About::Game, AnswerTime::Slow),
    Definition::new::<RulesQuestion>("rules", About::Rules, AnswerTime::Quick),
    Definition::new::<PositionQuestion>("position", About::Game, AnswerTime::Quick),
    Definition::new::<ChoiceQuestion>("choice", About::Game, AnswerTime::Quick),
    Definition::new::<LineQuestion>("line", About::Game, AnswerTime::Slow),
    Definition::new::<ReviewQuestion>("review", About::Game, AnswerTime::Slow),
    Definition::new::<PuzzlesQuestion>("puzzles", About::Game, AnswerTime::Search),
    Definition::new::<RandomQuestion>("random", About::Game, AnswerTime::Search),
    Definition::new::<StatsQuestion>("stats", About::Game, AnswerTime::Search),
    Definition::new::<CertificateQuestion>("certificate", About::Game, AnswerTime::Search)
        .in_media_type("application/octet-stream"),
    Definition::new::<PositionsQuestion>("positions", About::Lines, AnswerTime::Slow)
        .in_media_type("application/jsonl"),
];

const NUMBER: usize = if cfg!(feature = "atlas") { 17 } else { 16 };

/// A question as text: its fields are its parameters, with positions and games as text.
pub trait Ask: DeserializeOwned + JsonSchema {
    /// The question once it is read.
    type Asked: Asked;

    /// Reads the question about these rules: parses its texts, and checks what needs no solution.
    /// `rules` are those that it is about.
    ///
    /// # Errors
    /// Returns an error if parameters exclude each other, a position or a game is invalid, or
    /// nothing like what is asked for can exist.
    fn read(&self, rules: &[&PositionReader]) -> Result<Self::Asked, Error>;

    /// Returns the position that the question is about; `None` if it is about none.
    fn at(&mut self) -> Option<&mut AskedPosition> {
        None
    }
}

/// Defines that questions whose parameters are values are read as they are.
macro_rules! read_as_they_are {
    ($($question:ty),* $(,)?) => {$(
        impl Ask for $question {
            type Asked = Self;

            fn read(&self, _: &[&PositionReader]) -> Result<Self, Error> {
                Ok(self.clone())
            }
        }
    )*};
}

read_as_they_are!(
    VariantsQuestion,
    PlaysQuestion,
    ClaimsQuestion,
    AllQuestion,
    SolutionQuestion,
    CertificateQuestion,
    PositionsQuestion,
);

/// An [`Asked`] question of any kind, whose answer is a document.
pub trait AnyAsked: fmt::Debug + Send + Sync {
    /// Returns the document of [`Asked::answer`].
    fn document(&self, subject: &Subject<'_, '_>) -> Result<Vec<u8>, Error>;

    /// See [`Asked::check_bounds`].
    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error>;

    /// See [`Asked::memory`].
    fn memory(&self, rules: &[&PositionReader]) -> u64;
}

impl<A: Asked> AnyAsked for A {
    fn document(&self, subject: &Subject<'_, '_>) -> Result<Vec<u8>, Error> {
        Ok(<A as Asked>::document(&self.answer(subject)?))
    }

    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error> {
        Asked::check_bounds(self, rules)
    }

    fn memory(&self, rules: &[&PositionReader]) -> u64 {
        Asked::memory(self, rules)
    }
}

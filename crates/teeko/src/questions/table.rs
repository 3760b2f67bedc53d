//! The table of all questions, and what questions of every type have in common.

use std::fmt;

use super::all::AllQuestion;
#[cfg(feature = "atlas")]
use super::atlas::AtlasQuestion;
use super::certificate::CertificateQuestion;
use super::choice::ChoiceQuestion;
use super::claims::ClaimsQuestion;
use super::definition::{About, AnswerTime, Definition};
use super::diff::DiffQuestion;
use super::line::LineQuestion;
use super::plays::PlaysQuestion;
use super::position::{PositionQuestion, Query};
use super::positions::PositionsQuestion;
use super::puzzles::PuzzlesQuestion;
use super::random::RandomQuestion;
use super::record::RecordQuestion;
use super::review::ReviewQuestion;
use super::rules::RulesQuestion;
use super::solution::SolutionQuestion;
use super::stats::StatsQuestion;
use super::variants::VariantsQuestion;
use super::{Ask, Subject};
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
    Definition::new::<RecordQuestion>("record", About::Rules, AnswerTime::Quick),
    Definition::new::<PositionQuestion>("position", About::Game, AnswerTime::Quick),
    Definition::new::<ChoiceQuestion>("choice", About::Game, AnswerTime::Quick),
    Definition::new::<LineQuestion>("line", About::Game, AnswerTime::Slow),
    Definition::new::<ReviewQuestion>("review", About::Game, AnswerTime::Slow),
    Definition::new::<PuzzlesQuestion>("puzzles", About::Game, AnswerTime::Search),
    Definition::new::<RandomQuestion>("random", About::Game, AnswerTime::Search),
    Definition::new::<StatsQuestion>("stats", About::Game, AnswerTime::Search),
    Definition::new::<CertificateQuestion>("certificate", About::Game, AnswerTime::Search)
        .in_media_type("application/octet-stream"),
    Definition::of_lines::<PositionsQuestion, Query<'_>>("positions", AnswerTime::Slow)
        .in_media_type("application/jsonl"),
];

const NUMBER: usize = if cfg!(feature = "atlas") { 18 } else { 17 };

/// A question of any type that was read, whose answer is a document.
pub trait AnyQuestion: fmt::Debug + Send + Sync {
    /// Returns the document of [`Ask::answer`].
    fn document(&self, subject: &Subject<'_, '_>) -> Result<Vec<u8>, Error>;

    /// See [`Ask::check_bounds`].
    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error>;

    /// See [`Ask::memory`].
    fn memory(&self, rules: &[&PositionReader]) -> u64;
}

impl<Q: Ask> AnyQuestion for Q {
    fn document(&self, subject: &Subject<'_, '_>) -> Result<Vec<u8>, Error> {
        Ok(<Q as Ask>::document(&self.answer(subject)?))
    }

    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error> {
        Ask::check_bounds(self, rules)
    }

    fn memory(&self, rules: &[&PositionReader]) -> u64 {
        Ask::memory(self, rules)
    }
}

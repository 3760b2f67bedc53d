//! The table of all questions, and the question that shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ask::{Ask, Subject};
#[cfg(feature = "atlas")]
use super::atlas::AtlasQuestion;
use super::certificate::CertificateQuestion;
use super::choice::ChoiceQuestion;
use super::claims::ClaimsQuestion;
use super::course::CourseQuestion;
use super::definition::{About, AnswerTime, Definition};
use super::diff::DiffQuestion;
use super::line::LineQuestion;
use super::parameters::Parameter;
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
use crate::error::Error;

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
    Definition::new::<CourseQuestion>("course", About::Game, AnswerTime::Search),
    Definition::new::<CertificateQuestion>("certificate", About::Game, AnswerTime::Search)
        .in_media_type("application/octet-stream"),
    Definition::of_lines::<PositionsQuestion, Query<'_>>("positions", AnswerTime::Slow)
        .in_media_type("application/jsonl"),
];

const NUMBER: usize = if cfg!(feature = "atlas") { 19 } else { 18 };

/// Show the questions, with their parameters
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AllQuestion {}

impl Ask for AllQuestion {
    type Answer<'a> = Questions;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Questions, Error> {
        let entry = |definition: &'static Definition| QuestionEntry {
            name: definition.name,
            about: definition.about,
            parameters: &definition.declared.parameters,
            summary: definition.declared.summary(),
            media_type: definition.media_type,
            path: definition.path(),
            method: definition.method(),
        };
        let questions = QUESTIONS.iter().map(entry).collect();
        Ok(Questions {
            schema: "teeko.questions/1",
            questions,
        })
    }
}

/// The table of questions.
#[derive(Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Questions {
    /// `teeko.questions/1`.
    pub schema: &'static str,
    /// In the order of the table.
    pub questions: Vec<QuestionEntry>,
}

/// A question.
#[derive(Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct QuestionEntry {
    /// Its name: `line`. Routes, counters and methods have the same name.
    pub name: &'static str,
    /// The subject of the question, which decides its path.
    pub about: About,
    /// The parameters, without those that name rules.
    pub parameters: &'static [Parameter],
    /// One line of help.
    pub summary: &'static str,
    /// The media type of an answer.
    pub media_type: &'static str,
    /// Its path, with `{variant}` for the name of the rules.
    pub path: String,
    /// Its method: `get` or `post`.
    pub method: &'static str,
}

//! Questions about rule sets as a whole.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::claims::{Plays, Published, PublishedResult};
use teeko_certificate::Proof;
use teeko_rules::{DropPlan, GoalSet, NamedRules, Outcome, Position, Symmetry, Variant};

use super::definition::{About, Definition, Parameter};
use super::{
    Ask, Asked, Error, GoalShape, PositionReader, QUESTIONS, Query, Subject, check_circles,
};
use crate::answers::{OutcomeFields, RuleSet};
use crate::report::Report;
use crate::words::{called, explanation, recorded_value};

/// Show the sixteen variants
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct VariantsQuestion {}

/// Show Scarne's seventeen winning plays
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct PlaysQuestion {}

/// Show the questions, with their parameters
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct AllQuestion {}

/// Show what a rule set is worth
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct SolutionQuestion {}

/// Show the goals and other rules
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct RulesQuestion {}

/// Show what each of many positions is worth: a position in each line, an answer in each line
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct PositionsQuestion {}

impl Asked for VariantsQuestion {
    type Answer<'a> = Variants;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Variants, Error> {
        Ok(Variants::sixteen())
    }
}

impl Asked for PlaysQuestion {
    type Answer<'a> = Plays;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<Plays, Error> {
        Ok(Plays::embedded())
    }
}

impl Asked for AllQuestion {
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
        Ok(Questions { schema: "teeko.questions/1", questions })
    }
}

impl Ask for RulesQuestion {
    type Asked = RulesAsked;

    fn read(&self, rules: &[&PositionReader]) -> Result<RulesAsked, Error> {
        Ok(RulesAsked(rules[0].named().clone()))
    }
}

/// The rules that a [`RulesQuestion`] is about.
#[derive(Debug)]
pub(super) struct RulesAsked(NamedRules);

impl Asked for RulesAsked {
    type Answer<'a> = RulesDocument;

    fn answer(&self, _: &Subject<'_, '_>) -> Result<RulesDocument, Error> {
        Ok(RulesDocument::new(&self.0))
    }
}

impl Asked for PositionsQuestion {
    type Answer<'a> = Query<'a>;

    /// Refuses: `answer_positions` answers the lines of the request body.
    fn answer<'a>(&self, _: &Subject<'a, '_>) -> Result<Query<'a>, Error> {
        Err(Error::missing("body", "send the positions as the body of a POST, one per line"))
    }
}

impl Asked for SolutionQuestion {
    type Answer<'a> = Report;

    /// Answers with the report on a solved rule set. Table files are named without their folder,
    /// which is private to its owner.
    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Report, Error> {
        let mut report = subject.game().report(subject.time)?;
        for file in report.files.games.as_flattened_mut() {
            if let Some(name) = Path::new(&file.path).file_name() {
                file.path = name.to_string_lossy().into_owned();
            }
        }
        Ok(report)
    }
}

/// Write a proof of a variant's value, which `teeko check` verifies
///
/// For a win the file has a winning strategy: a choice of the winner's for every position that can
/// arise, up to symmetry, while the winner follows the strategy, except where the winner completes
/// a goal. For a draw it has a strategy for each side: positions such that every move of the other
/// side has an answer that leads back to one of them. A side that follows it never loses.
///
/// Drawing strategies are searched for, which takes 20 to 60 seconds for each variant on the
/// standard board, on two processors, and a second on 4 x 4.
///
/// In a game for points the strategy is that of the side that scores. It forces at least the points
/// that the game is worth, or the number asked for; goals of either side that are worth less end
/// the game without counting. If the game is drawn, the file is that of the game without points.
/// Games with numbered pieces have no such file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct CertificateQuestion {
    /// In games for points, such as 58-ssss+points: the points to force [default: those that the
    /// game is worth]
    #[schemars(range(min = 1))]
    pub points: Option<u8>,
}

/// How long the search for a drawing strategy takes: the first one found is kept, since somebody
/// waits for the answer.
const EFFORT: u32 = 0;

/// The largest board for which a service searches for the strategies of a draw: a second on 4 x 4,
/// up to a minute on 5 x 5.
const MOST_CIRCLES_OF_DRAWS: usize = 16;

/// The bytes of a certificate file.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct CertificateFile(#[schemars(with = "String")] Vec<u8>);

impl Asked for CertificateQuestion {
    type Answer<'a> = CertificateFile;

    fn document(answer: &CertificateFile) -> Vec<u8> {
        answer.0.clone()
    }

    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error> {
        rules.iter().try_for_each(|rules| check_circles(rules.named().board()))
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<CertificateFile, Error> {
        let game = subject.game();
        if self.points.is_some() {
            return Ok(CertificateFile(Proof::Win(game.certificate(self.points)?).to_bytes()));
        }
        let circles = game.board().circles().len();
        let is_bounded = subject.positions.is_some() && circles > MOST_CIRCLES_OF_DRAWS;
        if is_bounded && game.value(&Position::EMPTY)?.outcome == Outcome::Draw {
            return Err(Error::too_much(format!(
                "{}: expected a win, or a draw on a board of at most {MOST_CIRCLES_OF_DRAWS} \
                 circles, found a draw on one of {circles}",
                game.named()
            )));
        }
        Ok(CertificateFile(game.proof(EFFORT, subject.observe)?.to_bytes()))
    }
}

/// The sixteen variants of *Scarne on Teeko* (1955).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Variants {
    /// `teeko.variants/1`.
    pub schema: &'static str,
    /// The variants in Scarne's order.
    pub variants: Vec<VariantEntry>,
}

/// A variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
#[schemars(rename = "Variant")]
pub struct VariantEntry {
    /// Its name.
    pub id: Variant,
    /// Scarne's name for it.
    pub name: String,
    /// The goal set.
    pub goal_set: GoalSet,
    /// The drop plan.
    pub plan: DropPlan,
    /// The published outcome for Black.
    pub published: OutcomeFields,
}

impl Variants {
    /// Returns the sixteen variants.
    pub fn sixteen() -> Self {
        let entry = |PublishedResult { id, name, value, .. }: PublishedResult| {
            let (goal_set, plan, published) = (id.goals, id.plan, OutcomeFields::new(Some(value)));
            Some(VariantEntry { id, name: name?, goal_set, plan, published })
        };
        let variants = Published::embedded().results.into_iter().filter_map(entry).collect();
        Self { schema: "teeko.variants/1", variants }
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

/// A rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
#[schemars(rename = "Rules")]
pub struct RulesDocument {
    /// `teeko.rules/1`.
    pub schema: &'static str,
    /// Its name.
    pub variant: String,
    /// Scarne's name for it; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scarne_name: Option<String>,
    /// What it is called, and by whom, in words; left out if it has no such name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// The rules.
    #[serde(flatten)]
    pub rules: RuleSet,
    /// The shapes of the goals, up to shifts, turns and reflections.
    pub shapes: Vec<GoalShape>,
    /// The symmetries of the rules, the identity first. Each lists, for each circle, the circle
    /// that it maps to. Images of a position have the same value.
    pub symmetries: Vec<Vec<usize>>,
    /// The drops, the slides and the end in words, a paragraph each. If the game takes more than a
    /// second to solve, also what it is worth, where that is recorded.
    pub explanation: Vec<String>,
}

impl RulesDocument {
    /// Returns the document on a rule set.
    pub fn new(named: &NamedRules) -> Self {
        let rules = named.rules();
        let images = |symmetry: &Symmetry| {
            rules.board().circles().iter().map(|circle| symmetry.image(circle).number()).collect()
        };
        Self {
            schema: "teeko.rules/1",
            variant: named.to_string(),
            scarne_name: named.name().scarne_name(),
            called: called(named.name()),
            rules: RuleSet::new(rules),
            shapes: GoalShape::all(rules),
            symmetries: rules.symmetries().elements().iter().map(images).collect(),
            explanation: explanation(rules).into_iter().chain(recorded_value(named)).collect(),
        }
    }
}

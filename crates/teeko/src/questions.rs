//! Questions, each defined once: the program, the HTTP service, the page, Python and JavaScript ask
//! them, and the answers are JSON.
//!
//! A question has two forms. As it is asked ([`Ask`]) its parameters are text: [`LineQuestion`]. It
//! is read once, by [`Ask::read`]. As it is read ([`Asked`]) it holds values, such as the position
//! of a [`LineAsked`], and answers. Rust programs that have a position begin with this form.
//! Bindings for other languages [`ask`] with text.
//!
//! [`QUESTIONS`] is the table: name, parameters, limits, help and examples of every question. A
//! [`Request`] is a path such as `/v1/44-ssss/line` with its query: [`Request::readers`] builds its
//! rules, and [`Question::read`] reads its question.
//!
//! ```
//! use teeko::questions::{Request, Subject};
//! use teeko::Game;
//!
//! let request = Request::read("/v1/44-ssss+4x4/position", "moves=6+11&brief")?;
//! let rules = request.readers()?;
//! let asked = request.question.read(&rules)?;
//! let games = [Game::solve(&rules[0].named().to_string())?];
//! let answer = asked.document(&Subject::of(&games))?;
//! assert!(answer.starts_with(br#"{"schema":"teeko.query/1","variant":"44-ssss+4x4""#));
//! # Ok::<(), teeko::Error>(())
//! ```
//!
//! In a path V is the name of a variant, or `own-PLAN[+OPTION…]` with goals in the query: see
//! [`AskedRules`].

mod all;
mod asked_position;
mod asked_rules;
#[cfg(feature = "atlas")]
mod atlas;
mod certificate;
mod choice;
mod claims;
mod definition;
mod diff;
mod line;
mod plays;
mod position;
mod positions;
mod puzzles;
mod random;
mod request;
mod review;
mod rules;
mod schemas;
mod solution;
mod stats;
#[cfg(test)]
mod tests;
mod variants;

use std::fmt;
use std::slice;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
pub use teeko_analysis::RankedChoice;
pub use teeko_analysis::claims::{Play, Plays, Statement};
use teeko_rules::Board;
use teeko_rules::work::{Observer, to_the_end};
use teeko_solve::memory_of_layers;

use self::all::AllQuestion;
pub use self::all::{QuestionEntry, Questions};
pub use self::asked_position::{AskedPosition, is_game};
pub use self::asked_rules::AskedRules;
#[cfg(feature = "atlas")]
pub use self::atlas::{
    Atlas, AtlasComparison, AtlasDropCensus, AtlasDropComparison, AtlasLayer, AtlasMatrix,
    AtlasPhase, AtlasQuestion, AtlasSlideCensus, AtlasVariant, AtlasWin, CentreBans,
};
pub use self::certificate::{CertificateFile, CertificateQuestion};
use self::choice::ChoiceQuestion;
pub use self::choice::{PlayerChoice, Strength, StrengthError, chosen_by};
pub use self::claims::Claims;
use self::claims::ClaimsQuestion;
pub use self::definition::{
    About, AnswerTime, Declared, Definition, Example, Parameter, ParameterKind,
};
pub use self::diff::{
    Diff, DiffBestMove, DiffBestMoves, DiffDrop, DiffDropValues, DiffExample, DiffLayer,
    DiffPoints, DiffQuestion, POSITIONS_LOOKED_AT,
};
pub use self::line::{Line, LineAsked, LineQuestion};
use self::plays::PlaysQuestion;
pub use self::position::{
    AskedChoices, Choices, PositionAsked, PositionQuestion, Queries, Query, VariantQuery,
};
use self::positions::PositionsQuestion;
#[cfg(feature = "json")]
pub use self::positions::lines_of_array;
pub use self::positions::{
    AskedLine, AskedLineError, BadLine, LineAnswer, answer_line, answer_positions, whole_lines,
};
pub use self::puzzles::{Puzzle, PuzzlePhase, Puzzles, PuzzlesQuestion};
pub use self::random::{AskedOutcome, RandomQuestion};
pub use self::request::{Question, Request, ask, find};
pub use self::review::{Review, ReviewAsked, ReviewChoice, ReviewEnd, ReviewQuestion};
use self::rules::RulesQuestion;
pub use self::rules::{GoalShape, RulesDocument};
pub use self::schemas::answer_schemas;
use self::solution::SolutionQuestion;
pub use self::stats::{
    CutOff, Deepest, Limit, ScoreCount, SlotPosition, Stats, StatsQuestion, TakeBackLimit,
    TakeBackLimits,
};
use self::variants::VariantsQuestion;
pub use self::variants::{VariantEntry, Variants};
use crate::answers::json;
use crate::error::Error;
pub use crate::error::ErrorDocument;
use crate::game::Game;
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

/// A question of one kind, as it is asked: its fields are its parameters, positions and games among
/// them as text.
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

/// A question that is read: it holds positions, games and circles as values. Programs that have
/// them can make one without text.
pub trait Asked: fmt::Debug + Send + Sync + 'static {
    /// The answer.
    type Answer<'a>: Serialize + JsonSchema + Send;

    /// Returns the answer.
    ///
    /// # Errors
    /// Returns an error if the source of the games fails, the observer stops the work, or there is
    /// more to do than the subject allows.
    fn answer<'a>(&self, subject: &Subject<'a, '_>) -> Result<Self::Answer<'a>, Error>;

    /// Writes the answer as a document, in most cases as JSON without a line end.
    fn document(answer: &Self::Answer<'_>) -> Vec<u8> {
        json(answer)
    }

    /// Returns the first layer, by the number of pieces on the board, whose positions the answer
    /// needs.
    fn first_layer(&self) -> usize {
        0
    }

    /// Returns whether the answer looks up all positions of its games.
    fn reads_all_positions(&self) -> bool {
        false
    }

    /// Checks that the answer takes seconds, not minutes, for services that strangers use.
    ///
    /// # Errors
    /// Returns an error if it takes longer.
    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error> {
        let counted = if self.reads_all_positions() {
            rules
        } else {
            &[]
        };
        counted
            .iter()
            .try_for_each(|rules| check_circles(rules.named().board()))
    }

    /// Returns an upper bound on the memory, in bytes, that the answer takes besides its games.
    fn memory(&self, rules: &[&PositionReader]) -> u64 {
        let counted = if self.reads_all_positions() {
            rules
        } else {
            &[]
        };
        counted
            .iter()
            .map(|rules| memory_of_layers(rules.rules()))
            .sum()
    }
}

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

/// The games that a question is about, and how long an answer may take.
#[derive(Clone, Copy)]
pub struct Subject<'a, 'o> {
    /// The games, as many as the question is about.
    pub games: &'a [Game],
    /// The time that solving or opening the game took.
    pub time: Duration,
    /// The most positions that a search looks at, for services that strangers use. A line is then
    /// no longer than the longest win.
    pub positions: Option<u64>,
    /// Receives the progress of a search, and can stop it.
    pub observe: Observer<'o>,
}

impl<'a> Subject<'a, '_> {
    /// Returns these games as a subject without limits, whose searches nothing observes.
    pub fn of(games: &'a [Game]) -> Self {
        Self {
            games,
            time: Duration::ZERO,
            positions: None,
            observe: &to_the_end,
        }
    }

    /// # Panics
    /// Panics if there is no game.
    fn game(&self) -> &'a Game {
        &self.games[0]
    }
}

impl Game {
    /// Answers a question about this game that is read, such as [`PositionAsked`].
    ///
    /// # Errors
    /// As [`Asked::answer`].
    pub fn answer<'a, Q: Asked>(&'a self, question: &Q) -> Result<Q::Answer<'a>, Error> {
        question.answer(&Subject::of(slice::from_ref(self)))
    }
}

/// The most circles of a board whose positions a service counts.
const MOST_CIRCLES: usize = 25;

/// Checks that a board is small enough for a service to count all its positions.
fn check_circles(board: Board) -> Result<(), Error> {
    let circles = board.circles().len();
    if circles <= MOST_CIRCLES {
        return Ok(());
    }
    Err(Error::too_much(format!(
        "board {board}: expected at most {MOST_CIRCLES} circles, whose positions are counted in \
         seconds, found {circles}"
    )))
}

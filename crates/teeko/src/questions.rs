//! Questions, each defined once: the program, the HTTP service, the page, Python and JavaScript ask
//! them, and the answers are JSON.
//!
//! A question has two forms. As it is asked ([`Ask`]) its parameters are text: [`LineQuestion`]. It
//! is read once, by [`Ask::read`]. As it is read ([`Asked`]) it holds values, such as the
//! [`Position`] of a [`LineAsked`], and answers. Rust programs that have a position
//! begin with this form. Bindings for other languages [`ask`] with text.
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

mod asked_line;
mod asked_position;
mod asked_rules;
#[cfg(feature = "atlas")]
mod atlas;
mod definition;
mod diff;
mod goal_shape;
mod line;
mod position;
mod puzzles;
mod random;
mod review;
mod rule_sets;
mod stats;
#[cfg(test)]
mod tests;

use std::fmt;
use std::slice;
use std::time::Duration;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
pub use teeko_analysis::RankedChoice;
pub use teeko_analysis::atlas::{
    Atlas, AtlasComparison, AtlasDropCensus, AtlasDropComparison, AtlasLayer, AtlasMatrix,
    AtlasPhase, AtlasSlideCensus, AtlasVariant, AtlasWin,
};
pub use teeko_analysis::claims::{Play, Plays};
pub use teeko_analysis::{
    DiffBestMove, DiffBestMoves, DiffDrop, DiffDropValues, DiffExample, DiffLayer, DiffPoints,
    Limit,
};
use teeko_rules::work::{Observer, to_the_end};
use teeko_rules::{Board, Position, quoted};
use teeko_solve::memory_of_layers;

#[cfg(feature = "json")]
pub use self::asked_line::lines_of_array;
pub use self::asked_line::{
    AskedLine, AskedLineError, LineAnswer, answer_line, answer_positions, whole_lines,
};
pub use self::asked_position::{AskedPosition, is_game};
pub use self::asked_rules::AskedRules;
#[cfg(feature = "atlas")]
pub use self::atlas::{AtlasQuestion, CentreBans};
pub use self::definition::{About, Declared, Definition, Example, Kind, Parameter, Work};
use self::definition::{decoded_path, fields_of};
pub use self::diff::{Diff, DiffQuestion};
pub use self::goal_shape::GoalShape;
pub use self::line::{Line, LineAsked, LineQuestion};
use self::position::ChoiceQuestion;
pub use self::position::{
    AskedChoices, BadLine, Choice, Choices, PositionAsked, PositionQuestion, Queries, Query,
    VariantQuery,
};
pub use self::puzzles::{Puzzle, PuzzlePhase, Puzzles, PuzzlesQuestion};
pub use self::random::{AskedOutcome, RandomQuestion};
pub use self::review::{Review, ReviewAsked, ReviewChoice, ReviewEnd, ReviewQuestion};
use self::rule_sets::{
    AllQuestion, PlaysQuestion, PositionsQuestion, RulesQuestion, SolutionQuestion,
    VariantsQuestion,
};
pub use self::rule_sets::{
    CertificateFile, CertificateQuestion, QuestionEntry, Questions, Rules, Variant, Variants,
};
pub use self::stats::{Deepest, SlotPosition, Stats, StatsQuestion};
use crate::answers::json;
pub use crate::error::Refusal;
use crate::{Error, Game, PositionReader};

/// The table of all questions. Those about no rules come first, so their names are not taken for
/// those of rules.
pub static QUESTIONS: [Definition; NUMBER] = [
    Definition::new::<VariantsQuestion>("variants", About::Nothing, Work::Quick),
    Definition::new::<PlaysQuestion>("plays", About::Nothing, Work::Quick),
    Definition::new::<AllQuestion>("questions", About::Nothing, Work::Quick),
    Definition::new::<DiffQuestion>("diff", About::Games, Work::Search),
    #[cfg(feature = "atlas")]
    Definition::new::<AtlasQuestion>("atlas", About::Nothing, Work::Search),
    Definition::new::<SolutionQuestion>("solution", About::Game, Work::Slow),
    Definition::new::<RulesQuestion>("rules", About::Rules, Work::Quick),
    Definition::new::<PositionQuestion>("position", About::Game, Work::Quick),
    Definition::new::<ChoiceQuestion>("choice", About::Game, Work::Quick),
    Definition::new::<LineQuestion>("line", About::Game, Work::Slow),
    Definition::new::<ReviewQuestion>("review", About::Game, Work::Slow),
    Definition::new::<PuzzlesQuestion>("puzzles", About::Game, Work::Search),
    Definition::new::<RandomQuestion>("random", About::Game, Work::Search),
    Definition::new::<StatsQuestion>("stats", About::Game, Work::Search),
    Definition::new::<CertificateQuestion>("certificate", About::Game, Work::Search)
        .in_media_type("application/octet-stream"),
    Definition::new::<PositionsQuestion>("positions", About::Lines, Work::Slow)
        .in_media_type("application/jsonl"),
];

const NUMBER: usize = if cfg!(feature = "atlas") { 16 } else { 15 };

/// Returns the JSON schema of each question's answer, in the order of [`QUESTIONS`], and the
/// schemas of the types that they refer to as `#/components/schemas/NAME`. An error is answered
/// with a `Refusal`.
pub fn answer_schemas() -> (Vec<Value>, Map<String, Value>) {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    settings.transforms.push(Box::new(RecursiveTransform(with_names_alone)));
    settings.transforms.push(Box::new(RecursiveTransform(without_nulls)));
    settings.transforms.push(Box::new(RecursiveTransform(without_widths)));
    let mut generator = settings.into_generator();
    let answers = QUESTIONS.iter().map(|question| (question.schema)(&mut generator).to_value());
    let answers = answers.collect();
    generator.subschema_for::<Refusal>();
    generator.subschema_for::<BadLine<'_>>();
    (answers, generator.take_definitions(true))
}

/// Lists the names of an enumeration. Few programs that make clients read a description of each.
fn with_names_alone(schema: &mut Schema) {
    let forms = schema.get("oneOf").and_then(Value::as_array);
    let names = forms.and_then(|forms| forms.iter().map(|form| form.get("const")).collect());
    if let Some::<Vec<&Value>>(names) = names {
        let names = names.into_iter().cloned().collect();
        schema.insert("enum".to_owned(), Value::Array(names));
        schema.insert("type".to_owned(), "string".into());
        schema.remove("oneOf");
    }
}

/// Removes `null` from the types of fields that are left out instead, all but those marked with
/// `x-nullable`.
fn without_nulls(schema: &mut Schema) {
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        let Some(field) = field.as_object_mut() else { continue };
        let is_nullable = field.remove("x-nullable").is_some();
        if is_nullable || required.iter().any(|required| required == name) {
            continue;
        }
        let of_value = |key: &str| match field.get(key)?.as_array()?.as_slice() {
            [value, null] if null == "null" || null["type"] == "null" => Some(value.clone()),
            _ => None,
        };
        if let Some(name) = of_value("type") {
            field.insert("type".to_owned(), name);
        } else if let Some(Value::Object(form)) = of_value("anyOf") {
            field.remove("anyOf");
            field.extend(form);
        }
    }
}

/// Removes the width of integers, which depends on the client's language, and the limits with it.
fn without_widths(schema: &mut Schema) {
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(|name| name.contains("int")) {
        for key in ["format", "minimum", "maximum"] {
            schema.remove(key);
        }
    }
}

/// A parsed path and query: the rules and the question, neither of them read yet.
#[derive(Debug)]
#[non_exhaustive]
pub struct Request {
    /// The rules that the question is about: none, one, or two.
    pub rules: Vec<AskedRules>,
    /// The question.
    pub question: Question,
}

/// A question with its parameters as text.
#[derive(Debug)]
#[non_exhaustive]
pub struct Question {
    /// Its definition.
    pub definition: &'static Definition,
    /// Its parameters.
    parameters: Map<String, Value>,
    /// The position that it is about, if the program that asks has it.
    position: Option<Position>,
}

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

    /// Makes this position that of the question.
    ///
    /// # Errors
    /// Returns an error if the question is about no position.
    fn put(&mut self, _: Position) -> Result<(), Error> {
        let error = "parameter `position`: expected none, found one";
        Err(Error::wrong(error, "leave it out"))
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
    AllQuestion,
    SolutionQuestion,
    StatsQuestion,
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
        let counted = if self.reads_all_positions() { rules } else { &[] };
        counted.iter().try_for_each(|rules| check_circles(rules.named().board()))
    }

    /// Returns an upper bound on the memory, in bytes, that the answer takes besides its games.
    fn memory(&self, rules: &[&PositionReader]) -> u64 {
        let counted = if self.reads_all_positions() { rules } else { &[] };
        counted.iter().map(|rules| memory_of_layers(rules.rules())).sum()
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
        Self { games, time: Duration::ZERO, positions: None, observe: &to_the_end }
    }

    /// # Panics
    /// Panics if there is no game.
    fn game(&self) -> &'a Game {
        &self.games[0]
    }
}

impl Request {
    /// Parses a path, such as `/v1/44-ssss/line`, and a query without the question mark. Both are
    /// percent-encoded; in the query `+` stands for a space.
    ///
    /// # Errors
    /// Returns an error if the path does not exist, or the name of the rules or a parameter cannot
    /// be read.
    pub fn read(path: &str, query: &str) -> Result<Self, Error> {
        let (definition, name) = find(path).ok_or_else(|| {
            let expected = "expected one such as /v1/44-ssss/position";
            let error = format!("`{}`: no such path: {expected}", quoted(path));
            Error::refused(404, error, Some("/openapi.json lists all paths"))
        })?;
        let name = decoded_path(name)?;
        let of_rules = match definition.about {
            About::Rules | About::Game | About::Lines if !AskedRules::has_own_goals(&name) => &[],
            _ => definition.rules_parameters(),
        };
        let known: Vec<&Parameter> =
            definition.declared.parameters.iter().chain(of_rules).collect();
        let mut parameters = fields_of(query, &known)?;
        let of_rules = of_rules.first().and_then(|one| parameters.shift_remove(&one.name));
        let text = of_rules.as_ref().and_then(Value::as_str);
        let rules = match definition.about {
            About::Nothing => Vec::new(),
            About::Games => pair(text.unwrap_or_default())?,
            About::Rules | About::Game | About::Lines => vec![AskedRules::read(&name, text)?],
        };
        Ok(Self { rules, question: Question { definition, parameters, position: None } })
    }

    /// Builds the rules that the question is about.
    ///
    /// # Errors
    /// As [`AskedRules::named`].
    pub fn readers(&self) -> Result<Vec<PositionReader>, Error> {
        self.rules.iter().map(|rules| Ok(PositionReader::new(rules.named()?))).collect()
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

/// Returns the question at a path, and the name of the rules in it.
pub fn find(path: &str) -> Option<(&'static Definition, &str)> {
    let rest = path.strip_prefix("/v1/")?;
    let (first, last) = rest.split_once('/').unwrap_or((rest, ""));
    let is_path = !first.is_empty() && !rest.ends_with('/');
    QUESTIONS.iter().filter(|_| is_path).find_map(|one| match one.about {
        About::Nothing | About::Games => (one.name == rest).then_some((one, "")),
        _ => (one.last_part() == last).then_some((one, first)),
    })
}

impl Question {
    /// Reads the question about these rules, without a solution, so that a question without an
    /// answer causes no solving.
    ///
    /// # Errors
    /// Returns the errors of [`Ask::read`], and an error if the question is about another number of
    /// rule sets.
    pub fn read<'a>(
        self,
        rules: impl IntoIterator<Item = &'a PositionReader>,
    ) -> Result<Box<dyn AnyAsked>, Error> {
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
        (self.definition.read)(self.parameters, self.position, &rules)
    }
}

/// Answers a question about games, in the form that other languages use: the name of the question
/// with its query, such as `line?position=b:13+r:`, `puzzles?dtw=7&limit=3` or `diff?examples=1`.
/// An empty name stands for `solution`. `position` is that of the question, if the program that
/// asks has it as a value. `observe` receives the progress of a search, and can stop it.
///
/// # Errors
/// Returns an error if the question does not exist, needs another number of games, or has no
/// answer.
pub fn ask(
    question: &str,
    position: Option<Position>,
    games: &[Game],
    observe: Observer<'_>,
) -> Result<Vec<u8>, Error> {
    let (name, query) = question.split_once('?').unwrap_or((question, ""));
    let known = QUESTIONS.iter().find(|known| known.name == name || known.last_part() == name);
    let known = known.filter(|known| known.about != About::Lines);
    let definition = known.ok_or_else(|| no_such_question(question))?;
    let known: Vec<&Parameter> = definition.declared.parameters.iter().collect();
    let question = Question { definition, parameters: fields_of(query, &known)?, position };
    let about = if definition.about == About::Nothing { &[] } else { games };
    let asked = question.read(about.iter().map(Game::reader))?;
    asked.document(&Subject { observe, ..Subject::of(games) })
}

fn no_such_question(question: &str) -> Error {
    let names = QUESTIONS.iter().map(|question| question.name).collect::<Vec<_>>().join(", ");
    let expected = format!("one of {names}, with parameters as in position?moves=13+12");
    Error::refused(404, format!("question `{}`: expected {expected}", quoted(question)), None)
}

impl Game {
    /// Answers a question about this game that is read, such as [`PositionAsked`].
    ///
    /// # Errors
    /// As [`Asked::answer`].
    pub fn answer<'a, Q: Asked>(&'a self, question: &Q) -> Result<Q::Answer<'a>, Error> {
        question.answer(&Subject::of(slice::from_ref(self)))
    }

    /// Answers a question about this game with JSON, without a line end; see [`ask`].
    ///
    /// # Errors
    /// Returns an error if the question does not exist, or has no answer in JSON.
    pub fn ask(&self, question: &str, observe: Observer<'_>) -> Result<String, Error> {
        let answer = ask(question, None, slice::from_ref(self), observe)?;
        String::from_utf8(answer).map_err(|_| no_such_question(question))
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

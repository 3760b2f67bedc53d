//! The definition of a question: its name, its struct, its time and examples.

use std::collections::HashMap;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ask::{AnyQuestion, Ask};
use super::parameters::{Declared, Parameter, TextKind};
use super::place::Place;
use crate::error::{CHANGE_IT, Error};
use crate::position_reader::PositionReader;

/// The definition of a question. All front ends use it.
///
/// The struct of the question declares its parameters: its fields are their names, types, limits
/// and defaults, its documentation is the help of the program and the description of the service.
#[derive(Debug)]
#[non_exhaustive]
pub struct Definition {
    /// The name: `line`. Routes, counters and methods have the same name, and commands but for
    /// `query`, which asks `position`.
    pub name: &'static str,
    /// The subject of the question, which decides its path.
    pub about: About,
    /// The time that an answer takes.
    pub time: AnswerTime,
    /// The media type of an answer.
    pub media_type: &'static str,
    pub(super) schema: SchemaOf,
    /// Reads the question from its parameters; `None` if its positions are in the request body.
    pub(super) read: Option<Read>,
    /// The declarations of its struct: the help, and the parameters without those that name rules.
    pub declared: LazyLock<Declared>,
}

type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

type Read = fn(
    Map<String, Value>,
    Option<Place>,
    &[&PositionReader],
) -> Result<Box<dyn AnyQuestion>, Error>;

/// The subject of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// No rule set in particular: `/v1/plays`.
    Nothing,
    /// The rules of a game, without a solution: `/v1/V/rules`.
    Rules,
    /// A solved game: `/v1/V/line`.
    Game,
    /// Two solved games: `/v1/diff?variants=V,W`.
    Games,
    /// Many positions of a solved game, in the request body: `POST /v1/V/positions`.
    Lines,
}

/// The time that the answer to a question takes once its games are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerTime {
    /// Microseconds.
    Quick,
    /// Milliseconds; on a slow disk seconds.
    Slow,
    /// Seconds, on all threads; for `stats` with `take_backs` up to half a minute on the standard
    /// board. The observer can stop it.
    Search,
}

/// An example request.
#[derive(Debug, Deserialize)]
#[non_exhaustive]
pub struct Example {
    /// The status of its answer.
    #[serde(default = "ok")]
    pub status: u16,
    /// The subject of the example.
    pub summary: String,
    /// The path and query.
    pub request: String,
    /// The request body, if the question has one.
    #[serde(default)]
    pub body: String,
}

const fn ok() -> u16 {
    200
}

/// The media type of all answers but certificates and the lines of many.
pub(super) const JSON: &str = "application/json";

/// Whether this is a page, which has no use for schemas of answers. They would be a tenth of it.
const IS_PAGE: bool = cfg!(target_family = "wasm");

impl Definition {
    /// Defines the question `Q`.
    pub(super) const fn new<Q: Ask>(name: &'static str, about: About, time: AnswerTime) -> Self {
        Self {
            name,
            about,
            time,
            media_type: JSON,
            schema: schema_of::<Q::Answer<'static>>(),
            read: Some(read::<Q>),
            declared: LazyLock::new(Declared::of::<Q>),
        }
    }

    /// Defines a question about the positions in the lines of a request body. `Q` declares it, `A`
    /// is the answer to a line.
    pub(super) const fn of_lines<Q: JsonSchema, A: JsonSchema>(
        name: &'static str,
        time: AnswerTime,
    ) -> Self {
        Self {
            name,
            about: About::Lines,
            time,
            media_type: JSON,
            schema: schema_of::<A>(),
            read: None,
            declared: LazyLock::new(Declared::of::<Q>),
        }
    }

    pub(super) const fn in_media_type(mut self, media_type: &'static str) -> Self {
        self.media_type = media_type;
        self
    }

    /// Returns example requests, with the status of their answers.
    pub fn examples(&self) -> &'static [Example] {
        static ALL: LazyLock<HashMap<String, Vec<Example>>> = LazyLock::new(|| {
            serde_json::from_str(include_str!("examples.json")).expect("sound embedded data")
        });
        ALL.get(self.name).map_or(&[], Vec::as_slice)
    }

    /// Returns the parameters that name the rules. They come before those of the question.
    pub fn rules_parameters(&self) -> &'static [Parameter] {
        static OF_RULES: LazyLock<Declared> = LazyLock::new(Declared::of::<OwnGoals>);
        static OF_GAMES: LazyLock<Declared> = LazyLock::new(Declared::of::<TwoVariants>);
        match self.about {
            About::Nothing => &[],
            About::Games => &OF_GAMES.parameters,
            About::Rules | About::Game | About::Lines => &OF_RULES.parameters,
        }
    }

    /// Returns the path, with `{variant}` for the name of the rules: `/v1/{variant}/line`.
    pub fn path(&self) -> String {
        match (self.about, self.last_part()) {
            (About::Nothing | About::Games, _) => format!("/v1/{}", self.name),
            (_, "") => "/v1/{variant}".to_owned(),
            (_, last) => format!("/v1/{{variant}}/{last}"),
        }
    }

    /// Returns the part after the name of the rules: the name of the question, or nothing for
    /// `solution`.
    pub(super) fn last_part(&self) -> &'static str {
        if self.name == SOLUTION { "" } else { self.name }
    }

    /// Returns the path with `V` for the name of the rules, and the names of the parameters, those
    /// that may be left out in brackets: `/v1/V/review game [from]`.
    pub fn usage(&self) -> String {
        let mut words = vec![self.path().replace("{variant}", "V")];
        let of_rules: &[Parameter] = match self.about {
            About::Games => self.rules_parameters(),
            _ => &[],
        };
        let (subjects, others): (Vec<&Parameter>, Vec<&Parameter>) = of_rules
            .iter()
            .chain(&self.declared.parameters)
            .partition(|parameter| parameter.is_subject());
        if !subjects.is_empty() {
            // One of them is required.
            let names: Vec<&str> = subjects.iter().map(|subject| &*subject.name).collect();
            words.push(names.join("|"));
        }
        for Parameter { name, kind, .. } in others {
            words.push(if kind.is_required() {
                name.clone()
            } else {
                format!("[{name}]")
            });
        }
        words.join(" ")
    }

    /// Returns the HTTP method.
    pub fn method(&self) -> &'static str {
        if self.about == About::Lines {
            "post"
        } else {
            "get"
        }
    }
}

/// Returns what makes the schema of an answer.
const fn schema_of<A: JsonSchema>() -> SchemaOf {
    if IS_PAGE {
        |_| Schema::default()
    } else {
        SchemaGenerator::subschema_for::<A>
    }
}

/// Reads the question `Q` from its parameters, about `place` if the program that asks has it.
fn read<Q: Ask>(
    parameters: Map<String, Value>,
    place: Option<Place>,
    rules: &[&PositionReader],
) -> Result<Box<dyn AnyQuestion>, Error> {
    let mut question: Q = serde_json::from_value(Value::Object(parameters))
        .map_err(|error| Error::wrong(error.to_string(), CHANGE_IT))?;
    if let Some(place) = place {
        question.set_place(place)?;
    }
    question.read(rules)?;
    Ok(Box::new(question))
}

/// The name of the question that the path of the rules alone asks.
const SOLUTION: &str = "solution";

/// The goals of a rule set whose name begins with `own-`.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "declares a parameter")]
struct OwnGoals {
    /// With own-PLAN: the goals, joined by underscores, their circles by dots. In 1.3.11.13~7
    /// circle 7 must be empty; after =3 the goal is worth 3 points. At most 400
    #[schemars(example = "1.2.6.7_1.3.11.13~7", extend("x-kind" = TextKind::Goals))]
    goals: Option<String>,
}

#[derive(JsonSchema)]
#[allow(dead_code, reason = "declares a parameter")]
struct TwoVariants {
    /// Two variants on the same board, with a comma between them
    #[schemars(example = "44-ssss,advanced", extend("x-kind" = TextKind::Variants))]
    variants: String,
}

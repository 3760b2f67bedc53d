//! The definition of a question: its name, its struct, its work and examples.

use std::collections::HashMap;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Ask;
use super::parameters::{Declared, Parameter};

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
    /// How long an answer takes.
    pub work: Work,
    /// The media type of an answer.
    pub media_type: &'static str,
    pub(super) schema: fn(&mut SchemaGenerator) -> Schema,
    pub(super) read: Read,
    /// What its struct declares: the help, and the parameters without those that name rules.
    pub declared: LazyLock<Declared>,
}

type Read = fn(Map<String, Value>) -> serde_json::Result<Box<dyn Ask>>;

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
pub enum Work {
    /// Microseconds.
    Quick,
    /// Milliseconds; on a slow disk seconds.
    Slow,
    /// Seconds, on all threads. The observer can stop it.
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

/// Whether this is a page, which has no use for schemas of answers. They would be a tenth of it.
const IS_PAGE: bool = cfg!(target_family = "wasm");

impl Definition {
    /// Defines the question `Q`, which is answered with `A` as JSON.
    pub(super) const fn new<Q: Ask + DeserializeOwned + JsonSchema + 'static, A: JsonSchema>(
        name: &'static str,
        about: About,
        work: Work,
    ) -> Self {
        Self {
            name,
            about,
            work,
            media_type: "application/json",
            schema: if IS_PAGE {
                |_| Schema::default()
            } else {
                SchemaGenerator::subschema_for::<A>
            },
            read: |fields| {
                Ok(Box::new(serde_json::from_value::<Q>(Value::Object(fields))?) as Box<dyn Ask>)
            },
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

    /// Returns the HTTP method.
    pub fn method(&self) -> &'static str {
        if self.about == About::Lines { "post" } else { "get" }
    }
}

/// The name of the question that the path of the rules alone asks.
const SOLUTION: &str = "solution";

/// The goals of a rule set whose name begins with `own-`.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "declares a parameter")]
struct OwnGoals {
    /// With own-PLAN: the goals, joined by underscores, their circles by dots. In 1.3.11.13~7
    /// circle 7 must be empty; after =3 the goal is worth 3 points. At most 400
    #[schemars(example = "1.2.6.7_1.3.11.13~7")]
    goals: Option<String>,
}

#[derive(JsonSchema)]
#[allow(dead_code, reason = "declares a parameter")]
struct TwoVariants {
    /// Two variants on the same board, with a comma between them
    #[schemars(example = "44-ssss,advanced")]
    variants: String,
}

//! The definition of a question: its name, parameters, work and examples.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::parameters::{Parameter, Parameters};
use super::{Ask, RequestError};

/// The definition of a question, in the file that answers it. All front ends use it.
#[derive(Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Definition {
    /// The name: `line`. Routes, counters and methods have the same name.
    pub name: &'static str,
    /// The subject of the question, which decides its path.
    pub about: About,
    /// How long an answer takes.
    #[serde(skip)]
    pub work: Work,
    /// The parameters, without those that name rules.
    pub parameters: &'static [&'static Parameter],
    /// One line of help.
    pub summary: &'static str,
    /// The media type of an answer.
    pub media_type: &'static str,
    /// Example requests, with the status of their answers.
    #[serde(skip)]
    pub examples: &'static [Example],
    /// Makes the JSON schema of an answer.
    #[serde(skip)]
    pub(super) schema: fn(&mut SchemaGenerator) -> Schema,
    #[serde(skip)]
    pub(super) read: fn(&Parameters<'_>) -> Result<Box<dyn Ask>, RequestError>,
}

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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Example {
    /// The status of its answer.
    pub status: u16,
    /// The subject of the example.
    pub summary: &'static str,
    /// The path and query.
    pub request: &'static str,
    /// The request body, if the question has one.
    pub body: &'static str,
}

/// Whether this is a page, which has no use for schemas. They would be a tenth of it.
const IS_PAGE: bool = cfg!(target_family = "wasm");

impl Definition {
    /// Defines a question that answers with `A` as JSON.
    pub(super) const fn new<A: JsonSchema>(
        name: &'static str,
        about: About,
        work: Work,
        summary: &'static str,
        parameters: &'static [&'static Parameter],
        read: fn(&Parameters<'_>) -> Result<Box<dyn Ask>, RequestError>,
        examples: &'static [Example],
    ) -> Self {
        Self {
            name,
            about,
            work,
            parameters,
            summary,
            media_type: "application/json",
            examples,
            schema: if IS_PAGE {
                |_| Schema::default()
            } else {
                SchemaGenerator::subschema_for::<A>
            },
            read,
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

    /// Returns the parameters that name the rules. They come before those of the question.
    pub fn rules_parameters(&self) -> &'static [&'static Parameter] {
        match self.about {
            About::Nothing => &[],
            About::Games => &[&VARIANTS],
            About::Rules | About::Game | About::Lines => &[&GOALS],
        }
    }
}

/// The name of the question that the path of the rules alone asks.
const SOLUTION: &str = "solution";

impl Example {
    pub(super) const fn new(summary: &'static str, request: &'static str) -> Self {
        Self { status: 200, summary, request, body: "" }
    }

    pub(super) const fn refused(status: u16, summary: &'static str, request: &'static str) -> Self {
        Self { status, summary, request, body: "" }
    }
}

/// The goals of a rule set whose name begins with `own-`.
pub(super) const GOALS: Parameter = Parameter::text(
    "goals",
    "With own-PLAN: the goals, joined by underscores, their circles by dots. In 1.3.11.13~7 \
     circle 7 must be empty; \
     after =3 the goal is worth 3 points. At most 400",
    "1.2.6.7_1.3.11.13~7",
);

/// The names of two rule sets.
pub(super) const VARIANTS: Parameter = Parameter::text(
    "variants",
    "Two variants on the same board, with a comma between them",
    "44-ssss,advanced",
)
.required();

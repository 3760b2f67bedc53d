//! The definition of a question: its name, parameters, work and examples.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::parameters::Parameters;
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

/// A parameter of a query.
#[derive(Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its type, limits and default.
    #[serde(flatten)]
    pub kind: Kind,
    /// One line of help.
    pub help: &'static str,
    /// An example value; empty if limits and default show the form.
    #[serde(skip)]
    pub example: &'static str,
}

/// The type of a parameter, with its limits and its default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Kind {
    /// A text.
    Text {
        /// Whether the parameter is required.
        required: bool,
    },
    /// A switch without a value.
    Flag,
    /// A whole number.
    Number {
        /// The least.
        least: u64,
        /// The most; `u64::MAX` is no limit.
        #[serde(serialize_with = "limit")]
        #[schemars(with = "Option<u64>")]
        most: u64,
        /// The default.
        default: Option<u64>,
    },
    /// One of several words.
    Word {
        /// The words. The first is the default.
        words: &'static [&'static str],
    },
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

impl Definition {
    /// Defines a question that answers with JSON.
    pub(super) const fn new(
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
            read,
        }
    }

    /// Returns the path, with `{variant}` for the name of the rules: `/v1/{variant}/line`.
    pub fn path(&self) -> String {
        match self.about {
            About::Nothing | About::Games => format!("/v1/{}", self.name),
            _ => format!(
                "/v1/{{variant}}{}{}",
                if self.last_part().is_empty() { "" } else { "/" },
                self.last_part()
            ),
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

impl Parameter {
    pub(super) const fn text(
        name: &'static str,
        help: &'static str,
        example: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Text { required: false }, help, example }
    }

    pub(super) const fn required(
        name: &'static str,
        help: &'static str,
        example: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Text { required: true }, help, example }
    }

    pub(super) const fn flag(name: &'static str, help: &'static str) -> Self {
        Self { name, kind: Kind::Flag, help, example: "" }
    }

    pub(super) const fn number(
        name: &'static str,
        [least, most]: [u64; 2],
        default: Option<u64>,
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Number { least, most, default }, help, example: "" }
    }

    pub(super) const fn word(
        name: &'static str,
        words: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Word { words }, help, example: "" }
    }

    /// Describes a valid value.
    pub(super) fn expected(&self) -> String {
        match self.kind {
            Kind::Text { .. } => format!("a value such as {}", self.example),
            Kind::Flag => "it without a value, or not at all".to_owned(),
            Kind::Number { least, most: u64::MAX, .. } => format!("a whole number from {least}"),
            Kind::Number { least, most, .. } => format!("a number from {least} to {most}"),
            Kind::Word { words } => words.join(" or "),
        }
    }
}

// Serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn limit<S: Serializer>(most: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    Some(*most).filter(|&most| most < u64::MAX).serialize(serializer)
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
pub(super) const VARIANTS: Parameter = Parameter::required(
    "variants",
    "Two variants on the same board, with a comma between them",
    "44-ssss,advanced",
);

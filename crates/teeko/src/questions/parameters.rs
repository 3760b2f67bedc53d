//! The parameters of a question: their declarations, and how their texts are read.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use teeko_rules::quoted;

use crate::error::Error;

/// A parameter of a question.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type, limits and default.
    #[serde(flatten)]
    pub kind: ParameterKind,
    /// Help in some lines.
    pub help: String,
    /// An example value; empty if limits and default show the form.
    #[serde(skip)]
    pub example: String,
}

/// The type of a parameter, with its limits and its default.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "Kind")]
pub enum ParameterKind {
    /// A text.
    Text {
        /// Whether the parameter is required.
        required: bool,
        /// What it means.
        #[serde(skip)]
        kind: TextKind,
    },
    /// A switch without a value.
    Flag,
    /// A whole number.
    Number {
        /// The least.
        least: u64,
        /// The most; null is no limit.
        most: Option<u64>,
        /// The default.
        default: Option<u64>,
        /// The most that the program accepts, which answers one person at a time.
        #[serde(skip)]
        most_of_program: Option<u64>,
    },
    /// One of several words.
    Word {
        /// The words. The first is the default.
        words: Vec<String>,
        /// The meanings of the words.
        #[serde(skip)]
        meanings: Vec<String>,
    },
}

/// What a text means, which decides how commands, methods and descriptions take it. A field
/// declares it by `x-kind`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextKind {
    /// Anything else.
    #[default]
    Plain,
    /// The position that the question is about.
    Position,
    /// The game that the question is about, or that leads to its position.
    Game,
    /// A game or a position in any form.
    Record,
    /// The position that a game starts from.
    Start,
    /// A circle.
    Circle,
    /// Several names, separated by commas.
    List,
    /// The goals of the rules.
    Goals,
    /// The two variants.
    Variants,
}

/// The declarations of the struct of a question.
#[derive(Debug)]
pub struct Declared {
    /// Its documentation: paragraphs with an empty line between them.
    pub documentation: String,
    /// Its fields.
    pub parameters: Vec<Parameter>,
}

impl Declared {
    /// Returns the first paragraph of the documentation.
    pub fn summary(&self) -> &str {
        self.documentation.split("\n\n").next().unwrap_or_default()
    }

    /// Returns what the struct `Q` declares.
    pub fn of<Q: JsonSchema>() -> Self {
        Self::new(Q::json_schema)
    }

    fn new(schema: fn(&mut SchemaGenerator) -> Schema) -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.inline_subschemas = true;
        let schema = schema(&mut settings.into_generator());
        let required = schema.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
        let fields = schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten();
        Self {
            documentation: schema
                .get("description")
                .map(paragraphs)
                .unwrap_or_default(),
            parameters: fields
                .map(|(name, field)| Parameter {
                    name: name.clone(),
                    kind: ParameterKind::of(field, is_required(name)),
                    help: paragraphs(&field["description"]),
                    example: text_of(&field["examples"][0]),
                })
                .collect(),
        }
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns a text without the line ends inside its paragraphs.
fn paragraphs(value: &Value) -> String {
    let text = text_of(value);
    let paragraphs = text
        .split("\n\n")
        .map(|paragraph| paragraph.replace('\n', " "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

impl ParameterKind {
    fn of(field: &Value, required: bool) -> Self {
        let number = |key: &str| field[key].as_u64();
        // The type of an optional field is a list of a type and `null`.
        match field["type"].as_str().or_else(|| field["type"][0].as_str()) {
            Some("boolean") => Self::Flag,
            Some("integer") => Self::Number {
                least: number("minimum").unwrap_or_default(),
                most: number("maximum"),
                default: number("default"),
                most_of_program: number("x-most-of-program").or_else(|| number("maximum")),
            },
            _ => match field["oneOf"].as_array() {
                Some(words) => Self::Word {
                    words: words.iter().map(|word| text_of(&word["const"])).collect(),
                    meanings: words
                        .iter()
                        .map(|word| text_of(&word["description"]))
                        .collect(),
                },
                None => Self::Text {
                    required,
                    kind: TextKind::deserialize(&field["x-kind"]).unwrap_or_default(),
                },
            },
        }
    }

    /// Returns whether the parameter is required.
    pub fn is_required(&self) -> bool {
        matches!(self, Self::Text { required: true, .. })
    }

    /// Returns what the parameter means, if it is a text.
    pub fn text_kind(&self) -> Option<TextKind> {
        match self {
            Self::Text { kind, .. } => Some(*kind),
            _ => None,
        }
    }
}

impl Parameter {
    /// Returns whether this is a position or a game that the question is about. Of several, only
    /// one is given.
    pub fn is_subject(&self) -> bool {
        let kind = self.kind.text_kind();
        matches!(
            kind,
            Some(TextKind::Position | TextKind::Game | TextKind::Record)
        )
    }

    fn expected(&self) -> String {
        match &self.kind {
            ParameterKind::Text { .. } => format!("a value such as {}", self.example),
            ParameterKind::Flag => "it without a value, or not at all".to_owned(),
            ParameterKind::Number {
                least, most: None, ..
            } => {
                format!("a whole number from {least}")
            }
            ParameterKind::Number {
                least,
                most: Some(most),
                ..
            } => {
                format!("a number from {least} to {most}")
            }
            ParameterKind::Word { words, .. } => words.join(" or "),
        }
    }

    fn value(&self, text: &str) -> Result<Value, Error> {
        let value = match &self.kind {
            ParameterKind::Text { .. } => Some(text.into()),
            ParameterKind::Flag => match text {
                "" | "1" | "true" => Some(true.into()),
                "0" | "false" => Some(false.into()),
                _ => None,
            },
            ParameterKind::Number { least, most, .. } => text
                .parse()
                .ok()
                .filter(|number| (*least..=most.unwrap_or(u64::MAX)).contains(number))
                .map(Value::from),
            ParameterKind::Word { words, .. } => {
                words.iter().any(|word| word == text).then(|| text.into())
            }
        };
        value.ok_or_else(|| Error::unfit(&self.name, text, &self.expected()))
    }
}

/// Returns the names and values of a query. Bytes that are not UTF-8 are replaced, so that no name
/// or value fits them.
pub(super) fn decoded_query(query: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect()
}

/// Parses parameters, given as names and values, into fields: each parameter is known, and appears
/// once.
pub(super) fn fields_of(
    parameters: Vec<(String, String)>,
    known: &[&Parameter],
) -> Result<Map<String, Value>, Error> {
    let mut fields = Map::new();
    for (name, value) in parameters {
        let Some(parameter) = known.iter().find(|known| known.name == name) else {
            let known: Vec<&str> = known.iter().map(|known| &*known.name).collect();
            let known = if known.is_empty() {
                "none".into()
            } else {
                known.join(", ")
            };
            let error = format!(
                "parameter `{}`: expected {known}, found another",
                quoted(&name)
            );
            return Err(Error::wrong(error, "leave it out, or correct its name"));
        };
        let value = parameter.value(&value)?;
        if fields.insert(parameter.name.clone(), value).is_some() {
            let error = format!("parameter `{name}`: expected once, found twice");
            return Err(Error::wrong(error, "leave out all but one"));
        }
    }
    Ok(fields)
}

/// Checks that the parameters that are required are there.
pub(super) fn check_required(
    fields: &Map<String, Value>,
    known: &[&Parameter],
) -> Result<(), Error> {
    for parameter in known {
        let Parameter { name, example, .. } = parameter;
        if parameter.kind.is_required() && !fields.contains_key(name) {
            let mut hint = format!("add it, as in {name}={example}");
            let others = known.iter().filter(|other| !other.kind.is_required());
            let others: Vec<&str> = others.map(|other| &*other.name).collect();
            if !others.is_empty() {
                hint = format!("{hint}; you can also give {}", others.join(", "));
            }
            return Err(Error::missing(name, &hint));
        }
    }
    Ok(())
}

pub(super) fn decoded_path(part: &str) -> Result<Cow<'_, str>, Error> {
    percent_decode_str(part).decode_utf8().map_err(|_| {
        let error = format!("`{}`: expected UTF-8 text, found other bytes", quoted(part));
        Error::wrong(error, "encode paths and queries as UTF-8, by percent signs")
    })
}

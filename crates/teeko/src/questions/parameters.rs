//! Parameters of a query: what they are, and their values.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use teeko_rules::quoted;

use super::RequestError;

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

impl Parameter {
    pub(super) const fn text(
        name: &'static str,
        help: &'static str,
        example: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Text { required: false }, help, example }
    }

    /// Returns the text parameter as one that has to be there.
    pub(super) const fn required(self) -> Self {
        Self { kind: Kind::Text { required: true }, ..self }
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

/// The parameters of a query. Each is known, and appears once.
pub(super) struct Parameters<'a> {
    given: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl<'a> Parameters<'a> {
    /// Parses a query that may have these parameters.
    pub(super) fn read(query: &'a str, known: &[&Parameter]) -> Result<Self, RequestError> {
        let mut given: Vec<(Cow<'a, str>, Cow<'a, str>)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if !known.iter().any(|known| known.name == name) {
                let known: Vec<&str> = known.iter().map(|known| known.name).collect();
                let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                let error =
                    format!("parameter `{}`: expected {known}, found another", quoted(&name));
                return Err(RequestError::wrong(error, "leave it out, or correct its name"));
            }
            if given.iter().any(|(other, _)| *other == name) {
                let error = format!("parameter `{name}`: expected once, found twice");
                return Err(RequestError::wrong(error, "leave out all but one"));
            }
            given.push((name, value));
        }
        Ok(Self { given })
    }

    /// Returns the value of a parameter, if it is there.
    pub(super) fn text(&self, parameter: &Parameter) -> Option<&str> {
        self.given.iter().find(|(name, _)| name == parameter.name).map(|(_, value)| &**value)
    }

    /// Returns the value of a parameter that has to be there. The hint describes it as `what`.
    pub(super) fn required(&self, parameter: &Parameter, what: &str) -> Result<&str, RequestError> {
        let Parameter { name, example, .. } = parameter;
        let hint = || format!("add {what} such as {name}={example}");
        self.text(parameter).ok_or_else(|| RequestError::missing(name, &hint()))
    }

    /// Returns whether a switch is on.
    pub(super) fn flag(&self, parameter: &Parameter) -> Result<bool, RequestError> {
        match self.text(parameter) {
            None => Ok(false),
            Some("" | "1" | "true") => Ok(true),
            Some(_) => Err(self.unfit(parameter)),
        }
    }

    /// Returns the value of a number, or its default; `None` if it has neither.
    pub(super) fn optional<T: TryFrom<u64>>(
        &self,
        parameter: &Parameter,
    ) -> Result<Option<T>, RequestError> {
        let Kind::Number { least, most, default } = parameter.kind else { return Ok(None) };
        let number = match self.text(parameter) {
            None => default,
            Some(text) => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                Some(number.ok_or_else(|| self.unfit(parameter))?)
            }
        };
        number.map(|number| T::try_from(number).map_err(|_| self.unfit(parameter))).transpose()
    }

    /// Returns the value of a number with a default.
    pub(super) fn number<T: TryFrom<u64>>(&self, parameter: &Parameter) -> Result<T, RequestError> {
        self.optional(parameter)?.ok_or_else(|| self.unfit(parameter))
    }

    /// Returns the index of the word that a parameter has; 0 if it is left out.
    pub(super) fn word(&self, parameter: &Parameter) -> Result<usize, RequestError> {
        let (Kind::Word { words }, Some(text)) = (parameter.kind, self.text(parameter)) else {
            return Ok(0);
        };
        words.iter().position(|word| *word == text).ok_or_else(|| self.unfit(parameter))
    }

    /// Returns the entries of a comma-separated list; empty if it is left out. The help of the
    /// parameter names the valid entries.
    pub(super) fn list<T: std::str::FromStr>(
        &self,
        parameter: &Parameter,
    ) -> Result<Vec<T>, RequestError> {
        let parts = self.text(parameter).into_iter().flat_map(|text| text.split(','));
        parts.map(|part| part.parse().map_err(|_| self.unfit(parameter))).collect()
    }

    /// Returns the error for an invalid value of a parameter.
    pub(super) fn unfit(&self, parameter: &Parameter) -> RequestError {
        let found = self.text(parameter).unwrap_or_default();
        RequestError::unfit(parameter.name, found, &parameter.expected())
    }
}

/// Decodes a part of a path.
pub(super) fn decoded_path(part: &str) -> Result<Cow<'_, str>, RequestError> {
    percent_decode_str(part).decode_utf8().map_err(|_| {
        let error = format!("`{}`: expected UTF-8 text, found other bytes", quoted(part));
        RequestError::wrong(error, "encode paths and queries as UTF-8, by percent signs")
    })
}

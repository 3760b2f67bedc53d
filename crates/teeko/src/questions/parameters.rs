//! Parameters of a query.

use std::borrow::Cow;
use std::str::FromStr;

use percent_encoding::percent_decode_str;
use teeko_analysis::Strength;
use teeko_rules::quoted;

use super::RequestError;

/// The parameters of a query: each is known, and there once.
pub(super) struct Parameters<'a> {
    given: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl<'a> Parameters<'a> {
    /// Reads a query; `own_goals` if the name of the rules says that there are goals in it.
    pub(super) fn read(
        query: &'a str,
        known: &[&str],
        own_goals: bool,
    ) -> Result<Self, RequestError> {
        let known = || known.iter().copied().chain(own_goals.then_some("goals"));
        let mut given: Vec<(Cow<'a, str>, Cow<'a, str>)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if !known().any(|known| known == name) {
                let known = known().collect::<Vec<_>>().join(", ");
                return Err(RequestError::UnknownParameter { found: quoted(&name), known });
            }
            if given.iter().any(|(other, _)| *other == name) {
                return Err(RequestError::Repeated(name.into_owned()));
            }
            given.push((name, value));
        }
        Ok(Self { given })
    }

    /// The value of a parameter, if it is there.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
    }

    /// Whether a parameter is there that is a switch.
    pub(super) fn flag(&self, name: &'static str) -> Result<bool, RequestError> {
        match self.text(name) {
            None => Ok(false),
            Some("" | "1" | "true") => Ok(true),
            Some(_) => Err(self.unfit(name, "it without a value, or not at all")),
        }
    }

    /// The number that a parameter is, if it is there.
    pub(super) fn number<T: FromStr>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, RequestError> {
        let number = |text: &str| text.parse().map_err(|_| self.unfit(name, expected));
        self.text(name).map(number).transpose()
    }

    /// How well a player plays; perfectly unless it says otherwise.
    pub(super) fn strength(&self) -> Result<Strength, RequestError> {
        let expected = "a number from 1, a beginner, to 5, perfect";
        match self.number("strength", expected)? {
            None => Ok(Strength::PERFECT),
            Some(number) => Strength::new(number).map_err(|_| self.unfit("strength", expected)),
        }
    }

    /// What is wrong with a parameter that is not what it should be.
    pub(super) fn unfit(&self, name: &'static str, expected: &'static str) -> RequestError {
        RequestError::Unfit { name, expected, found: quoted(self.text(name).unwrap_or_default()) }
    }
}

/// A part of a path without its encoding.
pub(super) fn decoded_path(part: &str) -> Result<Cow<'_, str>, RequestError> {
    percent_decode_str(part).decode_utf8().map_err(|_| RequestError::Encoding(quoted(part)))
}

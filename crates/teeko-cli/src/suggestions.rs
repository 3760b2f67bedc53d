//! Values that shells suggest for arguments. Other values may be valid too.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use teeko::export::{FORMATS, Format};
use teeko::rules::NameError;
use teeko::{RulesName, RulesSelection, Variant};

/// A parser of names of rules that suggests some of them.
#[derive(Clone)]
pub(crate) struct Suggesting<T> {
    read: fn(&str) -> Result<T, NameError>,
    values: Vec<&'static str>,
}

pub(crate) fn rules_name() -> Suggesting<RulesName> {
    Suggesting { read: RulesName::from_str, values: variants().collect() }
}

/// Returns the parser of one rule set or of `all`.
pub(crate) fn rules_selection() -> Suggesting<RulesSelection> {
    Suggesting { read: RulesSelection::from_str, values: variants().chain(["all"]).collect() }
}

/// Returns the parser of one of these values. Each has a name and a description for the help.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let shown = values.map(|(name, description, _)| PossibleValue::new(name).help(description));
    PossibleValuesParser::new(shown).map(move |name: String| {
        values.iter().find(|(known, ..)| *known == name).expect("one of the list").2
    })
}

/// Returns the parser of a whole number in a range. If the range ends with the largest number, the
/// message about it has no end.
pub(crate) fn number<T>(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse::<u64>().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            match (range.start(), range.end()) {
                (0, &u64::MAX) => "expected a whole number".to_owned(),
                (least, &u64::MAX) => format!("expected a whole number from {least} on"),
                (least, most) => format!("expected a whole number from {least} to {most}"),
            }
        })
    }
}

/// Returns the parser of an export format. One without an ending of its own is not listed, since
/// only the program that it is for reads it.
pub(crate) fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let shown = FORMATS.map(|format| {
        let value = PossibleValue::new(format.name).help(format.purpose);
        value.hide(format.endings.is_empty())
    });
    PossibleValuesParser::new(shown).map(|name: String| {
        FORMATS.into_iter().find(|format| format.name == name).expect("one of the list")
    })
}

fn variants() -> impl Iterator<Item = &'static str> {
    Variant::SIXTEEN.into_iter().chain(["advanced", "plus", "junior", "final", "teeko2"])
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Suggesting<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(PossibleValue::new)))
    }
}

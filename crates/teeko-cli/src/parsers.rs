//! Parsers of the values of arguments.

use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use teeko::export::{FORMATS, Format};

/// Returns the parser of one of these values. Each has a name and a description for the help.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let shown = values.map(|(name, description, _)| PossibleValue::new(name).help(description));
    PossibleValuesParser::new(shown).map(move |name: String| {
        values
            .iter()
            .find(|(known, ..)| *known == name)
            .expect("one of the list")
            .2
    })
}

/// Returns the parser of a whole number in a range. If the range ends with the largest number, the
/// message about it has no end.
pub(crate) fn number<T>(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text
            .parse::<u64>()
            .ok()
            .filter(|number| range.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| match (range.start(), range.end()) {
                (0, &u64::MAX) => "expected a whole number".to_owned(),
                (least, &u64::MAX) => format!("expected a whole number from {least} on"),
                (least, most) => format!("expected a whole number from {least} to {most}"),
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
        FORMATS
            .into_iter()
            .find(|format| format.name == name)
            .expect("one of the list")
    })
}

//! Families of goals in rule files, and what their goals are worth.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::DeValue;

use super::Fault;
use crate::{GoalFamily, UnknownName};

/// Parses the prices of goals by family.
pub(super) fn parse_prices(
    value: &Spanned<DeValue<'_>>,
) -> Result<BTreeMap<GoalFamily, u8>, Fault> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(Fault::unexpected(
            "points",
            "a table such as { lines = 4, \"squares-1\" = 3 }",
            value,
        ));
    };
    let mut prices = BTreeMap::new();
    for (name, value) in table {
        let family = name.get_ref().parse();
        let family = family
            .map_err(|error: UnknownName| Fault::at(&name.span(), format!("points: {error}")))?;
        prices.insert(family, parse_price(value)?);
    }
    Ok(prices)
}

pub(super) fn parse_price(value: &Spanned<DeValue<'_>>) -> Result<u8, Fault> {
    let price =
        value.get_ref().as_integer().and_then(|number| number.to_string().parse::<u8>().ok());
    let expected = format!("a price from 1 to {}", u8::MAX);
    price.filter(|&price| price > 0).ok_or_else(|| Fault::unexpected("points", &expected, value))
}

pub(super) fn parse_family(value: &Spanned<DeValue<'_>>) -> Result<GoalFamily, Fault> {
    let DeValue::String(name) = value.get_ref() else {
        return Err(Fault::unexpected("family", "a name such as \"lines\"", value));
    };
    name.parse().map_err(|error: UnknownName| Fault::at(&value.span(), error.to_string()))
}

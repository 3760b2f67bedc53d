//! Families of goals in rule files, and what their goals are worth.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::DeValue;

use super::Fault;
use crate::{Board, Circles, Families, Goal, quoted};

/// The longest side that a family of upright squares may be named after: that of the largest
/// board's largest square.
const LONGEST_SIDE: isize = 7;

/// What goals are worth, by family.
pub(super) fn parse_prices(value: &Spanned<DeValue<'_>>) -> Result<BTreeMap<String, u8>, Fault> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(Fault::unexpected(
            "points",
            "a table such as { lines = 4, \"squares-1\" = 3 }",
            value,
        ));
    };
    let mut prices = BTreeMap::new();
    for (family, value) in table {
        let name = family.get_ref().as_ref();
        // The board does not matter to what families there are.
        families_of_name(name).ok_or_else(|| {
            Fault::at(
                &family.span(),
                format!("points: expected {}, found `{}`", families_expected(), quoted(name)),
            )
        })?;
        prices.insert(name.to_owned(), parse_price(value)?);
    }
    Ok(prices)
}

pub(super) fn parse_price(value: &Spanned<DeValue<'_>>) -> Result<u8, Fault> {
    let price =
        value.get_ref().as_integer().and_then(|number| number.to_string().parse::<u8>().ok());
    let expected = format!("a price from 1 to {}", u8::MAX);
    price.filter(|&price| price > 0).ok_or_else(|| Fault::unexpected("points", &expected, value))
}

/// The families with a name, and the length of the side where they are those of upright squares.
fn families_of_name(name: &str) -> Option<(Families, Option<isize>)> {
    let none = Families::default();
    match name {
        "lines" => Some((Families { lines: true, ..none }, None)),
        "diamonds" => Some((Families { diamonds: true, ..none }, None)),
        "skew-squares" => Some((Families { skew_squares: true, ..none }, None)),
        _ => {
            let side = (1..=LONGEST_SIDE).find(|side| name == format!("squares-{side}"))?;
            Some((Families { unit_squares: true, upright_squares: true, ..none }, Some(side)))
        }
    }
}

fn families_expected() -> String {
    format!(
        "lines, diamonds, skew-squares, or squares-1 to squares-{LONGEST_SIDE} by the length of a side"
    )
}

/// The goals of a family. A family may have none on this board.
pub(super) fn parse_family(board: Board, value: &Spanned<DeValue<'_>>) -> Result<Vec<Goal>, Fault> {
    let name = value.get_ref().as_str().unwrap_or_default();
    let (families, side) = families_of_name(name)
        .ok_or_else(|| Fault::unexpected("family", &families_expected(), value))?;
    let mut patterns = families.patterns(board);
    patterns.retain(|goal| side.is_none_or(|side| side_of(board, goal.circles()) == side));
    Ok(patterns)
}

/// The length of the side of an upright square, in columns: the first two of its circles are in its
/// top row.
fn side_of(board: Board, square: Circles) -> isize {
    let mut columns = square.iter().map(|corner| board.column(corner));
    columns.next().zip(columns.next()).map_or(0, |(left, right)| right - left)
}

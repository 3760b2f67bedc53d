//! The reader in plain Python: tables with values of two bytes.

use std::fs;
use std::ops::RangeInclusive;

use teeko::index::binomial;
use teeko::rules::{Circles, Outcome, Position, Side, Status, Variant};
use teeko::table::{
    Census, Class, Compression, Description, Row, TableFile, drop_file_name, encode,
    slide_file_name, slide_value,
};

use teeko_testing::rules;

use super::assert_same_answers_with;
use crate::common::python;

/// No variant has distances that need two bytes. These values are made up, but equal for equivalent
/// positions.
#[test]
fn both_readers_answer_alike_where_values_have_two_bytes() {
    const VARIANT: &str = "44-spsp+4x4";
    const VALUES: RangeInclusive<u32> = 20..=600;
    if python().is_none() {
        return;
    }
    let (variant, rules) = (VARIANT.parse::<Variant>().unwrap(), rules(VARIANT));
    let (group, folder) = (rules.symmetries(), tempfile::tempdir().unwrap());
    let made_up = |key: u64| {
        Some((key % 100_003) as u32 % (VALUES.end() + 1))
            .filter(|value| VALUES.contains(value))
            .unwrap_or(0)
    };
    let value = |mover: Circles, opponent: Circles| {
        let images = group
            .elements()
            .iter()
            .map(|symmetry| symmetry.apply(opponent).bits() << 32 | symmetry.apply(mover).bits());
        match rules.status(&Position {
            black: mover,
            red: opponent,
            turn: Side::Black,
            ..Position::EMPTY
        }) {
            Status::Over => slide_value(Some(Outcome::Loss(0)), rules.parity()),
            Status::Impossible | Status::Gift | Status::Void => 0,
            Status::Open => made_up(images.min().unwrap_or(0)),
        }
    };
    let values = |row: &Row| row.movers().map(|mover| value(mover, row.opponent)).collect();
    // Everything that a reader can check in the census: sums, and whether one byte is enough.
    let census = |layers: RangeInclusive<usize>, layer, deepest| {
        let mut census = Census::new();
        let circles = rules.board().circle_count();
        for of in layers {
            let positions = binomial(circles, of / 2) * binomial(circles - of / 2, of.div_ceil(2));
            census.layer_mut(of).add(Class::Draw, positions - u64::from(of == layer));
        }
        census.layer_mut(layer).add(deepest, 1);
        census
    };
    let write = |name: String, description: Description| {
        let bytes = encode(&description, Compression::default(), &values).unwrap();
        fs::write(folder.path().join(name), &bytes).unwrap();
        TableFile::open(bytes, "table").unwrap().header().clone()
    };
    let deepest = Class::Loss(2 * (VALUES.end() - 1));
    let slide = write(
        slide_file_name(&variant.into()),
        Description::slide(&rules, &census(8..=8, 8, deepest)),
    );
    let drop_census = census(0..=7, 6, Class::Win(VALUES.end() - 1));
    let drop = write(
        drop_file_name(&variant.into()),
        Description::drop(&rules, slide.content_hash(), &drop_census),
    );
    assert_eq!((slide.value_width(), drop.value_width()), (2, 2));
    // Made-up values contradict those one ply later, which the program notices when it looks at
    // moves.
    assert_same_answers_with(folder.path(), VARIANT, &[(200, &["--brief"])]);
}

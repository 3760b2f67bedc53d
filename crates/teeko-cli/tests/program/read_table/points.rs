//! The reader in plain Python: games for points.

use std::fs;

use super::{assert_readers_agree, reader, solved};
use crate::common::refusal;

/// The goal sets include one whose goals all have the same price, and one with empty circles.
#[test]
fn both_readers_answer_alike_where_goals_have_prices() {
    assert_readers_agree(&[
        "58-ssss+4x4+points",
        "44-psps+5x4+points",
        "37e-ssps+4x4+points",
        "28-pppp+4x4+pass+points",
    ]);
}

#[test]
fn both_readers_answer_alike_where_pieces_have_numbers() {
    assert_readers_agree(&[
        "44-spps+4x4+pips",
        "37e-pppp+4x4+pass+pips",
        "58-ssss+5x4+knight+pips",
    ]);
}

#[test]
fn files_of_other_games_for_points_are_refused() {
    let Some(folder) = solved(&["58-ssss+4x4+points", "44-ssps+4x4+pips"]) else { return };
    let path = |name: &str| folder.path().join(name);
    let copy = |from: &str, to: &str| fs::copy(path(from), path(to)).unwrap();
    let assert_refused = |variant: &str, part: &str| {
        let output = reader(folder.path(), &[variant, "b:", "--json"]).output().unwrap();
        let message = refusal(&output, 5);
        assert!(message.contains(part), "{message}");
    };
    copy("58+4x4+points-2.slide", "58+4x4+points-3.slide");
    assert_refused("58-ssss+4x4+points", "belongs to another slide file");
    copy("58-ssss+4x4+points-2.drop", "58-ssss+4x4+points-3.drop");
    assert_refused("58-ssss+4x4+points", "58-ssss+4x4+points-3.drop: table of other rules: goals");
    // The number of heavy pieces is the same, so the files have the same layout.
    copy("44+4x4+pips-7.slide", "44+4x4+pips-3.slide");
    copy("44-ssps+4x4+pips-7.drop", "44-ssps+4x4+pips-3.drop");
    assert_refused("44-ssps+4x4+pips", "44-ssps+4x4+pips-3.drop: table of other rules: points");
    copy("44+4x4.slide", "44+4x4+pips-2.slide");
    assert_refused("44-ssps+4x4+pips", "44+4x4+pips-2.slide: damaged table: kind of file");
}

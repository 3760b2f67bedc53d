//! Recorded values of games that take more than a second to solve.

use std::collections::BTreeMap;

use teeko_rules::{Board, Outcome, Variant};

use crate::embedded::embedded;

/// Returns the recorded value of a game for Black; `None` if there is no record. A board is worth
/// the same when rotated.
pub fn recorded(variant: Variant) -> Option<Outcome> {
    let data = include_str!("../data/recorded.toml");
    let files: BTreeMap<String, BTreeMap<Variant, Outcome>> = embedded(data);
    let turned = Board::new(variant.board.height(), variant.board.width()).expect("a board");
    let turned = Variant {
        board: turned,
        ..variant
    };
    files
        .values()
        .find_map(|values| values.get(&variant).or(values.get(&turned)).copied())
}

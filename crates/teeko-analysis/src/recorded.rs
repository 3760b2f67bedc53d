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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_and_the_rotated_one_have_the_same_record() {
        for (variant, expected) in [
            ("58-ssss+5x6", Some(Outcome::Win(13))),
            ("58-ssss+6x5", Some(Outcome::Win(13))),
            ("44-ssss+6x5", Some(Outcome::Draw)),
            ("44-sssp+5x6", None),
            ("58-ssss", None),
        ] {
            assert_eq!(recorded(variant.parse().unwrap()), expected, "{variant}");
        }
    }
}

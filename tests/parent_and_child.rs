//! Consistency of a solution with the rules alone: a position has the value of its best move for
//! the side that chooses, and the same value as its mirror images.

use std::sync::OnceLock;

use proptest::prelude::*;
use teeko_rules::{Board, PIECES, Position};
use teeko_solve::{Solution, solve};
use teeko_testing::Random;

use crate::common;
use crate::one_ply::expected;

/// Solutions of the standard board, which between them have every option.
fn solutions() -> &'static [Solution] {
    static SOLUTIONS: OnceLock<Vec<Solution>> = OnceLock::new();
    SOLUTIONS.get_or_init(|| {
        let variants = [
            "58-ssss",
            "44-pppp",
            "58-sppp+no-centre",
            "44-pppp+no-centre+pass",
            "78-spsp+knight",
            "37e-psps",
        ];
        variants
            .map(|variant| solve(&common::rules(variant)))
            .into()
    })
}

/// Returns positions of any layer of the standard board, possible or not.
fn position() -> impl Strategy<Value = Position> {
    (any::<u64>(), 0..=2 * PIECES)
        .prop_map(|(seed, layer)| Random::new(seed).position_of_any_side(Board::STANDARD, layer))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn a_position_is_worth_the_best_of_its_moves_to_the_chooser(position in position()) {
        for solution in solutions() {
            let plan = solution.rules().plan();
            prop_assert_eq!(solution.outcome(&position), expected(solution, &position), "{}", plan);
        }
    }

    #[test]
    fn symmetric_positions_are_worth_the_same(position in position()) {
        for solution in solutions() {
            for symmetry in solution.rules().board().symmetries() {
                let image = Position {
                    black: symmetry.apply(position.black),
                    red: symmetry.apply(position.red),
                    ..position
                };
                let outcome = solution.outcome(&position);
                prop_assert_eq!(solution.outcome(&image), outcome, "{:?}", symmetry);
            }
        }
    }
}

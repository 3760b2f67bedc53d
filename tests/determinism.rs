//! Neither the number of threads nor the instruction set changes any value or count.

use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use teeko_rules::work::to_the_end;
use teeko_rules::{PIECES, Position, Rules};
use teeko_solve::{InstructionSet, Solution, solve_slide};
use teeko_testing::Random;

use crate::common;
use crate::exhaustive_long_wins::long_win;

/// Solves with one and three threads and every instruction set of this machine, and compares the
/// census and these positions with those of the first solution.
fn assert_same(rules: &Rules, positions: &[Position]) {
    let mut first = None;
    for instructions in InstructionSet::available() {
        for threads in [1, 3] {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a few threads");
            let solution = pool.install(|| {
                let slide = solve_slide(rules, instructions, None, &to_the_end).expect("no stop");
                common::solutions(&Arc::new(slide), std::slice::from_ref(rules)).remove(0)
            });
            let first: &Solution = first.get_or_insert_with(|| solution.clone());
            let context = format!("{instructions}, {threads} threads");
            assert_eq!(first.census(), solution.census(), "{context}");
            for position in positions {
                let expected = first.outcome(position);
                assert_eq!(
                    solution.outcome(position),
                    expected,
                    "{context}: {position:?}"
                );
            }
        }
    }
}

/// Asymmetric rules with long wins: the planes have sixteen blocks, and in many half-steps hardly
/// anything changes.
#[test]
fn every_position_of_a_small_board() {
    let rules = long_win(0);
    assert_same(&rules, &common::positions(&rules).collect::<Vec<_>>());
}

#[test]
fn a_hundred_thousand_positions_of_the_standard_board() {
    let rules = common::rules("58-spsp");
    let mut random = Random::new(149);
    let positions = (0..100_000).map(|_| random.position(rules.board(), 2 * PIECES));
    assert_same(&rules, &positions.collect::<Vec<_>>());
}

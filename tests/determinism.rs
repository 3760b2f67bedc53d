//! Neither the number of threads nor the instruction set changes any value or count.

use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use teeko_index::{binomial, unrank};
use teeko_rules::work::to_the_end;
use teeko_rules::{PIECES, Rules};
use teeko_solve::{InstructionSet, Solution, solve_slide};

use crate::common;
use crate::exhaustive_long_wins::LONG_WINS;

/// Solves with one to three threads and every instruction set of this machine, and compares each
/// result with the first.
fn compare_all(rules: &Rules, assert_same: impl Fn(&Solution, &Solution, &str)) {
    let mut first = None;
    for instructions in InstructionSet::available() {
        for threads in 1..=3 {
            let pool =
                ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
            let solution = pool.install(|| {
                let slide = Arc::new(
                    solve_slide(rules, instructions, &to_the_end).expect("nothing stops it"),
                );
                common::solutions(&slide, std::slice::from_ref(rules)).remove(0)
            });
            match &first {
                None => first = Some(solution),
                Some(first) => {
                    assert_same(first, &solution, &format!("{instructions}, {threads} threads"));
                }
            }
        }
    }
}

/// Asymmetric rules with long wins: the planes have sixteen blocks, and in many half-steps hardly
/// anything changes.
#[test]
fn exhaustive_comparison_of_a_small_board() {
    let rules = LONG_WINS[0].rules();
    compare_all(&rules, |first, second, context| {
        assert_eq!(first.census(), second.census(), "{context}");
        for position in common::positions(&rules) {
            assert_eq!(
                first.outcome(&position),
                second.outcome(&position),
                "{context}: {position:?}"
            );
        }
    });
}

/// Half a million positions of the slide phase, at equal distances in the list of all pairs of
/// sets.
#[test]
fn a_sample_of_the_standard_board() {
    const STRIDE: usize = 149;
    let rules = common::rules("58-spsp");
    let sets = binomial(rules.board().circle_count(), PIECES);
    compare_all(&rules, |first, second, context| {
        assert_eq!(first.census(), second.census(), "{context}");
        for pair in (0..sets * sets).step_by(STRIDE) {
            let (mover, opponent) = (unrank(PIECES, pair / sets), unrank(PIECES, pair % sets));
            let found = second.slide().outcome(mover, opponent);
            assert_eq!(
                found,
                first.slide().outcome(mover, opponent),
                "{context}: {mover} against {opponent}"
            );
        }
    });
}

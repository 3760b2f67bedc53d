//! Random rules on 4 x 4 and 4 x 5, with a fixed seed: the fast solver has the reference solver's
//! value in every position.
//!
//! Goals are any sets of four circles and steps any offsets, so most rules are asymmetric and many
//! have steps that cannot be taken back. Others are made symmetric under a random subgroup of the
//! board's symmetries.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use proptest::test_runner::{RngSeed, TestRunner};
use teeko_rules::{Board, Circle, Goal, NamedStep, PIECES, Parity, Rules, Step, Symmetry};

use crate::common::{self, Offset};

/// The number of rule sets that each test tries, on the small board and on a larger one, where each
/// takes ten times as long.
const CASES: u32 = 120;
const LARGER_CASES: u32 = 4;

/// Returns goals that need up to `most_empty` circles to be empty.
fn goals(
    board: Board,
    most_empty: usize,
    number: RangeInclusive<usize>,
) -> impl Strategy<Value = Vec<Goal>> {
    let circles: Vec<Circle> = board.circles().iter().collect();
    let chosen = subsequence(circles, PIECES..=PIECES + most_empty).prop_shuffle();
    vec(chosen.prop_map(|circles| goal(&circles)), number)
}

/// Returns the goal of the first circles that needs the others to be empty.
fn goal(circles: &[Circle]) -> Goal {
    let (own, empty) = circles.split_at(PIECES);
    Goal::new(
        own.iter().copied().collect(),
        empty.iter().copied().collect(),
    )
}

fn offsets() -> impl Strategy<Value = Vec<Offset>> {
    let offset = (-2_isize..=2, -2_isize..=2)
        .prop_filter("a slide moves a piece", |&offset| offset != (0, 0));
    prop_oneof![
        4 => vec(offset, 1..=8),
        1 => Just(Step::default().offsets().to_vec()),
        1 => Just(NamedStep::Knight.step().offsets().to_vec()),
        1 => Just(NamedStep::Orthogonal.step().offsets().to_vec()),
    ]
}

/// Compares the solvers on random rules, each under one random plan. Returns the rules with their
/// longest wins.
fn compare(
    board: Board,
    cases: u32,
    goals: impl Strategy<Value = Vec<Goal>>,
    symmetries: impl Strategy<Value = Vec<Symmetry>>,
) -> Vec<(Rules, u32)> {
    let compared = RefCell::new(Vec::new());
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1955),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let inputs = (goals, offsets(), symmetries, any::<prop::sample::Index>());
    let result = TestRunner::new(config).run(&inputs, |(goals, offsets, symmetries, plan)| {
        let rules = common::rules_on(board, goals, offsets, &symmetries);
        let census = common::assert_solvers_agree(&[plan.get(&common::all_plans(&rules)).clone()]);
        compared.borrow_mut().push((rules, census.deepest()));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    compared.into_inner()
}

#[test]
fn lopsided_rules() {
    let board = common::small_board();
    let compared = compare(board, CASES, goals(board, 0, 1..=60), Just(Vec::new()));
    assert!(
        compared.iter().any(|&(_, plies)| plies > 100),
        "long wins are among those compared"
    );
}

#[test]
fn rules_symmetric_under_a_subgroup() {
    let board = common::small_board();
    // Two symmetries can generate every subgroup.
    let generators = subsequence(board.symmetries(), 2);
    let compared = compare(board, CASES, goals(board, 0, 1..=12), generators);
    for order in [2, 4, 8] {
        let rules = compared.iter().map(|(rules, _)| rules);
        let of_order = rules.filter(|rules| rules.symmetries().order() == order);
        let count = of_order.count();
        assert!(count >= 10, "order {order}: {count}");
    }
}

#[test]
fn goals_with_empty_circles() {
    let board = common::small_board();
    let generators = prop_oneof![Just(Vec::new()), subsequence(board.symmetries(), 1)];
    let compared = compare(board, CASES / 2, goals(board, 3, 1..=40), generators);
    let open = compared
        .iter()
        .filter(|(rules, _)| rules.parity() == Parity::Free)
        .count();
    assert!(
        open as u32 > CASES / 3 && compared.iter().any(|&(_, plies)| plies > 40),
        "{open}"
    );
}

#[test]
fn rules_on_a_rectangle() {
    let board = Board::new(4, 5).expect("a board that exists");
    let generators = subsequence(board.symmetries(), 1);
    compare(
        board,
        LARGER_CASES,
        goals(board, 0, 10..=60),
        generators.clone(),
    );
    compare(
        board,
        LARGER_CASES / 2,
        goals(board, 3, 10..=60),
        generators,
    );
}

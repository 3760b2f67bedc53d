//! Random rules on 4 x 4 and 4 x 5, with a fixed seed: the fast solver has the reference solver's
//! value in every position.
//!
//! Goals are any sets of four circles and steps any offsets, so most rules are asymmetric and many
//! have steps that cannot be taken back. Others are made symmetric under a random subgroup of the
//! board's symmetries.

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use proptest::test_runner::{RngSeed, TestRunner};
use teeko_rules::{Board, Circle, Circles, Goal, NamedStep, PIECES, Parity, Rules, Step, Symmetry};

use crate::common::{self, Offset};

/// The number of rule sets that each test tries, on the small board and on a larger one, where each
/// takes ten times as long.
const CASES: u32 = 120;
const LARGER_CASES: u32 = 4;

fn goals(
    board: Board,
    number: impl Into<proptest::collection::SizeRange>,
) -> impl Strategy<Value = Vec<Goal>> {
    let circles: Vec<Circle> = board.circles().iter().collect();
    let goal = |circles: Vec<Circle>| Goal::from(circles.into_iter().collect::<Circles>());
    vec(subsequence(circles, PIECES).prop_map(goal), number)
}

/// Returns goals, most of which need one to three circles to be empty.
fn open_goals(
    board: Board,
    number: impl Into<proptest::collection::SizeRange>,
) -> impl Strategy<Value = Vec<Goal>> {
    let circles: Vec<Circle> = board.circles().iter().collect();
    let goal = |circles: Vec<Circle>| {
        let (own, empty) = circles.split_at(PIECES);
        Goal::new(own.iter().copied().collect(), empty.iter().copied().collect())
    };
    let chosen = subsequence(circles, PIECES..=PIECES + 3).prop_shuffle();
    vec(chosen.prop_map(goal), number)
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

/// Compares the solvers on random rules, each under one random plan. Calls `observe` with the rules
/// and their longest win.
fn compare(
    board: Board,
    cases: u32,
    goals: impl Strategy<Value = Vec<Goal>>,
    symmetries: impl Strategy<Value = Vec<Symmetry>>,
    observe: impl Fn(&Rules, u32),
) {
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
        observe(&rules, census.deepest());
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn lopsided_rules() {
    let longest = RefCell::new(Vec::new());
    let board = common::small_board();
    compare(board, CASES, goals(board, 1..=60), Just(Vec::new()), |_, plies| {
        longest.borrow_mut().push(plies);
    });
    let longest = longest.into_inner();
    assert!(
        longest.iter().any(|&plies| plies > 100),
        "long wins are among those compared: {longest:?}"
    );
}

#[test]
fn rules_symmetric_under_a_subgroup() {
    let orders = RefCell::new(BTreeMap::<usize, u32>::new());
    // Two symmetries can generate every subgroup.
    let board = common::small_board();
    let generators = subsequence(board.symmetries(), 2);
    compare(board, CASES, goals(board, 1..=12), generators, |rules, _| {
        *orders.borrow_mut().entry(rules.symmetries().order()).or_default() += 1;
    });
    let orders = orders.into_inner();
    assert!(
        [2, 4, 8].iter().all(|order| orders.get(order) >= Some(&10)),
        "rules by order of their group: {orders:?}"
    );
}

#[test]
fn goals_with_empty_circles() {
    let found = RefCell::new((0, Vec::new()));
    let board = common::small_board();
    let generators = prop_oneof![Just(Vec::new()), subsequence(board.symmetries(), 1)];
    compare(board, CASES / 2, open_goals(board, 1..=40), generators, |rules, plies| {
        let mut found = found.borrow_mut();
        found.0 += u32::from(rules.parity() == Parity::Free);
        found.1.push(plies);
    });
    let (open, longest) = found.into_inner();
    assert!(
        open > CASES / 3 && longest.iter().any(|&plies| plies > 40),
        "{open} with empty circles: {longest:?}"
    );
}

#[test]
fn rules_on_a_rectangle() {
    let board = Board::new(4, 5).expect("a board that exists");
    let generators = subsequence(board.symmetries(), 1);
    compare(board, LARGER_CASES, goals(board, 10..=60), generators.clone(), |_, _| {});
    compare(board, LARGER_CASES / 2, open_goals(board, 10..=60), generators, |_, _| {});
}

//! Solving ply by ply, with counts for the large layers, gives the same results as solving layer by
//! layer.

use std::sync::Arc;

use teeko_rules::work::to_the_end;
use teeko_rules::{Board, Circles, DropPlan, Goal, Goals, Oracle, Parity, Position, Rules};
use teeko_solve::{
    CountedSolution, InstructionSet, OnlyCounted, Solution, solve_counted, solve_drops, solve_slide,
};
use teeko_testing::{Random, rules, with_plan};

/// Solves rules that share their slide phase in all ways, with and without a plane of undecided
/// positions.
fn both(rules: &[Rules], instructions: InstructionSet) -> Vec<(Solution, CountedSolution)> {
    let slide = Arc::new(solve_slide(&rules[0], instructions, None, &to_the_end).unwrap());
    let solutions = solve_drops(&slide, rules, &to_the_end).unwrap();
    let counted = |keep_undecided| {
        solve_counted(rules, instructions, keep_undecided, None, &to_the_end).unwrap()
    };
    let twice = [solutions.clone(), solutions].concat();
    let counted = [counted(true), counted(false)].concat();
    assert_eq!(
        (twice.len(), counted.len()),
        (2 * rules.len(), 2 * rules.len())
    );
    twice.into_iter().zip(counted).collect()
}

fn assert_same(solution: &Solution, counted: &CountedSolution) {
    let name = format!("{:?}", solution.rules());
    assert_eq!(&solution.census(), counted.census(), "{name}");
    let mut random = Random::new(17);
    for layer in 0..=6 {
        for _ in 0..2000 {
            let position = random.position(solution.rules().board(), layer);
            assert_eq!(
                counted.outcome(&position).unwrap(),
                solution.outcome(&position),
                "{name}: {position:?}"
            );
        }
    }
    for layer in [7, 8] {
        let position = random.position(solution.rules().board(), layer);
        let refused = counted.outcome(&position).unwrap_err();
        assert!(refused.to_string().contains("at most 6"));
        assert!(refused.downcast::<OnlyCounted>().is_ok());
    }
    assert_eq!(
        counted.outcome(&Position::EMPTY).unwrap(),
        Some(solution.game_value())
    );
}

/// Returns some rules with every drop plan, and one of them also with the pass rule.
fn all_plans(rules: &Rules) -> Vec<Rules> {
    let mut all: Vec<Rules> = DropPlan::all().map(|plan| with_plan(rules, plan)).collect();
    all.push(
        rules
            .to_builder()
            .plan("pppp".parse().unwrap())
            .pass_rule(true)
            .build()
            .unwrap(),
    );
    all
}

#[test]
fn small_boards_have_the_same_values_and_counts() {
    for variant in [
        "44-ssss+4x4",
        "44-ssss+4x4+knight",
        "44-ssss+4x4+orthogonal",
        "44-ssss+4x5",
    ] {
        for instructions in InstructionSet::available() {
            for (solution, counted) in both(&all_plans(&rules(variant)), instructions) {
                assert_same(&solution, &counted);
                // Pieces in a corner can leave a side without a move.
                let is_stuck = counted.census().layer(8).no_move() > 0;
                assert!(is_stuck || !variant.ends_with("orthogonal"));
            }
        }
    }
}

/// Goals that need empty circles, and some that are worth nothing: both half-steps at every ply,
/// and games that end without a winner.
#[test]
fn goals_with_empty_circles_and_worthless_ones() {
    let board = Board::new(4, 4).unwrap();
    let mut random = Random::new(5);
    let mut kinds = [0; 2];
    for number in 0..16 {
        let goals = (0..20).map(|_| {
            let position = random.position(board, 7);
            Goal::new(
                position.black,
                if random.below(3) > number % 3 {
                    position.red
                } else {
                    Circles::EMPTY
                },
            )
        });
        let price = |goal: Goal| {
            Some(u8::from(
                goal.circles().iter().any(|circle| circle.index() % 3 == 0),
            ))
        };
        let goals = Goals::new(goals.collect::<Vec<Goal>>())
            .with_prices(price)
            .unwrap();
        let rules = Rules::builder().board(board).goals(goals).build().unwrap();
        for (solution, counted) in both(&all_plans(&rules), InstructionSet::best()) {
            assert_same(&solution, &counted);
        }
        kinds[0] += usize::from(rules.parity() == Parity::Free);
        kinds[1] += usize::from(rules.goals().have_void_goals());
    }
    assert!(kinds.iter().all(|&number| number > 3), "{kinds:?}");
}

//! Every way to solve gives the same results: with any number of threads and any instruction set,
//! ply by ply with counts in the place of values, and resumed after half-steps in a journal.

use std::slice;
use std::sync::atomic::Ordering;

use rayon::ThreadPoolBuilder;
use teeko_rules::work::to_the_end;
use teeko_rules::{Board, Oracle, Position};
use teeko_solve::{
    CountedSolution, InstructionSet, OnlyCounted, SlideSolution, Solution, solve_counted,
};
use teeko_testing::{Random, long_win_rules, rules, solved_together};

use crate::in_memory::{InMemory, counted, solved};
use crate::rule_sets::{groups, random_goals, without_parity};

/// Returns as many random positions of each of the first `layers` layers.
fn samples(board: Board, layers: usize, of_each: usize) -> Vec<Position> {
    let mut random = Random::new(17);
    let mut positions = Vec::new();
    for layer in 0..layers {
        for _ in 0..of_each {
            positions.push(random.position(board, layer));
        }
    }
    positions
}

/// Solves with each number of threads and each instruction set of this machine. The planes of the
/// first rules have many blocks, and those of the last board too.
#[test]
fn threads_and_instructions_change_no_value_or_count() {
    let with_empty_circles = random_goals().swap_remove(0);
    for rules in [long_win_rules(), with_empty_circles, rules("58-spsp")] {
        let positions = samples(rules.board(), 9, 2000);
        let group = slice::from_ref(&rules);
        let first = solved_together(group, InstructionSet::best()).swap_remove(0);
        for instructions in InstructionSet::available() {
            for threads in [1, 3] {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                let found = pool
                    .unwrap()
                    .install(|| solved_together(group, instructions));
                let context = format!("{instructions}, {threads} threads, {rules:?}");
                assert_same_values(&first, &found[0], &positions, &context);
            }
        }
    }
}

fn assert_same_values(one: &Solution, other: &Solution, positions: &[Position], context: &str) {
    assert_eq!(one.census(), other.census(), "{context}");
    for position in positions {
        let expected = one.outcome(position);
        assert_eq!(other.outcome(position), expected, "{context}: {position:?}");
    }
}

/// Counts with each instruction set, with and without a plane of undecided positions.
#[test]
fn counts_are_those_of_the_values() {
    let mut stuck = 0;
    for group in groups() {
        let solutions = solved_together(&group, InstructionSet::best());
        let positions = samples(group[0].board(), 7, 300);
        for instructions in InstructionSet::available() {
            for keep_undecided in [true, false] {
                let counted =
                    solve_counted(&group, instructions, keep_undecided, None, &to_the_end);
                let counted = counted.unwrap();
                assert_eq!(counted.len(), solutions.len());
                for (solution, counted) in solutions.iter().zip(counted) {
                    assert_counts(solution, &counted, &positions);
                    stuck += counted.census().layer(8).no_move();
                }
            }
        }
    }
    assert!(stuck > 0, "sides without a move are counted too");
}

/// Compares all counts, and the values of positions of up to six pieces.
fn assert_counts(solution: &Solution, counted: &CountedSolution, positions: &[Position]) {
    let rules = solution.rules();
    assert_eq!(&solution.census(), counted.census(), "{rules:?}");
    assert_eq!(counted.rules(), rules);
    for position in positions {
        let found = counted.outcome(position).unwrap();
        assert_eq!(found, solution.outcome(position), "{rules:?}: {position:?}");
    }
    let value = counted.outcome(&Position::EMPTY).unwrap();
    assert_eq!(value, Some(solution.game_value()));
}

#[test]
fn positions_that_were_only_counted_have_no_value() {
    let rules = rules("44-ssss+4x4");
    let counted = counted(&rules, true, None);
    let mut random = Random::new(17);
    for layer in [7, 8] {
        let position = random.position(rules.board(), layer);
        let refused = counted.outcome(&position).unwrap_err();
        assert!(refused.to_string().contains("at most 6"));
        assert!(refused.downcast::<OnlyCounted>().is_ok());
    }
}

/// Resumes a slide phase that was interrupted after each of its half-steps, or, if these are many,
/// after the first and the last of them.
#[test]
fn an_interrupted_slide_phase_has_the_same_values() {
    for rules in [
        rules("44-ssss+4x4"),
        rules("44-ssss+4x5"),
        without_parity(),
        long_win_rules(),
    ] {
        let expected = solved(&rules, None);
        let whole = InMemory::default();
        assert_same_slides(&expected, &solved(&rules, Some(&whole)));
        let total = whole.len();
        assert!(total > 5);
        for after in 0..=total {
            if total <= 16 || after < 4 || after + 2 > total {
                assert_resumes(&expected, &whole, after);
            }
        }
        // A missing half-step between others is computed again.
        let journal = whole.with(|number| number % 3 != 1);
        assert_same_slides(&expected, &solved(&rules, Some(&journal)));
    }
}

/// Resumes after this many half-steps of a journal: they are read, and the others computed and kept
/// as they were.
fn assert_resumes(expected: &SlideSolution, whole: &InMemory, after: u32) {
    let journal = whole.with(|number| number <= after);
    assert_same_slides(expected, &solved(expected.rules(), Some(&journal)));
    assert_eq!(journal.taken.load(Ordering::Relaxed), after);
    let computed: Vec<u32> = (after + 1..=whole.len()).collect();
    assert_eq!(*journal.completed.lock().unwrap(), computed);
    let half_steps = journal.half_steps.lock().unwrap();
    assert_eq!(*half_steps, *whole.half_steps.lock().unwrap());
}

fn assert_same_slides(expected: &SlideSolution, found: &SlideSolution) {
    assert_eq!(expected.census(), found.census());
    let mut random = Random::new(3);
    for _ in 0..5000 {
        let Position { black, red, .. } = random.position(expected.rules().board(), 8);
        assert_eq!(expected.outcome(black, red), found.outcome(black, red));
    }
}

/// The half-steps are those of a run that kept values, and of one that counted.
#[test]
fn counting_resumes_from_half_steps_of_either_way() {
    for rules in [rules("44-psps+4x4"), without_parity()] {
        let of_values = InMemory::default();
        solved(&rules, Some(&of_values));
        let of_counts = InMemory::default();
        let expected = counted(&rules, true, Some(&of_counts));
        for keep_undecided in [false, true] {
            for (whole, after) in [
                (&of_values, 0),
                (&of_values, 1),
                (&of_counts, 4),
                (&of_values, 7),
                (&of_values, u32::MAX),
            ] {
                let journal = whole.with(|number| number <= after);
                let found = counted(&rules, keep_undecided, Some(&journal));
                assert_eq!(expected.census(), found.census());
                let value = |counted: &CountedSolution| counted.outcome(&Position::EMPTY).unwrap();
                assert_eq!(value(&expected), value(&found));
            }
        }
    }
}

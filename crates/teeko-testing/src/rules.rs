//! Rules and solutions.

use teeko_rules::{Board, Circle, Circles, Goals, PIECES, Rules, Step, Variant};
use teeko_solve::Solution;

/// The rules of a variant such as `58-ssss+4x4`.
///
/// # Panics
/// If none has this name.
pub fn rules(variant: &str) -> Rules {
    variant.parse::<Variant>().and_then(|variant| Ok(variant.rules()?)).expect(variant)
}

/// The solution of a variant such as `58-ssss+4x4`.
///
/// # Panics
/// If none has this name.
pub fn solved(variant: &str) -> Solution {
    teeko_solve::solve(&rules(variant))
}

/// The circles with these numbers, which begin with 1.
///
/// # Panics
/// If no board has a circle of such a number.
pub fn circles(numbers: &[usize]) -> Circles {
    numbers
        .iter()
        .map(|&number| Circle::from_number(number).expect("the number of a circle"))
        .collect()
}

/// Rules on 4 x 4, the smallest board, with these goals (numbers of circles), step offsets
/// (columns, rows) and drop plan.
///
/// # Panics
/// If a goal is not on the board, or there is no such plan.
pub fn small_rules(goals: &[[usize; PIECES]], offsets: &[(isize, isize)], plan: &str) -> Rules {
    let board = Board::new(4, 4).expect("a board");
    let goals = Goals::new(goals.iter().map(|goal| circles(goal)).collect());
    let builder =
        Rules::builder().board(board).goals(goals).step(Step::new(offsets.iter().copied()));
    builder.plan(plan.parse().expect(plan)).build().expect("goals on the board")
}

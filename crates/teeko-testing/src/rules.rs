//! Rules, solutions and circles.

use teeko_rules::{Board, Circle, Circles, DropPlan, Goals, PIECES, Rules, Step, Variant};
use teeko_solve::Solution;

/// Returns the rules of a variant such as `58-ssss+4x4`.
pub fn rules(variant: &str) -> Rules {
    let rules = variant
        .parse::<Variant>()
        .and_then(|variant| Ok(variant.rules()?));
    rules.expect(variant)
}

/// Returns the same rules with another drop plan and without the pass rule.
pub fn with_plan(rules: &Rules, plan: DropPlan) -> Rules {
    rules
        .to_builder()
        .plan(plan)
        .pass_rule(false)
        .build()
        .expect("any plan fits")
}

/// Returns the solution of a variant such as `58-ssss+4x4`.
pub fn solved(variant: &str) -> Solution {
    teeko_solve::solve(&rules(variant))
}

/// Returns the circles with these numbers, counted from 1.
pub fn circles(numbers: &[usize]) -> Circles {
    let mut circles = Circles::EMPTY;
    for &number in numbers {
        circles = circles.with(Circle::from_number(number).expect("the number of a circle"));
    }
    circles
}

/// Returns the goals in a text such as `1.2.5.6 2.3.6.7`, each as the numbers of its circles.
pub fn goals(text: &str) -> Vec<[usize; PIECES]> {
    let mut goals = Vec::new();
    for goal in text.split_whitespace() {
        let mut numbers = Vec::new();
        for number in goal.split('.') {
            numbers.push(number.parse().expect("a number"));
        }
        goals.push(numbers.try_into().expect("four circles"));
    }
    goals
}

/// Returns rules on 4 x 4, the smallest board, with these goals (numbers of circles), step offsets
/// (columns, rows) and drop plan.
pub fn small_rules(goals: &[[usize; PIECES]], offsets: &[(isize, isize)], plan: &str) -> Rules {
    let goals = goals.iter().map(|goal| circles(goal)).collect();
    let builder = Rules::builder()
        .board(Board::new(4, 4).expect("a board"))
        .goals(Goals::new(goals))
        .step(Step::new(offsets.iter().copied()))
        .plan(plan.parse().expect(plan));
    builder.build().expect("goals on the board")
}

//! Rules, solutions and circles.

use std::sync::Arc;

use teeko_rules::work::to_the_end;
use teeko_rules::{Board, Circle, Circles, DropPlan, Goal, Goals, PIECES, Rules, Step, Variant};
use teeko_solve::{InstructionSet, Solution, solve_drops, solve_slide};

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

/// Returns the same rules with every drop plan and without the pass rule.
pub fn with_all_plans(rules: &Rules) -> Vec<Rules> {
    let mut all = Vec::new();
    for plan in DropPlan::all() {
        all.push(with_plan(rules, plan));
    }
    all
}

/// Solves rules that share their slide phase together.
pub fn solved_together(rules: &[Rules], instructions: InstructionSet) -> Vec<Solution> {
    let slide = solve_slide(&rules[0], instructions, None, &to_the_end);
    let slide = Arc::new(slide.expect("nothing stops it"));
    let solutions = solve_drops(&slide, rules, &to_the_end).expect("nothing stops it");
    assert_eq!(solutions.len(), rules.len());
    solutions
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

/// Returns pairs of circles of 4 x 4 that are no corners, in ascending order, 66 at most. So many
/// goals have the corners and differ in the circles that must be empty.
pub fn pairs_beside_corners(count: usize) -> Vec<Circles> {
    let corners = circles(&[1, 4, 13, 16]);
    let mut pairs = Vec::new();
    for high in 2..=15 {
        for low in 1..high {
            let pair = circles(&[low, high]);
            if !pair.meets(corners) {
                pairs.push(pair);
            }
        }
    }
    pairs.truncate(count);
    assert_eq!(pairs.len(), count, "pairs beside the corners");
    pairs
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

/// Returns rules on 4 x 4 without any symmetry, whose slides cannot be taken back.
pub fn one_way_rules(plan: &str) -> Rules {
    let goals = goals("1.2.3.4 5.6.7.8 2.3.6.10");
    small_rules(&goals, &[(1, 0), (0, 1), (-1, -1)], plan)
}

/// Returns rules on 4 x 4 without any symmetry, whose slides cannot be taken back. Two of their four
/// goals need empty circles, and one is worth nothing.
pub fn empty_circle_rules(plan: &str) -> Rules {
    let goals = Goals::new(vec![
        Goal::new(circles(&[1, 4, 13, 16]), circles(&[6, 7])),
        circles(&[1, 2, 3, 4]).into(),
        Goal::new(circles(&[2, 3, 6, 10]), circles(&[11])),
        Goal::from(circles(&[5, 6, 7, 8])).worth(0),
    ]);
    let builder = one_way_rules(plan).to_builder().goals(goals);
    builder.build().expect("goals on the board")
}

/// Returns rules on 4 x 4 without any symmetry, with wins in up to 661 plies: values take two bytes
/// in both phases, and most half-steps decide hardly anything.
pub fn long_win_rules() -> Rules {
    let goals = goals("4.5.11.12 5.9.10.14 2.3.8.10 2.6.15.16");
    let offsets = [(2, -2), (2, 2), (0, 1), (-2, -1), (1, 2), (1, 0)];
    small_rules(&goals, &offsets, "ssss")
}

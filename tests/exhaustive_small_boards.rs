//! Whole 4 x 4 and 4 x 5 boards: the fast solver has the reference solver's value in every position
//! of every layer.

use rayon::prelude::*;
use teeko_rules::{Circles, GoalSet, Position, Rules};
use teeko_solve::reference::{ReferenceDrop, ReferenceSlide};

use crate::common;

/// Compares all goal sets, each with the rules given for it. Returns the number of slide-phase
/// positions without a move.
fn assert_solvers_agree_on(rules: impl Fn(GoalSet) -> Vec<Rules> + Sync) -> u64 {
    GoalSet::ALL
        .into_par_iter()
        .map(|goals| common::assert_solvers_agree(&rules(goals)).no_move())
        .sum()
}

#[test]
fn every_position_of_4x4_with_king_steps_and_any_plan() {
    assert_solvers_agree_on(|goals| {
        common::all_plans(&common::rules(&format!("{goals}-ssss+4x4")))
    });
}

#[test]
fn every_position_of_4x4_with_knight_steps() {
    const PLANS: [&str; 4] = ["ssss", "pppp", "spsp", "pppp+pass"];
    let no_move = assert_solvers_agree_on(|goals| {
        PLANS.map(|plan| common::rules(&format!("{goals}-{plan}+4x4+knight"))).into()
    });
    assert!(no_move > 0, "positions without a move are among those compared");
}

#[test]
fn every_position_of_4x4_with_the_steps_of_other_games() {
    for (goals, step) in
        [("28", "teleport"), ("37e", "teleport"), ("58", "orthogonal"), ("37d", "orthogonal")]
    {
        let plans = ["ssss", "pppp", "psps"];
        common::assert_solvers_agree(
            &plans.map(|plan| common::rules(&format!("{goals}-{plan}+4x4+{step}"))),
        );
    }
}

/// Compares the fast solver, on 4 x 5 and on 5 x 4 with rows and columns exchanged, with the
/// reference solver on 4 x 5.
fn assert_solvers_agree_across_transposition(goals: GoalSet, option: &str, plans: [&str; 2]) {
    let rules =
        |size: &str| plans.map(|plan| common::rules(&format!("{goals}-{plan}+{size}{option}")));
    let [upright, turned] = [rules("4x5"), rules("5x4")];
    let boards = [upright[0].board(), turned[0].board()];
    let transpose = |set: Circles| -> Circles {
        let image = |circle| boards[1].circle_at(boards[0].row(circle), boards[0].column(circle));
        set.iter().map(|circle| image(circle).expect("a circle of the other board")).collect()
    };

    let reference = ReferenceSlide::solve(&upright[0]);
    let slides = [&upright, &turned].map(|rules| common::slide(&rules[0]));
    common::assert_slides_agree(&reference, &slides[0]);
    for (mover, opponent, expected) in reference.positions() {
        let found = slides[1].outcome(transpose(mover), transpose(opponent));
        assert_eq!(
            found, expected,
            "{goals}+4x5{option}: mover on {mover}, opponent on {opponent}"
        );
    }
    assert_eq!(slides[0].census(), slides[1].census());

    let solutions =
        [common::solutions(&slides[0], &upright), common::solutions(&slides[1], &turned)];
    for (upright, turned) in solutions[0].iter().zip(&solutions[1]) {
        let reference = ReferenceDrop::solve(upright.rules(), &reference);
        common::assert_drops_agree(&reference, upright);
        for (position, expected) in reference.positions() {
            let image = Position {
                black: transpose(position.black),
                red: transpose(position.red),
                ..position
            };
            assert_eq!(
                turned.outcome(&image),
                Some(expected),
                "{} {position:?}",
                turned.rules().plan()
            );
        }
    }
}

#[test]
fn every_position_of_4x5_and_5x4_with_king_steps() {
    assert_solvers_agree_across_transposition(GoalSet::Goals58, "", ["ssss", "pppp"]);
}

#[test]
fn every_position_of_4x5_and_5x4_with_knight_steps() {
    assert_solvers_agree_across_transposition(GoalSet::Goals64, "+knight", ["pppp+pass", "psps"]);
}

#[test]
fn every_position_of_4x5_and_5x4_where_goals_have_empty_circles() {
    assert_solvers_agree_across_transposition(GoalSet::Goals37d, "", ["ssss", "sspp"]);
}

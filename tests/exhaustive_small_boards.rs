//! Whole 4 x 4 and 4 x 5 boards: the fast solver has the reference solver's value in every position
//! of every layer. (`golden_tables` compares the steps of other games with it.)

use rayon::prelude::*;
use teeko_rules::{GoalSet, Rules};

use crate::common;

/// Compares all goal sets, each with the rules given for it. Returns the number of slide-phase
/// positions without a move.
fn assert_solvers_agree_on(rules: impl Fn(GoalSet) -> Vec<Rules> + Sync) -> u64 {
    GoalSet::ALL
        .par_iter()
        .map(|&goals| common::assert_solvers_agree(&rules(goals)).no_move())
        .sum()
}

#[test]
fn every_position_of_4x4_with_king_steps() {
    assert_solvers_agree_on(|goals| {
        common::few_plans(&common::rules(&format!("{goals}-ssss+4x4")))
    });
}

#[test]
fn every_position_of_4x4_with_knight_steps() {
    const PLANS: [&str; 4] = ["ssss", "pppp", "spsp", "pppp+pass"];
    let no_move = assert_solvers_agree_on(|goals| {
        PLANS
            .map(|plan| common::rules(&format!("{goals}-{plan}+4x4+knight")))
            .into()
    });
    assert!(
        no_move > 0,
        "positions without a move are among those compared"
    );
}

#[test]
fn every_position_of_4x5_and_5x4() {
    let all = [
        ("64", ["pppp+pass", "psps"], "+knight"),
        ("37d", ["ssss", "sspp"], ""),
        ("58", ["ssss", "pppp"], ""),
    ];
    // Each takes ten seconds.
    let few = if cfg!(feature = "exhaustive") {
        &all[..]
    } else {
        &all[..1]
    };
    for &(goals, plans, option) in few {
        let census = |size| {
            let rules = plans.map(|plan| common::rules(&format!("{goals}-{plan}+{size}{option}")));
            common::assert_solvers_agree(&rules)
        };
        let upright = census("4x5");
        let turned = census("5x4");
        assert_eq!(upright, turned, "{goals}{option}");
    }
}

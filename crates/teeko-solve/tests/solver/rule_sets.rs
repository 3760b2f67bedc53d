//! The rule sets that the tests solve in several ways.

use teeko_rules::{Board, Circles, Goal, Goals, Parity, Rules};
use teeko_testing::{Random, long_win_rules, rules, with_all_plans};

/// Returns the rule sets, in groups that share their slide phase.
pub(crate) fn groups() -> Vec<Vec<Rules>> {
    let mut groups = Vec::new();
    for variant in [
        "44-ssss+4x4",
        "44-ssss+4x4+knight",
        // Pieces in a corner can leave a side without a move.
        "44-ssss+4x4+orthogonal",
        "44-ssss+4x5",
    ] {
        groups.push(with_all_plans_and_a_pass(&rules(variant)));
    }
    groups.push(vec![long_win_rules()]);
    for rules in random_goals() {
        groups.push(with_all_plans_and_a_pass(&rules));
    }
    groups
}

/// Returns the rules with every drop plan, and with one of them also with the pass rule.
fn with_all_plans_and_a_pass(rules: &Rules) -> Vec<Rules> {
    let mut all = with_all_plans(rules);
    let with_pass = rules
        .to_builder()
        .plan("pppp".parse().unwrap())
        .pass_rule(true)
        .build();
    all.push(with_pass.unwrap());
    all
}

/// Returns rules with random goals. Some goals are worth nothing, so that games end without a
/// winner. In two of three rule sets some need empty circles, so that both half-steps run at every
/// ply.
pub(crate) fn random_goals() -> Vec<Rules> {
    let mut random = Random::new(5);
    let mut all = Vec::new();
    let mut with_void_goals = 0;
    for number in 0..6 {
        let mut goals = Vec::new();
        for _ in 0..20 {
            let position = random.position(small_board(), 7);
            let empty = if random.below(3) > number % 3 {
                position.red
            } else {
                Circles::EMPTY
            };
            goals.push(Goal::new(position.black, empty));
        }
        let rules = Rules::builder()
            .board(small_board())
            .goals(
                Goals::new(goals)
                    .with_prices(|goal| Some(u8::from(counts(goal))))
                    .unwrap(),
            )
            .build()
            .unwrap();
        assert_eq!(rules.parity() == Parity::Free, number % 3 < 2);
        with_void_goals += usize::from(rules.goals().have_void_goals());
        all.push(rules);
    }
    assert!(with_void_goals > 3);
    all
}

/// Returns rules without worthless goals in which both half-steps run at every ply.
pub(crate) fn without_parity() -> Rules {
    let mut random = Random::new(11);
    let mut goals = Vec::new();
    for _ in 0..20 {
        let position = random.position(small_board(), 7);
        goals.push(Goal::new(position.black, position.red));
    }
    let rules = Rules::builder()
        .board(small_board())
        .goals(Goals::new(goals))
        .build()
        .unwrap();
    assert_eq!(rules.parity(), Parity::Free);
    rules
}

fn small_board() -> Board {
    Board::new(4, 4).unwrap()
}

/// Returns whether a goal has one of some circles.
fn counts(goal: Goal) -> bool {
    goal.circles().iter().any(|circle| circle.index() % 3 == 0)
}

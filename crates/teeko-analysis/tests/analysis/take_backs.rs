//! Limits on taking slides back, compared with a solver written out by states.

use teeko_analysis::{TakeBacks, holds_game};
use teeko_rules::work::to_the_end;
use teeko_rules::{Position, Rules, Side, Step, Wdl};
use teeko_solve::solve;
use teeko_testing::reference::ReferenceSlide;
use teeko_testing::take_backs::ReferenceTakeBacks;
use teeko_testing::{rules, with_plan};

use crate::common::rounds;

/// Games on 4 x 4 in which limits lose some draws. A round compares the first, further rounds one
/// more each.
fn games() -> Vec<Rules> {
    let mut games = vec![steps_of_three()];
    for variant in ["44-ssss+4x4+orthogonal", "44-ssss+4x4", "58-ssss+4x4"] {
        games.push(rules(variant));
    }
    games.truncate(rounds());
    games
}

/// Returns rules with few slides: along rows and columns from one edge of the board to the other.
/// It matters whether the limit is one take-back or none, and whether it binds the attacker.
fn steps_of_three() -> Rules {
    let step = Step::new([(3, 0), (-3, 0), (0, 3), (0, -3)]);
    let builder = rules("44-ssss+4x4").to_builder().step(step);
    builder.build().expect("goals on the board")
}

const PLANS: [&str; 2] = ["pspp", "ssss"];

/// Compares every position before which neither side has slid, for either side as the holder, and
/// the games with some plans.
fn assert_same(
    rules: &Rules,
    game: &TakeBacks<'_>,
    slide: &ReferenceSlide,
    (most, binds_both): (usize, bool),
) {
    let expected = ReferenceTakeBacks::solve(rules, most, binds_both);
    let limit = format!("step {}, at most {most}, both {binds_both}", rules.step());
    let mut lost_draws = 0;
    for holder in [Side::Black, Side::Red] {
        let layer = game.layer(holder);
        for (mover, opponent, outcome) in slide.positions() {
            let Some(outcome) = outcome else { continue };
            let position = Position::of_turn(Side::Black, mover, opponent);
            let found = layer.outcome(&position).expect("a position").wdl();
            let loss = if holder == Side::Black {
                Wdl::Loss
            } else {
                Wdl::Win
            };
            let holds = expected.holds(holder, &position);
            assert_eq!(found != loss, holds, "{limit}: {holder} in {position:?}");
            let is_lost = holder == Side::Black && outcome.wdl() == Wdl::Draw && !holds;
            lost_draws += u64::from(is_lost);
        }
        for plan in PLANS {
            let rules = with_plan(rules, plan.parse().unwrap());
            let found = holds_game(&rules, holder, &layer);
            let holds = expected.holds_game(holder, &rules);
            assert_eq!(found, holds, "{limit}: {holder} with plan {plan}");
        }
    }
    assert_eq!(game.lost().unwrap(), lost_draws, "{limit}");
}

#[test]
fn once_and_any_number_and_never_are_as_in_all_states() {
    for rules in games() {
        let solution = solve(&rules);
        let slide = ReferenceSlide::solve(&rules);
        let mut game = TakeBacks::new(&solution, &to_the_end).unwrap();
        for most in [1, 2] {
            assert_same(&rules, &game, &slide, (most, false));
        }
        let both = game.bind_both(1, &to_the_end).unwrap();
        assert_same(&rules, &both, &slide, (1, true));
        game.forbid(&to_the_end).unwrap();
        assert_same(&rules, &game, &slide, (0, false));
        let both = game.bind_both(0, &to_the_end).unwrap();
        assert_same(&rules, &both, &slide, (0, true));
    }
}

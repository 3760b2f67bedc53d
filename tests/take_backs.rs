//! Limits on taking slides back, compared with a solver written out by states.

use teeko_analysis::{TakeBacks, holds_game};
use teeko_rules::work::to_the_end;
use teeko_rules::{Position, Side, Wdl};
use teeko_solve::solve;
use teeko_testing::reference::ReferenceSlide;
use teeko_testing::take_backs::ReferenceTakeBacks;
use teeko_testing::{rules, with_plan};

/// Games on 4 x 4 in which limits lose some draws, and drop plans; then limits: of the holder
/// alone, which are as good as any number, and of both sides. Without the feature, only a game
/// with fewer slides.
const TESTED: (&[&str], &[&str], &[usize], &[usize]) = if cfg!(feature = "exhaustive") {
    let games = &["44-ssss+4x4+orthogonal", "44-ssss+4x4", "58-ssss+4x4"];
    (games, &["ssss", "pspp"], &[1, 2], &[0, 1])
} else {
    (&["44-ssss+4x4+orthogonal"], &["pspp"], &[1], &[0])
};

/// Compares every position before which neither side has slid, for either side as the holder, and
/// the games with some plans.
fn assert_same(
    variant: &str,
    game: &TakeBacks<'_>,
    slide: &ReferenceSlide,
    (most, binds_both): (usize, bool),
) {
    let rules = rules(variant);
    let expected = ReferenceTakeBacks::solve(&rules, most, binds_both);
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
            let limit = (most, binds_both);
            assert_eq!(
                found != loss,
                holds,
                "{variant} {limit:?} {holder} {position:?}"
            );
            let is_lost = holder == Side::Black && outcome.wdl() == Wdl::Draw && !holds;
            lost_draws += u64::from(is_lost);
        }
        for plan in TESTED.1 {
            let rules = with_plan(&rules, plan.parse().unwrap());
            let holds = expected.holds_game(holder, &rules);
            assert_eq!(
                holds_game(&rules, holder, &layer),
                holds,
                "{variant} {plan} {most} {holder}"
            );
        }
    }
    assert_eq!(game.lost().unwrap(), lost_draws, "{variant} {most}");
}

#[test]
fn once_and_any_number_and_never_are_as_in_all_states() {
    for variant in TESTED.0 {
        let rules = rules(variant);
        let solution = solve(&rules);
        let slide = ReferenceSlide::solve(&rules);
        let mut game = TakeBacks::new(&solution, &to_the_end).unwrap();
        for &most in TESTED.2 {
            assert_same(variant, &game, &slide, (most, false));
        }
        for &most in TESTED.3.iter().filter(|&&most| most > 0) {
            let both = game.bind_both(most as u8, &to_the_end).unwrap();
            assert_same(variant, &both, &slide, (most, true));
        }
        game.forbid(&to_the_end).unwrap();
        assert_same(variant, &game, &slide, (0, false));
        if TESTED.3.contains(&0) {
            let both = game.bind_both(0, &to_the_end).unwrap();
            assert_same(variant, &both, &slide, (0, true));
        }
    }
}

//! What `check` accepts and refuses, on rules simple enough to see it without a solver.

use teeko_certificate::{Certificate, Checked, ClaimedGame, WinFailure};
use teeko_rules::{Board, Circles, Goals, Move, Rules, Scoring, Side, Step};

use crate::files::mended;

fn small_board() -> Board {
    Board::new(4, 4).unwrap()
}

fn rules(goals: Goals, step: Step, plan: &str, pass: bool) -> Rules {
    Rules::builder()
        .board(small_board())
        .goals(goals)
        .step(step)
        .plan(plan.parse().unwrap())
        .pass_rule(pass)
        .build()
        .unwrap()
}

/// A side with four pieces on the board has a goal: Black, with the seventh drop.
pub(crate) fn any_four(plan: &str, pass: bool) -> Rules {
    let sets = (0..1_u64 << small_board().circle_count()).map(Circles::from_bits);
    rules(
        Goals::new(sets.filter(|set| set.len() == 4).collect()),
        Step::default(),
        plan,
        pass,
    )
}

/// Neither side can have a goal.
pub(crate) fn no_goals(step: Step) -> Rules {
    rules(Goals::default(), step, "ssss", false)
}

/// The certificate of the strategy that makes this choice among all moves.
fn of_choices(
    game: impl Into<ClaimedGame>,
    winner: Side,
    plies: u32,
    choose: fn(&[Move]) -> Option<&Move>,
) -> Result<Certificate, WinFailure> {
    let game = game.into();
    let rules = game.rules().clone();
    Certificate::of_strategy(game, winner, plies, |position| {
        choose(&rules.moves(position)).copied()
    })
}

/// The certificate of the strategy that always makes the first move there is.
fn of_first_moves(
    game: impl Into<ClaimedGame>,
    winner: Side,
    plies: u32,
) -> Result<Certificate, WinFailure> {
    of_choices(game, winner, plies, <[Move]>::first)
}

/// That of the strategy that always makes the last move there is.
fn of_last_moves(
    game: impl Into<ClaimedGame>,
    winner: Side,
    plies: u32,
) -> Result<Certificate, WinFailure> {
    of_choices(game, winner, plies, <[Move]>::last)
}

/// The plies played before a strategy fails, and the reason.
fn failure<T: std::fmt::Debug>(refused: Result<T, WinFailure>) -> (u32, String) {
    match refused {
        Err(WinFailure::At { played, reason, .. }) => (played, reason),
        other => panic!("{other:?}"),
    }
}

/// Black drops on 1. Red has the other 15 circles, of which the diagonal makes all but three equal
/// in pairs: 9. Then Black drops on the first free circle of each.
#[test]
fn positions_are_counted_up_to_symmetry() {
    let rules = any_four("ssss", false);
    let certificate = of_first_moves(&rules, Side::Black, 7).unwrap();
    let mut first_plies = [0; 8];
    let counted = Certificate::of_strategy(&rules, Side::Black, 7, |position| {
        first_plies[position.layer()] += 1;
        rules.moves(position).first().copied()
    });
    assert_eq!(counted.as_ref(), Ok(&certificate));
    assert_eq!(first_plies[..4], [1, 0, 9, 0]);
    // Every last drop of Black's completes a goal.
    assert_eq!(first_plies[6..], [0, 0]);
    let Checked {
        positions,
        choosing,
        completing,
        ..
    } = certificate.check().unwrap();
    assert_eq!(choosing - completing, certificate.choices.len());
    assert!(positions > choosing && completing > 0);
}

#[test]
fn too_few_plies_are_refused_and_more_than_needed_are_not() {
    let rules = any_four("ssss", false);
    for plies in 0..7 {
        let (_, reason) = failure(of_first_moves(&rules, Side::Black, plies));
        assert!(
            reason.starts_with(&format!("expected a goal within {plies} plies")),
            "{reason}"
        );
    }
    for plies in [8, 9, u32::MAX] {
        let certificate = of_first_moves(&rules, Side::Black, plies).unwrap();
        assert_eq!(certificate.check().unwrap().plies, 7);
    }
}

#[test]
fn play_that_does_not_win_is_refused() {
    const GOAL: &str = "expected no goal of the other side's";
    const SLIDE: &str = "expected a legal slide";
    let [stuck, endless] = [Step::new([]), Step::default()].map(no_goals);
    for (rules, side, plies, played, expected) in [
        (&any_four("ssss", false), Side::Red, 8, Some(6), GOAL),
        (&any_four("pppp", false), Side::Red, 8, Some(6), GOAL),
        (&stuck, Side::Black, 20, Some(8), SLIDE),
        (&stuck, Side::Red, 20, Some(8), SLIDE),
        (
            &endless,
            Side::Black,
            u32::MAX,
            None,
            "expected another position at each ply",
        ),
        (
            &endless,
            Side::Black,
            9,
            None,
            "expected a goal within 9 plies, found a game of 10 or",
        ),
    ] {
        let (found, reason) = failure(of_first_moves(rules, side, plies));
        assert!(reason.starts_with(expected), "{reason}");
        assert!(
            played.is_none_or(|played| played == found),
            "{found}: {reason}"
        );
    }
}

/// Any four pieces end the game, and count only without circle 1.
pub(crate) fn four_without_the_corner(plan: &str) -> Rules {
    let corner = small_board().circles().least().unwrap();
    let every_set = any_four(plan, false);
    let goals = every_set
        .goals()
        .with_prices(|goal| Some(u8::from(!goal.circles().contains(corner))));
    every_set
        .to_builder()
        .goals(goals.unwrap())
        .build()
        .unwrap()
}

/// Black takes circle 1 in the first strategy, leaves it to Red in the second. Where Red points,
/// Black finally has to take it.
#[test]
fn a_goal_that_counts_for_nothing_is_refused() {
    const NOTHING: &str = "expected no goal that counts for nothing";
    let rules = four_without_the_corner("ssss");
    let (played, reason) = failure(of_first_moves(&rules, Side::Black, 7));
    assert!(
        played == 6 && reason.starts_with(NOTHING),
        "{played}: {reason}"
    );
    // Positions are turned and reflected along the diagonal through 1 and 16 alone, which keeps
    // circle 1.
    let certificate = of_last_moves(&rules, Side::Black, 7).unwrap();
    let read = Certificate::read(&certificate.to_bytes()).unwrap();
    assert_eq!(read, certificate);
    assert_eq!(read.check().unwrap().plies, 7);
    assert_eq!(read.points(), None);
    // The bit of goals that are worth nothing.
    assert_eq!(certificate.to_bytes()[23], 1 << 3);
    let by_pointing = four_without_the_corner("sssp");
    let (_, reason) = failure(of_last_moves(&by_pointing, Side::Black, 7));
    assert!(reason.starts_with(NOTHING), "{reason}");
}

/// Any four pieces end the game: with circle 1 for 2 points, without it for 7. Black takes circle 1
/// with the first moves, and leaves it to Red with the last.
#[test]
fn points_follow_from_the_rules_in_the_file() {
    let corner = small_board().circles().least().unwrap();
    let every_set = any_four("ssss", false);
    let goals = every_set.goals().with_prices(|goal| {
        let has_corner = goal.circles().contains(corner);
        Some(if has_corner { 2 } else { 7 })
    });
    let rules = every_set
        .to_builder()
        .goals(goals.unwrap())
        .scoring(Scoring::Points)
        .build()
        .unwrap();
    let game = ClaimedGame::new(&rules);
    let first_moves = of_first_moves(game.clone().with_points(2), Side::Black, 7);
    let last_moves = of_last_moves(game.with_points(7), Side::Black, 7);
    for (claim, points, byte) in [(first_moves, 2, 3), (last_moves, 7, 8)] {
        let claim = claim.unwrap();
        let bytes = claim.to_bytes();
        // The bits of goals with a worth and of games for points.
        assert_eq!((bytes[17], bytes[23]), (points, 8 | 16));
        assert_eq!(Certificate::read(&bytes).as_ref(), Ok(&claim));
        assert_eq!(claim.check().unwrap().plies, 7);
        let mut more = bytes;
        more[17] = byte;
        let refused = Certificate::read(&mended(more)).unwrap().check();
        assert!(refused.is_err(), "{byte}: {refused:?}");
    }
}

/// The longest game comes to a position that was visited before, by a shorter way. A win in 43
/// plies on 4 x 4 with every drop pointed.
#[test]
fn a_way_that_joins_another_takes_its_plies_too() {
    let file = include_bytes!("../data/78-pppp+4x4+knight.certificate");
    let mut certificate = Certificate::read(file).unwrap();
    assert_eq!(certificate.check().unwrap().plies, 43);
    certificate.plies = 42;
    let (_, reason) = failure(certificate.check());
    let expected = "expected a goal within 42 plies, found a game of 43 or more";
    assert_eq!(reason, expected);
}

#[test]
fn choices_must_exist_and_be_used_up() {
    let rules = any_four("ssss", false);
    let certificate = of_first_moves(&rules, Side::Black, 7).unwrap();
    let choices = &certificate.choices[..];
    let check = |choices: &[u8]| Certificate::new(&rules, Side::Black, 7, choices.to_vec()).check();
    let choose = |choice| Certificate::of_strategy(&rules, Side::Black, 7, |_| choice);

    assert!(check(choices).is_ok());
    let unused = WinFailure::Unused {
        expected: choices.len(),
        found: choices.len() + 1,
    };
    assert_eq!(check(&[choices, &[0]].concat()), Err(unused));
    for too_few in [&[][..], &choices[1..]] {
        let (_, reason) = failure(check(too_few));
        assert_eq!(reason, "expected a choice, found none");
    }
    let (_, reason) = failure(check(&[&[16], &choices[1..]].concat()));
    assert_eq!(reason, "expected a choice from 0 to 15, found 16");
    let (_, reason) = failure(choose(None));
    assert_eq!(reason, "expected a choice, found none");
    let (_, reason) = failure(choose("1-2".parse().ok()));
    assert_eq!(reason, "expected a legal choice, found 1-2");
}

/// A step beyond every board cannot be written, and does not matter.
#[test]
fn steps_that_lead_off_every_board_are_left_out() {
    let long = no_goals(Step::new([(1, 0), (7, -7), (8, 0), (0, -300)]));
    let certificate = Certificate::new(&long, Side::Black, 7, vec![3, 200]);
    assert_eq!(
        certificate.game,
        ClaimedGame::new(&no_goals(Step::new([(1, 0), (7, -7)])))
    );
    assert_eq!(Certificate::read(&certificate.to_bytes()), Ok(certificate));
}

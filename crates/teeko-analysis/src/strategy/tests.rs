//! Tests of winning strategies.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::*;
use crate::error::AnalysisError;
use crate::testing::{FunctionOracle, rules, solved};
use teeko_certificate::{Checked, DrawCertificate, WinFailure};
use teeko_rules::work::{Progress, to_the_end};
use teeko_rules::{Circle, Step};
use teeko_solve::{Solution, solve};
use teeko_testing::{goals, small_rules};

/// A set of goals found by chance, with which the second player wins.
fn red_wins() -> Rules {
    const GOALS: &str = "1.3.6.9 3.5.7.9 5.9.10.11 2.6.7.12 1.8.10.12 3.5.7.13 2.6.7.13 1.6.8.13 \
        3.5.9.13 6.7.12.13 4.10.12.13 1.2.6.14 6.8.9.14 3.5.10.14 5.9.11.14 \
        1.3.12.14 6.7.10.15 6.9.11.15 5.9.12.15 1.10.12.15 2.3.13.15 1.12.13.15 \
        1.2.6.16 1.3.11.16 7.8.11.16 2.5.12.16 7.9.12.16 1.2.13.16 9.10.14.16 \
        4.12.14.16 2.3.15.16 2.12.15.16";
    small_rules(&goals(GOALS), Step::default().offsets(), "ppss")
}

/// The certificate, its file read again and checked.
fn certified(oracle: &Solution) -> (Certificate, Checked) {
    let certificate = winning_strategy(oracle).unwrap();
    let read = Certificate::read(&certificate.to_bytes()).unwrap();
    assert_eq!(read, certificate);
    let checked = read.check().unwrap();
    assert_eq!(
        checked.choosing - checked.completing,
        certificate.choices.len()
    );
    // Optimal play of the loser's is among what is covered.
    assert_eq!(checked.plies, certificate.plies);
    (certificate, checked)
}

/// Steele's two wins, and wins on small boards: with each side as the one that chooses, and by
/// goals with a middle that must be empty.
#[test]
fn wins_are_certified_whoever_chooses() {
    for variant in [
        "58-ssss",
        "58-sppp",
        "44-psss+4x4+knight",
        "58-psps+4x4+knight",
        "78-spsp+4x4+knight",
        "68-pppp+4x4+knight+pass",
        "37e-psps+4x4+knight",
    ] {
        let oracle = solved(variant);
        let (certificate, _) = certified(&oracle);
        assert_eq!(certificate.winner, Side::Black, "{variant}");
        let outcome = Outcome::Win(certificate.plies);
        assert_eq!(outcome, oracle.game_value(), "{variant}");
        match variant {
            "58-ssss" => assert_eq!(certificate.plies, 13),
            "58-sppp" => assert_eq!(certificate.plies, 25),
            _ => {}
        }
        let named = certificate.variant().unwrap();
        assert_eq!(named.to_string(), variant);
        // The bit of goals with empty circles.
        let options = u8::from(variant.starts_with("37e")) << 2;
        assert_eq!(certificate.to_bytes()[23] & 1 << 2, options, "{variant}");
    }
    let oracle = solve(&red_wins());
    let (certificate, _) = certified(&oracle);
    assert_eq!((certificate.winner, certificate.plies), (Side::Red, 26));
}

/// A separate solution of the threshold game has the winner and the plies: `None` if neither side
/// can.
fn assert_points_certified(rules: &Rules) -> Vec<Option<(Side, u32)>> {
    let scored = solve(rules);
    let forced = rules.thresholds().into_iter().map(|points| {
        let expected = match solve(&rules.threshold_game(points)).game_value() {
            Outcome::Win(plies) => Some((Side::Black, plies)),
            Outcome::Loss(plies) => Some((Side::Red, plies)),
            Outcome::Draw => None,
        };
        let strategy = scoring_strategy(&scored, Some(points));
        assert_eq!(strategy.is_ok(), expected.is_some(), "{points} points");
        let (side, plies) = expected?;
        let certificate = strategy.unwrap();
        let read = Certificate::read(&certificate.to_bytes()).unwrap();
        assert_eq!(
            (&read, certificate.to_bytes()[17], read.points()),
            (&certificate, points, Some(points))
        );
        assert_eq!(
            (read.winner, read.plies, read.check().unwrap().plies),
            (side, plies, plies)
        );
        assert_eq!(read.game.rules(), rules);
        assert_eq!(
            read.variant().map(|named| named.rules().unwrap()).as_ref(),
            read.variant().map(|_| rules)
        );
        Some((side, plies))
    });
    forced.collect()
}

#[test]
fn points_that_can_be_forced_are_certified() {
    for variant in [
        "58-ssss+4x4+knight+points",
        "58-psps+4x4+teleport+points",
        "44-pppp+4x4+teleport+points",
    ] {
        let scored = solve(&rules(variant));
        let forced = assert_points_certified(scored.rules());
        let Ok(Some(value)) = scored.value(&Position::EMPTY) else {
            panic!("{variant}")
        };
        assert!(value.score > 0 && forced.contains(&None), "{variant}");
        let best = scoring_strategy(&scored, None).unwrap();
        let found = (
            best.points(),
            Outcome::Win(best.plies),
            best.variant().map(|named| named.to_string()),
        );
        assert_eq!(
            found,
            (
                Some(value.score as u8),
                value.outcome,
                Some(variant.to_owned())
            )
        );
    }
}

#[test]
fn points_that_nobody_forces_have_no_strategy() {
    let scored = solve(&rules("58-ssss+4x4+knight+points"));
    let refused = scoring_strategy(&scored, Some(3));
    assert!(
        matches!(
            refused,
            Err(StrategyError::Unforced {
                asked: 3,
                side: Side::Black,
                most: 2
            })
        ),
        "{refused:?}"
    );
    assert!(matches!(
        winning_strategy(&solved("44-ssss+4x4")),
        Err(StrategyError::Drawn)
    ));
    let drawn = solve(&rules("58-ssss+4x4+points"));
    for points in [None, Some(1)] {
        assert!(matches!(
            scoring_strategy(&drawn, points),
            Err(StrategyError::Drawn)
        ));
    }
    let numbered = FunctionOracle::new(rules("44-ssss+4x4+pips"), |_: &Position| {
        Some(Outcome::Win(9))
    });
    assert!(matches!(
        scoring_strategy(&numbered, None),
        Err(StrategyError::NumberedPieces)
    ));
}

/// An oracle that calls a won game drawn makes no certificate of a draw, for either winner.
#[test]
fn a_false_draw_has_no_strategies() {
    for rules in [rules("44-psss+4x4+knight"), red_wins()] {
        let solved = solve(&rules);
        let lying = FunctionOracle::new(rules, |position: &Position| {
            let outcome = solved.outcome(position).unwrap();
            Some(if outcome.distance() == Some(0) {
                outcome
            } else {
                Outcome::Draw
            })
        });
        let refused = drawing_strategies(&lying, 0, &to_the_end);
        assert!(
            matches!(refused, Err(StrategyError::DrawContradiction(_))),
            "{refused:?}"
        );
    }
}

/// The efforts of searches for strategies of 44-ssss on 4 x 4, and the recorded numbers of positions
/// for Black and for Red. The checker of certificates has accepted these strategies. They are the
/// same on every machine, and a change must not make them greater unnoticed.
const SIZES: [(u32, [usize; 2]); 3] = [(0, [3194, 2008]), (1, [2953, 1900]), (3, [2843, 1873])];

/// The steps of progress are known from the start, and all of them are reported.
#[test]
fn a_search_finds_strategies_of_recorded_sizes_and_its_progress_ends_with_its_total() {
    let solved = solved("44-ssss+4x4");
    for (effort, sizes) in SIZES {
        let reports = Mutex::new(Vec::new());
        let observe = |progress: Progress| {
            reports.lock().unwrap().push(progress);
            ControlFlow::Continue(())
        };
        let found = drawing_strategies(&solved, effort, &observe).unwrap();
        let found = [Side::Black, Side::Red].map(|side| found.len(side));
        assert_eq!(found, sizes, "{effort}");
        let reports = reports.into_inner().unwrap();
        let total = reports[0].total;
        assert!(
            reports.iter().all(|progress| progress.total == total),
            "{effort}"
        );
        assert_eq!(
            reports.iter().map(|progress| progress.done).max(),
            Some(total),
            "{effort}"
        );
        let shares: BTreeSet<u64> = reports.iter().map(|progress| progress.of(20)).collect();
        assert!(shares.len() > 5, "{effort}: {shares:?}");
    }
}

/// A bound is the draw of the threshold game above the score.
#[test]
fn points_that_neither_side_forces_are_certified() {
    for (variant, expected) in [
        ("58-ssss+4x4+knight+points", Some(3)),
        ("58-ssss+4x4+points", None),
    ] {
        let scored = solve(&rules(variant));
        let bound = bounding_strategies(&scored, 0, &to_the_end).unwrap();
        assert_eq!(bound.points(), expected, "{variant}");
        assert!(
            DrawCertificate::read(&bound.to_bytes())
                .unwrap()
                .check()
                .is_ok(),
            "{variant}"
        );
        let whole = drawing_strategies(&scored, 0, &to_the_end);
        match expected {
            None => assert_eq!(whole.unwrap(), bound),
            Some(_) => assert!(
                matches!(whole, Err(StrategyError::NotDrawn { .. })),
                "{whole:?}"
            ),
        }
    }
}

/// Returns the winner's choices in the order of a certificate.
fn choices_of(rules: &Rules, certificate: &Certificate) -> Vec<(Position, Move)> {
    let mut choices = Vec::new();
    let mut numbers = certificate.choices.iter();
    let winner = certificate.winner;
    let again = Certificate::of_strategy(rules, winner, certificate.plies, |position| {
        let &number = numbers.next()?;
        let chosen = rules.moves(position)[usize::from(number)];
        choices.push((*position, chosen));
        Some(chosen)
    });
    assert_eq!(again, Ok(certificate.clone()));
    choices
}

/// Whether a move of the winner's keeps the win.
fn keeps_win(oracle: &Solution, winner: Side, position: &Position, played: Move) -> bool {
    let next = position.after(played);
    match oracle.outcome(&next).unwrap() {
        Outcome::Win(_) => next.turn == winner,
        Outcome::Loss(_) => next.turn != winner,
        Outcome::Draw => false,
    }
}

/// Returns a move that keeps the win if there is one, and otherwise the first one.
fn best_choice(oracle: &Solution, winner: Side, position: &Position) -> Option<Move> {
    let moves = oracle.rules().moves(position);
    let mut winning = moves.iter();
    let winning = winning.find(|&&played| keeps_win(oracle, winner, position, played));
    winning.or(moves.first()).copied()
}

/// Changes choices to ones that do not win, with the best there is where new positions arise.
fn refuses_changed_choices(oracle: &Solution, every: usize) {
    let rules = oracle.rules();
    let (sound, _) = certified(oracle);
    let winner = sound.winner;
    let choices = choices_of(rules, &sound);
    let known: HashMap<Position, Move> = choices.iter().copied().collect();
    let mut changed = 0;
    for (position, _) in choices.iter().step_by(every) {
        for played in rules.moves(position) {
            if keeps_win(oracle, winner, position, played) {
                continue;
            }
            changed += 1;
            let refused =
                Certificate::of_strategy(rules, winner, sound.plies, |arising| {
                    match known.get(arising) {
                        _ if arising == position => Some(played),
                        Some(&chosen) => Some(chosen),
                        None => best_choice(oracle, winner, arising),
                    }
                });
            let Err(WinFailure::At { reason, .. }) = refused else {
                panic!("{position:?} {played}")
            };
            assert!(!reason.contains(" choice, found"), "{reason}");
        }
    }
    assert!(changed > 0);
}

/// Among the changes are goals with a middle that is not empty, and goals that count for nothing.
#[test]
fn any_choice_changed_to_one_that_does_not_win_is_refused() {
    for (variant, every) in [
        ("44-psss+4x4+knight", 1),
        ("54-ssss+4x4+knight", 5),
        ("68-pppp+4x4+knight", 500),
        ("37e-psps+4x4+knight", 400),
    ] {
        refuses_changed_choices(&solved(variant), every);
    }
    refuses_changed_choices(&solve(&red_wins()), 2000);
    refuses_changed_choices(
        &solve(&rules("58-ssss+4x4+knight+points").threshold_game(2)),
        20,
    );
}

#[test]
fn outcomes_that_contradict_each_other_are_reported() {
    let rules = rules("44-ssss+4x4");
    for told in [
        Outcome::Win(7),
        Outcome::Win(8),
        Outcome::Loss(8),
        Outcome::Win(0),
        Outcome::Loss(1),
        Outcome::Win(u32::MAX),
    ] {
        let oracle = FunctionOracle::new(rules.clone(), |_: &Position| Some(told));
        assert!(
            matches!(
                winning_strategy(&oracle),
                Err(StrategyError::Contradiction(_))
            ),
            "{told}"
        );
    }
    let oracle = FunctionOracle::new(rules, |position: &Position| {
        (position.layer() == 0).then_some(Outcome::Win(7))
    });
    assert!(matches!(
        winning_strategy(&oracle),
        Err(StrategyError::Analysis(AnalysisError::Unknown(_)))
    ));
}

/// Returns a position for each circle, and which of them `pick` adds to those picked already.
fn picked(already: &[usize], origins: &[&[usize]], count: usize) -> Vec<usize> {
    let position = |number: usize| Position::EMPTY.after(Move::Drop(Circle::new(number).unwrap()));
    let mut by_position = BTreeMap::new();
    for (number, origins) in origins.iter().enumerate() {
        by_position.insert(position(number), origins.iter().copied().collect());
    }
    let mut found: BTreeSet<Position> = already.iter().copied().map(position).collect();
    pick(&mut found, &by_position, count);
    (0..origins.len())
        .filter(|&number| found.contains(&position(number)))
        .collect()
}

#[test]
fn few_positions_are_picked_to_which_all_can_go() {
    // The first has the most origins; of what is left, the last has more than the second.
    let origins: [&[usize]; 4] = [&[0, 1, 2], &[0, 1, 3], &[3], &[3, 4]];
    assert_eq!(picked(&[], &origins, 5), [0, 3]);
    // Those whose origins are served already are not needed.
    assert_eq!(picked(&[1], &origins, 5), [0, 1, 3]);
    assert_eq!(picked(&[1], &origins[..2], 4), [0, 1]);
    assert_eq!(picked(&[0], &origins[..1], 3), [0]);
}

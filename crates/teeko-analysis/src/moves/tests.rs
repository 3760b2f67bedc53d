//! Tests of the ranking of moves.

use super::*;
use crate::testing::{FunctionOracle, circles, position, rules, solved};
use proptest::prelude::*;
use std::sync::LazyLock;
use teeko_rules::{Circle, Circles};
use teeko_solve::Solution;

/// Returns the circle's number of the only piece of a set.
fn number(pieces: Circles) -> Option<usize> {
    pieces.least().filter(|_| pieces.len() == 1).map(Circle::number)
}

/// The outcomes of Black's first drops on a 4 x 4 board in these tests: 2 and 7 win in 3 plies, 1
/// wins in 5, 3, 4 and 8 draw, 6 loses in 6 plies, all others lose in 4.
fn after_first_drop(black: usize) -> Outcome {
    match black {
        1 => Outcome::Loss(4),
        2 | 7 => Outcome::Loss(2),
        3 | 4 | 8 => Outcome::Draw,
        6 => Outcome::Win(5),
        _ => Outcome::Win(3),
    }
}

fn listed(analysis: &Analysis) -> String {
    let texts: Vec<String> =
        analysis.choices.iter().map(|ranked| ranked.choice.to_string()).collect();
    texts.join(" ")
}

fn ranked(analysis: &Analysis, choice: &str) -> RankedChoice {
    *analysis.choices.iter().find(|ranked| ranked.choice.to_string() == choice).unwrap()
}

/// A choice in a game that is not for points.
fn plain_choice(
    choice: Choice,
    outcome: Outcome,
    optimal: bool,
    keeps_outcome: bool,
    replies: Replies,
) -> RankedChoice {
    let (value, piece, keeps_score) = (outcome.into(), None, keeps_outcome);
    RankedChoice { choice, value, piece, optimal, keeps_outcome, keeps_score, replies }
}

#[test]
fn the_mover_has_fast_wins_first_and_fast_losses_last() {
    let outcome = |position: &Position| match (number(position.black), number(position.red)) {
        (None, None) => Some(Outcome::Win(3)),
        (Some(black), None) => Some(after_first_drop(black)),
        // Nine replies of Red's hold the draw after 3, two after 4 and 8.
        (Some(3), Some(red)) => Some(if red <= 10 { Outcome::Draw } else { Outcome::Win(3) }),
        (Some(4 | 8), Some(red)) => Some(if red <= 2 { Outcome::Draw } else { Outcome::Win(3) }),
        // Replies to moves that win for Black are never looked up.
        (Some(1 | 2 | 7), Some(_)) => None,
        // One reply keeps Red's win.
        (_, Some(red)) => Some(if red == 12 { Outcome::Loss(2) } else { Outcome::Draw }),
    };
    let oracle = FunctionOracle::new(rules("44-ssss+4x4"), outcome);
    let analysis = analyse(&oracle, &Position::EMPTY).unwrap();
    assert_eq!(listed(&analysis), "2 7 1 4 8 3 6 12 5 9 10 11 13 14 15 16");
    assert_eq!((analysis.value.outcome, analysis.chooser), (Outcome::Win(3), Side::Black));
    for (choice, outcome, optimal, keeps_outcome, holding) in [
        ("2", Outcome::Win(3), true, true, 15),
        ("1", Outcome::Win(5), false, true, 15),
        ("4", Outcome::Draw, false, false, 2),
        ("3", Outcome::Draw, false, false, 9),
        ("6", Outcome::Loss(6), false, false, 1),
        ("12", Outcome::Loss(4), false, false, 0),
    ] {
        let found = ranked(&analysis, choice);
        let replies = Replies { total: 15, holding };
        let expected = plain_choice(found.choice, outcome, optimal, keeps_outcome, replies);
        assert_eq!(found, expected, "{choice}");
    }
}

#[test]
fn the_pointing_side_has_what_is_worst_for_the_mover_first() {
    let outcome = |position: &Position| match (number(position.black), number(position.red)) {
        (None, None) => Some(Outcome::Loss(4)),
        (Some(black), None) => Some(after_first_drop(black)),
        // Black points at 12 to hold the draw; after a pass Red would win.
        (Some(3 | 4 | 8), Some(red)) => {
            Some(if red == 12 { Outcome::Draw } else { Outcome::Loss(2) })
        }
        // Black wins by pointing at an odd circle; after a pass Red would draw.
        (Some(1 | 2 | 7), Some(red)) => {
            Some(if red % 2 == 1 { Outcome::Win(3) } else { Outcome::Draw })
        }
        // Black has lost wherever Black points; the replies are never looked up.
        (_, Some(_)) => None,
    };
    let oracle = FunctionOracle::new(rules("44-pppp+4x4+pass"), outcome);
    let analysis = analyse(&oracle, &Position::EMPTY).unwrap();
    assert_eq!(listed(&analysis), "5 9 10 11 12 13 14 15 16 6 3 4 8 1 pass 7 2");
    assert_eq!((analysis.value.outcome, analysis.chooser), (Outcome::Loss(4), Side::Red));
    for (choice, outcome, optimal, keeps_outcome, total, holding) in [
        ("5", Outcome::Loss(4), true, true, 16, 16),
        ("6", Outcome::Loss(6), false, true, 16, 16),
        ("3", Outcome::Draw, false, false, 16, 1),
        ("1", Outcome::Win(5), false, false, 16, 7),
        ("2", Outcome::Win(3), false, false, 16, 8),
        // Black would choose among 16 circles, of which 1, 2 and 7 win.
        ("pass", Outcome::Win(3), false, false, 16, 3),
    ] {
        let found = ranked(&analysis, choice);
        let replies = Replies { total, holding };
        let expected = plain_choice(found.choice, outcome, optimal, keeps_outcome, replies);
        assert_eq!(found, expected, "{choice}");
    }
    let passed = analyse_after_pass(&oracle, &Position::EMPTY).unwrap();
    assert_eq!(listed(&passed), "2 7 1 3 4 8 6 5 9 10 11 12 13 14 15 16");
    assert_eq!((passed.value.outcome, passed.chooser), (Outcome::Win(3), Side::Black));
    assert!(ranked(&passed, "7").optimal && !ranked(&passed, "1").optimal);
}

/// Red drops freely and then points at Black's next circle, so Red wants many choices that hold the
/// draw.
#[test]
fn of_draws_that_the_chooser_goes_on_from_the_safest_comes_first() {
    let holding = |red: usize| if red == 5 { 13 } else { red % 3 + 1 };
    let outcome = |position: &Position| match (position.black.len(), number(position.red)) {
        (1, _) => Some(Outcome::Draw),
        (_, Some(red)) => {
            let second = position.black.iter().map(Circle::number).max()?;
            // Its number among the circles that 1 and Red's drop leave free.
            let choice = second - 1 - usize::from(second > red);
            Some(if choice <= holding(red) { Outcome::Draw } else { Outcome::Loss(2) })
        }
        _ => None,
    };
    let oracle = FunctionOracle::new(rules("44-sppp+4x4"), outcome);
    let analysis = analyse(&oracle, &position(oracle.rules(), "b:1 r: r")).unwrap();
    assert_eq!((analysis.value.outcome, analysis.chooser), (Outcome::Draw, Side::Red));
    assert_eq!(listed(&analysis), "5 2 8 11 14 4 7 10 13 16 3 6 9 12 15");
    assert_eq!(ranked(&analysis, "5").replies, Replies { total: 14, holding: 13 });
    assert_eq!(ranked(&analysis, "3").replies, Replies { total: 14, holding: 1 });
}

/// Every position is a draw. A step leads three columns to the right, and only 1 has one.
#[test]
fn a_draw_that_leaves_no_choice_comes_last() {
    let step = teeko_rules::Step::new([(3, 0)]);
    let drawn = |name: &str| {
        let rules = rules(name).to_builder().step(step.clone()).build().unwrap();
        FunctionOracle::new(rules, |_: &Position| Some(Outcome::Draw))
    };
    let text = "b:1,6,7,10 r:11,12,15 r";
    let after_own_drop = drawn("44-ssss+4x4");
    let analysis = analyse(&after_own_drop, &position(after_own_drop.rules(), text)).unwrap();
    assert_eq!(listed(&analysis), "2 3 5 8 9 13 14 16 4");
    assert_eq!(ranked(&analysis, "4").replies, Replies::default());
    // Black points at a circle and has a slide next, or none, or passes and leaves the nine circles
    // to Red.
    let pointed = drawn("44-pppp+4x4+pass");
    let analysis = analyse(&pointed, &position(pointed.rules(), text)).unwrap();
    assert_eq!(listed(&analysis), "2 3 5 8 9 13 14 16 pass 4");
    assert_eq!(ranked(&analysis, "pass").replies, Replies { total: 9, holding: 9 });
}

/// Black completes 1, 2, 3, 4 at once; after some other moves Red completes 5, 6, 7, 8.
#[test]
fn a_move_that_ends_the_game_has_no_replies() {
    let oracle = solved("44-ssss+4x4");
    let analysis = analyse(&oracle, &position(oracle.rules(), "b:1,2,3,8 r:5,6,11,16 b")).unwrap();
    assert_eq!(analysis.choices[0].choice.to_string(), "8-4");
    assert_eq!(analysis.choices[0].value.outcome, Outcome::Win(1));
    assert_eq!(analysis.choices[0].replies, Replies { total: 0, holding: 0 });
    assert!(!analysis.choices[1].optimal);
}

#[test]
fn positions_that_are_none_are_refused() {
    let oracle = solved("44-ssss+4x4");
    let impossible = Position {
        black: circles(&[1, 2, 3, 4]),
        red: circles(&[9, 10, 15, 16]),
        turn: Side::Black,
        ..Position::EMPTY
    };
    let refused = analyse(&oracle, &impossible);
    assert!(
        matches!(refused, Err(AnalysisError::Unknown(told)) if told == impossible),
        "{refused:?}"
    );
}

#[test]
fn moves_that_symmetry_makes_equal_stand_together() {
    let oracle = FunctionOracle::new(rules("58-ssss"), |_: &Position| Some(Outcome::Draw));
    let groups = |text: &str| -> Vec<String> {
        let analysis = analyse(&oracle, &position(oracle.rules(), text)).unwrap();
        let join = |members: Vec<&RankedChoice>| -> String {
            members.iter().map(|ranked| ranked.choice.to_string()).collect::<Vec<_>>().join(" ")
        };
        let symmetries = oracle.rules().symmetries();
        let (position, choices) = (&analysis.position, &analysis.choices);
        let groups = symmetric_groups(&symmetries, position, choices, |ranked| ranked.choice);
        groups.into_iter().map(join).collect()
    };
    let empty =
        ["1 5 21 25", "2 4 6 10 16 20 22 24", "3 11 15 23", "7 9 17 19", "8 12 14 18", "13"];
    assert_eq!(groups("5/5/5/5/5 b"), empty);
    // The reflection in the diagonal from 1 to 25 is the only symmetry left.
    let diagonal = groups("b:1,7 r:13,25 b");
    assert!(
        diagonal.contains(&"2 6".to_owned()) && diagonal.contains(&"19".to_owned()),
        "{diagonal:?}"
    );
    assert_eq!(diagonal.len(), (25 - 5) / 2 + 1);
    // No symmetry is left once the sides are distinguished.
    assert_eq!(groups("b:1,8 r:13,25 b").len(), 21);
}

static ORACLES: LazyLock<[Solution; 3]> =
    LazyLock::new(|| ["58-pssp+4x4", "44-pppp+4x4+pass", "78-sssp+4x4+knight"].map(solved));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// In random games the best choice has the value of the position, and the replies are the
    /// choices one ply later.
    #[test]
    fn analyses_agree_with_those_one_ply_on(
        oracle in 0..3_usize,
        plies in prop::collection::vec(0..1000_usize, 0..16),
    ) {
        let oracle = &ORACLES[oracle];
        let rules = oracle.rules();
        let mut position = Position::EMPTY;
        for ply in plies {
            let moves = rules.moves(&position);
            if !moves.is_empty() {
                position = position.after(moves[ply % moves.len()]);
            }
        }
        let analysis = analyse(oracle, &position).unwrap();
        let first = analysis.choices.first();
        prop_assert!(
            first.is_none_or(|best| best.optimal && best.value.outcome == analysis.value.outcome)
        );
        let passing = pass_allowed(rules, &position) && !analysis.choices.is_empty();
        let expected = rules.moves(&position).len() + usize::from(passing);
        prop_assert_eq!(analysis.choices.len(), expected);
        // The values and replies of draws and losses, as the chooser sees them.
        let mut ranks = Vec::new();
        for ranked in analysis.choices {
            let next = match ranked.choice {
                Choice::Move(chosen) => analyse(oracle, &position.after(chosen)).unwrap(),
                Choice::Pass => analyse_after_pass(oracle, &position).unwrap(),
            };
            let holding = next.choices.iter().filter(|reply| reply.keeps_outcome).count();
            prop_assert_eq!(ranked.replies, Replies { total: next.choices.len(), holding });
            let value = as_seen_by(analysis.chooser, &position, ranked.value);
            if value.outcome.wdl() != Wdl::Win {
                let holding = holding as i32;
                let rank = match next.choices.len() {
                    0 => i32::MAX,
                    _ if next.chooser == analysis.chooser => -holding,
                    _ => holding,
                };
                ranks.push((std::cmp::Reverse(value), rank));
            }
        }
        prop_assert!(ranks.is_sorted(), "{:?}", ranks);
    }
}

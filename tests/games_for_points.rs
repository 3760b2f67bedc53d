//! Games for points: compares the fast solver with the reference solver in every position of 4 x 4
//! boards.

use std::ops::ControlFlow::Break;

use rayon::prelude::*;
use teeko_index::WeighedSet;
use teeko_rules::{Circles, Goal, GoalSet, Goals, Oracle, PIECES, Rules, Scoring, Side};
use teeko_solve::{Solution, SolvedSlides, ThresholdSolution, solve};
use teeko_testing::Random;
use teeko_testing::reference::{Numbered, ReferenceAttack};

use crate::common;
use crate::one_ply::expected_forces;
use crate::reference::{kinds, of_kinds};

/// Compares the threshold games of goals with prices: all plans of each if the tests are
/// exhaustive, otherwise a few.
fn assert_prices_agree(rules: &Rules) {
    let thresholds = rules.thresholds();
    thresholds.into_par_iter().for_each(|points| {
        common::assert_solvers_agree(&common::few_plans(&rules.threshold_game(points)));
    });
}

#[test]
fn every_position_of_4x4_with_random_prices() {
    let mut random = Random::new(14);
    for goals in [GoalSet::Goals64, GoalSet::Goals37d, GoalSet::Goals78] {
        let board = common::small_board();
        let priced = |goal: Goal, random: &mut Random| goal.worth(1 + random.below(3) as u8);
        let patterns =
            goals.on(board).patterns().iter().map(|&goal| priced(goal, &mut random)).collect();
        let builder =
            Rules::builder().board(board).goals(Goals::new(patterns)).scoring(Scoring::Points);
        let rules = builder.build().unwrap();
        assert_eq!(rules.thresholds(), [1, 2, 3]);
        assert_prices_agree(&rules);
    }
}

fn weighed(pieces: &Numbered, points: u8) -> WeighedSet {
    let least = usize::from(Rules::heavy_pips(points));
    let part = |of: &[Circles]| of.iter().fold(Circles::EMPTY, |all, &set| all | set);
    WeighedSet { heavy: part(&pieces[least - 1..]), light: part(&pieces[..least - 1]) }
}

/// Compares the slide phase of the attack for `points` points, and samples of its drop phase.
fn assert_attacks_agree(rules: &Rules, points: u8, solution: &Solution) {
    let reference = ReferenceAttack::solve(rules, points, kinds(points));
    let (_, ThresholdSolution::Attack(attack)) = &solution.for_more()[usize::from(points) - 2]
    else {
        panic!("an attack")
    };
    let mut positions = 0;
    for (pieces, defender, expected) in reference.positions() {
        let set = weighed(&pieces, points);
        let found = [true, false]
            .map(|attacker_moves| attack.slide().distance(set, defender, attacker_moves));
        assert_eq!(found, expected, "{points} points: {pieces:?} against {defender}");
        positions += 1;
    }
    assert!(positions > 800_000);
    let mut random = Random::new(u64::from(points));
    for number in 0..400 {
        let layer = 4 + number % 4;
        let position = random.open_position(rules, layer);
        let distance = |side: Side| {
            let attacker = of_kinds(&position, side, points);
            reference.drop_distance(side, &attacker, position.pieces(side.other()))
        };
        for side in [Side::Black, Side::Red] {
            assert_eq!(
                attack.forces(side, &position),
                distance(side),
                "{side}, {points} points: {position:?} {}",
                rules.plan()
            );
        }
    }
}

#[test]
fn every_position_of_4x4_with_numbered_pieces() {
    for (variant, few) in [
        ("44-ssss+4x4+pips", [3, 8]),
        ("58-psps+4x4+pips", [5, 6]),
        ("37e-sspp+4x4+pips", [2, 4]),
        ("44-pppp+4x4+knight+pass+pips", [2, 7]),
        ("28-spsp+4x4+teleport+pips", [3, 6]),
    ] {
        let points = if cfg!(feature = "exhaustive") { (2..=8).collect() } else { few.to_vec() };
        let rules = common::rules(variant);
        let solution = solve(&rules);
        points.into_par_iter().for_each(|points| assert_attacks_agree(&rules, points, &solution));
    }
}

#[test]
fn goals_with_empty_circles_of_any_kind_and_numbered_pieces() {
    let board = common::small_board();
    let mut random = Random::new(5);
    let circles: Vec<Circles> = board.circles().iter().map(Circles::from).collect();
    let mut goals = Vec::new();
    while goals.len() < 24 {
        let mut set = Circles::EMPTY;
        while set.len() < PIECES {
            set = set | circles[random.below(circles.len())];
        }
        let empty = circles[random.below(circles.len())];
        goals.push(if set.meets(empty) { set.into() } else { Goal::new(set, empty) });
    }
    let builder = Rules::builder().board(board).goals(Goals::new(goals)).scoring(Scoring::Pips);
    let rules = builder.plan("spsp".parse().unwrap()).build().unwrap();
    let solution = solve(&rules);
    [2, 3, 6].into_par_iter().for_each(|points| assert_attacks_agree(&rules, points, &solution));
}

/// Every value of random positions on the standard board follows from those of the next positions.
/// Goals that have just been completed are among them.
#[test]
fn sampled_positions_of_5x5_follow_from_the_next_ones() {
    for variant in ["58-psps+points", "37e-pppp+pass+points", "44-spps+no-centre+pips"] {
        let solution = solve(&common::rules(variant));
        let rules = solution.rules();
        let thresholds = rules.thresholds();
        let mut random = Random::new(55);
        let mut forced = 0;
        for number in 0..9_000 {
            let position = random.open_position(rules, number % 9);
            for &points in &thresholds {
                for side in [Side::Black, Side::Red] {
                    let found = solution.forces(side, points, &position).unwrap();
                    let expected = expected_forces(&solution, side, points, &position);
                    assert_eq!(found, expected, "{variant}, {side}, {points}: {position:?}");
                    forced += usize::from(found.is_some());
                }
            }
        }
        assert!(forced > 2_000, "{variant}: {forced}");
    }
}

#[test]
fn work_on_games_for_points_can_be_stopped() {
    let rules = common::rules("44-ssss+4x4+pips");
    assert!(SolvedSlides::solve(&rules, None, &|_| Break(())).is_err());
    let slides = SolvedSlides::solve(&rules, None, &teeko_rules::work::to_the_end).unwrap();
    assert!(slides.with_drops(std::slice::from_ref(&rules), &|_| Break(())).is_err());
}

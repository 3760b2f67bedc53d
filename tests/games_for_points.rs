//! Games for points on 4 x 4: compares every position with the reference solver. That one does not
//! know numbered pieces; there a position is compared with the next ones.

use rayon::prelude::*;
use teeko_index::WeighedSet;
use teeko_rules::{Circle, Circles, Goal, GoalSet, Goals, Oracle, PIECES, Rules, Scoring, Side};
use teeko_solve::{AttackSlide, Solution, ThresholdSolution, solve};
use teeko_testing::Random;
use teeko_testing::reference::subsets;

use crate::common;
use teeko_testing::one_ply::{chosen, expected_forces};

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
        let mut patterns = Vec::new();
        for goal in goals.on(board).patterns() {
            patterns.push(goal.worth(1 + random.below(3) as u8));
        }
        let builder = Rules::builder()
            .board(board)
            .goals(Goals::new(patterns))
            .scoring(Scoring::Points);
        let rules = builder.build().unwrap();
        assert_eq!(rules.thresholds(), [1, 2, 3]);
        assert_prices_agree(&rules);
    }
}

/// Which of the defender's sets are compared with each of the attacker's: every one if the tests
/// are exhaustive.
const STEP: usize = if cfg!(feature = "exhaustive") { 1 } else { 7 };

/// Checks that values of the slide phase of the attack for `points` points follow from those of the
/// next positions, and that those of random positions of all layers do.
///
/// Distances fall with every ply, so with every set this proves what is forced; where nothing is,
/// it finds a slide of the defender's that keeps it so.
fn assert_attack_follows(solution: &Solution, points: u8) {
    let rules = solution.rules();
    let (_, ThresholdSolution::Attack(attack)) = &solution.for_more()[usize::from(points) - 2]
    else {
        panic!("an attack")
    };
    let heavy = Rules::heavy_pieces(points);
    let defenders = subsets(rules.board(), PIECES);
    let mut attackers = Vec::new();
    for heavy in subsets(rules.board(), heavy) {
        for light in subsets(rules.board(), PIECES - heavy.len()) {
            if !light.meets(heavy) {
                attackers.push(WeighedSet { heavy, light });
            }
        }
    }
    let follow = |attacker| assert_set_follows(rules, points, attack.slide(), attacker, &defenders);
    let compared: usize = attackers.into_par_iter().map(follow).sum();
    assert!(compared > 800_000 / STEP);
    assert!(assert_samples_follow(solution, &[points], 400) > 0);
}

/// Compares the open positions of the slide phase with this set of the attacker's against some of
/// the defender's. Returns their number.
fn assert_set_follows(
    rules: &Rules,
    points: u8,
    attack: &AttackSlide,
    attacker: WeighedSet,
    defenders: &[Circles],
) -> usize {
    let mut compared = 0;
    for &defender in defenders.iter().step_by(STEP) {
        if defender.meets(attacker.all()) || is_over(rules, attacker.all(), defender) {
            continue;
        }
        for attacker_moves in [true, false] {
            let found = attack.distance(attacker, defender, attacker_moves);
            let expected =
                forced_by_slides(rules, points, attack, attacker, defender, attacker_moves);
            assert_eq!(
                found, expected,
                "{points} points: {attacker:?} against {defender}"
            );
        }
        compared += 1;
    }
    compared
}

fn is_over(rules: &Rules, one: Circles, other: Circles) -> bool {
    rules.goals().is_goal(one, other) || rules.goals().is_goal(other, one)
}

/// Returns the number of plies in which the attacker forces the points from an open position of
/// the slide phase, as it follows from the next positions.
fn forced_by_slides(
    rules: &Rules,
    points: u8,
    attack: &AttackSlide,
    set: WeighedSet,
    defender: Circles,
    attacker_moves: bool,
) -> Option<u32> {
    let own = if attacker_moves { set.all() } else { defender };
    let free = rules.board().circles() - set.all() - defender;
    let mut outcomes = Vec::new();
    for from in own {
        for to in rules.targets(from) & free {
            outcomes.push(if attacker_moves {
                let moved = set.moved(from, to);
                forced_after_attacker(rules, points, attack, moved, to, defender)
            } else {
                let moved = defender.without(from).with(to);
                forced_after(rules, attack, set, moved, true)
            });
        }
    }
    chosen(&outcomes, attacker_moves)
}

/// Returns the number of plies in which the attacker forces the points by a slide to a circle, which
/// counts itself. `set` has its pieces after the slide.
fn forced_after_attacker(
    rules: &Rules,
    points: u8,
    attack: &AttackSlide,
    set: WeighedSet,
    to: Circle,
    defender: Circles,
) -> Option<u32> {
    if !rules.goals().is_goal(set.all(), defender) {
        return forced_after(rules, attack, set, defender, false);
    }
    let least = Rules::heavy_pips(points);
    let is_heavy = set.heavy.contains(to);
    let pips = if is_heavy { least } else { least - 1 };
    if rules.worth_of_piece(pips, to) >= points {
        Some(1)
    } else {
        None
    }
}

/// Returns the number of plies in which the attacker forces the points after a slide, which counts
/// itself, that does not complete a goal of the attacker's.
fn forced_after(
    rules: &Rules,
    attack: &AttackSlide,
    set: WeighedSet,
    defender: Circles,
    attacker_moves: bool,
) -> Option<u32> {
    if is_over(rules, set.all(), defender) {
        return None;
    }
    Some(attack.distance(set, defender, attacker_moves)? + 1)
}

/// Checks that values of random positions follow from those of the next positions. Returns how
/// many say that a side forces the points.
fn assert_samples_follow(solution: &Solution, thresholds: &[u8], samples: usize) -> usize {
    let rules = solution.rules();
    let mut random = Random::new(55);
    let mut forced = 0;
    for number in 0..samples {
        let position = random.open_position(rules, number % 9);
        for &points in thresholds {
            for side in [Side::Black, Side::Red] {
                let found = solution.forces(side, points, &position).unwrap();
                let expected = expected_forces(solution, side, points, &position);
                assert_eq!(
                    found,
                    expected,
                    "{}, {side}, {points}: {position:?}",
                    rules.plan()
                );
                forced += usize::from(found.is_some());
            }
        }
    }
    forced
}

#[test]
fn positions_of_4x4_with_numbered_pieces_follow_from_the_next_ones() {
    for (variant, few) in [
        ("44-ssss+4x4+pips", [3, 8]),
        ("58-psps+4x4+pips", [5, 6]),
        ("37e-sspp+4x4+pips", [2, 4]),
        ("44-pppp+4x4+knight+pass+pips", [2, 7]),
        ("28-spsp+4x4+teleport+pips", [3, 6]),
    ] {
        let points = if cfg!(feature = "exhaustive") {
            (2..=8).collect()
        } else {
            few.to_vec()
        };
        let rules = common::rules(variant);
        let solution = solve(&rules);
        for points in points {
            assert_attack_follows(&solution, points);
        }
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
        goals.push(if set.meets(empty) {
            set.into()
        } else {
            Goal::new(set, empty)
        });
    }
    let builder = Rules::builder()
        .board(board)
        .goals(Goals::new(goals))
        .scoring(Scoring::Pips);
    let rules = builder.plan("spsp".parse().unwrap()).build().unwrap();
    let solution = solve(&rules);
    for points in [2, 3, 6] {
        assert_attack_follows(&solution, points);
    }
}

/// Every value of random positions on the standard board follows from those of the next positions.
/// Goals that have just been completed are among them.
#[test]
fn sampled_positions_of_5x5_follow_from_the_next_ones() {
    for variant in [
        "58-psps+points",
        "37e-pppp+pass+points",
        "44-spps+no-centre+pips",
    ] {
        let solution = solve(&common::rules(variant));
        let thresholds = solution.rules().thresholds();
        let forced = assert_samples_follow(&solution, &thresholds, 9_000);
        assert!(forced > 2_000, "{variant}: {forced}");
    }
}

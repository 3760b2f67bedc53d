//! The values of small games are those of the reference solver; with numbered pieces, which it does
//! not know, they follow from those of the next positions.

use std::sync::Arc;

use teeko_index::{Class, LayerCensus, WeighedSet, subsets};
use teeko_rules::combinatorics::at_places;
use teeko_rules::work::to_the_end;
use teeko_rules::{Oracle, Outcome, PIECES, Position, Rules, Side};
use teeko_solve::{
    InstructionSet, SlideSolution, Solution, ThresholdSolution, solve, solve_drops, solve_slide,
};
use teeko_testing::one_ply::expected_forces;
use teeko_testing::reference::{ReferenceDrop, ReferenceSlide};
use teeko_testing::{
    Random, circles, empty_circle_rules, long_win_rules, one_way_rules, rules, with_plan,
};

/// Returns games of 4 x 4 with symmetries, without, with distances that take two bytes, and with
/// goals that need empty circles or are worth nothing.
fn small_games() -> Vec<Rules> {
    vec![
        rules("58-ssss+4x4"),
        empty_circle_rules("ssss"),
        one_way_rules("ssss"),
        long_win_rules(),
    ]
}

/// Returns a game with some drop plans, once with the pass rule.
fn some_plans(rules: &Rules) -> Vec<Rules> {
    let mut all = Vec::new();
    for plan in ["ssss", "spsp", "psps", "pppp"] {
        all.push(with_plan(rules, plan.parse().unwrap()));
    }
    let passes = all[3].to_builder().pass_rule(true);
    all.push(passes.build().unwrap());
    all
}

#[test]
fn every_value_of_a_small_game_is_that_of_the_reference_solver() {
    for rules in small_games() {
        let reference = ReferenceSlide::solve(&rules);
        let slide = solve_slide(&rules, InstructionSet::best(), None, &to_the_end).unwrap();
        assert_slides_agree(&reference, &slide);
        let solutions = solve_drops(&Arc::new(slide), &some_plans(&rules), &to_the_end).unwrap();
        for solution in &solutions {
            assert_drops_agree(
                &ReferenceDrop::solve(solution.rules(), &reference),
                solution,
            );
            assert_ways_agree(solution);
        }
    }
}

fn assert_slides_agree(reference: &ReferenceSlide, slide: &SlideSolution) {
    let mut counts = LayerCensus::default();
    for (mover, opponent, expected) in reference.positions() {
        let found = slide.outcome(mover, opponent);
        assert_eq!(found, expected, "{mover} against {opponent}");
        counts.add(expected.map_or(Class::Impossible, Class::from), 1);
    }
    let census = slide.census();
    let draws = (census.draw() + census.no_move(), census.no_move());
    assert_eq!(draws, (counts.draw(), reference.no_move()));
    for (class, positions) in counts.classes() {
        let is_draw = class == Class::Draw;
        assert!(is_draw || census.positions(class) == positions, "{class:?}");
    }
    assert_eq!(census.total(), counts.total());
}

fn assert_drops_agree(reference: &ReferenceDrop, solution: &Solution) {
    let mut counts = vec![LayerCensus::default(); 2 * PIECES];
    for (position, expected) in reference.positions() {
        let found = solution.outcome(&position);
        assert_eq!(found, Some(expected), "{position:?}");
        counts[position.layer()].add(expected, 1);
    }
    let census = solution.census();
    for (layer, counts) in counts.iter().enumerate() {
        assert_eq!(solution.layer_census(layer), counts);
        assert_eq!(census.layer(layer), counts);
    }
    assert_eq!(census.slide(), solution.slide().census());
}

/// Compares the ways to look up positions, among them some that do not exist.
fn assert_ways_agree(solution: &Solution) {
    let layers = solution.layers();
    let mut random = Random::new(9);
    let mut positions = vec![
        Position::of_turn(Side::Black, circles(&[1, 2, 3, 5]), circles(&[5, 6, 9, 16])),
        Position::of_turn(
            Side::Black,
            circles(&[1, 2, 3, 17]),
            circles(&[5, 6, 9, 16]),
        ),
        Position::of_turn(Side::Black, circles(&[1, 2, 3, 5, 7]), circles(&[6, 9, 16])),
        Position::of_turn(Side::Red, circles(&[1]), circles(&[1, 2])),
    ];
    for number in 0..450 {
        positions.push(random.position_of_any_side(solution.rules().board(), number % 9));
    }
    for of_drops in [false, true] {
        positions.retain(|position| !of_drops || position.layer() < 2 * PIECES);
        let outcomes = solution.outcomes(&positions).unwrap();
        for (position, found) in positions.iter().zip(outcomes) {
            assert_eq!(found, solution.outcome(position), "{position:?}");
            assert_eq!(found, layers.outcome(position), "{position:?}");
            for side in [Side::Black, Side::Red] {
                let forced = found.and_then(|outcome| outcome.win_of(side == position.turn));
                assert_eq!(solution.forces(side, 1, position).unwrap(), forced);
            }
        }
    }
    assert_eq!(solution.outcome(&positions[0]), None);
    assert_eq!(
        Some(solution.game_value()),
        solution.outcome(&Position::EMPTY)
    );
}

/// Each number of points has a game of its own, in which goals that are worth less end the game.
#[test]
fn points_are_forced_as_in_the_threshold_games_of_the_reference_solver() {
    let rules = rules("58-spsp+4x4+points");
    let solution = solve(&rules);
    let mut random = Random::new(6);
    let mut positions = Vec::new();
    for number in 0..3_000 {
        positions.push(random.position_of_any_side(rules.board(), number % 9));
    }
    let thresholds = rules.thresholds();
    let points: Vec<u8> = solution
        .slide_censuses()
        .map(|(points, _)| points)
        .collect();
    assert_eq!(points, thresholds);
    for (points, census) in solution.slide_censuses() {
        let game = rules.threshold_game(points);
        let slide = ReferenceSlide::solve(&game);
        let drop = ReferenceDrop::solve(&game, &slide);
        let losses = slide
            .positions()
            .filter(|(.., found)| *found == Some(Outcome::Loss(2)));
        assert_eq!(census.positions(Class::Loss(2)), losses.count() as u64);
        for position in &positions {
            let outcome = if position.layer() == 2 * PIECES {
                slide.outcome(position.mover(), position.opponent())
            } else {
                drop.outcome(position)
            };
            for side in [Side::Black, Side::Red] {
                let expected = outcome.and_then(|outcome| outcome.win_of(side == position.turn));
                let found = solution.forces(side, points, position).unwrap();
                assert_eq!(found, expected, "{side}, {points}: {position:?}");
            }
        }
    }
    let most = thresholds[thresholds.len() - 1];
    for position in &positions {
        assert_eq!(
            solution.forces(Side::Black, most + 1, position).unwrap(),
            None
        );
    }
}

#[test]
fn what_numbered_pieces_force_follows_from_the_next_positions() {
    for variant in ["44-psps+4x4+pips", "37e-sspp+4x4+knight+pips"] {
        let solution = solve(&rules(variant));
        let mut random = Random::new(55);
        let mut forced = [0; 9];
        for number in 0..900 {
            let mut position = random.open_position(solution.rules(), number % 9);
            if position.layer() == 2 * PIECES && number % 2 == 1 {
                position.turn = Side::Red;
            }
            for points in 1..=8 {
                for side in [Side::Black, Side::Red] {
                    let found = solution.forces(side, points, &position).unwrap();
                    let expected = expected_forces(&solution, side, points, &position);
                    assert_eq!(found, expected, "{side}, {points}: {position:?}");
                    forced[usize::from(points)] += usize::from(found.is_some());
                }
            }
        }
        assert!(forced[2..].iter().sum::<usize>() > 100, "{forced:?}");
        assert_attacks_are_counted(&solution);
    }
}

/// Counts the positions of a drop layer from which each side forces the points, with each way to
/// give the attacker's pieces weights.
fn assert_attacks_are_counted(solution: &Solution) {
    for (points, game) in solution.for_more() {
        let ThresholdSolution::Attack(attack) = game else {
            panic!("an attack")
        };
        let mut counts = LayerCensus::default();
        // Red is to move.
        for (attacker, pieces, others) in [(Side::Black, 2, 1), (Side::Red, 1, 2)] {
            for set in weighed_sets(pieces, Rules::heavy_pieces(*points)) {
                for defender in subsets(16, others).filter(|other| !other.meets(set.all())) {
                    match attack.drop_distance(attacker, set, defender) {
                        Some(plies) if attacker == Side::Red => counts.add(Class::Win(plies), 1),
                        Some(plies) => counts.add(Class::Loss(plies), 1),
                        None => {}
                    }
                }
            }
        }
        assert_eq!(attack.census().layer(3), &counts, "{points} points");
    }
}

/// Returns the sets of this many pieces of a side that has so many heavy ones in all.
fn weighed_sets(pieces: usize, all_heavy: usize) -> Vec<WeighedSet> {
    let mut sets = Vec::new();
    for all in subsets(16, pieces) {
        for number in 0..=pieces.min(all_heavy) {
            if pieces - number > PIECES - all_heavy {
                continue;
            }
            for places in subsets(pieces, number) {
                let heavy = at_places(places, all);
                let light = all - heavy;
                sets.push(WeighedSet { heavy, light });
            }
        }
    }
    sets
}

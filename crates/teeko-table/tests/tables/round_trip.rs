//! A table gives the solver's answers, block by block and expanded.

use crate::expand::compare;
use rayon::prelude::*;
use teeko_index::subsets;
use teeko_rules::{Board, Goal, Goals, Oracle, Outcome, Position, Rules, Side, Step, Wdl};
use teeko_solve::{Solution, solve};
use teeko_table::{
    Compression, Description, Table, check_census, content_hash, recount, row_values,
};
use teeko_testing::{
    Random, SMALL_BLOCKS, circles, empty_circle_rules, encode_both, long_win_rules, one_way_rules,
    open, rules, small_rules, solved, table,
};

/// Returns the outcomes of positions. Their results, which are found in another way, agree.
fn ask(table: &Table, positions: &[Position]) -> Vec<Option<Outcome>> {
    let outcomes = table.outcomes(positions).expect("a sound table");
    for result in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
        let expected: Vec<Option<bool>> = outcomes
            .iter()
            .map(|found| found.map(|found| found.wdl() == result))
            .collect();
        assert_eq!(
            table.have_result(positions, result).expect("a sound table"),
            expected
        );
    }
    outcomes
}

/// Compares the positions of a layer, impossible ones included, for one in `step` of the opponent's
/// sets. Returns their number.
fn compare_layer(table: &Table, solution: &Solution, layer: usize, step: usize) -> usize {
    let circles = solution.rules().board().circle_count();
    let turns: &[Side] = if layer == 8 {
        &[Side::Black, Side::Red]
    } else {
        &[Position::turn_in_layer(layer).unwrap()]
    };
    let opponents: Vec<_> = subsets(circles, layer.div_ceil(2)).step_by(step).collect();
    let compare_row = |&opponent| {
        let movers = subsets(circles, layer / 2).filter(|mover| !mover.meets(opponent));
        let positions: Vec<Position> = movers
            .flat_map(|mover| {
                turns
                    .iter()
                    .map(move |&turn| Position::of_turn(turn, mover, opponent))
            })
            .collect();
        let expected: Vec<_> = positions
            .iter()
            .map(|found| solution.outcome(found))
            .collect();
        assert_eq!(ask(table, &positions), expected, "{opponent}");
        positions.len()
    };
    opponents.par_iter().map(compare_row).sum()
}

/// Compares all positions of the expanded table; before, all of up to six pieces, and a seventh of
/// the others.
fn compare_layers(rules: &Rules) -> Solution {
    let solution = solve(rules);
    let table = table(&solution, SMALL_BLOCKS).with_cache(1 << 24);
    let step = |layer| if layer > 6 { 7 } else { 1 };
    let counts: Vec<usize> = (0..=8)
        .map(|layer| compare_layer(&table, &solution, layer, step(layer)))
        .collect();
    assert_eq!(
        counts,
        [
            1,
            16,
            240,
            1_680,
            10_920,
            43_680,
            160_160,
            400_400 / 7,
            1_801_800 / 7
        ]
    );
    let expanded = table.expand().expect("a sound table");
    compare(&expanded, &solution, 1);
    let counted = recount(&expanded);
    for (layer, class, positions) in solution.census().entries() {
        assert_eq!(
            counted.layer(layer).positions(class),
            positions,
            "layer {layer}, {class:?}"
        );
    }
    for file in [table.slide()].into_iter().chain(table.drop_file()) {
        check_census(&expanded, file).expect("the census of the header");
    }
    solution
}

/// The side that has just moved has three pieces of a goal that is worth nothing. If a slide
/// completes it after the last drop, the game is drawn.
#[test]
fn threats_of_what_is_worth_nothing_win_nothing() {
    let solution = solve(&empty_circle_rules("ssss"));
    let table = table(&solution, SMALL_BLOCKS);
    let void = circles(&[5, 6, 7, 8]);
    let turn = Position::turn_in_layer(7).expect("the side that drops");
    let mut positions = Vec::new();
    for opponent in subsets(16, 4).filter(|&opponent| (opponent & void).len() == 3) {
        for mover in subsets(16, 3).filter(|mover| !mover.meets(opponent)) {
            positions.push(Position::of_turn(turn, mover, opponent));
        }
    }
    let expected: Vec<_> = positions
        .iter()
        .map(|position| solution.outcome(position))
        .collect();
    assert!(ask(&table, &positions) == expected);
}

#[test]
fn a_content_hash_is_of_rows_of_the_right_length() {
    let solution = solved("44-ssss+4x4");
    let description = Description::slide(solution.rules(), &solution.census());
    assert!(content_hash(&description, &|row| row_values(&solution, row)).is_ok());
    assert!(content_hash(&description, &|_| vec![0]).is_err());
}

/// Some named rules; odd plans, lopsided goals and steps that cannot be undone; rules without goals
/// and steps, in which everything is drawn for lack of a slide; wins in up to 661 plies, so that
/// the values of both files take two bytes; and goals with empty circles, with wins in even numbers
/// of plies and finished positions that are won.
#[test]
fn every_position_of_the_smallest_board() {
    let one_way = one_way_rules("psps");
    let open_goals = Goals::new(vec![
        Goal::new(circles(&[1, 4, 13, 16]), circles(&[6, 7])),
        circles(&[1, 2, 3, 4]).into(),
        Goal::new(circles(&[2, 3, 6, 10]), circles(&[11])),
    ]);
    let open_one_way = one_way.to_builder().goals(open_goals).build().unwrap();
    for (rules, order, options, width) in [
        (rules("78-pppp+4x4+pass"), 8, 0, 1),
        (one_way, 1, 0, 1),
        (
            small_rules(&[[1, 2, 3, 4]], Step::default().offsets(), "ppsp"),
            2,
            0,
            1,
        ),
        (small_rules(&[], &[], "ssss"), 8, 0, 1),
        (long_win_rules(), 1, 0, 2),
        (rules("37d-pppp+4x4+pass+orthogonal"), 8, 1 << 2, 1),
        (open_one_way, 1, 1 << 2, 1),
    ] {
        let solution = compare_layers(&rules);
        let bytes = encode_both(&solution, SMALL_BLOCKS).0;
        // The options of the rules.
        let found_options = bytes[107];
        let slide = open(bytes);
        let header = slide.header();
        let found = (
            rules.symmetries().order(),
            found_options,
            header.value_width,
        );
        assert_eq!(found, (order, options, width), "{:?}", rules.goals());
        assert_eq!(&header.description.rules, &rules.of_slide_phase());
    }
}

/// Impossible positions have no outcome, and slide positions need no drop file.
#[test]
fn what_is_no_position() {
    let solution = solved("44-ssss+4x4");
    let (slide, drop) = encode_both(&solution, SMALL_BLOCKS);
    let table = Table::new(open(slide.clone()), Some(open(drop)), solution.rules()).unwrap();
    let position = |black: &[usize], red: &[usize], turn| Position {
        black: circles(black),
        red: circles(red),
        turn,
        ..Position::EMPTY
    };
    for position in [
        position(&[], &[], Side::Red),
        position(&[1], &[1], Side::Black),
        position(&[1, 2], &[3], Side::Black),
        position(&[1], &[3, 4], Side::Black),
        position(&[1], &[17], Side::Black),
        position(&[1, 2, 5, 7, 9], &[3, 4, 6], Side::Black),
        position(&[1, 2, 5, 7], &[3, 4, 6, 25], Side::Black),
        position(&[1, 2, 5, 7, 9], &[3, 4, 6, 8, 10], Side::Black),
        position(&[1, 2, 3, 4], &[5, 7, 10, 16], Side::Black),
        position(&[1, 2, 3, 4], &[5, 6, 7, 8], Side::Red),
    ] {
        assert_eq!(ask(&table, &[position]), [None], "{position:?}");
        assert_eq!(solution.outcome(&position), None, "{position:?}");
    }
    let over = position(&[1, 2, 3, 4], &[5, 7, 10, 16], Side::Red);
    assert_eq!(ask(&table, &[over]), [Some(Outcome::Loss(0))]);

    let alone = Table::new(open(slide), None, &rules("44-psps+4x4")).unwrap();
    let slides = position(&[1, 2, 3, 8], &[5, 7, 10, 16], Side::Red);
    assert_eq!(ask(&alone, &[slides]), [solution.outcome(&slides)]);
    let error = alone.outcome(&Position::EMPTY).unwrap_err();
    assert!(
        error.to_string().ends_with("a position of 0 pieces"),
        "{error}"
    );
}

/// Positions of the standard board under the centre ban, with the default compression and cache.
#[test]
fn samples_of_the_standard_board() {
    let solution = solved("44-ssss+no-centre");
    let (slide, drop) = encode_both(
        &solution,
        Compression {
            level: 3,
            ..Compression::default()
        },
    );
    assert!(slide.len() < 620_000, "{} bytes", slide.len());
    let table = Table::new(open(slide), Some(open(drop)), solution.rules()).unwrap();
    compare(&table.expand().expect("a sound table"), &solution, 101);
    let table = table.with_cache(1 << 24);
    for layer in 0..=4 {
        compare_layer(&table, &solution, layer, 1);
    }
    let mut random = Random::new(25);
    let mut compare_samples = |table: &Table, samples: usize| {
        for number in 0..samples {
            let position = random.position_of_any_side(Board::STANDARD, number % 9);
            assert_eq!(
                ask(table, &[position]),
                [solution.outcome(&position)],
                "{position:?}"
            );
        }
    };
    compare_samples(&table, 50_000);
    // A cache of few blocks gives the same answers.
    compare_samples(&table.with_cache(1 << 17), 200);
}

//! An expanded table answers what the solver found, and its census is counted again from its values.
#![cfg(feature = "file")]

mod common;

use common::{SMALL_BLOCKS, drop_census, rules, slide_census, small_rules, solve, table};
use teeko_index::subsets;
use teeko_rules::{Position, Rules, Side};
use teeko_solve::Solution;
use teeko_table::ExpandedTable;

/// Compares every `step`-th position of each layer.
fn compare(expanded: &ExpandedTable, solution: &Solution, step: usize) {
    let circles = solution.rules().board().circle_count();
    for layer in 0..=8 {
        let turn = Position::turn_in_layer(layer).unwrap_or(Side::Red);
        for opponent in subsets(circles, layer.div_ceil(2)) {
            let movers = subsets(circles, layer / 2).skip(opponent.bits() as usize % step).step_by(step);
            for mover in movers {
                let position = Position::of_turn(turn, mover, opponent);
                assert_eq!(expanded.outcome(&position), solution.outcome(&position), "{position:?}");
            }
        }
    }
}

fn compare_all(rules: &Rules, step: usize) {
    let solution = solve(rules);
    let table = table(&solution, SMALL_BLOCKS);
    let expanded = table.expand().expect("a sound table");
    compare(&expanded, &solution, step);
    let counted = expanded.recount();
    for (layer, class, positions) in drop_census(&solution).entries().chain(slide_census(solution.slide()).entries()) {
        assert_eq!(counted.positions(layer, class), positions, "layer {layer}, {class:?}");
    }
    table.check_census().expect("the census of the header");
}

#[test]
fn every_position_of_small_boards() {
    compare_all(&rules("44-ssss+4x4"), 1);
    compare_all(&rules("58-spsp+4x4+knight"), 1);
    compare_all(&rules("78-pppp+4x4+pass"), 1);
    let goals = [[1, 2, 3, 4], [5, 6, 7, 8], [2, 3, 6, 10]];
    compare_all(&small_rules(&goals, &[(1, 0), (0, 1), (-1, -1)], "psps"), 1);
    compare_all(&small_rules(&[], &[], "ssss"), 1);
}

/// Wins in up to 661 plies: values of both kinds of file take two bytes.
#[test]
fn values_of_two_bytes() {
    let goals = [[4, 5, 11, 12], [5, 9, 10, 14], [2, 3, 8, 10], [2, 6, 15, 16]];
    let offsets = [(2, -2), (2, 2), (0, 1), (-2, -1), (1, 2), (1, 0)];
    compare_all(&small_rules(&goals, &offsets, "ssss"), 1);
}

#[test]
fn a_sample_of_the_standard_board() {
    compare_all(&rules("58-sppp+no-centre"), 101);
}

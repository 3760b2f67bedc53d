//! Slide phases that are decoded once for several tables. The round trips compare expanded tables
//! with the solver.

use teeko_index::{SolvedLayers, subsets};
use teeko_rules::{Position, Side};
use teeko_solve::{InstructionSet, Solution, solve};
use teeko_table::{Table, TableError, recount};
use teeko_testing::{
    SMALL_BLOCKS, encode_both, goals, long_win_rules, open, rules, small_rules, solved,
    solved_together, table, with_all_plans,
};

use crate::surgery::replace_block;

/// Compares every `step`-th position of each layer.
pub(crate) fn compare(expanded: &SolvedLayers, solution: &Solution, step: usize) {
    let circles = solution.rules().board().circle_count();
    for layer in 0..=8 {
        let turn = Position::turn_in_layer(layer).unwrap_or(Side::Red);
        for opponent in subsets(circles, layer.div_ceil(2)) {
            let movers = subsets(circles, layer / 2)
                .skip(opponent.bits() as usize % step)
                .step_by(step);
            for mover in movers {
                let position = Position::of_turn(turn, mover, opponent);
                assert_eq!(
                    expanded.outcome(&position),
                    solution.outcome(&position),
                    "{position:?}"
                );
            }
        }
    }
}

/// The slide phase is decoded once, from the table of one plan, and shared by the tables of all
/// plans.
#[test]
fn sixteen_drop_files_share_a_slide_phase() {
    let plans = with_all_plans(&rules("44-ssss+4x4"));
    let solutions = solved_together(&plans, InstructionSet::best());
    assert_eq!(solutions.len(), 16);
    let slides = table(&solutions[5], SMALL_BLOCKS)
        .expand_slides()
        .expect("a sound table");
    for solution in &solutions {
        let table = table(solution, SMALL_BLOCKS);
        let (shared, alone) = (
            table.expand_with(&slides).expect("sound"),
            table.expand().expect("sound"),
        );
        assert_eq!(shared.rules(), solution.rules());
        assert_eq!(recount(&shared), recount(&alone));
        compare(&shared, solution, 11);
        compare(&alone, solution, 23);
    }
}

#[test]
fn the_slide_phase_of_another_file_is_refused() {
    let slides = table(&solved("44-ssss+4x4"), SMALL_BLOCKS)
        .expand_slides()
        .expect("a sound table");
    let other = table(&solved("58-ssss+4x4"), SMALL_BLOCKS);
    let error = other
        .expand_with(&slides)
        .expect_err("goals of another set");
    let expected = format!("content hash {}", other.slide().header().content_hash);
    assert!(error.to_string().contains(&expected), "{error}");
}

/// The slide phase of these rules fits values of one byte, and their drop phase does not: wins in
/// 251 plies, and in more with the drops before.
#[test]
fn a_slide_phase_is_decoded_again_for_a_drop_phase_of_greater_distances() {
    let goals = goals("1.4.5.16 1.11.13.14 1.3.8.12 1.7.8.11 1.4.8.13 4.10.15.16 2.4.5.9 4.5.6.10");
    let offsets = [(0, -1), (2, 2), (-2, 2), (1, 1), (-1, 1)];
    for plan in ["ssss", "pppp"] {
        let solution = solve(&small_rules(&goals, &offsets, plan));
        let census = solution.census();
        assert_eq!(
            (census.slide().deepest(), census.deepest() > 251),
            (251, true)
        );
        let (slide, drop) = encode_both(&solution, SMALL_BLOCKS);
        let alone = Table::open(open(slide.clone()), None).expect("a table");
        let slides = alone.expand_slides().expect("a sound table");
        let whole = Table::open(open(slide), Some(open(drop))).expect("tables");
        compare(
            &whole.expand_with(&slides).expect("sound tables"),
            &solution,
            1,
        );
        compare(&whole.expand().expect("sound tables"), &solution, 1);
        // The other way round, the wider values serve the narrower table.
        let slides = whole.expand_slides().expect("a sound table");
        let wide = alone.expand_with(&slides).expect("a sound table");
        let narrow = alone.expand().expect("a sound table");
        assert_eq!(recount(&wide), recount(&narrow));
    }
}

/// Distances go beyond what a byte stands for. A wrong value at either end of a block is found in
/// that block.
#[test]
fn values_of_two_bytes_are_expanded_and_checked() {
    let solution = solve(&long_win_rules());
    let (slide, drop) = encode_both(&solution, SMALL_BLOCKS);
    let expand = |drop: &[u8]| {
        let table = Table::open(open(slide.clone()), Some(open(drop.to_vec())));
        table.expect("tables").expand()
    };
    compare(&expand(&drop).expect("sound tables"), &solution, 101);
    let values = open(drop.clone()).decode_block(5).expect("a sound block");
    for place in [0, values.len() - 2] {
        let mut wrong = values.clone();
        // A loss in no plies, where pieces are still to be dropped.
        wrong[place..place + 2].copy_from_slice(&[1, 0]);
        let block = zstd::bulk::compress(&wrong, 1).expect("a frame");
        let changed = replace_block(&drop, 5, &block);
        let error = expand(&changed)
            .map(std::mem::drop)
            .expect_err("a distance too short");
        let TableError::Damaged {
            block: Some(5),
            fault,
            ..
        } = &error
        else {
            panic!("{error}");
        };
        assert_eq!(fault.check, "value");
        assert_eq!(fault.offset, open(changed).header().blocks[5].offset);
    }
}

//! Checks random positions of a fresh solution against the rules: the value of each must follow
//! from the values of the next positions.
//!
//! ```sh
//! cargo run --release -p teeko-tests --example consistency -- 44-ssss+6x6 --samples 10000000
//! ```
//!
//! Checks this number of positions of the slide phase, and as many of the drop phase, from its
//! layers in turn. The choice depends on the seed alone. In games for points, the value is the
//! number of plies in which either side forces each number of points. The first position with a
//! wrong value ends the run with exit code 1.

#[path = "../one_ply.rs"]
mod one_ply;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use rayon::prelude::*;
use teeko_rules::notation::circle_form;
use teeko_rules::{Oracle, PIECES, Position, Side, Variant};
use teeko_solve::{ScoredSolution, Solution, solve, solve_scored};
use teeko_testing::Random;

/// Positions made by one random number generator.
const BATCH: u64 = 10_000;

/// Check random positions of a fresh solution against the rules
#[derive(Debug, Parser)]
struct Arguments {
    /// Variant to solve
    variant: Variant,

    /// Positions to check of the slide phase, and again of the drop phase
    #[arg(long, default_value_t = 1_000_000)]
    samples: u64,

    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let Arguments { variant, samples, seed } = Arguments::parse();
    let rules = match variant.rules() {
        Ok(rules) => rules,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    if rules.scoring().is_for_points() {
        return check_points(variant, &solve_scored(&rules), samples, seed);
    }
    let start = Instant::now();
    let solution = solve(&rules);
    println!(
        "{variant}: {} for Black, solved in {:.1} s",
        solution.value(),
        start.elapsed().as_secs_f64()
    );

    let start = Instant::now();
    for (phase, layers) in [("slide", 2 * PIECES..=2 * PIECES), ("drop", 0..=2 * PIECES - 1)] {
        let layers: Vec<usize> = layers.collect();
        let batch = |batch: u64| {
            check(&solution, &layers, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ batch)
        };
        let wrong = (0..samples.div_ceil(BATCH)).into_par_iter().find_map_first(batch);
        if let Some(position) = wrong {
            let (found, expected) =
                (solution.outcome(&position), one_ply::expected(&solution, &position));
            println!("{}: expected {expected:?}, found {found:?}", circle_form(&position));
            return ExitCode::FAILURE;
        }
        println!("{phase} phase: {} positions agree", samples.div_ceil(BATCH) * BATCH);
    }
    println!("checked in {:.1} s", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

/// Does the same for a game for points: each number of points, with either side as the one that
/// forces them.
fn check_points(variant: Variant, solution: &ScoredSolution, samples: u64, seed: u64) -> ExitCode {
    let start = Instant::now();
    let (rules, thresholds) = (solution.rules(), solution.rules().thresholds());
    let batch = |batch: u64| {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ batch);
        (0..BATCH).find_map(|number| {
            // Every other position is of the slide phase.
            let layer =
                if number % 2 == 0 { 2 * PIECES } else { number as usize / 2 % (2 * PIECES) };
            let position = random.open_position(rules, layer);
            let sides =
                thresholds.iter().flat_map(|&points| [(Side::Black, points), (Side::Red, points)]);
            let mut wrong = sides.filter(|&(side, points)| {
                let Ok(found) = solution.forces(side, points, &position);
                found != one_ply::expected_forces(solution, side, points, &position)
            });
            wrong.next().map(|(side, points)| (position, side, points))
        })
    };
    let batches = (2 * samples).div_ceil(BATCH);
    if let Some((position, side, points)) = (0..batches).into_par_iter().find_map_first(batch) {
        println!(
            "{}: {side} and {points} points do not follow from the next positions",
            circle_form(&position)
        );
        return ExitCode::FAILURE;
    }
    println!(
        "{variant}: {} positions agree, checked in {:.1} s",
        batches * BATCH,
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

/// Returns the first position of a batch whose value does not follow from those of the next
/// positions.
fn check(solution: &Solution, layers: &[usize], seed: u64) -> Option<Position> {
    let (mut random, board) = (Random::new(seed), solution.rules().board());
    (0..BATCH as usize)
        .map(|number| random.position_of_any_side(board, layers[number % layers.len()]))
        .find(|position| solution.outcome(position) != one_ply::expected(solution, position))
}

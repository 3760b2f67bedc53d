//! Holds random positions of a fresh solution against the rules: each must be worth what the positions one ply on make it.
//!
//! ```sh
//! cargo run --release -p teeko-tests --example consistency -- 44-ssss+6x6 --samples 10000000
//! ```
//! That many positions are drawn from the slide phase, and as many from the drop phase, its layers in turn. Which they are depends on the
//! seed alone. Ends with exit code 1 at a position whose value is another.

#[path = "../one_ply.rs"]
mod one_ply;
#[path = "../random_position.rs"]
mod random_position;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use fastrand::Rng;
use rayon::prelude::*;
use teeko_rules::notation::circle_form;
use teeko_rules::{PIECES, Position, Variant};
use teeko_solve::{Solution, solve};

use crate::random_position::random_position;

/// Positions drawn from one random number generator.
const BATCH: u64 = 10_000;

/// Hold random positions of a fresh solution against the rules
#[derive(Debug, Parser)]
struct Arguments {
    /// Variant to solve
    variant: Variant,

    /// Positions to draw from the slide phase, and again from the drop phase
    #[arg(long, default_value_t = 1_000_000)]
    samples: u64,

    /// Number that stands for all random choices
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
    let start = Instant::now();
    let solution = solve(&rules);
    println!("{variant}: {} for Black, solved in {:.1} s", solution.value(), start.elapsed().as_secs_f64());

    let start = Instant::now();
    for (phase, layers) in [("slide", 2 * PIECES..=2 * PIECES), ("drop", 0..=2 * PIECES - 1)] {
        let layers: Vec<usize> = layers.collect();
        let batch = |batch: u64| check(&solution, &layers, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ batch);
        let wrong = (0..samples.div_ceil(BATCH)).into_par_iter().find_map_first(batch);
        if let Some(position) = wrong {
            let (found, expected) = (solution.outcome(&position), one_ply::expected(&solution, &position));
            println!("{}: expected {expected:?}, found {found:?}", circle_form(&position));
            return ExitCode::FAILURE;
        }
        println!("{phase} phase: {} positions agree", samples.div_ceil(BATCH) * BATCH);
    }
    println!("checked in {:.1} s", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

/// The first position of a batch whose value is not what the rules make of those one ply on.
fn check(solution: &Solution, layers: &[usize], seed: u64) -> Option<Position> {
    let mut random = Rng::with_seed(seed);
    (0..BATCH)
        .map(|number| random_position(&mut random, solution.rules().board(), layers[number as usize % layers.len()]))
        .find(|position| solution.outcome(position) != one_ply::expected(solution, position))
}

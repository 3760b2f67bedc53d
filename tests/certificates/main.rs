//! Attacks certificates of draws: positions removed, swapped or added, bits flipped, rules changed,
//! the start removed.
//!
//! ```sh
//! cargo run --release -p teeko-tests --example certificates -- --mutants 10000
//! ```
//! A mutant that `teeko check`'s code accepts must be true for the solver and for
//! `scripts/check_certificate.py`, which is asked with `python3`. Ends with exit code 1 at one that
//! is not. Each mutant depends on the seed and its number alone.

mod mutants;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use rayon::prelude::*;

use crate::mutants::{GAMES, Originals, claim_a_false_draw};

/// Attack certificates of draws
#[derive(Debug, Parser)]
struct Arguments {
    /// Mutants
    #[arg(long, default_value_t = 10_000)]
    mutants: u64,

    /// Drawn game whose certificate to mutate; may be given several times [default: five games on
    /// the smallest board]
    #[arg(long = "game", value_name = "VARIANT")]
    games: Vec<String>,

    /// Number that stands for all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The second checker
    #[arg(long, default_value = "scripts/check_certificate.py")]
    checker: PathBuf,
}

fn main() -> ExitCode {
    let Arguments { mutants, mut games, seed, checker } = Arguments::parse();
    if games.is_empty() {
        games = GAMES.map(str::to_owned).to_vec();
    }
    let originals = Originals::new(&games);
    let attack = |number| {
        originals
            .attack(seed, number, Some(&checker))
            .map_err(|failure| format!("mutant {number}: {failure}"))
    };
    let accepted: Result<Vec<bool>, String> = (0..mutants).into_par_iter().map(attack).collect();
    match claim_a_false_draw().and(accepted) {
        Ok(accepted) => {
            let accepted = accepted.into_iter().filter(|&accepted| accepted).count();
            println!(
                "{mutants} mutants: {accepted} are true and were accepted, {} were refused",
                mutants - accepted as u64
            );
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

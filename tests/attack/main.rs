//! Attacks the program as a whole: signals while it writes, many at once in one folder, limits of
//! the system, damaged and forged tables, forged certificates.
//!
//! ```sh
//! cargo build --release --features sqlite
//! cargo run --release -p teeko-tests --example attack -- --seed 7 --rounds 100
//! ```
//! Whatever is done to it, the program ends in time, with an exit code that it promises and one
//! line at most that says why, leaves nothing half-written under a final name, and neither gives a
//! wrong answer from a damaged file nor accepts a false certificate or a wrong table. Ends with
//! exit code 1 at an attack after which that does not hold, and prints it with its round, so that
//! `--first ROUND --rounds 1` with the same seed repeats it, as far as time allows. Needs a Unix
//! shell.

mod attacks;
mod program;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use fastrand::Rng;

use crate::attacks::{ATTACKS, Target};

/// Attack the program
#[derive(Debug, Parser)]
struct Arguments {
    /// Rounds, each with one attack of every kind
    #[arg(long, default_value_t = 10)]
    rounds: u64,

    /// Number that stands for all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of the first round
    #[arg(long, default_value_t = 0)]
    first: u64,

    /// The program [default: the one that was built beside this example]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Arguments { rounds, seed, first, program } = Arguments::parse();
    let beside = || Some(std::env::current_exe().ok()?.parent()?.parent()?.join("teeko"));
    let Some(program) = program.or_else(beside).filter(|program| program.exists()) else {
        eprintln!(
            "expected the program teeko beside this example, found none; build it with `cargo build --release --features sqlite`"
        );
        return ExitCode::FAILURE;
    };
    let start = Instant::now();
    let target = Target::new(program);
    for round in first..first + rounds {
        for (number, (name, attack)) in (0_u64..).zip(ATTACKS) {
            let mut random =
                Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (round * 16 + number));
            if let Err(failure) = attack(&target, &mut random) {
                eprintln!("round {round}, {name}: {failure}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!(
        "{rounds} rounds of {} attacks withstood in {:.1} s",
        ATTACKS.len(),
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

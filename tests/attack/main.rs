//! Attacks the program as a whole: signals while it writes, many runs at once in one folder, limits
//! of the system, forged tables, mutants of certificates.
//!
//! ```sh
//! cargo build --release
//! cargo run --release -p teeko-tests --example attack -- --seed 7 --rounds 100
//! ```
//!
//! After every attack the program must end in time, with a documented exit code and at most one
//! line of explanation. It must leave no partial file under a final name, and accept no false
//! certificate or wrong table. The first attack that fails ends the run with exit code 1 and is
//! printed with its round; `--first ROUND --rounds 1` with the same seed repeats it, as far as
//! timing allows. Needs a Unix shell, and `python3` for the second checker of certificates.

mod attacks;
#[path = "../certificates/mutants.rs"]
mod mutants;
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

    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of the first round
    #[arg(long, default_value_t = 0)]
    first: u64,

    /// Kinds of attacks, with commas between them [default: all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    only: Vec<String>,

    /// The program [default: the one that was built beside this example]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Arguments { rounds, seed, first, only, program } = Arguments::parse();
    let beside = || Some(std::env::current_exe().ok()?.parent()?.parent()?.join("teeko"));
    let Some(program) = program.or_else(beside).filter(|program| program.exists()) else {
        eprintln!(
            "expected the program teeko beside this example, found none; \
             build it with `cargo build --release`"
        );
        return ExitCode::FAILURE;
    };
    let start = Instant::now();
    let target = Target::new(program);
    for round in first..first + rounds {
        for (number, (name, _, attack)) in (0_u64..).zip(ATTACKS) {
            if !only.is_empty() && !only.iter().any(|kind| kind == name) {
                continue;
            }
            let mut random =
                Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (round * 16 + number));
            if let Err(failure) = attack(&target, &mut random) {
                eprintln!("round {round}, {name}: {failure}");
                return ExitCode::FAILURE;
            }
        }
    }
    for (name, each, _) in ATTACKS {
        if only.is_empty() || only.iter().any(|kind| kind == name) {
            println!("{}\t{name}", rounds * each);
        }
    }
    println!("withstood in {:.1} s", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

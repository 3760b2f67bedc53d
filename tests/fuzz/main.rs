//! Feeds mutated inputs to everything that reads foreign data: notation, rule files, requests,
//! journals, table files, certificates.
//!
//! ```sh
//! cargo run --release -p teeko-tests --example fuzz -- notation --inputs 10000000 --seed 1
//! ```
//!
//! The first input that makes a reader panic or break a promise ends the run with exit code 1 and
//! is printed with its number; `--first NUMBER --inputs 1` with the same seed repeats it.

mod mutate;
mod run;
mod targets;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use crate::run::{Inputs, run};
use crate::targets::Target;

/// Feed mutated inputs to the readers
#[derive(Debug, Parser)]
struct Arguments {
    /// Readers to feed
    target: Target,

    /// Inputs to try
    #[arg(long, default_value_t = 1_000_000)]
    inputs: u64,

    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of the first input
    #[arg(long, default_value_t = 0)]
    first: u64,

    /// Write the valid inputs to this folder, as seeds for another fuzzer, and stop
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Arguments {
        target,
        inputs,
        seed,
        first,
        corpus,
    } = Arguments::parse();
    if let Some(folder) = corpus {
        fs::create_dir_all(&folder).expect("a folder");
        for (number, input) in target.corpus().iter().enumerate() {
            fs::write(folder.join(number.to_string()), input).expect("a file");
        }
        return ExitCode::SUCCESS;
    }
    // A panic is reported with its input; its message is enough.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let start = Instant::now();
    match run(
        target,
        &Inputs {
            seed,
            first,
            count: inputs,
        },
    ) {
        Ok(accepted) => {
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{target:?}: {inputs} inputs, {accepted} accepted, no panic, in {seconds:.1} s"
            );
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{target:?}: {failure}");
            ExitCode::FAILURE
        }
    }
}

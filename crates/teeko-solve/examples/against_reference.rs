//! Solves the slide phases of goal sets 44 and 58 on one thread, once with the reference solver and
//! several times with the fast one, and compares times and censuses: `cargo run --release -p
//! teeko-solve --example against_reference`.

use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use teeko_rules::Variant;
use teeko_rules::work::{Stopped, to_the_end};
use teeko_solve::{InstructionSet, solve_slide};
use teeko_testing::reference::ReferenceSlide;

/// Runs of the fast solver, whose median time is printed.
const RUNS: usize = 15;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
    for name in ["44-ssss", "58-ssss"] {
        let rules = name.parse::<Variant>()?.rules()?;
        let start = Instant::now();
        let reference = ReferenceSlide::solve(&rules);
        let slow = start.elapsed();

        let mut times: Vec<Duration> = (0..RUNS)
            .map(|_| {
                let start = Instant::now();
                pool.install(|| solve_slide(&rules, InstructionSet::best(), None, &to_the_end))?;
                Ok(start.elapsed())
            })
            .collect::<Result<_, Stopped>>()?;
        times.sort_unstable();
        let fast = times[RUNS / 2];

        let census = pool
            .install(|| solve_slide(&rules, InstructionSet::best(), None, &to_the_end))?
            .census()
            .clone();
        println!(
            "{name}: reference {:.2} s ({} positions without a move), fast {:.4} s ({}), \
             {:.0} times faster",
            slow.as_secs_f64(),
            reference.no_move(),
            fast.as_secs_f64(),
            census.no_move(),
            slow.as_secs_f64() / fast.as_secs_f64()
        );
    }
    Ok(())
}

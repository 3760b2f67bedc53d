//! Solves the slide phases of goal sets 44 and 58, once with the reference solver and several times
//! with the fast one, with each instruction set of the processor and one or two threads. Compares
//! the times: `cargo run --release -p teeko-solve --example against_reference`.

use std::time::Instant;

use rayon::ThreadPoolBuilder;
use teeko_rules::Variant;
use teeko_rules::work::to_the_end;
use teeko_solve::{InstructionSet, solve_slide};
use teeko_testing::reference::ReferenceSlide;

/// Runs of the fast solver, whose median time is printed.
const RUNS: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in ["44-ssss", "58-ssss"] {
        let rules = name.parse::<Variant>()?.rules()?;
        let start = Instant::now();
        let reference = ReferenceSlide::solve(&rules);
        println!(
            "{name}: reference solver {:.2} s",
            start.elapsed().as_secs_f64()
        );
        for instructions in InstructionSet::available() {
            for threads in [1, 2] {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
                let mut seconds = Vec::new();
                for _ in 0..RUNS {
                    let start = Instant::now();
                    let solve = || solve_slide(&rules, instructions, None, &to_the_end);
                    let slide = pool.install(solve)?;
                    seconds.push(start.elapsed().as_secs_f64());
                    assert_eq!(slide.census().no_move(), reference.no_move());
                }
                seconds.sort_by(f64::total_cmp);
                let median = seconds[RUNS / 2];
                println!("{name}: {instructions}, {threads} thread(s): {median:.4} s");
            }
        }
    }
    Ok(())
}

//! Measures how time and memory grow with the board: solves the slide phase on several boards,
//! smallest first, and prints the exponents. An exponent `e` means growth like the number of
//! positions to the power `e`.
//!
//! `cargo run --release -p teeko-solve --example growth -- 44-ssss+4x4 44-ssss 44-ssss+6x6`; with
//! `--plies` before the variants it also prints when each half-step was done, and with `--count`
//! after that it solves all layers and keeps only counts of the largest; `--rest` after `--count`
//! does so without the plane of undecided positions. Peak memory is that of the process, from
//! Linux' `/proc`; other systems print none.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use teeko_rules::Variant;
use teeko_solve::{
    InstructionSet, SlideProgress, memory_needed, memory_to_count, solve_counted, solve_slide,
};

/// The time and memory of one board.
struct Measurement {
    positions: f64,
    seconds: f64,
    megabytes: Option<f64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let mut flag = |flag| {
        let given = names.first().is_some_and(|name| name == flag);
        names.drain(..usize::from(given));
        given
    };
    let (plies, count, rest) = (flag("--plies"), flag("--count"), flag("--rest"));
    println!(
        "variant         positions       plies    seconds  exponent   peak MB  exponent  \
         expected MB"
    );
    let mut before: Option<Measurement> = None;
    for name in &names {
        let rules = name.parse::<Variant>()?.rules()?;
        let start = Instant::now();
        let observe = |progress: SlideProgress| {
            if plies {
                let (ply, decided) = (progress.ply, progress.decided);
                println!(
                    "ply {ply:3} {:8.3} s {decided:>15}",
                    start.elapsed().as_secs_f64()
                );
            }
            ControlFlow::Continue(())
        };
        let (census, expected) = if count {
            let rules = [rules];
            let solutions = solve_counted(&rules, InstructionSet::best(), !rest, None, &observe)?;
            (
                solutions[0].census().slide().clone(),
                memory_to_count(&rules, !rest),
            )
        } else {
            (
                solve_slide(&rules, InstructionSet::best(), None, &observe)?
                    .census()
                    .clone(),
                memory_needed(&rules),
            )
        };
        let now = Measurement {
            positions: census.total() as f64,
            seconds: start.elapsed().as_secs_f64(),
            megabytes: peak_megabytes(),
        };
        let exponent = |was: Option<f64>, is: Option<f64>| {
            let positions = (now.positions / before.as_ref()?.positions).log2();
            Some(format!("{:.2}", (is? / was?).log2() / positions))
        };
        let time = exponent(
            before.as_ref().map(|before| before.seconds),
            Some(now.seconds),
        );
        let memory = exponent(
            before.as_ref().and_then(|before| before.megabytes),
            now.megabytes,
        );
        println!(
            "{name:<15} {:>15} {:>5} {:>10.3} {:>9} {:>9} {:>9} {:>12.0}",
            now.positions,
            census.deepest(),
            now.seconds,
            time.as_deref().unwrap_or("-"),
            now.megabytes
                .map_or("-".to_owned(), |megabytes| format!("{megabytes:.0}")),
            memory.as_deref().unwrap_or("-"),
            expected as f64 / 1e6,
        );
        before = Some(now);
    }
    Ok(())
}

/// Returns the peak memory of this process, in MB.
fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

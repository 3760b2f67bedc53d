//! Measures how long solving takes: the slide phase by goal set, instruction set and threads, and
//! all sixteen variants completely.
//!
//! `cargo bench -p teeko-benchmarks --bench solve`. "preparation" is the part of a slide phase
//! before its first half-step is complete; every "slide" figure includes it.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use rayon::{ThreadPool, ThreadPoolBuilder};
use teeko_rules::work::to_the_end;
use teeko_rules::{DropPlan, GoalSet, Rules};
use teeko_solve::{InstructionSet, solve_drops, solve_slide};
use teeko_testing::rules;

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("a thread pool")
}

fn slide_phases(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("slide");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    for goals in [GoalSet::Goals44, GoalSet::Goals58] {
        let rules = rules(&format!("{goals}-ssss"));
        for instructions in InstructionSet::available() {
            for threads in [1, 2] {
                let pool = pool(threads);
                group.bench_function(
                    format!("{goals} {instructions} {threads} thread(s)"),
                    |bencher| {
                        bencher.iter(|| {
                            pool.install(|| solve_slide(&rules, instructions, None, &to_the_end))
                        });
                    },
                );
            }
        }
        let pool = pool(1);
        group.bench_function(format!("{goals} preparation, 1 thread"), |bencher| {
            bencher.iter_custom(|iterations| {
                (0..iterations).map(|_| pool.install(|| preparation(&rules))).sum()
            });
        });
    }
    group.finish();
}

/// Returns the time until the first report of progress.
fn preparation(rules: &Rules) -> Duration {
    let start = Instant::now();
    let first = OnceLock::new();
    let solved = solve_slide(rules, InstructionSet::best(), None, &|_| {
        first.get_or_init(|| start.elapsed());
        ControlFlow::Continue(())
    });
    black_box(solved).expect("a slide phase");
    first.into_inner().unwrap_or_default()
}

fn all_plans(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("from nothing");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    let pool = pool(2);
    group.bench_function("44 and 58, all sixteen plans each, 2 threads", |bencher| {
        bencher.iter(|| {
            pool.install(|| {
                for goals in [GoalSet::Goals44, GoalSet::Goals58] {
                    let rules: Vec<Rules> =
                        DropPlan::all().map(|plan| rules(&format!("{goals}-{plan}"))).collect();
                    let slide = solve_slide(&rules[0], InstructionSet::best(), None, &to_the_end)
                        .expect("a slide phase");
                    black_box(solve_drops(&Arc::new(slide), &rules, &to_the_end))
                        .expect("solutions");
                }
            });
        });
    });
    group.finish();
}

criterion_group!(benches, slide_phases, all_plans);
criterion_main!(benches);

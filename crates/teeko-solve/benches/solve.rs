//! How long solving takes: the slide phase by goal set, instruction set and threads, and all sixteen variants from nothing.
//!
//! `cargo bench -p teeko-solve`. "preparation" is the part of a slide phase before its first half-step is complete; every
//! "slide" figure includes it.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use rayon::{ThreadPool, ThreadPoolBuilder};
use teeko_rules::{DropPlan, GoalSet, Rules, Variant};
use teeko_solve::{InstructionSet, solve_drops, solve_slide};

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("a thread pool")
}

fn rules(goals: GoalSet, plan: DropPlan) -> Rules {
    Variant::new(goals, plan).rules().expect("rules of a named variant")
}

fn slide_phases(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("slide");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    let plan = DropPlan::all().next().expect("a plan");
    for goals in [GoalSet::Goals44, GoalSet::Goals58] {
        let rules = rules(goals, plan);
        for instructions in InstructionSet::available() {
            for threads in [1, 2] {
                let pool = pool(threads);
                group.bench_function(format!("{goals} {instructions} {threads} thread(s)"), |bencher| {
                    bencher.iter(|| pool.install(|| solve_slide(&rules, instructions, |_| {})));
                });
            }
        }
        let pool = pool(1);
        group.bench_function(format!("{goals} preparation, 1 thread"), |bencher| {
            bencher.iter_custom(|iterations| (0..iterations).map(|_| pool.install(|| preparation(&rules))).sum());
        });
    }
    group.finish();
}

/// The time until the first report of progress.
fn preparation(rules: &Rules) -> Duration {
    let start = Instant::now();
    let mut first = None;
    black_box(solve_slide(rules, InstructionSet::best(), |_| {
        first.get_or_insert_with(|| start.elapsed());
    }));
    first.unwrap_or_default()
}

fn all_plans(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("from nothing");
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    let pool = pool(2);
    group.bench_function("44 and 58, all sixteen plans each, 2 threads", |bencher| {
        bencher.iter(|| {
            pool.install(|| {
                for goals in [GoalSet::Goals44, GoalSet::Goals58] {
                    let rules: Vec<Rules> = DropPlan::all().map(|plan| rules(goals, plan)).collect();
                    let slide = Arc::new(solve_slide(&rules[0], InstructionSet::best(), |_| {}));
                    black_box(solve_drops(&slide, &rules));
                }
            });
        });
    });
    group.finish();
}

criterion_group!(benches, slide_phases, all_plans);
criterion_main!(benches);

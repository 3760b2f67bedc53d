//! Solves whole games, with two threads: `cargo bench -p teeko-benches --bench solve`.

use std::sync::{Arc, LazyLock};

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use rayon::{ThreadPool, ThreadPoolBuilder};
use teeko::Rules;
use teeko::rules::{DropPlan, GoalSet};
use teeko::solve::{
    InstructionSet, Solution, SolvedSlides, solve, solve_counted, solve_drops, solve_slide,
};
use teeko::work::to_the_end;
use teeko_testing::rules;

fn two_threads() -> ThreadPool {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    pool.expect("a pool of threads")
}

fn games(criterion: &mut Criterion) {
    let pool = two_threads();
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for variant in [
        "44-ssss+4x4",
        "44-ssss",
        "58-ssss",
        "58-ssss+points",
        "44-ssss+pips",
    ] {
        let rules = rules(variant);
        group.bench_function(variant, |bencher| {
            bencher.iter(|| pool.install(|| solve(&rules)));
        });
    }
    group.bench_function("the sixteen variants", |bencher| {
        bencher.iter(|| pool.install(|| [GoalSet::Goals44, GoalSet::Goals58].map(all_plans)));
    });
    group.finish();
}

/// Solves the games of one goal set with all drop plans.
fn all_plans(goals: GoalSet) -> Vec<Solution> {
    let plans: Vec<Rules> = DropPlan::all()
        .map(|plan| rules(&format!("{goals}-{plan}")))
        .collect();
    let slides = SolvedSlides::solve(&plans[0], None, &to_the_end).expect("slide phases");
    slides.with_drops(&plans, &to_the_end).expect("solutions")
}

/// Large boards are solved without keeping the values of the slide phase.
fn counted(criterion: &mut Criterion) {
    let pool = two_threads();
    let mut group = criterion.benchmark_group("solve and count");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for variant in ["44-ssss", "44-ssss+6x6"] {
        let rules = [rules(variant)];
        group.bench_function(variant, |bencher| {
            bencher.iter(|| {
                pool.install(|| {
                    solve_counted(&rules, InstructionSet::best(), true, None, &to_the_end)
                })
            });
        });
    }
    group.finish();
}

fn drop_phase(criterion: &mut Criterion) {
    let pool = two_threads();
    let mut group = criterion.benchmark_group("drop phase");
    for variant in ["44-ssss", "44-pppp"] {
        let rules = rules(variant);
        let slide = LazyLock::new(|| {
            let slide = solve_slide(&rules, InstructionSet::best(), None, &to_the_end);
            Arc::new(slide.expect("a slide phase"))
        });
        group.bench_function(variant, |bencher| {
            let rules = std::slice::from_ref(&rules);
            bencher.iter(|| pool.install(|| solve_drops(&slide, rules, &to_the_end)));
        });
    }
    group.finish();
}

criterion_group!(benches, games, counted, drop_phase);
criterion_main!(benches);

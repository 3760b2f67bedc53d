//! Solves the slide phase of goal sets 44 and 58, with each instruction set of the processor, by
//! one thread and by two: `cargo bench -p teeko-benches --bench slide_phase`.

use criterion::{Criterion, criterion_group, criterion_main};
use rayon::ThreadPoolBuilder;
use teeko::solve::{InstructionSet, solve_slide};
use teeko::work::to_the_end;
use teeko_testing::reference::ReferenceSlide;
use teeko_testing::rules;

fn slide_phase(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("slide phase");
    group.sample_size(20);
    for variant in ["44-ssss", "58-ssss"] {
        let rules = rules(variant);
        for instructions in InstructionSet::available() {
            for threads in [1, 2] {
                let name = format!("{variant}, {instructions}, threads: {threads}");
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.expect("a pool of threads");
                group.bench_function(name, |bencher| {
                    bencher.iter(|| {
                        pool.install(|| solve_slide(&rules, instructions, None, &to_the_end))
                    });
                });
            }
        }
    }
    group.finish();
}

/// The slow and simple solver that tests compare the fast one with.
fn reference(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("slide phase by the reference solver");
    group.sample_size(10);
    for variant in ["44-ssss", "58-ssss"] {
        let rules = rules(variant);
        group.bench_function(variant, |bencher| {
            bencher.iter(|| ReferenceSlide::solve(&rules));
        });
    }
    group.finish();
}

criterion_group!(benches, slide_phase, reference);
criterion_main!(benches);

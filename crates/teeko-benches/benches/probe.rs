//! Looks up random positions of Standard Teeko, one by one and many at once, in a solution, in
//! table files with a cache of decoded blocks, and in expanded tables:
//! `cargo bench -p teeko-benches --bench probe`.
//!
//! Positions of the drop phase are of layers 0 to 7, all equally likely. Layer 7 is in no table, so
//! its positions take longest: their values follow from those two plies later.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use teeko::table::{Compression, DEFAULT_CACHE};
use teeko::{Oracle, Position, Rules};
use teeko_testing::{Random, solved, table};

/// Positions that are looked up one after the other; enough to leave the smaller cache.
const POSITIONS: usize = 10_000;

/// Returns unfinished positions of these layers, the same every time.
fn positions(rules: &Rules, layers: std::ops::Range<usize>) -> Vec<Position> {
    let mut random = Random::new(1_954);
    (0..POSITIONS)
        .map(|_| {
            let layer = layers.start + random.below(layers.len());
            random.open_position(rules, layer)
        })
        .collect()
}

fn probe(criterion: &mut Criterion) {
    let solution = solved("44-ssss");
    let small_cache = table(&solution, Compression::default()).with_cache(DEFAULT_CACHE);
    let large_cache = table(&solution, Compression::default()).with_cache(16 << 20);
    let expanded = small_cache.expand().expect("sound tables");
    let sources: [(&str, &dyn Oracle); 4] = [
        ("solution", &solution),
        ("table, 2 MB of blocks", &small_cache),
        ("table, 16 MB of blocks", &large_cache),
        ("expanded table", &expanded),
    ];
    for (phase, layers) in [("drop phase", 0..8), ("slide phase", 8..9)] {
        let positions = positions(solution.rules(), layers);
        one_by_one(criterion, phase, &sources, &positions);
        many_at_once(criterion, phase, &sources, &positions);
    }
}

fn one_by_one(
    criterion: &mut Criterion,
    phase: &str,
    sources: &[(&str, &dyn Oracle)],
    positions: &[Position],
) {
    let mut group = criterion.benchmark_group("probe one position");
    for (source, oracle) in sources {
        let mut next = positions.iter().cycle();
        group.bench_function(BenchmarkId::new(*source, phase), |bencher| {
            bencher.iter(|| {
                next.next()
                    .map(|position| oracle.outcome(black_box(position)))
            });
        });
    }
    group.finish();
}

fn many_at_once(
    criterion: &mut Criterion,
    phase: &str,
    sources: &[(&str, &dyn Oracle)],
    positions: &[Position],
) {
    let mut group = criterion.benchmark_group("probe 10000 positions");
    group.sample_size(10);
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for (source, oracle) in sources {
        group.bench_function(BenchmarkId::new(*source, phase), |bencher| {
            bencher.iter(|| oracle.outcomes(black_box(positions)));
        });
    }
    group.finish();
}

criterion_group!(benches, probe);
criterion_main!(benches);

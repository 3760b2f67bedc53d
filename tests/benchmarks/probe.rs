//! Measures how long a table takes to answer: random positions of the standard game, by layer and
//! size of the block cache.
//!
//! `cargo bench -p teeko-benchmarks --bench probe`. "slide" and "drop" are positions of layer 8 and
//! of layers 0 to 7, with all layers equally likely. Layer 7 is the slowest: it needs two plies of
//! look-ahead to reach stored values.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use teeko_rules::{Position, Rules, Status};
use teeko_table::{Compression, DEFAULT_CACHE, Table};
use teeko_testing::{Random, encode_both, open, solved};

/// Returns random unfinished positions of these layers, the same every time.
fn positions(
    rules: &Rules,
    layers: std::ops::RangeInclusive<usize>,
    count: usize,
) -> Vec<Position> {
    let mut random = Random::new(1_954);
    let mut positions = Vec::new();
    while positions.len() < count {
        let layer = layers.start() + random.below(layers.end() + 1 - layers.start());
        let position = random.position(rules.board(), layer);
        if rules.status(&position) == Status::Open {
            positions.push(position);
        }
    }
    positions
}

fn probes(criterion: &mut Criterion) {
    let solution = solved("44-ssss");
    let rules = solution.rules();
    let (slide, drop) = encode_both(&solution, Compression::default());
    let tables = |cache: usize| {
        let (slide, drop) = (open(slide.clone()), open(drop.clone()));
        Table::new(slide, Some(drop), rules).expect("tables of the rules").with_cache(cache)
    };

    let mut group = criterion.benchmark_group("probe");
    for (phase, layers) in [("slide", 8..=8), ("drop", 0..=7)] {
        let positions = positions(rules, layers, 10_000);
        for (cache, bytes) in [("2 MB", DEFAULT_CACHE), ("16 MB", 16 << 20)] {
            let table = tables(bytes);
            for position in &positions {
                answer(&table, position);
            }
            let mut next = positions.iter().cycle();
            group.bench_function(format!("{phase}, warm, cache {cache}"), |bencher| {
                bencher.iter(|| next.next().map(|position| answer(&table, position)));
            });
        }
    }
    let expanded = tables(0).expand().expect("sound tables");
    for (phase, layers) in [("slide", 8..=8), ("drop", 0..=7)] {
        let positions = positions(rules, layers, 10_000);
        let mut next = positions.iter().cycle();
        group.bench_function(format!("{phase}, expanded"), |bencher| {
            bencher.iter(|| next.next().map(|position| expanded.outcome(black_box(position))));
        });
    }
    group.bench_function("expand", |bencher| {
        let table = tables(0);
        bencher.iter(|| table.expand().expect("sound tables"));
    });
    group.bench_function("open both files and answer once", |bencher| {
        let position = positions(rules, 8..=8, 1)[0];
        bencher.iter(|| answer(&tables(DEFAULT_CACHE), &position));
    });
    group.bench_function("decode a block", |bencher| {
        let table = tables(0);
        let blocks = table.slide().header().blocks.len() as u32;
        let mut number = 0;
        bencher.iter(|| {
            number = (number + 1) % blocks;
            table.slide().decode_block(number).expect("a sound block")
        });
    });
    group.finish();
}

fn answer(table: &Table, position: &Position) {
    black_box(table.outcome(black_box(position)).expect("a sound table"));
}

criterion_group!(benches, probes);
criterion_main!(benches);

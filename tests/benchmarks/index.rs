//! Measures how long it takes to find the slot of a random position (canonicalise and rank) and
//! back: `cargo bench -p teeko-benchmarks --bench index`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use teeko_index::LayerIndex;
use teeko_rules::{Board, Circles, Position, Side, SymmetryGroup};
use teeko_testing::Random;

/// Positions in one run; the figure for each position is the time divided by this.
const POSITIONS: u64 = 4096;

fn lookups(criterion: &mut Criterion) {
    let board = Board::STANDARD;
    let group = SymmetryGroup::new(board.circle_count(), board.symmetries());
    let index = LayerIndex::new(board, &group, 8);
    let mut random = Random::new(1);
    let slots: Vec<u64> = (0..POSITIONS).map(|_| (random.number() * index.slots()) >> 31).collect();
    let image = |position: Position, element: usize| {
        let apply = |set: Circles| group.apply(element, set);
        Position { black: apply(position.black), red: apply(position.red), ..position }
    };
    let positions: Vec<Position> = slots
        .iter()
        .map(|&slot| {
            image(index.unrank(slot, Side::Black).expect("a slot"), random.below(group.order()))
        })
        .collect();

    let mut benches = criterion.benchmark_group("layer 8 of 5x5");
    benches.throughput(Throughput::Elements(POSITIONS));
    benches.bench_function("canonicalise and rank 4096 random positions", |bencher| {
        bencher
            .iter(|| positions.iter().map(|position| index.rank(black_box(position))).sum::<u64>());
    });
    benches.bench_function("unrank 4096 random slots", |bencher| {
        bencher.iter(|| {
            for &slot in &slots {
                black_box(index.unrank(black_box(slot), Side::Black));
            }
        });
    });
    benches.finish();
}

criterion_group!(benches, lookups);
criterion_main!(benches);

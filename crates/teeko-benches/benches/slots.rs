//! Finds the slot of a position in the public index, and the position of a slot:
//! `cargo bench -p teeko-benches --bench slots`. Each figure is for 4,096 positions.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use teeko::index::LayerIndex;
use teeko::rules::{Board, SymmetryGroup};
use teeko::{Position, Side};
use teeko_testing::Random;

const POSITIONS: u64 = 4096;

fn slots(criterion: &mut Criterion) {
    let board = Board::STANDARD;
    let symmetries = SymmetryGroup::new(board.circle_count(), board.symmetries());
    let index = LayerIndex::new(board, &symmetries, 8);
    let mut random = Random::new(1);
    let positions: Vec<Position> = (0..POSITIONS).map(|_| random.position(board, 8)).collect();
    let slots: Vec<u64> = positions
        .iter()
        .map(|position| index.rank(position))
        .collect();

    let mut group = criterion.benchmark_group("slots");
    group.throughput(Throughput::Elements(POSITIONS));
    group.bench_function("slots of 4096 positions", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(index.rank(black_box(position)));
            }
        });
    });
    group.bench_function("positions of 4096 slots", |bencher| {
        bencher.iter(|| {
            for &slot in &slots {
                black_box(index.unrank(black_box(slot), Side::Black));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, slots);
criterion_main!(benches);

//! Makes and checks the certificates of a win and of a draw:
//! `cargo bench -p teeko-benches --bench certificates`.
//!
//! The strategies of a draw are the first that are found: the program also searches for smaller
//! ones. Those of `44-ssss` take many seconds, so they are made once, to be checked.

use std::sync::LazyLock;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use teeko::Game;
use teeko::certificate::{DrawCertificate, Proof};
use teeko::work::to_the_end;

/// The search for smaller strategies of a draw: none.
const EFFORT: u32 = 0;

fn certificates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("certificate");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);

    let won = LazyLock::new(|| Game::solve("58-ssss").expect("a solution"));
    let win = LazyLock::new(|| won.certificate(None).expect("a won game"));
    group.bench_function("make the win of 58-ssss", |bencher| {
        bencher.iter(|| won.certificate(None).expect("a won game"));
    });
    group.bench_function("check the win of 58-ssss", |bencher| {
        bencher.iter(|| win.check().expect("a sound certificate"));
    });

    let small = LazyLock::new(|| Game::solve("44-ssss+4x4").expect("a solution"));
    group.bench_function("make the draw of 44-ssss+4x4", |bencher| {
        bencher.iter(|| draw_of(&small));
    });
    let draw = LazyLock::new(|| draw_of(&Game::solve("44-ssss").expect("a solution")));
    group.bench_function("check the draw of 44-ssss", |bencher| {
        bencher.iter(|| draw.check().expect("a sound certificate"));
    });
    group.finish();
}

fn draw_of(game: &Game) -> DrawCertificate {
    match game.proof(EFFORT, &to_the_end) {
        Ok(Proof::Draw(draw)) => draw,
        other => panic!("expected the certificate of a draw, found {other:?}"),
    }
}

criterion_group!(benches, certificates);
criterion_main!(benches);

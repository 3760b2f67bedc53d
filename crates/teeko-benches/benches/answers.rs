//! Answers one question of each kind about Standard Teeko, as JSON, without a service:
//! `cargo bench -p teeko-benches --bench answers`. Values come from expanded tables, as in the
//! program with `--stdin` and in the service.

use criterion::{Criterion, criterion_group, criterion_main};
use teeko::Game;
use teeko::surfaces::ask;
use teeko::work::to_the_end;

/// Questions about one game, in the form that other languages use.
const QUESTIONS: [&str; 12] = [
    "position?moves=13+12",
    "position?position=b:7,9,12,14+r:10,13,17,19+b",
    "position?position=b:7,9,12,14+r:10,13,17,19+b&brief",
    "choice?position=b:7,9,12,14+r:10,13,17,19+b&strength=3",
    "line?position=b:3,10,15,18+r:7,13,16,17+b",
    "review?game=13,18,12,14,8,7,9,2",
    "puzzles?dtw=5&limit=2",
    "random?seed=7",
    "rules",
    "solution",
    "variants",
    "claims",
];

/// Questions that look at all positions.
const SEARCHES: [&str; 2] = ["stats", "puzzles?dtw=39&limit=1"];

fn answers(criterion: &mut Criterion) {
    let game = Game::solve("44-ssss").expect("a solution");
    game.expand().expect("enough memory");
    let mut group = criterion.benchmark_group("answer");
    for question in QUESTIONS {
        group.bench_function(question, |bencher| {
            bencher.iter(|| game.ask(question, &to_the_end).expect("an answer"));
        });
    }
    group.sample_size(10);
    for question in SEARCHES {
        group.bench_function(question, |bencher| {
            bencher.iter(|| game.ask(question, &to_the_end).expect("an answer"));
        });
    }
    group.finish();
}

fn difference(criterion: &mut Criterion) {
    let games = ["44-ssss", "58-ssss"].map(|name| Game::solve(name).expect("a solution"));
    let mut group = criterion.benchmark_group("answer");
    group.sample_size(10);
    group.bench_function("diff", |bencher| {
        bencher.iter(|| ask("diff", vec![], None, &games, &to_the_end).expect("an answer"));
    });
    group.finish();
}

criterion_group!(benches, answers, difference);
criterion_main!(benches);

//! Ranks the moves of random positions of Standard Teeko, by a solution, by table files with a
//! cache of decoded blocks, and by expanded tables: `cargo bench -p teeko-benches --bench moves`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use teeko::analysis::analyse;
use teeko::table::Compression;
use teeko::{Oracle, Position};
use teeko_testing::{Random, solved, table};

fn moves(criterion: &mut Criterion) {
    let solution = solved("44-ssss");
    let table = table(&solution, Compression::default());
    let expanded = table.expand().expect("sound tables");
    let sources: [(&str, &dyn Oracle); 3] = [
        ("solution", &solution),
        ("table", &table),
        ("expanded table", &expanded),
    ];

    let mut group = criterion.benchmark_group("rank the moves of a position");
    for (phase, layer) in [("drop phase", 4), ("slide phase", 8)] {
        let mut random = Random::new(1_954);
        let positions: Vec<Position> = (0..1000)
            .map(|_| random.open_position(solution.rules(), layer))
            .collect();
        for (source, oracle) in sources {
            let mut next = positions.iter().cycle();
            group.bench_function(BenchmarkId::new(source, phase), |bencher| {
                bencher.iter(|| next.next().map(|position| analyse(oracle, position)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);

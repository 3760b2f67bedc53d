//! Writes the 440,000 orbits of six pieces of Standard Teeko in each format, and with the value of
//! every move where the format has it: `cargo bench -p teeko-benches --bench exports`.
//!
//! Parquet has the content hashes of the tables, too, which a game without tables computes.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use teeko::Game;
use teeko::export::{
    CSV, Condition, ExportRequest, Format, JSON_LINES, NPY, Output, PARQUET, Positions, Selection,
    Written,
};
use teeko::work::to_the_end;

/// The number of pieces of the exported positions.
const LAYER: usize = 6;

fn exports(criterion: &mut Criterion) {
    let game = Game::solve("44-ssss").expect("a solution");
    game.expand().expect("enough memory");
    let rows = write(&game, &CSV, false).rows;

    let mut group = criterion.benchmark_group("export");
    group.sample_size(10).throughput(Throughput::Elements(rows));
    for format in [&CSV, &JSON_LINES, &NPY, &PARQUET] {
        group.bench_function(format.name, |bencher| {
            bencher.iter(|| write(&game, format, false));
        });
    }
    for format in [&JSON_LINES, &NPY, &PARQUET] {
        group.bench_function(format!("{} with values", format.name), |bencher| {
            bencher.iter(|| write(&game, format, true));
        });
    }
    group.finish();
}

/// Writes a file that is gone afterwards.
fn write(game: &Game, format: &'static Format, values: bool) -> Written {
    let request = ExportRequest {
        format,
        is_compressed: false,
        selection: Selection {
            layers: LAYER..LAYER + 1,
            positions: Positions::Orbits,
            condition: Condition::default(),
        },
        columns: None,
        values,
    };
    let file = tempfile::tempfile().expect("a temporary file");
    let written = game.export(&request, Output::File(&file), &to_the_end);
    written.expect("an export")
}

criterion_group!(benches, exports);
criterion_main!(benches);
